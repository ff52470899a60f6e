//! The experts that are kept ready: some take seconds to learn their game.

use std::any::Any;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::Rng;
use spieltisch_rules::Game;

use crate::computer::{self, BotQuestion};
use crate::expert::Expert;
use crate::experts::Bots;
use crate::value_store::ValueStore;

/// The experts of the set-ups that were asked about last. A set-up is whatever text its owner tells set-ups apart by.
pub struct ExpertCache {
    /// The latest at the end.
    kept: Mutex<Vec<KeptExpert>>,
    /// Bytes that all of them may hold; the latest is kept in any case.
    most: usize,
    made: AtomicUsize,
}

struct KeptExpert {
    set_up: String,
    /// An `Arc<dyn Expert<G>>` of the game's own type.
    expert: Box<dyn Any + Send + Sync>,
    /// About how many bytes it holds.
    bytes: usize,
    /// The kinds of questions it has answered: for another one it may have to learn more.
    answered: Vec<BotQuestion>,
    /// Whether a player waited for the last answer.
    awaited: bool,
    /// Whether it was asked for since [`ExpertCache::forget_unasked`] was called last.
    asked: bool,
}

/// A question about a position.
pub struct BotQuery<'a, G: Game> {
    /// What tells the set-up from others.
    pub set_up: &'a str,
    /// The game as set up.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// What is asked.
    pub question: BotQuestion,
    /// Whether a player waits for the answer.
    pub awaited: bool,
}

impl ExpertCache {
    /// Keeps experts as long as they hold no more than so many bytes together, and the latest in any case.
    pub fn holding(most: usize) -> ExpertCache {
        ExpertCache { kept: Mutex::default(), most, made: AtomicUsize::new(0) }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<KeptExpert>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The expert for a game as set up. A new one is made where none is kept, so ask for it once at a time.
    pub fn of<G: Bots>(&self, set_up: &str, game: &G, value_store: &dyn ValueStore) -> Arc<dyn Expert<G>> {
        let known = |kept: &KeptExpert| kept.expert.downcast_ref::<Arc<dyn Expert<G>>>().cloned();
        let found = self.touch(set_up, |kept| known(kept)).flatten();
        found.unwrap_or_else(|| {
            // Others go on with theirs while this one is made.
            let expert = game.expert(value_store);
            self.made.fetch_add(1, Ordering::Relaxed);
            self.keep(set_up, expert.clone());
            expert
        })
    }

    fn keep<G: Game>(&self, set_up: &str, expert: Arc<dyn Expert<G>>) {
        let mut kept = self.kept();
        kept.retain(|kept| kept.set_up != set_up);
        let bytes = expert.bytes();
        kept.push(KeptExpert { set_up: set_up.into(), expert: Box::new(expert), bytes, answered: Vec::new(), awaited: true, asked: true });
        make_room(&mut kept, self.most);
    }

    /// Does something with the expert of a set-up, which thereby becomes the latest.
    fn touch<T>(&self, set_up: &str, act: impl FnOnce(&mut KeptExpert) -> T) -> Option<T> {
        let mut kept = self.kept();
        let place = kept.iter().position(|kept| kept.set_up == set_up)?;
        let mut latest = kept.remove(place);
        latest.asked = true;
        let done = act(&mut latest);
        kept.push(latest);
        make_room(&mut kept, self.most);
        Some(done)
    }

    /// A computer's answer, by the expert of the set-up; `None` where it does nothing.
    pub fn answer<G: Bots>(&self, asked: &BotQuery<'_, G>, value_store: &dyn ValueStore, rng: &mut dyn Rng) -> Option<G::Move> {
        let BotQuery { set_up, game, state, question, .. } = *asked;
        let mut expert = None;
        let answer = computer::answer(game, state, question, || expert.insert(self.of(set_up, game, value_store)).clone(), rng);
        if let Some(expert) = expert {
            self.touch(set_up, |kept| {
                // It may have grown by what it learned for the answer.
                (kept.bytes, kept.awaited) = (expert.bytes(), asked.awaited);
                if !kept.answered.contains(&question.kind()) {
                    kept.answered.push(question.kind());
                }
            });
        }
        answer
    }

    /// Whether something must be learned before this question can be answered.
    pub fn must_learn(&self, set_up: &str, question: BotQuestion) -> bool {
        !self.kept().iter().any(|kept| kept.set_up == set_up && kept.answered.contains(&question.kind()))
    }

    /// Drops the experts that were not used since the last call.
    pub fn forget_unasked(&self) {
        self.kept().retain_mut(|kept| std::mem::take(&mut kept.asked));
    }

    /// Drops all experts: what they know is out of date.
    pub fn clear(&self) {
        self.kept().clear();
    }

    /// How many experts were made so far.
    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }
}

/// Drops experts until the rest holds no more than so many bytes: first those no player waited for, the oldest first.
fn make_room(kept: &mut Vec<KeptExpert>, most: usize) {
    while kept.len() > 1 && kept.iter().map(|kept| kept.bytes).sum::<usize>() > most {
        let older = kept.len() - 1;
        let place = kept[..older].iter().position(|kept| !kept.awaited).unwrap_or(0);
        kept.remove(place);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use spieltisch_rules::caro::Caro;

    use super::*;
    use crate::expert::Level;
    use crate::value_store::EmptyValueStore;

    fn kept(set_up: &str, bytes: usize, awaited: bool) -> KeptExpert {
        KeptExpert { set_up: set_up.into(), expert: Box::new(()), bytes, answered: Vec::new(), awaited, asked: true }
    }

    fn names(all: &[KeptExpert]) -> Vec<&str> {
        all.iter().map(|kept| kept.set_up.as_str()).collect()
    }

    #[test]
    fn unused_experts_are_forgotten() {
        let cache = ExpertCache::holding(100);
        cache.kept().extend([kept("a", 1, true), kept("b", 1, true)]);
        cache.forget_unasked();
        assert_eq!(cache.kept().len(), 2, "both were asked about just now");
        cache.touch("b", |_| ());
        cache.forget_unasked();
        assert_eq!(names(&cache.kept()), ["b"]);
        cache.forget_unasked();
        assert!(cache.kept().is_empty());
    }

    #[test]
    fn what_no_player_waits_for_is_dropped_first() {
        let mut all = vec![kept("a", 40, true), kept("b", 40, false), kept("c", 40, true), kept("d", 40, false)];
        make_room(&mut all, 160);
        assert_eq!(names(&all), ["a", "b", "c", "d"]);
        make_room(&mut all, 120);
        assert_eq!(names(&all), ["a", "c", "d"]);
        make_room(&mut all, 80);
        assert_eq!(names(&all), ["c", "d"]);
        make_room(&mut all, 1);
        assert_eq!(names(&all), ["d"], "the latest stays");
    }

    fn caro(players: usize) -> Caro {
        Caro::new(players, Default::default(), Default::default()).unwrap()
    }

    #[test]
    fn an_expert_is_made_once_for_a_set_up() {
        let cache = ExpertCache::holding(usize::MAX);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let question = BotQuestion::Decide(Level::One);
        for _ in 0..3 {
            for (set_up, game) in [("two", caro(2)), ("three", caro(3))] {
                let asked = BotQuery { set_up, game: &game, state: &game.start(), question, awaited: true };
                assert!(cache.answer(&asked, &EmptyValueStore, &mut rng).is_some());
            }
        }
        assert_eq!(cache.made(), 2);
        assert!(!cache.must_learn("two", question) && cache.must_learn("two", BotQuestion::Decide(Level::Two)));
        cache.clear();
        assert!(cache.must_learn("two", question));
        cache.of("two", &caro(2), &EmptyValueStore);
        assert_eq!(cache.made(), 3);
    }

    #[test]
    fn the_latest_alone_is_kept_where_there_is_no_room() {
        let cache = ExpertCache::holding(0);
        cache.of("two", &caro(2), &EmptyValueStore);
        cache.of("two", &caro(2), &EmptyValueStore);
        cache.of("three", &caro(3), &EmptyValueStore);
        assert_eq!((cache.made(), names(&cache.kept())), (2, vec!["three"]));
    }
}
