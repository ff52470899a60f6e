//! Every seat's chance to win after a turn, when all play on for points from there.
//!
//! Far from the end final scores are taken to have the shapes of [`super::shape`]; when everyone has only a few boxes left, their exact
//! distributions are compared, shared wins in parts.

use std::sync::Arc;

use spieltisch_rules::MAX_SEATS;
use spieltisch_rules::yatzy::{BoxName, BoxSet};

use super::distribution::{Distribution, DistributionCache};
use super::layout::SheetState;
use super::shape::{OtherSeats, Shape};
use super::solver::ScoreTable;
use super::spread::SpreadTable;
use super::win::SheetStanding;
use crate::evaluation::normalised;
use crate::expert::PerSeat;

/// The last boxes whose distributions are exact.
const EXACT_BOXES: usize = 6;

/// What chances are worked out from.
pub(crate) struct ChanceModel {
    table: Arc<ScoreTable>,
    spread: SpreadTable,
    last: DistributionCache,
}

impl ChanceModel {
    pub(crate) fn new(table: Arc<ScoreTable>) -> Option<ChanceModel> {
        let spread = table.rough_spread(&|_| true)?;
        Some(ChanceModel { table, spread, last: DistributionCache::default() })
    }

    fn shape(&self, points: u16, state: SheetState, free: BoxSet, upper_sum: u16) -> Shape {
        let mean = f64::from(points) + self.table.expected_of(state);
        Shape::new(mean, self.spread.variance_of(&self.table, state), free, upper_sum, self.table.options())
    }

    fn distribution(&self, one: &SheetStanding) -> (usize, Arc<Distribution>) {
        (usize::from(one.points), self.last.of(&self.table, self.table.layout.state(one.free, one.upper_sum)))
    }
}

/// The chances after one turn of one seat.
pub(super) struct Chances<'a> {
    model: &'a ChanceModel,
    own: SheetStanding,
    seat: usize,
    others: Others,
}

enum Others {
    /// The other's final score.
    One(Shape),
    /// Those of several others.
    Several(OtherSeats),
    /// Every seat's part of the win, by the own final score.
    Exact(Vec<PerSeat>),
}

impl<'a> Chances<'a> {
    pub(super) fn new(model: &'a ChanceModel, standings: &[SheetStanding], seat: usize) -> Chances<'a> {
        let layout = &model.table.layout;
        let shape = |one: &SheetStanding| model.shape(one.points, layout.state(one.free, one.upper_sum), one.free, one.upper_sum);
        let others = if standings.iter().all(|one| one.free.len() <= EXACT_BOXES) {
            Others::Exact(shares_by_score(&standings.iter().map(|one| model.distribution(one)).collect::<Vec<_>>(), seat))
        } else if let [one, two] = standings {
            Others::One(shape(if seat == 0 { two } else { one }))
        } else {
            Others::Several(OtherSeats::new(&standings.iter().map(shape).collect::<Vec<Shape>>(), seat))
        };
        Chances { model, own: standings[seat], seat, others }
    }

    /// Everyone's chance when the seat writes these points into a free box.
    pub(super) fn after(&self, name: BoxName, points: u8) -> PerSeat {
        let layout = &self.model.table.layout;
        let (after, bonus) = layout.after(layout.state(self.own.free, self.own.upper_sum), name as usize, points);
        let points = self.own.points + u16::from(points) + bonus;
        let score = || self.model.shape(points, after, after.free(), self.upper_sum_after(name, points, bonus));
        match &self.others {
            Others::One(other) => {
                let own = score().beats(other);
                normalised(if self.seat == 0 { [own, 1.0 - own] } else { [1.0 - own, own] })
            }
            Others::Several(field) => normalised(field.chances(self.seat, &score())),
            Others::Exact(shares) => {
                let mut sum = [0.0; MAX_SEATS];
                for (more, chance) in self.model.last.of(&self.model.table, after).iter().enumerate() {
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
fn shares_by_score(all: &[(usize, Arc<Distribution>)], seat: usize) -> Vec<PerSeat> {
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

/// By how many have the same score, the chance that no one has more: from each one's chances of less and of the same.
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
