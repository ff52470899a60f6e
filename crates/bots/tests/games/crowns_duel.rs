//! The net for two players: read as it was written, and true to the turns it was fitted to.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::crowns::blob::BlobError;
use spieltisch_bots::crowns::duel::Duel;
use spieltisch_bots::crowns::multiplayer::Seat;
use spieltisch_bots::evaluation::Measure;
use spieltisch_bots::random::play_out;
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::{Bots, Level};
use spieltisch_rules::crowns::{Crowns, State};
use spieltisch_rules::{Event, Game};

const SHIPPED: &[u8] = include_bytes!("../../src/crowns/crowns-duel.values");

fn shipped() -> Duel {
    Duel::from_bytes(SHIPPED).expect("the shipped net")
}

#[test]
fn what_is_damaged_is_refused() {
    let mut damaged = SHIPPED.to_vec();
    damaged[1000] ^= 1;
    assert_eq!(Duel::from_bytes(&damaged), Err(BlobError::Damaged));
    assert!(Duel::from_bytes(&SHIPPED[..SHIPPED.len() - 1]).is_err());
    assert_eq!(Duel::from_bytes(include_bytes!("../../src/crowns/crowns-several.values")), Err(BlobError::OtherKind));
    assert_eq!(Duel::from_bytes(b"no net"), Err(BlobError::NotCrowns));
}

/// What the net says after a placement is what the next turn is worth over all its rolls and placements, nearly: fields, lines or seats
/// read in another order than they were learned in would be far off.
#[test]
fn before_a_turn_it_says_what_the_turn_is_worth() {
    let game = Crowns::new(2, Default::default(), Default::default()).expect("two players");
    let (expert, evaluator, duel) = (game.expert(&EmptyValueStore), game.evaluator(&EmptyValueStore), shipped());
    let (mut squares, mut count, seed) = (0.0, 0, 7);
    for number in 0..6 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed + number);
        let level = Level::ALL[number as usize % 5];
        let mut state = game.start();
        let mut rolls_due: Vec<State> = Vec::new();
        let choose = |_: &Crowns, state: &State, rng: &mut Xoshiro256PlusPlus| Some(expert.choose(state, level, rng));
        play_out(&game, &mut state, &mut rng, choose, |before, event| {
            if matches!(event, Event::Roll(_)) {
                rolls_due.push(before.clone());
            }
        });
        for state in rolls_due {
            let mover = 1 - state.seat();
            let seats = [0, 1].map(|seat| Seat { covered: state.covered(seat).bits(), chips: state.chips(seat), given: 0 });
            if seats.iter().any(|seat| seat.chips == 0) {
                continue;
            }
            let said = f64::from(duel.chances(&seats, mover, &[0])[0]);
            let worth = evaluator.turn(&state, Measure::Win).before_roll(&state)[mover];
            squares += (said - worth).powi(2);
            count += 1;
        }
    }
    let off = (squares / f64::from(count)).sqrt();
    assert!(off < 0.06, "seed {seed}: off by {off} over {count} positions");
}

#[test]
fn a_player_far_ahead_will_win() {
    let full_rows = 0b011111 << 24 | 0b011111 << 18 | 0b011111 << 12; // fives, fours and threes
    let ahead = Seat { covered: full_rows, chips: 3, given: 0 };
    let behind = Seat { covered: 0b111, chips: 15, given: 0 };
    assert!(shipped().chances(&[ahead, behind], 0, &[0])[0] > 0.95);
    assert!(shipped().chances(&[behind, ahead], 0, &[0])[0] < 0.05);
}
