//! Exact distributions of the further points near the end of a game.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use spieltisch_rules::yatzy::BoxSet;

use super::layout::{BOXES, SheetState, WIDTH};
use super::solver::ScoreTable;
use crate::parallel::for_each_chunk;

/// The chance of every number of further points, from 0 on, when a sheet is played for points.
pub type Distribution = Vec<f32>;

/// The distributions of all sheets with few free boxes.
pub struct LastBoxes {
    most_free: usize,
    /// By place in the table.
    distributions: Vec<Distribution>,
}

impl LastBoxes {
    /// About how many bytes the distributions have.
    pub(super) fn bytes(&self) -> usize {
        self.distributions.iter().map(|distribution| size_of_val(distribution.as_slice())).sum()
    }

    /// Works them out for all sheets with at most this many free boxes.
    pub fn new(table: &ScoreTable, most_free: usize) -> Self {
        let layout = &table.layout;
        let most_free = most_free.min(BOXES);
        let mut distributions = vec![vec![1.0]; layout.layer_start(1)];
        for layer in 1..=most_free {
            let mut current = vec![Distribution::new(); layout.layer_start(layer + 1) - layout.layer_start(layer)];
            for_each_chunk(&mut current, WIDTH, |chunk, places| {
                let block = &layout.blocks(layer)[chunk];
                for (lane, place) in places.iter_mut().enumerate().take(block.group.len - block.first) {
                    *place = distribution(table, layout.state_of(block, lane), |after| &distributions[layout.place(after)]);
                }
            });
            distributions.append(&mut current);
        }
        Self { most_free, distributions }
    }

    /// The distribution of a sheet's further points; `None` where too many boxes are free. One more box than was asked
    /// for at first is worked out on the spot.
    pub fn of(&self, table: &ScoreTable, free: BoxSet, upper_sum: u16) -> Option<Distribution> {
        let state = table.layout.state(free, upper_sum);
        match free.len().checked_sub(self.most_free) {
            None | Some(0) => Some(self.distributions[table.layout.place(state)].clone()),
            Some(1) => Some(distribution(table, state, |after| &self.distributions[table.layout.place(after)])),
            Some(_) => None,
        }
    }
}

/// The distributions that were asked for, kept for the next time: those of a sheet are made of those of all sheets that can follow it.
#[derive(Default)]
pub(crate) struct DistributionCache {
    known: Mutex<HashMap<SheetState, Arc<Distribution>>>,
}

/// Distributions kept at the most; a game for two needs some hundreds.
const MOST_KEPT: usize = 10_000;

impl DistributionCache {
    /// The distribution of the further points of a state.
    pub(crate) fn of(&self, table: &ScoreTable, state: SheetState) -> Arc<Distribution> {
        if let Some(known) = self.lock().get(&state) {
            return known.clone();
        }
        let found = Arc::new(if state.free().is_empty() { vec![1.0] } else { distribution(table, state, |after| self.of(table, after)) });
        let mut known = self.lock();
        if known.len() >= MOST_KEPT {
            known.clear();
        }
        known.insert(state, found.clone());
        found
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SheetState, Arc<Distribution>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn distribution<D: std::ops::Deref<Target = Distribution>>(
    table: &ScoreTable,
    state: SheetState,
    known: impl Fn(SheetState) -> D,
) -> Distribution {
    let mut chances = Distribution::new();
    for (name, roll, chance) in table.turn_of(state).outcomes() {
        let points = table.ends.points(roll)[name as usize];
        let (after, bonus) = table.layout.after(state, name as usize, points);
        let gained = usize::from(u16::from(points) + bonus);
        let further = known(after);
        if chances.len() < gained + further.len() {
            chances.resize(gained + further.len(), 0.0);
        }
        for (sum, part) in chances[gained..].iter_mut().zip(further.iter()) {
            *sum += part * chance as f32;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::yatzy::Options;

    use super::*;

    #[test]
    fn what_is_asked_for_is_what_was_worked_out_for_all() {
        let table = ScoreTable::solve_last_boxes(&Options::default(), 3, &|_| true).expect("not stopped");
        let (all, asked) = (LastBoxes::new(&table, 3), DistributionCache::default());
        for bits in (0..1 << BOXES).filter(|bits: &u16| bits.count_ones() <= 3) {
            let free = BoxSet::from_bits(bits).expect("boxes of the sheet");
            for upper_sum in [0, 40, 58, 63, 64] {
                let expected = all.of(&table, free, upper_sum).expect("few enough");
                assert_eq!(*asked.of(&table, table.layout.state(free, upper_sum)), expected, "{bits:b}, {upper_sum}");
            }
        }
        assert!(asked.lock().len() < MOST_KEPT);
    }
}
