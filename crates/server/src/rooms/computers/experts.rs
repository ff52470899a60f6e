//! The experts that are kept ready.

use std::any::Any;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use spieltisch_bots::Expert;
use spieltisch_bots::experts::expert_for;
use spieltisch_bots::shelf::EmptyShelf;
use spieltisch_records::Record;
use spieltisch_rules::Game;

use super::Question;

/// Bytes all experts that are kept may hold; the latest one is kept in any case.
const KEPT: usize = 160 << 20;

/// The experts of the set-ups that were asked about last, the latest at the end.
#[derive(Default)]
pub struct Experts {
    kept: Mutex<Vec<Kept>>,
    made: AtomicUsize,
}

struct Kept {
    set_up: String,
    /// An `Arc<dyn Expert<G>>` of the game's own type.
    expert: Box<dyn Any + Send + Sync>,
    /// The questions it has answered: for another one it may have to learn more.
    answered: Vec<Question>,
    /// About how many bytes it holds.
    bytes: usize,
    /// Whether somebody was at the table when it was asked last.
    present: bool,
    /// When that was.
    asked: Instant,
}

impl Experts {
    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether something must be learned before this question can be answered.
    pub fn must_learn(&self, set_up: &str, question: Question) -> bool {
        !self.kept().iter().any(|kept| kept.set_up == set_up && kept.answered.contains(&question.kind()))
    }

    /// The expert for a game as set up. A new one is made where none is kept, so ask for it once at a time.
    pub fn of<G: Game>(&self, record: &Record, game: &G) -> Arc<dyn Expert<G>> {
        let set_up = record.set_up();
        let known = |kept: &Kept| kept.expert.downcast_ref::<Arc<dyn Expert<G>>>().cloned();
        let found = self.kept().iter().find(|kept| kept.set_up == set_up).and_then(known);
        found.unwrap_or_else(|| {
            self.made.fetch_add(1, Ordering::Relaxed);
            expert_for(game, &EmptyShelf)
        })
    }

    /// How many experts were made so far.
    #[cfg(test)]
    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    /// Keeps an expert that has answered, as the latest.
    pub fn keep<G: Game>(&self, record: &Record, expert: Arc<dyn Expert<G>>, question: Question, present: bool) {
        let set_up = record.set_up();
        let mut kept = self.kept();
        let known = kept.iter().position(|kept| kept.set_up == set_up).map(|place| kept.remove(place));
        let mut answered = known.map(|known| known.answered).unwrap_or_default();
        if !answered.contains(&question.kind()) {
            answered.push(question.kind());
        }
        let bytes = expert.bytes();
        kept.push(Kept { set_up, bytes, expert: Box::new(expert), answered, present, asked: Instant::now() });
        make_room(&mut kept, KEPT);
    }
}

impl Experts {
    /// Drops what nobody has asked about for so long.
    pub fn forget(&self, unasked: Duration) {
        self.kept().retain(|kept| kept.asked.elapsed() < unasked);
    }
}

/// Drops experts until the rest holds no more than so many bytes: first those of tables where nobody is, the oldest first.
fn make_room(kept: &mut Vec<Kept>, most: usize) {
    while kept.len() > 1 && kept.iter().map(|kept| kept.bytes).sum::<usize>() > most {
        let older = kept.len() - 1;
        let place = kept[..older].iter().position(|kept| !kept.present).unwrap_or(0);
        kept.remove(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(set_up: &str, bytes: usize, present: bool) -> Kept {
        Kept { set_up: set_up.into(), expert: Box::new(()), answered: Vec::new(), bytes, present, asked: Instant::now() }
    }

    #[test]
    fn what_nobody_asks_about_is_forgotten() {
        let experts = Experts::default();
        experts.kept().push(kept("a", 1, true));
        experts.forget(Duration::from_secs(3600));
        assert_eq!(experts.kept().len(), 1);
        experts.forget(Duration::ZERO);
        assert!(experts.kept().is_empty());
    }

    #[test]
    fn what_nobody_waits_for_is_dropped_first() {
        let mut all = vec![kept("a", 40, true), kept("b", 40, false), kept("c", 40, true), kept("d", 40, false)];
        let names = |all: &[Kept]| all.iter().map(|kept| kept.set_up.clone()).collect::<Vec<_>>();
        make_room(&mut all, 160);
        assert_eq!(names(&all), ["a", "b", "c", "d"]);
        make_room(&mut all, 120);
        assert_eq!(names(&all), ["a", "c", "d"]);
        make_room(&mut all, 80);
        assert_eq!(names(&all), ["c", "d"]);
        make_room(&mut all, 1);
        assert_eq!(names(&all), ["d"], "the latest stays");
    }
}
