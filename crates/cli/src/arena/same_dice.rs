//! Dice that do not depend on who throws them: the same for all games of a deal.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use spieltisch_bots::random::throw;
use spieltisch_rules::{Game, MAX_SEATS, ToAct};

/// Every roll of a deal, by seat, turn of that seat and number in the turn: so one player's luck is the same no matter how often
/// the others rolled, and whoever takes the seat in the next game of the deal finds the same dice there.
pub struct SameDice {
    deal: u64,
    /// The turns every seat has begun, and the rolls of the last of them.
    turns: [(u64, u64); MAX_SEATS],
}

impl SameDice {
    /// The dice of the deal with this seed.
    pub fn new(deal: u64) -> SameDice {
        SameDice { deal, turns: [(0, 0); MAX_SEATS] }
    }

    /// Throws the dice that are due; `None` where no roll is.
    pub fn throw<G: Game>(&mut self, game: &G, state: &G::State) -> Option<G::Roll> {
        let ToAct::Roll { seat, .. } = game.to_act(state) else { return None };
        let (turn, roll) = &mut self.turns[seat];
        (*turn, *roll) = if game.begins_turn(state) { (*turn + 1, 0) } else { (*turn, *roll + 1) };
        let place = (seat as u64) << 48 | *turn << 16 | *roll;
        throw(game, state, &mut Xoshiro256PlusPlus::seed_from_u64(mixed(mixed(self.deal) ^ place)))
    }
}

/// A seed that neighbours of the number do not resemble (SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::yatzy::Yatzy;

    use super::*;

    /// The first rolls of both seats over many deals: every face as often as fair dice show it.
    #[test]
    fn the_dice_are_fair_and_the_same_for_everyone() {
        let game = Yatzy::new(2, Default::default(), Default::default()).unwrap();
        let mut faces = [0u32; 7];
        for deal in 0..6000 {
            let roll = SameDice::new(deal).throw(&game, &game.start()).unwrap();
            assert_eq!(roll, SameDice::new(deal).throw(&game, &game.start()).unwrap());
            for face in roll.to_string().split(' ').skip(1) {
                faces[face.parse::<usize>().unwrap()] += 1;
            }
        }
        // Chi squared with five degrees of freedom; 20.5 is exceeded once in a thousand.
        let off: f64 = faces[1..].iter().map(|&count| (f64::from(count) - 5000.0).powi(2) / 5000.0).sum();
        assert!(off < 20.5, "{faces:?}");
    }
}
