//! Turns at something scarce, handed out fairly: a request waits behind the others of its key, and keys take
//! turns. A thousand requests for one table delay another table by one request, not by a thousand.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Hands out a fixed number of turns at the same time.
pub struct FairQueue<K: Key> {
    /// How many turns one key may have at the same time.
    per_key: usize,
    state: Mutex<QueueState<K>>,
}

/// What turns are counted for: a table, a network.
pub trait Key: Clone + Eq + Hash {}
impl<K: Clone + Eq + Hash> Key for K {}

struct QueueState<K: Key> {
    free: usize,
    held: HashMap<K, usize>,
    waiting: HashMap<K, VecDeque<oneshot::Sender<Permit<K>>>>,
    /// Keys for which something waits, the next one first.
    order: VecDeque<K>,
}

/// The right to go ahead, given back when it is dropped.
pub struct Permit<K: Key> {
    /// `None` for a turn that was never taken.
    queue: Option<Arc<FairQueue<K>>>,
    key: K,
}

impl<K: Key> Drop for Permit<K> {
    fn drop(&mut self) {
        let Some(queue) = self.queue.take() else { return };
        let mut state = queue.state();
        state.give_back(&self.key);
        queue.hand_out(&mut state);
    }
}

impl<K: Key> FairQueue<K> {
    /// So many turns at the same time, and so many of them for one key.
    pub fn new(turns: usize, per_key: usize) -> Arc<FairQueue<K>> {
        let state = QueueState { free: turns, held: HashMap::new(), waiting: HashMap::new(), order: VecDeque::new() };
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
                let line = state.waiting.entry(key.clone()).or_default();
                line.push_back(give);
                if line.len() == 1 {
                    state.order.push_back(key.clone());
                }
                self.hand_out(&mut state);
            }
            // The queue lives as long as a caller waits in it; an answer always comes.
            if let Ok(turn) = given.await {
                return turn;
            }
        }
    }

    /// Gives free turns to those who wait, key by key.
    fn hand_out(self: &Arc<Self>, state: &mut QueueState<K>) {
        let mut passed = 0;
        while state.free > 0 && passed < state.order.len() {
            let Some(key) = state.order.pop_front() else { return };
            if state.held.get(&key).is_some_and(|held| *held >= self.per_key) {
                state.order.push_back(key);
                passed += 1;
                continue;
            }
            let Some(line) = state.waiting.get_mut(&key) else { continue };
            let next = line.pop_front();
            if line.is_empty() {
                state.waiting.remove(&key);
            } else {
                state.order.push_back(key.clone());
            }
            let Some(next) = next.filter(|next| !next.is_closed()) else { continue };
            state.free -= 1;
            *state.held.entry(key.clone()).or_default() += 1;
            passed = 0;
            if let Err(mut unwanted) = next.send(Permit { queue: Some(self.clone()), key: key.clone() }) {
                // Not dropped with its queue: that would ask for the lock we hold.
                unwanted.queue = None;
                state.give_back(&key);
            }
        }
    }
}

impl<K: Key> QueueState<K> {
    fn give_back(&mut self, key: &K) {
        self.free += 1;
        if let Some(held) = self.held.get_mut(key) {
            *held -= 1;
            if *held == 0 {
                self.held.remove(key);
            }
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
