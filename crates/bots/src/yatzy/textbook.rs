//! The plain textbook solver: every roll against every hold, every sheet by itself. Slow, and there to check the fast one.

use std::collections::HashMap;

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BONUS, BoxName, BoxSet, Options};

use super::spread::SAME_MEAN;

/// Mean and mean square of the further points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointMoments {
    /// Mean points.
    pub mean: f64,
    /// Mean square of the points.
    pub square: f64,
}

impl PointMoments {
    fn with_points(self, points: f64) -> Self {
        Self { mean: self.mean + points, square: self.square + 2.0 * points * self.mean + points * points }
    }

    /// The larger mean; among equal means, which rounding makes differ a little, the smaller spread.
    fn or_better(self, other: Self) -> Self {
        let lead = other.mean - self.mean;
        let better = lead > SAME_MEAN || lead > -SAME_MEAN && other.square < self.square;
        if better { other } else { self }
    }

    /// The variance of the points.
    pub fn variance(&self) -> f64 {
        self.square - self.mean * self.mean
    }
}

/// A hold and the chances of the rolls that may come of it.
struct Hold {
    dice: Hand,
    rolls: Vec<(usize, f64)>,
}

fn without(free: BoxSet, name: BoxName) -> BoxSet {
    free.complement().with(name).complement()
}

/// The textbook solver with what it has found so far.
pub struct Textbook {
    options: Options,
    holds: Vec<Hold>,
    /// For every roll the holds within it.
    holds_of: Vec<Vec<usize>>,
    known: HashMap<(BoxSet, u16), PointMoments>,
}

/// The chance that holding `hold` becomes `roll`; `None` where it cannot.
fn chance(roll: Hand, hold: Hand) -> Option<f64> {
    if !roll.contains(hold) {
        return None;
    }
    let mut rest = Hand::EMPTY;
    for face in 1..=6 {
        for _ in hold.count(face)..roll.count(face) {
            rest = rest.with(face);
        }
    }
    Some(f64::from(rest.orders()) / 6f64.powi(rest.len() as i32))
}

impl Textbook {
    /// A solver that knows nothing yet.
    pub fn new(options: Options) -> Self {
        let holds: Vec<Hold> = Hand::all()
            .map(|dice| {
                let rolls = Hand::all_full().enumerate();
                Hold { dice, rolls: rolls.filter_map(|(index, roll)| Some((index, chance(roll, dice)?))).collect() }
            })
            .collect();
        let holds_of = Hand::all_full().map(|roll| (0..holds.len()).filter(|&hold| roll.contains(holds[hold].dice)).collect()).collect();
        Self { options, holds, holds_of, known: HashMap::new() }
    }

    /// Mean and mean square of the further points from the start of a turn; the bonus counts when it is reached.
    pub fn outcome(&mut self, free: BoxSet, upper_sum: u16) -> PointMoments {
        if free.is_empty() {
            return PointMoments::default();
        }
        // Sums beyond the bonus are all alike.
        let upper_sum = upper_sum.min(self.options.bonus_at_least);
        if let Some(known) = self.known.get(&(free, upper_sum)) {
            return *known;
        }
        let mut by_roll: Vec<PointMoments> = Hand::all_full().map(|roll| self.best_end(free, upper_sum, roll)).collect();
        for _ in 0..2 {
            by_roll = self.best_holds(&by_roll);
        }
        let outcome = self.after_hold(&self.holds[0], &by_roll);
        self.known.insert((free, upper_sum), outcome);
        outcome
    }

    fn best_end(&mut self, free: BoxSet, upper_sum: u16, dice: Hand) -> PointMoments {
        let mut best = PointMoments { mean: f64::NEG_INFINITY, square: 0.0 };
        for name in free.iter() {
            best = best.or_better(self.end(free, upper_sum, dice, name));
        }
        best
    }

    /// Mean and mean square of the further points when the dice are written into a free box.
    pub fn end(&mut self, free: BoxSet, upper_sum: u16, dice: Hand, name: BoxName) -> PointMoments {
        let points = u16::from(name.points(dice, &self.options));
        let sum_after = if name.is_upper() { upper_sum + points } else { upper_sum };
        let reached = upper_sum < self.options.bonus_at_least && sum_after >= self.options.bonus_at_least;
        let bonus = if reached { BONUS } else { 0 };
        self.outcome(without(free, name), sum_after).with_points(f64::from(points + bonus))
    }

    fn after_hold(&self, hold: &Hold, by_roll: &[PointMoments]) -> PointMoments {
        let mut mean = PointMoments::default();
        for &(roll, chance) in &hold.rolls {
            mean.mean += chance * by_roll[roll].mean;
            mean.square += chance * by_roll[roll].square;
        }
        mean
    }

    fn best_holds(&self, by_roll: &[PointMoments]) -> Vec<PointMoments> {
        let by_hold: Vec<PointMoments> = self.holds.iter().map(|hold| self.after_hold(hold, by_roll)).collect();
        let best = |holds: &Vec<usize>| holds.iter().map(|&hold| by_hold[hold]).reduce(PointMoments::or_better);
        self.holds_of.iter().map(|holds| best(holds).unwrap_or_default()).collect()
    }

    /// Mean of the further points after keeping some dice, with this many rolls to come.
    pub fn keep(&mut self, free: BoxSet, upper_sum: u16, kept: Hand, rolls_left: u8) -> f64 {
        let mut by_roll: Vec<PointMoments> = Hand::all_full().map(|roll| self.best_end(free, upper_sum, roll)).collect();
        for _ in 1..rolls_left {
            by_roll = self.best_holds(&by_roll);
        }
        let hold = self.holds.iter().find(|hold| hold.dice == kept);
        hold.map_or(f64::NAN, |hold| self.after_hold(hold, &by_roll).mean)
    }

    /// The best mean worth of the final score from the start of a turn, with these points so far.
    pub fn worth(&mut self, free: BoxSet, upper_sum: u16, score: u16, worth_of: &dyn Fn(u16) -> f64) -> f64 {
        self.worth_memo(free, upper_sum, score, worth_of, &mut HashMap::new())
    }

    fn worth_memo(
        &self,
        free: BoxSet,
        upper_sum: u16,
        score: u16,
        worth_of: &dyn Fn(u16) -> f64,
        known: &mut HashMap<(BoxSet, u16, u16), f64>,
    ) -> f64 {
        if free.is_empty() {
            return worth_of(score);
        }
        if let Some(known) = known.get(&(free, upper_sum, score)) {
            return *known;
        }
        let mut by_roll = Vec::new();
        for dice in Hand::all_full() {
            let mut best = PointMoments { mean: f64::NEG_INFINITY, square: 0.0 };
            for name in free.iter() {
                let points = u16::from(name.points(dice, &self.options));
                let sum_after = if name.is_upper() { upper_sum + points } else { upper_sum };
                let reached = upper_sum < self.options.bonus_at_least && sum_after >= self.options.bonus_at_least;
                let score_after = score + points + if reached { BONUS } else { 0 };
                let mean = self.worth_memo(without(free, name), sum_after, score_after, worth_of, known);
                best.mean = best.mean.max(mean);
            }
            by_roll.push(best);
        }
        for _ in 0..2 {
            by_roll = self.best_holds(&by_roll);
        }
        let worth = self.after_hold(&self.holds[0], &by_roll).mean;
        known.insert((free, upper_sum, score), worth);
        worth
    }

    /// All sheets looked at so far: free boxes, upper sum, outcome.
    pub fn known(&self) -> impl Iterator<Item = (BoxSet, u16, PointMoments)> + '_ {
        self.known.iter().map(|(&(free, upper_sum), &outcome)| (free, upper_sum, outcome))
    }
}
