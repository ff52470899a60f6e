//! Every seat's chance to win after a turn, when all play on for points from there.
//!
//! Far from the end final scores are taken as normally distributed; when everyone has only a few boxes left, their exact distributions
//! are compared, shared wins in parts.

use std::sync::Arc;

use spieltisch_rules::MAX_SEATS;
use spieltisch_rules::yatzy::BoxName;

use super::distribution::{Distribution, LastBoxes};
use super::layout::State;
use super::normal::{self, Normal};
use super::solver::ScoreTable;
use super::spread::SpreadTable;
use super::win::Standing;
use crate::appraisal::normalised;
use crate::expert::PerSeat;

/// The last boxes whose distributions are exact.
const EXACT_BOXES: usize = 4;

/// What chances are worked out from.
pub(crate) struct ChanceModel {
    table: Arc<ScoreTable>,
    spread: SpreadTable,
    last: LastBoxes,
}

impl ChanceModel {
    pub(crate) fn new(table: Arc<ScoreTable>) -> Option<ChanceModel> {
        let spread = table.rough_spread(&|_| true)?;
        // The distributions of one more box are worked out when they are needed.
        let last = LastBoxes::new(&table, (EXACT_BOXES - 1).min(table.most_free()));
        Some(ChanceModel { table, spread, last })
    }

    fn normal(&self, points: f64, state: State) -> Normal {
        Normal { mean: points + self.table.expected_of(state), variance: self.spread.variance_of(&self.table, state) }
    }

    fn distribution(&self, one: &Standing) -> Option<(usize, Distribution)> {
        Some((usize::from(one.points), self.last.of(&self.table, one.free, one.upper_sum)?))
    }
}

/// The chances after one turn of one seat.
pub(super) struct Chances<'a> {
    model: &'a ChanceModel,
    own: Standing,
    seat: usize,
    others: Others,
}

enum Others {
    /// Everyone's final score, the seat's own as it was before the turn.
    Normal(Vec<Normal>),
    /// Every seat's part of the win, by the own final score.
    Exact(Vec<PerSeat>),
}

impl<'a> Chances<'a> {
    pub(super) fn new(model: &'a ChanceModel, standings: &[Standing], seat: usize) -> Chances<'a> {
        let exact = standings[seat].free.len() <= EXACT_BOXES;
        let distributions: Option<Vec<(usize, Distribution)>> =
            if exact { standings.iter().map(|one| model.distribution(one)).collect() } else { None };
        let others = match distributions {
            Some(distributions) => Others::Exact(shares_by_score(&distributions, seat)),
            None => {
                let layout = &model.table.layout;
                let score = |one: &Standing| model.normal(f64::from(one.points), layout.state(one.free, one.upper_sum));
                Others::Normal(standings.iter().map(score).collect())
            }
        };
        Chances { model, own: standings[seat], seat, others }
    }

    /// Everyone's chance when the seat writes these points into a free box.
    pub(super) fn after(&self, name: BoxName, points: u8) -> PerSeat {
        let layout = &self.model.table.layout;
        let (after, bonus) = layout.after(layout.state(self.own.free, self.own.upper_sum), name as usize, points);
        let points = self.own.points + u16::from(points) + bonus;
        match &self.others {
            Others::Normal(scores) => {
                let mut scores = scores.clone();
                scores[self.seat] = self.model.normal(f64::from(points), after);
                match scores[..] {
                    [one, two] => {
                        let lead = Normal { mean: one.mean - two.mean, variance: one.variance + two.variance };
                        let first = 1.0 - lead.chance_below(0.0);
                        normalised([first, 1.0 - first])
                    }
                    _ => normalised(normal::chances_to_be_largest(&scores)),
                }
            }
            Others::Exact(shares) => {
                let further = self.model.last.of(&self.model.table, after.free(), self.upper_sum_after(name, points, bonus));
                let mut sum = [0.0; MAX_SEATS];
                for (more, chance) in further.iter().flatten().enumerate() {
                    let at = shares.get(usize::from(points) + more).or(shares.last());
                    for (sum, share) in sum.iter_mut().zip(at.into_iter().flatten()) {
                        *sum += f64::from(*chance) * share;
                    }
                }
                normalised(sum)
            }
        }
    }

    fn upper_sum_after(&self, name: BoxName, total: u16, bonus: u16) -> u16 {
        if name.is_upper() { self.own.upper_sum + (total - self.own.points - bonus) } else { self.own.upper_sum }
    }
}

/// Every seat's part of the win, by the final score of `seat` (whose own distribution is left aside), with ties shared.
fn shares_by_score(all: &[(usize, Distribution)], seat: usize) -> Vec<PerSeat> {
    let highest = all.iter().map(|(points, further)| points + further.len()).max().unwrap_or(0) + 1;
    let chance = |one: usize, score: usize| {
        let (points, further) = &all[one];
        score.checked_sub(*points).and_then(|more| further.get(more)).map_or(0.0, |chance| f64::from(*chance))
    };
    let others: Vec<usize> = (0..all.len()).filter(|one| *one != seat).collect();
    let mut below = vec![0.0; all.len()];
    // By score: each other's chance to be best with it, alone or with others, with and without `seat` having it too.
    let mut best_alone = vec![[0.0; MAX_SEATS]; highest + 1];
    let mut best_with = vec![[0.0; MAX_SEATS]; highest + 1];
    let mut all_below = vec![[0.0; MAX_SEATS]; highest + 1];
    for score in 0..=highest {
        for &one in &others {
            let rest: Vec<usize> = others.iter().copied().filter(|other| *other != one).collect();
            let ties = ties(rest.iter().map(|&other| (below[other], chance(other, score))));
            let share = |sharers: f64| ties.iter().zip(1u8..).map(|(chance, with)| chance / (f64::from(with) + sharers)).sum::<f64>();
            best_alone[score][one] = chance(one, score) * share(0.0);
            best_with[score][one] = chance(one, score) * share(1.0);
        }
        let ties = ties(others.iter().map(|&other| (below[other], chance(other, score))));
        all_below[score][seat] = ties.iter().zip(1u8..).map(|(chance, with)| chance / f64::from(with)).sum();
        for &one in &others {
            below[one] += chance(one, score);
        }
    }
    let mut above = [0.0; MAX_SEATS];
    let mut shares = vec![[0.0; MAX_SEATS]; highest + 1];
    for score in (0..=highest).rev() {
        shares[score] = std::array::from_fn(|one| above[one] + best_with[score][one] + all_below[score][one]);
        above = std::array::from_fn(|one| above[one] + best_alone[score][one]);
    }
    shares
}

/// By how many have the same score, the chance that nobody has more: from each one's chances of less and of the same.
fn ties(of: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    let mut ties = vec![1.0];
    for (less, equal) in of {
        ties.push(0.0);
        for count in (0..ties.len()).rev() {
            ties[count] = ties[count] * less + if count > 0 { ties[count - 1] * equal } else { 0.0 };
        }
    }
    ties
}
