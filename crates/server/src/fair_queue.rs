//! Turns at something scarce, handed out fairly: a request waits behind the others of its key, and of several keys the one comes
//! first that has used least of late. A thousand requests for one table delay another table by one request, not by a thousand; and
//! whoever comes anew waits for no crowd, from however many tables or networks it comes.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// What was used counts half after so long.
const HALF: Duration = Duration::from_secs(10);
/// A turn counts at least so much, in seconds, however short it was.
const LEAST: f64 = 0.001;
/// So many keys are remembered in any case.
const MANY: usize = 1000;

/// Hands out a fixed number of turns at the same time.
pub struct FairQueue<K: Key> {
    /// How many turns one key may have at the same time.
    per_key: usize,
    state: Mutex<QueueState<K>>,
}

/// What turns are counted for: a table, a network.
pub trait Key: Clone + Eq + Hash {}
impl<K: Clone + Eq + Hash> Key for K {}

type Line<K> = VecDeque<(u64, oneshot::Sender<Permit<K>>)>;

struct QueueState<K: Key> {
    free: usize,
    held: HashMap<K, usize>,
    /// Those who wait, by key, each with its number in the order of coming.
    waiting: HashMap<K, Line<K>>,
    next: u64,
    used: HashMap<K, Used>,
    /// Keys that have used next to nothing are forgotten when there are so many.
    forget_at: usize,
}

/// How many seconds of turns a key has used, as of this moment.
#[derive(Clone, Copy)]
struct Used {
    seconds: f64,
    at: Instant,
}

impl Used {
    fn now(self, now: Instant) -> f64 {
        self.seconds * (-now.duration_since(self.at).as_secs_f64() / HALF.as_secs_f64()).exp2()
    }
}

/// The right to go ahead, given back when it is dropped.
pub struct Permit<K: Key> {
    /// `None` for a turn that was never taken.
    queue: Option<Arc<FairQueue<K>>>,
    key: K,
    since: Instant,
}

impl<K: Key> Drop for Permit<K> {
    fn drop(&mut self) {
        let Some(queue) = self.queue.take() else { return };
        let mut state = queue.state();
        state.give_back(&self.key, self.since.elapsed().as_secs_f64().max(LEAST));
        queue.hand_out(&mut state);
    }
}

impl<K: Key> FairQueue<K> {
    /// So many turns at the same time, and so many of them for one key.
    pub fn new(turns: usize, per_key: usize) -> Arc<FairQueue<K>> {
        let (held, waiting, used) = (HashMap::new(), HashMap::new(), HashMap::new());
        let state = QueueState { free: turns, held, waiting, next: 0, used, forget_at: MANY };
        Arc::new(FairQueue { per_key, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, QueueState<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn. A caller that stops waiting leaves the queue.
    pub async fn turn(self: &Arc<Self>, key: K) -> Permit<K> {
        loop {
            let (give, given) = oneshot::channel();
            {
                let mut state = self.state();
                let number = state.next;
                state.next += 1;
                state.waiting.entry(key.clone()).or_default().push_back((number, give));
                self.hand_out(&mut state);
            }
            // The queue lives as long as a caller waits in it; an answer always comes.
            if let Ok(turn) = given.await {
                return turn;
            }
        }
    }

    /// Gives free turns to those who wait.
    fn hand_out(self: &Arc<Self>, state: &mut QueueState<K>) {
        while state.free > 0
            && let Some(key) = state.next_key(self.per_key)
            && let Some(line) = state.waiting.get_mut(&key)
        {
            let next = line.pop_front();
            if line.is_empty() {
                state.waiting.remove(&key);
            }
            let Some((_, next)) = next.filter(|(_, next)| !next.is_closed()) else { continue };
            state.free -= 1;
            *state.held.entry(key.clone()).or_default() += 1;
            if let Err(mut unwanted) = next.send(Permit { queue: Some(self.clone()), key: key.clone(), since: Instant::now() }) {
                // Not dropped with its queue: that would ask for the lock we hold.
                unwanted.queue = None;
                state.give_back(&key, 0.0);
            }
        }
    }
}

impl<K: Key> QueueState<K> {
    /// Of the keys for which something waits and that may have another turn, the one that has used least; of several, the first.
    fn next_key(&self, per_key: usize) -> Option<K> {
        let now = Instant::now();
        let may_have = self.waiting.iter().filter_map(|(key, line)| {
            let held = self.held.get(key).copied().unwrap_or(0);
            let used = self.used.get(key).map_or(0.0, |used| used.now(now)) + held as f64 * LEAST;
            (held < per_key).then_some((used, line.front()?.0, key))
        });
        may_have.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))).map(|(_, _, key)| key.clone())
    }

    fn give_back(&mut self, key: &K, seconds: f64) {
        self.free += 1;
        if let Some(held) = self.held.get_mut(key) {
            *held -= 1;
            if *held == 0 {
                self.held.remove(key);
            }
        }
        let now = Instant::now();
        let used = self.used.entry(key.clone()).or_insert(Used { seconds: 0.0, at: now });
        *used = Used { seconds: used.now(now) + seconds, at: now };
        if self.used.len() > self.forget_at {
            self.used.retain(|_, used| used.now(now) > LEAST / 4.0);
            self.forget_at = MANY.max(2 * self.used.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everyone who waits, in the order in which they get their turn.
    async fn order(queue: &Arc<FairQueue<&'static str>>, asked: &[&'static str]) -> Vec<&'static str> {
        let served = Arc::new(Mutex::new(Vec::new()));
        let blocked = queue.turn("first").await;
        let mut tasks = Vec::new();
        for &key in asked {
            let (queue, served) = (queue.clone(), served.clone());
            tasks.push(tokio::spawn(async move {
                let _turn = queue.turn(key).await;
                served.lock().unwrap().push(key);
            }));
            tokio::task::yield_now().await;
        }
        drop(blocked);
        for task in tasks {
            task.await.unwrap();
        }
        let served = served.lock().unwrap();
        served.clone()
    }

    #[tokio::test]
    async fn keys_take_turns() {
        let queue = FairQueue::new(1, 1);
        assert_eq!(order(&queue, &["a", "a", "a", "a", "b", "c"]).await, ["a", "b", "c", "a", "a", "a"]);
    }

    /// Keys that have used much come after one that has not, however many they are and however long they have waited.
    #[tokio::test]
    async fn whoever_comes_anew_waits_for_no_crowd() {
        const CROWD: [&str; 5] = ["a", "b", "c", "d", "e"];
        let queue = FairQueue::new(1, 1);
        for key in CROWD {
            queue.state().used.insert(key, Used { seconds: 1.0, at: Instant::now() });
        }
        let asked = [&CROWD[..], &CROWD[..], &["new"]].concat();
        assert_eq!(order(&queue, &asked).await[0], "new");
    }

    /// What was used long ago does not count.
    #[test]
    fn use_is_forgotten() {
        let (now, long_ago) = (Instant::now(), Duration::from_secs(100));
        assert!(Used { seconds: 1.0, at: now }.now(now + long_ago) < LEAST);
    }

    #[tokio::test]
    async fn one_key_never_has_all_turns() {
        let queue = FairQueue::new(3, 2);
        let greedy = [queue.turn("a").await, queue.turn("a").await];
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { queue.turn("a").await }
        });
        tokio::task::yield_now().await;
        let other = queue.turn("b").await;
        assert!(!waiting.is_finished());
        drop(greedy);
        drop((other, waiting.await.unwrap()));
        assert!(queue.state().held.is_empty() && queue.state().waiting.is_empty() && queue.state().free == 3);
    }

    #[tokio::test]
    async fn a_caller_that_stops_waiting_holds_no_other_up() {
        let queue = FairQueue::new(1, 1);
        let held = queue.turn("a").await;
        for _ in 0..3 {
            let waiting = tokio::spawn({
                let queue = queue.clone();
                async move { queue.turn("b").await }
            });
            tokio::task::yield_now().await;
            waiting.abort();
            let _ = waiting.await;
        }
        drop(held);
        drop(queue.turn("c").await);
        assert_eq!(queue.state().free, 1);
    }
}
