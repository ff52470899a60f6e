//! Dice and whole games, for learning and measuring.

use super::multiplayer::Seat;
use super::turn::{OUTCOMES, turns};
use super::values::{Mode, legal_placements};
use rand::{Rng, RngExt};

/// The patterns a roll allows, as [`legal_placements`].
pub fn legal_patterns(mode: Mode, covered: u64, chips: u8, roll: usize) -> Vec<u16> {
    legal_placements(mode, covered, chips, roll).iter().map(|placement| placement.pattern).collect()
}

/// A random roll.
pub fn random_roll(rng: &mut dyn Rng) -> usize {
    turns().roll_of_outcome(rng.random_range(0..OUTCOMES))
}

/// Plays a game of several players by `choose`, which gets all seats, the mover and the roll, and returns the final seats. A game in which
/// no player finishes is stopped after 200 rounds.
pub fn play_multiplayer(players: usize, rng: &mut dyn Rng, choose: &mut dyn FnMut(&[Seat], usize, usize) -> u64) -> Vec<Seat> {
    let mut seats = vec![Seat::default(); players];
    for _ in 0..200 {
        for mover in 0..players {
            let roll = random_roll(rng);
            if seats[mover].chips == 0 {
                continue;
            }
            let mask = choose(&seats, mover, roll);
            seats[mover].covered |= mask;
            seats[mover].chips -= mask.count_ones() as u8;
        }
        if seats.iter().any(|seat| seat.chips == 0) {
            break;
        }
    }
    seats
}

/// Index of the largest value.
pub fn best_index(values: &[f32]) -> usize {
    (0..values.len()).fold(0, |best, index| if values[index] > values[best] { index } else { best })
}
