//! Two players on the default board: a net that sees both boards and says who will win.
//!
//! Each seat is looked at by itself, then beside the other; which weights come next depends on the phase of the game, the fewest chips
//! a player has left. `training/crowns_duel.py` fitted it to exact turns over what it says itself, in games of seats of all strengths,
//! so what it says before a turn and after it agrees better than the race of [`super::multiplayer`] does. Reviews rest on it.

use super::board::{CHIPS, SolverBoard};
use super::multiplayer::Seat;
use super::turn::FIELDS;
use super::wide::dispatch;

/// Width of what is seen of a seat by itself, of both beside each other, and of the last layer.
const WIDE: usize = 192;
const MIDDLE: usize = 64;
const NARROW: usize = 32;
/// What the net sees of a line: full, or lacking one, two or three fields.
const LINE_STATES: usize = 4;
const LINES: usize = 12;
const FIRST_LINE: usize = FIELDS;
const FIRST_CHIPS: usize = FIRST_LINE + LINE_STATES * LINES;
const POINTS: usize = FIRST_CHIPS + CHIPS as usize + 1;
/// For each field, the crowns of lines that lack it alone, and of lines that lack it and one other.
const GAIN: usize = POINTS + 1;
const HALF_GAIN: usize = GAIN + FIELDS;
const INPUTS: usize = HALF_GAIN + FIELDS;
/// Points for an input of one.
const UNIT: f32 = 10.0;
/// Phases, and the most chips of each that the player with the fewest may have left.
const PHASES: usize = 5;
const MOST_CHIPS: [u8; PHASES] = [1, 3, 5, 8, CHIPS];
/// Who rolls next, and whose seat it is.
const PLACES: usize = 2 * 2;

/// Sizes of the parts of a net, in the order of the file; each has a scale of its own there.
pub(crate) const PARTS: [usize; 9] = [
    INPUTS * WIDE,
    PLACES * WIDE,
    PHASES * WIDE * MIDDLE,
    PHASES * WIDE * MIDDLE,
    PHASES * PLACES * MIDDLE,
    PHASES * MIDDLE * NARROW,
    PHASES * NARROW,
    PHASES * NARROW,
    PHASES * PLACES,
];
const FIRST: usize = 0;
const FIRST_PLACE: usize = 1;
const OWN: usize = 2;
const OTHER: usize = 3;
const SECOND_PLACE: usize = 4;
const THIRD: usize = 5;
const THIRD_BIAS: usize = 6;
const LAST: usize = 7;
const LAST_PLACE: usize = 8;

type WideLayer = [f32; WIDE];
type Middle = [f32; MIDDLE];

/// The net.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel {
    parts: [Vec<f32>; 9],
    board: SolverBoard,
}

impl Duel {
    /// The net with these parts; `None` unless each has its size.
    pub(crate) fn from_parts(parts: [Vec<f32>; 9]) -> Option<Duel> {
        let fits = parts.iter().zip(PARTS).all(|(part, size)| part.len() == size);
        fits.then(|| Duel { parts, board: SolverBoard::default() })
    }

    /// The mover's chance to win after placing each of these sets of fields, none of which ends the game.
    pub fn chances(&self, seats: &[Seat; 2], mover: usize, masks: &[u64]) -> Vec<f32> {
        let (own, other) = (seats[mover], seats[1 - mover]);
        let mut still = [0.0; WIDE];
        self.look(other, 1 - mover, 1 - mover, &mut still);
        // What the seat that does not move comes to in each phase, worked out where it is met.
        let mut fixed: [Option<[Middle; 2]>; PHASES] = [None; PHASES];
        let mut moved = [0.0; WIDE];
        masks
            .iter()
            .map(|mask| {
                let after = own.placing(*mask);
                let fewest = after.chips.min(other.chips);
                let phase = MOST_CHIPS.iter().position(|most| fewest <= *most).unwrap_or(PHASES - 1);
                let fixed = fixed[phase].get_or_insert_with(|| self.beside(phase, &still));
                self.look(after, mover, 1 - mover, &mut moved);
                let beside = self.beside(phase, &moved);
                let worth = |seat: usize, own: &Middle, other: &Middle| self.worth(phase, place(1 - mover, seat), own, other);
                let lead = worth(mover, &beside[0], &fixed[1]) - worth(1 - mover, &fixed[0], &beside[1]);
                1.0 / (1.0 + (-lead).exp())
            })
            .collect()
    }

    /// What is seen of a seat by itself while `next` is to roll.
    fn look(&self, of: Seat, seat: usize, next: usize, seen: &mut WideLayer) {
        // At most: fields, a state of each line and the two fields it lacks, chips, points.
        let mut inputs = [(0u8, 0.0f32); CHIPS as usize + 3 * LINES + 2];
        let mut count = 0;
        let mut add = |input: usize, value: f32| {
            inputs[count] = (input as u8, value);
            count += 1;
        };
        let mut rest = of.covered;
        while rest != 0 {
            add(rest.trailing_zeros() as usize, 1.0);
            rest &= rest - 1;
        }
        for (number, line) in self.board.lines().iter().enumerate() {
            let mut lacking = line.mask & !of.covered;
            let lacks = lacking.count_ones() as usize;
            if lacks < LINE_STATES {
                add(FIRST_LINE + lacks * LINES + number, 1.0);
            }
            let gain = if lacks == 1 { GAIN } else { HALF_GAIN };
            while lacks <= 2 && lacking != 0 {
                add(gain + lacking.trailing_zeros() as usize, f32::from(line.crowns) / UNIT);
                lacking &= lacking - 1;
            }
        }
        add(FIRST_CHIPS + usize::from(of.chips), 1.0);
        add(POINTS, f32::from(self.board.score(of.covered)) / UNIT);
        let bias = &self.parts[FIRST_PLACE].as_chunks::<WIDE>().0[place(next, seat)];
        see(&self.parts[FIRST], &inputs[..count], bias, seen);
    }

    /// What a seat is to itself and to the other in this phase.
    fn beside(&self, phase: usize, seen: &WideLayer) -> [Middle; 2] {
        let part = phase * WIDE * MIDDLE..(phase + 1) * WIDE * MIDDLE;
        let mut sums = [[0.0; MIDDLE]; 2];
        both(&self.parts[OWN][part.clone()], &self.parts[OTHER][part], seen, &mut sums);
        sums
    }

    fn worth(&self, phase: usize, place: usize, own: &Middle, other: &Middle) -> f32 {
        let bias = &self.parts[SECOND_PLACE].as_chunks::<MIDDLE>().0[phase * PLACES + place];
        let mut third = self.parts[THIRD_BIAS].as_chunks::<NARROW>().0[phase];
        let weights = &self.parts[THIRD].as_chunks::<NARROW>().0[phase * MIDDLE..(phase + 1) * MIDDLE];
        for (((own, other), bias), weights) in own.iter().zip(other).zip(bias).zip(weights) {
            let input = own + other + bias;
            if input > 0.0 {
                for (sum, weight) in third.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
        }
        let last = &self.parts[LAST].as_chunks::<NARROW>().0[phase];
        let sum: f32 = third.iter().zip(last).map(|(input, weight)| input.max(0.0) * weight).sum();
        sum + self.parts[LAST_PLACE][phase * PLACES + place]
    }
}

const fn place(next: usize, seat: usize) -> usize {
    2 * next + seat
}

dispatch!(see, see_plain, (weights: &[f32], inputs: &[(u8, f32)], bias: &WideLayer, seen: &mut WideLayer));

#[inline(always)]
fn see_plain(weights: &[f32], inputs: &[(u8, f32)], bias: &WideLayer, seen: &mut WideLayer) {
    let rows = weights.as_chunks::<WIDE>().0;
    *seen = *bias;
    for (input, value) in inputs {
        for (sum, weight) in seen.iter_mut().zip(&rows[usize::from(*input)]) {
            *sum += value * weight;
        }
    }
    for sum in seen {
        *sum = sum.max(0.0);
    }
}

dispatch!(both, both_plain, (own: &[f32], other: &[f32], seen: &WideLayer, sums: &mut [Middle; 2]));

#[inline(always)]
fn both_plain(own: &[f32], other: &[f32], seen: &WideLayer, sums: &mut [Middle; 2]) {
    let (own, other) = (own.as_chunks::<MIDDLE>().0, other.as_chunks::<MIDDLE>().0);
    let [to_itself, to_other] = sums;
    for ((input, own), other) in seen.iter().zip(own).zip(other) {
        if *input > 0.0 {
            for lane in 0..MIDDLE {
                to_itself[lane] += input * own[lane];
                to_other[lane] += input * other[lane];
            }
        }
    }
}
