//! Exact distributions of the further points near the end of a game.

use spieltisch_rules::yatzy::BoxSet;

use super::layout::{BOXES, State, WIDTH};
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
                    *place = distribution(table, layout.state_of(block, lane), &distributions);
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
            Some(1) => Some(distribution(table, state, &self.distributions)),
            Some(_) => None,
        }
    }
}

fn distribution(table: &ScoreTable, state: State, known: &[Distribution]) -> Distribution {
    let mut chances = Distribution::new();
    for (name, roll, chance) in table.turn_of(state).outcomes() {
        let points = table.ends.points(roll)[name as usize];
        let (after, bonus) = table.layout.after(state, name as usize, points);
        let gained = usize::from(u16::from(points) + bonus);
        let further = &known[table.layout.place(after)];
        if chances.len() < gained + further.len() {
            chances.resize(gained + further.len(), 0.0);
        }
        for (sum, part) in chances[gained..].iter_mut().zip(further) {
            *sum += part * chance as f32;
        }
    }
    chances
}
