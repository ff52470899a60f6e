//! A real store as a server reaches it that may die, in weather: calls take a while, are refused, or are answered with an error after
//! they were done. A dead server hears no answer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_protocol::Role;
use spieltisch_records::fair::Secret;

use super::database::Faults;
use super::journal::Vitals;
use crate::store::{
    Append, BoxFuture, CodeRow, LogRange, LogWindow, Notifications, Presence, SqlStore, Store, StoreError, StoredStep, StoredSummary,
};

/// How much goes wrong on the way to a real store.
pub struct Weather {
    inner: Mutex<(Faults, Xoshiro256PlusPlus)>,
}

impl Weather {
    /// Nothing goes wrong yet.
    pub fn new(rng: Xoshiro256PlusPlus) -> Arc<Weather> {
        Arc::new(Weather { inner: Mutex::new((Faults::default(), rng)) })
    }

    /// From now on so much goes wrong.
    pub fn fail(&self, faults: Faults) {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).0 = faults;
    }

    /// How long the next call takes, whether it is refused, and whether its answer is lost.
    fn next(&self) -> (Duration, bool, bool) {
        let (faults, rng) = &mut *self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = Duration::from_millis(rng.random_range(0..=faults.slowest));
        (wait, rng.random_range(0..1000) < faults.refused, rng.random_range(0..1000) < faults.in_doubt)
    }
}

/// The store of one server.
pub struct Mortal {
    store: SqlStore,
    vitals: Arc<Vitals>,
    weather: Arc<Weather>,
}

impl Mortal {
    /// The store of the server of these vitals.
    pub fn new(store: SqlStore, vitals: Arc<Vitals>, weather: Arc<Weather>) -> Mortal {
        Mortal { store, vitals, weather }
    }

    /// An answer, as long as the server lives; failures are counted.
    fn hear<'a, T: Send + 'a>(&'a self, asked: BoxFuture<'a, Result<T, StoreError>>) -> BoxFuture<'a, Result<T, StoreError>> {
        Box::pin(async move {
            let (wait, refused, in_doubt) = self.weather.next();
            tokio::time::sleep(wait).await;
            let broken = || Err(StoreError::Unavailable("out of order on purpose".into()));
            // What is not asked does not happen.
            let mut answer = if refused { broken() } else { self.live(asked).await };
            if in_doubt && answer.is_ok() {
                answer = broken();
            }
            if matches!(answer, Err(StoreError::Unavailable(_))) {
                self.vitals.count_failure();
            }
            answer
        })
    }

    async fn live<T: Send>(&self, asked: BoxFuture<'_, T>) -> T {
        if !self.vitals.is_alive() {
            return std::future::pending().await;
        }
        let answer = asked.await;
        if self.vitals.is_alive() { answer } else { std::future::pending().await }
    }
}

impl Store for Mortal {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), StoreError>> {
        self.hear(self.store.append(append))
    }

    fn steps<'a>(&'a self, table: &'a str, wanted: LogRange) -> BoxFuture<'a, Result<Vec<StoredStep>, StoreError>> {
        self.hear(self.store.steps(table, wanted))
    }

    fn shown<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<LogWindow, StoreError>> {
        self.hear(self.store.shown(table))
    }

    fn summary<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<StoredSummary>, StoreError>> {
        self.hear(self.store.summary(table))
    }

    fn keep_summary<'a>(&'a self, table: &'a str, body: String) -> BoxFuture<'a, Result<(), StoreError>> {
        self.hear(self.store.keep_summary(table, body))
    }

    fn secret<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<Secret>, StoreError>> {
        self.hear(self.store.secret(table))
    }

    fn role<'a>(&'a self, table: &'a str, hash: &'a str) -> BoxFuture<'a, Result<Option<Role>, StoreError>> {
        self.hear(self.store.role(table, hash))
    }

    fn keep_code(&self, row: CodeRow) -> BoxFuture<'_, Result<(), StoreError>> {
        self.hear(self.store.keep_code(row))
    }

    fn code_of<'a>(&'a self, table: &'a str, now: u64) -> BoxFuture<'a, Result<Option<(String, u64)>, StoreError>> {
        self.hear(self.store.code_of(table, now))
    }

    fn table_by_code<'a>(&'a self, code: &'a str, now: u64) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        self.hear(self.store.table_by_code(code, now))
    }

    fn ends<'a>(&'a self, tables: &'a [Arc<str>]) -> BoxFuture<'a, Result<Vec<(String, u64)>, StoreError>> {
        self.hear(self.store.ends(tables))
    }

    fn delete<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.hear(self.store.delete(table))
    }

    fn wipe(&self, patience: Duration) -> BoxFuture<'_, bool> {
        Box::pin(self.live(self.store.wipe(patience)))
    }

    fn restore<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.hear(self.store.restore(table))
    }

    fn tell_presence<'a>(&'a self, presence: &'a Presence) -> BoxFuture<'a, ()> {
        Box::pin(self.live(self.store.tell_presence(presence)))
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    fn prove(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.hear(self.store.prove())
    }

    fn news(&self) -> BoxFuture<'_, Option<Box<dyn Notifications>>> {
        self.store.news()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.store.close()
    }
}
