//! What a summary says of a player beside the table: how it went over time, against whom, and which decisions cost most.

use std::collections::BTreeMap;

use crate::own::KindCost;
use crate::summary::Mean;

/// Places of a course over time.
const PLACES: usize = 8;
/// Opponents told apart.
const MOST_OPPONENTS: usize = 16;

/// What decisions cost, over time: at most so many places, each of as many games.
#[derive(Clone, Debug, Default)]
pub struct Course {
    places: Vec<(u32, KindCost)>,
    games_each: u32,
}

impl Course {
    /// Takes one more game in.
    pub fn add(&mut self, cost: KindCost) {
        self.games_each = self.games_each.max(1);
        match self.places.last_mut().filter(|(games, _)| *games < self.games_each) {
            Some((games, all)) => {
                *games += 1;
                all.add_all(&cost);
            }
            None => self.places.push((1, cost)),
        }
        if self.places.len() > PLACES {
            self.games_each *= 2;
            self.places = self.places.chunks(2).map(joined).collect();
        }
    }

    /// The mean loss per decision of each place, oldest first.
    pub fn losses(&self) -> Vec<f64> {
        self.places.iter().map(|(_, cost)| cost.loss / f64::from(cost.decisions.max(1))).collect()
    }
}

fn joined(places: &[(u32, KindCost)]) -> (u32, KindCost) {
    let mut all = (0, KindCost::default());
    for (games, cost) in places {
        all.0 += games;
        all.1.add_all(cost);
    }
    all
}

/// What is told of one player of a set-up.
#[derive(Clone, Debug, Default)]
pub struct Details {
    /// What each kind of decision cost.
    pub kinds: BTreeMap<&'static str, KindCost>,
    /// Loss per decision over time.
    pub course: Course,
    /// The record with the smallest loss per decision, and that loss.
    pub best: Option<(u64, f64)>,
    /// The record with the largest.
    pub worst: Option<(u64, f64)>,
    /// Results against each other player.
    pub against: BTreeMap<String, Mean>,
}

impl Details {
    /// Takes the game of a record in: what each decision of the player cost, by kind, against whom it was, and its result.
    pub fn add(&mut self, number: u64, decisions: &[(&'static str, f64)], others: &[&String], result: f64) {
        let mut cost = KindCost::default();
        for (kind, loss) in decisions {
            cost.add(*loss);
            self.kinds.entry(kind).or_default().add(*loss);
        }
        self.course.add(cost);
        let each = cost.loss / f64::from(cost.decisions.max(1));
        if self.best.is_none_or(|(_, least)| each < least) {
            self.best = Some((number, each));
        }
        if self.worst.is_none_or(|(_, most)| each > most) {
            self.worst = Some((number, each));
        }
        for other in others {
            if self.against.len() < MOST_OPPONENTS || self.against.contains_key(*other) {
                self.against.entry((*other).clone()).or_default().add(result);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_has_few_places_and_loses_nothing() {
        let mut course = Course::default();
        for game in 0..1_000 {
            course.add(KindCost { decisions: 2, loss: if game < 500 { 2.0 } else { 0.0 } });
            assert!(course.places.len() <= PLACES, "game {game}");
        }
        assert_eq!(course.places.iter().map(|(games, _)| games).sum::<u32>(), 1_000);
        let losses = course.losses();
        assert_eq!((losses.first(), losses.last()), (Some(&1.0), Some(&0.0)));
        assert!(losses.is_sorted_by(|a, b| a >= b), "{losses:?}");
    }

    #[test]
    fn the_best_game_is_the_one_with_the_smallest_loss_per_decision() {
        let mut details = Details::default();
        let ben = "Ben".to_string();
        details.add(4, &[("box", 1.0), ("stop", 0.0)], &[&ben], 1.0);
        details.add(7, &[("box", 0.4)], &[&ben], 0.0);
        assert_eq!((details.best, details.worst), (Some((7, 0.4)), Some((4, 0.5))));
        assert_eq!(details.kinds["box"], KindCost { decisions: 2, loss: 1.4 });
        assert_eq!(details.against["Ben"].mean(), 0.5);
    }
}
