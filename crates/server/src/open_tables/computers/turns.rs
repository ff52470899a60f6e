//! Whose question is thought about next.
//!
//! Thinking is what a server has least of. A player who sits at a table and waits comes before an empty table;
//! among those, the one that has used less of it lately, by address and then by table; and the newest question first, as it
//! is the one most likely to be waited for. A question that needs something learned first (an expert for a set-up
//! not asked about yet) can take seconds: only one of these is thought about at a time.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// In this time half of what was used is forgiven.
const FORGIVEN: Duration = Duration::from_secs(30);
/// Accounts kept before those with nothing worth mentioning are dropped.
const ACCOUNTS: usize = 1000;

/// Whom a question is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The table.
    pub table: Arc<str>,
    /// The address of the client there, as far as it is known here.
    pub address: Option<IpAddr>,
    /// Whether anybody is at the table.
    pub present: bool,
}

/// A question's turn to be thought about; the holder says when it is over.
#[derive(Debug)]
pub struct ThinkPermit {
    asker: Asker,
    /// Whether something must be learned first.
    pub learns: bool,
}

struct Queued<Q> {
    number: u64,
    asker: Asker,
    question: Q,
}

/// All questions that wait, and what was used lately.
pub struct Turns<Q> {
    at_once: usize,
    waiting: Vec<Queued<Q>>,
    asked: u64,
    thinking: Vec<Asker>,
    learning: bool,
    used: HashMap<Account, Used>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Account {
    Address(IpAddr),
    Table(Arc<str>),
}

#[derive(Clone, Copy, Debug)]
struct Used {
    time: Duration,
    at: Instant,
}

impl Used {
    /// What is left of it now.
    fn left(self, now: Instant) -> Duration {
        let halvings = now.saturating_duration_since(self.at).as_secs_f64() / FORGIVEN.as_secs_f64();
        self.time.mul_f64(0.5_f64.powf(halvings))
    }
}

impl<Q> Turns<Q> {
    /// No question yet; so many are thought about at once.
    pub fn new(at_once: usize) -> Turns<Q> {
        Turns { at_once, waiting: Vec::new(), asked: 0, thinking: Vec::new(), learning: false, used: HashMap::new() }
    }

    /// Takes a question in.
    pub fn ask(&mut self, asker: Asker, question: Q) {
        self.asked += 1;
        self.waiting.push(Queued { number: self.asked, asker, question });
    }

    /// Forgets abandoned questions.
    pub fn keep(&mut self, wanted: impl Fn(&Q) -> bool) {
        self.waiting.retain(|waiting| wanted(&waiting.question));
    }

    /// The next question, if one can be thought about now; `must_learn` tells whether something must be learned for it.
    pub fn next(&mut self, now: Instant, must_learn: impl Fn(&Q) -> bool) -> Option<(ThinkPermit, Q)> {
        let free = self.at_once.saturating_sub(self.thinking.len());
        let can = |waiting: &Queued<Q>| {
            // The last place is for tables with a player present, and a table thinks about one question at a time.
            free > usize::from(!waiting.asker.present)
                && !(self.learning && must_learn(&waiting.question))
                && !self.thinking.iter().any(|thinking| thinking.table == waiting.asker.table)
        };
        let (place, _) = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, waiting)| can(waiting))
            .min_by_key(|(_, waiting)| (self.rank(&waiting.asker, now), Reverse(waiting.number)))?;
        let Queued { asker, question, .. } = self.waiting.swap_remove(place);
        let learns = must_learn(&question);
        self.learning |= learns;
        self.thinking.push(asker.clone());
        Some((ThinkPermit { asker, learns }, question))
    }

    /// A question was thought about for so long.
    pub fn done(&mut self, turn: ThinkPermit, took: Duration, now: Instant) {
        if let Some(place) = self.thinking.iter().position(|thinking| thinking.table == turn.asker.table) {
            self.thinking.swap_remove(place);
        }
        self.learning &= !turn.learns;
        if self.used.len() >= ACCOUNTS {
            self.used.retain(|_, used| used.left(now) >= Duration::from_millis(1));
        }
        let accounts = turn.asker.address.map(Account::Address).into_iter().chain([Account::Table(turn.asker.table)]);
        for account in accounts {
            let used = self.used.entry(account).or_insert(Used { time: Duration::ZERO, at: now });
            *used = Used { time: used.left(now) + took, at: now };
        }
    }

    /// Who comes first: the smaller, the sooner. What was used counts in powers of two of a millisecond, so that a little
    /// more or less makes no difference and the newest comes first.
    fn rank(&self, asker: &Asker, now: Instant) -> (bool, u32, u32) {
        let used = |account: Account| {
            let left = self.used.get(&account).map_or(Duration::ZERO, |used| used.left(now));
            u128::BITS - left.as_millis().leading_zeros()
        };
        let address = asker.address.map_or(0, |address| used(Account::Address(address)));
        (!asker.present, address, used(Account::Table(asker.table.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn asker(table: &str, address: Option<&str>, present: bool) -> Asker {
        Asker { table: table.into(), address: address.map(|address| address.parse().unwrap()), present }
    }

    fn present(table: &str) -> Asker {
        asker(table, None, true)
    }

    fn absent(table: &str) -> Asker {
        asker(table, None, false)
    }

    /// The order in which all questions are thought about, one after another, each for so long.
    fn order(turns: &mut Turns<&'static str>, took: Duration) -> Vec<&'static str> {
        let now = Instant::now();
        let mut order = Vec::new();
        while let Some((turn, question)) = turns.next(now, |_| false) {
            order.push(question);
            turns.done(turn, took, now);
        }
        order
    }

    #[test]
    fn a_waiting_player_comes_first_and_the_newest_before_the_oldest() {
        let mut turns = Turns::new(2);
        for (asker, question) in [(absent("a"), "a"), (present("b"), "b"), (absent("c"), "c"), (present("d"), "d")] {
            turns.ask(asker, question);
        }
        assert_eq!(order(&mut turns, Duration::ZERO), ["d", "b", "c", "a"]);
    }

    #[test]
    fn the_one_that_used_less_comes_first() {
        let (mut turns, now) = (Turns::new(3), Instant::now());
        let (busy, quiet) = (Some("1.1.1.1"), Some("2.2.2.2"));
        turns.ask(asker("used", busy, true), "used");
        let (turn, _) = turns.next(now, |_| false).unwrap();
        turns.done(turn, 2 * SECOND, now);
        turns.ask(asker("quiet", quiet, true), "quiet");
        turns.ask(asker("another of the busy", busy, true), "another");
        turns.ask(asker("used", busy, true), "used");
        assert_eq!(order(&mut turns, Duration::ZERO), ["quiet", "another", "used"]);
    }

    #[test]
    fn what_was_used_is_forgiven() {
        let (mut turns, now) = (Turns::new(2), Instant::now());
        turns.ask(present("a"), "a");
        let (turn, _) = turns.next(now, |_| false).unwrap();
        turns.done(turn, SECOND, now);
        turns.ask(present("b"), "b");
        turns.ask(present("a"), "a");
        let later = now + 20 * FORGIVEN;
        assert_eq!(turns.next(later, |_| false).unwrap().1, "a", "the newest, as no time was used yet");
    }

    /// No question waits for ever: while others are answered, they use more and more.
    #[test]
    fn everyone_is_answered_however_often_others_ask() {
        let (mut turns, now) = (Turns::new(2), Instant::now());
        turns.ask(present("patient"), 0);
        for number in 1..100 {
            turns.ask(present(&format!("eager {}", number % 3)), number);
            let (turn, question) = turns.next(now, |_| false).unwrap();
            turns.done(turn, Duration::from_millis(5), now);
            if question == 0 {
                assert!(number <= 10, "after {number}");
                return;
            }
        }
        panic!("the patient one was never answered");
    }

    #[test]
    fn one_learns_at_a_time_while_others_answer() {
        let (mut turns, now) = (Turns::new(3), Instant::now());
        turns.ask(present("learns too"), "learns too");
        turns.ask(present("learns"), "learns");
        turns.ask(present("knows"), "knows");
        let must_learn = |question: &&str| question.starts_with("learns");
        let (knows, first) = turns.next(now, must_learn).unwrap();
        let (learns, second) = turns.next(now, must_learn).unwrap();
        assert_eq!((first, second), ("knows", "learns"));
        assert!(turns.next(now, must_learn).is_none(), "one is learning");
        turns.done(knows, SECOND, now);
        assert!(turns.next(now, must_learn).is_none(), "still");
        turns.done(learns, SECOND, now);
        assert_eq!(turns.next(now, must_learn).unwrap().1, "learns too");
    }

    #[test]
    fn empty_tables_leave_a_place_free() {
        let (mut turns, now) = (Turns::new(2), Instant::now());
        turns.ask(absent("a"), "a");
        turns.ask(absent("b"), "b");
        let (_a, _) = turns.next(now, |_| false).unwrap();
        assert!(turns.next(now, |_| false).is_none());
        turns.ask(present("c"), "c");
        assert_eq!(turns.next(now, |_| false).unwrap().1, "c");
    }

    #[test]
    fn a_table_thinks_about_one_question_and_forgotten_ones_are_not_thought_about() {
        let (mut turns, now) = (Turns::new(4), Instant::now());
        turns.ask(present("a"), "first");
        turns.ask(present("a"), "second");
        turns.ask(present("b"), "abandoned");
        turns.keep(|question| *question != "abandoned");
        let (turn, question) = turns.next(now, |_| false).unwrap();
        assert_eq!(question, "second");
        assert!(turns.next(now, |_| false).is_none());
        turns.done(turn, SECOND, now);
        assert_eq!(turns.next(now, |_| false).unwrap().1, "first");
    }
}
