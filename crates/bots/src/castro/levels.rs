//! How players of the five levels think: the weak ones err as people do.

use rand::{Rng, RngExt};
use spieltisch_rules::castro::{Move, ROLLS};
use spieltisch_rules::dice::Hand;

use super::cells;
use super::greedy;
use super::ground::Ground;
use super::lookahead::Results;
use super::position::{CastroPosition, LOSE, RESULTS};
use super::selfplay;
use super::turn::{Offers, SolvedTurn};
use crate::expert::Level;

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastroStyle {
    /// Whole turns looked at.
    pub turns: u32,
    /// How much the obvious counts instead of the true worth, 0 to 1: own lines, points and
    /// foreign roofs to cover, but not what the others could build next.
    pub naive: f32,
    /// How far squares are misjudged.
    pub misjudged: f32,
    /// How much worse a square may be than rolling on and still be taken.
    pub haste: f32,
    /// How often simply the most frequent number is kept.
    pub obvious: f64,
}

impl CastroStyle {
    /// How a player of this level plays. A third turn of looking ahead costs fifty times the time
    /// and showed no gain (51.0 % ± 5.7 over 300 games), so the top level looks at two.
    pub fn of(level: Level) -> CastroStyle {
        match level {
            Level::One => CastroStyle { turns: 1, naive: 1.0, misjudged: 0.15, haste: 0.3, obvious: 1.0 },
            Level::Two => CastroStyle { turns: 1, naive: 1.0, misjudged: 0.1, haste: 0.15, obvious: 0.8 },
            Level::Three => CastroStyle { turns: 1, naive: 0.85, misjudged: 0.07, haste: 0.06, obvious: 0.4 },
            Level::Four => CastroStyle { turns: 1, naive: 0.35, misjudged: 0.04, haste: 0.02, obvious: 0.1 },
            Level::Five => CastroStyle { turns: 2, naive: 0.0, misjudged: 0.0, haste: 0.0, obvious: 0.0 },
        }
    }

    /// As well as these results allow.
    pub fn best(turns: u32) -> CastroStyle {
        CastroStyle { turns, naive: 0.0, misjudged: 0.0, haste: 0.0, obvious: 0.0 }
    }

    /// Chooses a move after a roll.
    pub fn choose(&self, ground: &Ground, position: &CastroPosition, results: &Results, dice: Hand, rolls: u8, rng: &mut dyn Rng) -> Move {
        let worth = self.believed(ground, position, results, rng);
        let placed = selfplay::best_square(ground, position, dice, rolls, &worth);
        if rolls == ROLLS {
            return placed.map_or(Move::Lose, |(square, _)| Move::Place(ground.squares[square]));
        }
        let mut offers = Offers::<1, 1>::default();
        for (result, worth) in worth.iter().enumerate() {
            if let Some(worth) = worth {
                cells::offer(&mut offers, 0, ground, position, result, *worth);
            }
        }
        let (kept, kept_worth) = SolvedTurn::solve(&ground.groups, &offers).best_kept(rolls, dice);
        match placed {
            Some((square, worth)) if worth + self.haste >= kept_worth[0] => Move::Place(ground.squares[square]),
            _ => Move::Keep(self.keep(dice, kept, rng)),
        }
    }

    fn keep(&self, dice: Hand, best: Hand, rng: &mut dyn Rng) -> Hand {
        if self.obvious > 0.0 && rng.random_bool(self.obvious) {
            let kept = greedy::most_equal(dice);
            if !kept.is_full() {
                return kept;
            }
        }
        best
    }

    /// What the player thinks the results are worth.
    fn believed(&self, ground: &Ground, position: &CastroPosition, results: &Results, rng: &mut dyn Rng) -> [Option<[f32; 1]>; RESULTS] {
        let mut believed = [None; RESULTS];
        for (result, outlook) in results.iter().enumerate() {
            let Some(outlook) = outlook else { continue };
            let mut worth = outlook.win[0];
            // Everyone sees a win when it lies there.
            if worth < 1.0 {
                worth += self.naive * (obvious_worth(ground, position, result) - worth);
                if self.misjudged > 0.0 {
                    worth += self.misjudged * (rng.random_range(-1.0..1.0) + rng.random_range(-1.0..1.0));
                }
            }
            believed[result] = Some([worth.max(0.0)]);
        }
        believed
    }
}

/// What a result looks like at first sight, from 0 to 1.
fn obvious_worth(ground: &Ground, position: &CastroPosition, result: usize) -> f32 {
    if result == LOSE {
        return 0.0;
    }
    let looks = greedy::looks(ground, position, result);
    looks / (looks + 25.0)
}
