//! The chance to win by the lead: a table like that of the expected scores, but with a curve for every sheet.
//!
//! The lead is one's own expected final score less that of the best opponent. The opponent's expected final score takes
//! a random step of known spread with every turn. One's own steps are played out exactly, and chosen for the win: steps
//! of small spread when ahead, of large spread when behind.

use spieltisch_rules::yatzy::UPPER;

use super::curves::{self, Curve, EndWorth, SCORES};
use super::lanes::{Lanes, Worth};
use super::lattice::NODES;
use super::layout::{BOXES, Block, LOWER, Layout, SheetState, WIDTH};
use super::normal;
use super::solver::ScoreTable;
use super::work::SolverProgress;
use crate::parallel::for_each_chunk;

/// Points between two leads of a curve.
const STEP: f32 = 20.0;
/// The position of no lead on a curve.
const MIDDLE: f32 = (SCORES as f32 - 1.0) / 2.0;
/// Variance, in steps, that reading between two leads adds to every turn: the mean of `x (1 - x)`.
const READING_VARIANCE: f64 = 1.0 / 6.0;

/// Steps that a curve is drawn out beyond its ends; a box brings at most 100 points.
const TAIL: usize = 6;
/// Keeps a division by a vanishing chance finite; rounding can make such chances grow, which they must not.
const LEAST: f32 = 1e-20;

/// The chance to win of all sheets with at most some number of free boxes, for the moment after a turn of one's own.
pub struct LeadTable {
    curves: Vec<[f32; SCORES]>,
    turn_variance: f64,
}

impl LeadTable {
    /// How many bytes the table has.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.curves.as_slice())
    }

    /// Solves the curves of all sheets with at most `most_free` free boxes, for an opponent whose expected score takes a
    /// step of variance `turn_variance` with every turn.
    pub fn solve(table: &ScoreTable, turn_variance: f64, most_free: usize, progress: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self> {
        let layout = &table.layout;
        let most_free = most_free.min(BOXES);
        let mut curves = vec![[0.0; SCORES]; layout.layer_start(most_free + 1)];
        let last_deviation = remaining(turn_variance, 0).sqrt();
        for (index, chance) in curves[0].iter_mut().enumerate() {
            *chance = normal::below(f64::from((index as f32 - MIDDLE) * STEP) / last_deviation) as f32;
        }
        let progress = SolverProgress::new(curves.len(), progress);
        for layer in 1..=most_free {
            let (solved, rest) = curves.split_at_mut(layout.layer_start(layer));
            let current = &mut rest[..layout.layer_start(layer + 1) - layout.layer_start(layer)];
            for_each_chunk(current, WIDTH, |chunk, places| {
                if !progress.stopped() {
                    solve_curves(table, turn_variance, &layout.blocks(layer)[chunk], solved, places);
                    progress.advance(places.len());
                }
            });
        }
        (!progress.stopped()).then_some(Self { curves, turn_variance })
    }

    /// The chance to win after a turn of one's own; `None` where there is no curve or the lead is beyond it.
    pub(crate) fn chance(&self, layout: &Layout, state: SheetState, lead: f64) -> Option<f64> {
        let curve = self.curves.get(layout.place(state))?;
        let position = lead / f64::from(STEP) + f64::from(MIDDLE);
        if !(0.0..(SCORES - 1) as f64).contains(&position) {
            return None;
        }
        let first = position as usize;
        let (low, high) = (f64::from(curve[first]), f64::from(curve[first + 1]));
        Some(low + (position - first as f64) * (high - low))
    }

    /// The variance of the opponent's further score that is supposed after a turn that leaves this many boxes free.
    pub(crate) fn supposed_variance(&self, left: usize) -> f64 {
        remaining(self.turn_variance, left)
    }
}

/// One moves before the opponent or after it: on average it has half a turn more to come than one has oneself.
fn remaining(turn_variance: f64, left: usize) -> f64 {
    turn_variance * (left as f64 + 0.5)
}

fn solve_curves(table: &ScoreTable, turn_variance: f64, block: &Block, solved: &[[f32; SCORES]], places: &mut [[f32; SCORES]]) {
    let mut values = [Curve::NOTHING; NODES];
    for (lane, place) in places.iter_mut().enumerate().take(block.group.len - block.first) {
        let state = table.layout.state_of(block, lane);
        let ends = LeadEnds::new(table, state, solved);
        *place = blur(&curves::turn(&table.ends, state, &ends, &mut values).0, turn_variance);
    }
}

/// The curve before the opponent's turn, from the one after it.
fn blur(curve: &[f32; SCORES], turn_variance: f64) -> [f32; SCORES] {
    let in_steps = turn_variance / f64::from(STEP * STEP) - READING_VARIANCE;
    let aside = (in_steps.max(0.0) / 2.0) as f32;
    let long = Shiftable::new(curve, 0.0).chances;
    std::array::from_fn(|index| {
        let (low, middle, high) = (long[SCORES + index - 1], long[SCORES + index], long[SCORES + index + 1]);
        middle + aside * (low - 2.0 * middle + high)
    })
}

/// A curve with its ends drawn out, to be read at any shift.
#[derive(Clone, Copy)]
struct Shiftable {
    chances: [f32; 3 * SCORES],
    /// What the expected score loses with the box.
    change: f32,
}

impl Shiftable {
    #[inline(always)]
    fn new(curve: &[f32; SCORES], change: f64) -> Self {
        let mut chances = [0.0; 3 * SCORES];
        chances[SCORES..2 * SCORES].copy_from_slice(curve);
        // Beyond its ends a curve goes on towards 0 and 1 as it did in its last step.
        let (mut low, mut high) = (curve[0], 1.0 - curve[SCORES - 1]);
        let low_ratio = (low / curve[1].max(LEAST)).min(1.0);
        let high_ratio = (high / (1.0 - curve[SCORES - 2]).max(LEAST)).min(1.0);
        chances[2 * SCORES..].fill(1.0);
        for step in 0..TAIL {
            low *= low_ratio;
            high *= high_ratio;
            chances[SCORES - 1 - step] = low;
            chances[2 * SCORES + step] = 1.0 - high;
        }
        Self { chances, change: change as f32 }
    }

    /// The curve when points come in.
    #[inline(always)]
    fn read(&self, points: f32) -> Curve {
        let steps = ((points + self.change) * (1.0 / STEP) + SCORES as f32).clamp(0.0, (2 * SCORES - 1) as f32);
        let first = (steps as i32 as usize).min(2 * SCORES - 2);
        let part = steps - first as f32;
        let mut read = Lanes([0.0; SCORES]);
        for (lane, value) in read.0.iter_mut().enumerate() {
            let (low, high) = (self.chances[first + lane], self.chances[first + lane + 1]);
            *value = low + part * (high - low);
        }
        read
    }
}

struct LeadEnds<'a> {
    table: &'a ScoreTable,
    state: SheetState,
    solved: &'a [[f32; SCORES]],
    worth: f64,
    lower: [Shiftable; LOWER],
}

impl<'a> LeadEnds<'a> {
    fn new(table: &'a ScoreTable, state: SheetState, solved: &'a [[f32; SCORES]]) -> Self {
        let worth = table.values[table.layout.place(state)];
        let mut lower = [Shiftable { chances: [0.0; 3 * SCORES], change: 0.0 }; LOWER];
        for (index, curve) in lower.iter_mut().enumerate().filter(|(index, _)| state.lower >> index & 1 == 1) {
            let after = table.layout.place(SheetState { lower: state.lower & !(1 << index), ..state });
            *curve = Shiftable::new(&solved[after], table.values[after] - worth);
        }
        Self { table, state, solved, worth, lower }
    }
}

impl EndWorth for LeadEnds<'_> {
    #[inline(always)]
    fn worth(&self, box_index: usize, points: u8) -> Curve {
        if let Some(lower) = box_index.checked_sub(UPPER) {
            return self.lower[lower].read(f32::from(points));
        }
        let (after, bonus) = self.table.layout.after(self.state, box_index, points);
        let after = self.table.layout.place(after);
        let change = self.table.values[after] - self.worth;
        Shiftable::new(&self.solved[after], change).read(f32::from(u16::from(points) + bonus))
    }
}
