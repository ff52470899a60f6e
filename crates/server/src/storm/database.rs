//! A database that is all in memory and fails as it is told: it refuses, answers with an error after it has stored, is
//! away for a while, and tells news late, twice or never.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_protocol::{Role, limits};
use spieltisch_records::fair::Secret;
use tokio::sync::mpsc;

use super::invariants::Planted;
use super::journal::Vitals;
use crate::store::{
    Append, BoxFuture, CodeRow, Heard, LogRange, LogWindow, Notifications, Presence, Store, StoreError, StoredStep, StoredSummary,
};

/// How much goes wrong, in thousandths of all calls or messages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// A call is refused and nothing happens.
    pub refused: u32,
    /// A change is made, but the answer is an error.
    pub in_doubt: u32,
    /// A piece of news is lost.
    pub lost: u32,
    /// A piece of news comes twice.
    pub doubled: u32,
    /// How long a call or a piece of news takes at most, in milliseconds.
    pub slowest: u64,
}

/// One table as it is kept.
#[derive(Default)]
pub struct KeptTable {
    secret: String,
    tokens: BTreeMap<String, Role>,
    code: Option<(String, u64)>,
    summary: Option<String>,
    /// All steps.
    pub log: Vec<StoredStep>,
}

/// The database all servers share.
pub struct Database {
    inner: Mutex<Inner>,
}

struct Inner {
    tables: BTreeMap<String, KeptTable>,
    faults: Faults,
    away: bool,
    rng: Xoshiro256PlusPlus,
    planted: Option<Planted>,
    listeners: BTreeMap<usize, mpsc::UnboundedSender<Heard>>,
}

impl Database {
    /// An empty database.
    pub fn new(rng: Xoshiro256PlusPlus, planted: Option<Planted>) -> Arc<Database> {
        let inner = Inner { tables: BTreeMap::new(), faults: Faults::default(), away: false, rng, planted, listeners: BTreeMap::new() };
        Arc::new(Database { inner: Mutex::new(inner) })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on so much goes wrong.
    pub fn fail(&self, faults: Faults) {
        self.inner().faults = faults;
    }

    /// Goes away or comes back; listening servers lose the connection.
    pub fn set_away(&self, away: bool) {
        let mut inner = self.inner();
        inner.away = away;
        for listener in inner.listeners.values() {
            let _ = listener.send(Heard::Interrupted);
        }
    }

    /// Puts a table back to an earlier state, as restoring a backup does.
    pub fn restore(&self, table: &str, steps: usize) {
        if let Some(kept) = self.inner().tables.get_mut(table) {
            kept.log.truncate(steps);
        }
    }

    /// Whether a planted fault strikes now: once in so many times.
    fn strikes(&self, planted: Planted, one_in: u32) -> bool {
        let mut inner = self.inner();
        inner.planted == Some(planted) && inner.rng.random_range(0..one_in) == 0
    }

    /// A planted fault keeps a line that was just said once more, at this table or another.
    fn repeat(&self, planted: Planted, table: &str, body: &str) {
        if !body.starts_with(TALK) || !self.strikes(planted, 4) {
            return;
        }
        let mut inner = self.inner();
        let mut found = inner.tables.iter_mut().filter(|(name, _)| (*name == table) == (planted == Planted::DoubledLine));
        if let Some((_, kept)) = found.next() {
            let (seq, at) = (kept.log.len() as u64 + 1, kept.log.last().map_or(0, |step| step.at));
            kept.log.push(StoredStep { seq, at, body: body.into() });
        }
    }

    /// Tells all servers, each in its own time, if at all.
    fn tell(self: &Arc<Database>, heard: Heard) {
        if self.strikes(Planted::SilentNews, 1) {
            return;
        }
        let mut inner = self.inner();
        let faults = inner.faults;
        let Inner { rng, listeners, .. } = &mut *inner;
        for (server, _) in listeners.iter() {
            let copies = if rng.random_range(0..1000) < faults.lost {
                0
            } else if rng.random_range(0..1000) < faults.doubled {
                2
            } else {
                1
            };
            for _ in 0..copies {
                let wait = Duration::from_millis(rng.random_range(0..=faults.slowest));
                let (database, server, heard) = (self.clone(), *server, heard.clone());
                tokio::spawn(async move {
                    tokio::time::sleep(wait).await;
                    if let Some(listener) = database.inner().listeners.get(&server) {
                        let _ = listener.send(heard);
                    }
                });
            }
        }
    }
}

/// The way one server reaches the database.
pub struct Way {
    database: Arc<Database>,
    server: usize,
    shared: bool,
    /// Whether the server lives: nothing a dead one asks is ever answered.
    vitals: Arc<Vitals>,
    /// Whether everything is answered at once and as it is.
    honest: bool,
}

impl Way {
    /// The way of this server.
    pub fn new(database: Arc<Database>, server: usize, shared: bool, vitals: Arc<Vitals>) -> Way {
        Way { database, server, shared, vitals, honest: false }
    }

    /// The way of the checks, on which nothing goes wrong.
    pub fn honest(database: Arc<Database>) -> Way {
        Way { database, server: usize::MAX, shared: false, vitals: Arc::default(), honest: true }
    }

    /// Whether a planted fault strikes now.
    fn strikes(&self, planted: Planted, one_in: u32) -> bool {
        !self.honest && self.database.strikes(planted, one_in)
    }

    /// Waits as long as a call takes; tells whether it fails, before or after it has done its work.
    async fn travel(&self) -> Result<bool, StoreError> {
        if self.honest {
            return Ok(false);
        }
        let (wait, refused, in_doubt) = {
            let mut inner = self.database.inner();
            let faults = inner.faults;
            let wait = inner.rng.random_range(0..=faults.slowest);
            (wait, inner.rng.random_range(0..1000) < faults.refused, inner.rng.random_range(0..1000) < faults.in_doubt)
        };
        tokio::time::sleep(Duration::from_millis(wait)).await;
        self.live().await;
        if refused || self.database.inner().away {
            return Err(self.unavailable());
        }
        Ok(in_doubt)
    }

    fn unavailable(&self) -> StoreError {
        self.vitals.count_failure();
        StoreError::Unavailable("out of order on purpose".into())
    }

    async fn live(&self) {
        if !self.vitals.is_alive() {
            std::future::pending::<()>().await;
        }
    }

    async fn read<T>(&self, read: impl FnOnce(&BTreeMap<String, KeptTable>) -> T + Send) -> Result<T, StoreError> {
        self.travel().await?;
        Ok(read(&self.database.inner().tables))
    }

    async fn change(
        &self,
        change: impl FnOnce(&mut BTreeMap<String, KeptTable>) -> Result<Heard, StoreError> + Send,
    ) -> Result<(), StoreError> {
        let in_doubt = self.travel().await?;
        let changed = change(&mut self.database.inner().tables);
        if let Ok(heard) = &changed {
            self.database.tell(heard.clone());
        }
        // A dying server, or one whose connection breaks, never learns what became of it.
        tokio::task::yield_now().await;
        self.live().await;
        changed.and_then(|_| if in_doubt { Err(self.unavailable()) } else { Ok(()) })
    }
}

fn append_to(tables: &mut BTreeMap<String, KeptTable>, append: Append) -> Result<Heard, StoreError> {
    if let Some(secret) = append.secret {
        tables.insert(append.table.to_string(), KeptTable { secret, ..KeptTable::default() });
    }
    let kept = tables.get_mut(&*append.table).ok_or(StoreError::Gone)?;
    if append.seq != kept.log.len() as u64 + 1 {
        return Err(StoreError::Stale);
    }
    if append.tokens.iter().any(|token| kept.tokens.get(&token.hash).is_some_and(|role| *role != token.role)) {
        return Err(StoreError::TokenInUse);
    }
    kept.log.push(StoredStep { seq: append.seq, at: append.at, body: append.body.to_string() });
    kept.summary = append.summary.map(|summary| summary.to_string()).or(kept.summary.take());
    kept.tokens.extend(append.tokens.into_iter().map(|token| (token.hash, token.role)));
    Ok(Heard::Changed(vec![append.table.to_string()]))
}

impl Store for Way {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let begins = append.secret.is_some();
            if !begins && self.strikes(Planted::SilentAppend, 20) {
                std::future::pending::<()>().await;
            }
            if !begins && self.strikes(Planted::FalseFailure, 20) {
                return Err(StoreError::Unavailable("said without a reason".into()));
            }
            if !begins && self.strikes(Planted::LostStep, 10) {
                return self.travel().await.map(drop);
            }
            let at = if self.strikes(Planted::EarlierTime, 10) { 1 } else { append.at };
            let (table, body) = (append.table.clone(), append.body.clone());
            self.change(move |tables| append_to(tables, Append { at, ..append })).await?;
            self.database.repeat(Planted::DoubledLine, &table, &body);
            self.database.repeat(Planted::MixedTables, &table, &body);
            Ok(())
        })
    }

    fn steps<'a>(&'a self, table: &'a str, wanted: LogRange) -> BoxFuture<'a, Result<Vec<StoredStep>, StoreError>> {
        Box::pin(self.read(move |tables| {
            let log = tables.get(table).map_or(&[][..], |kept| &kept.log);
            let shown = wanted.shown;
            let of_interest = |step: &&StoredStep| {
                let shown = (step.seq >= shown.talk_from || !is_talk(step))
                    && (step.seq >= shown.moves_from || !is_play(step))
                    && (step.seq >= shown.folded_before || !is_replaced(step, log));
                step.seq > wanted.after && step.seq <= wanted.upto && shown
            };
            log.iter().filter(of_interest).take(wanted.most as usize).cloned().map(|step| shown.of(step)).collect()
        }))
    }

    fn shown<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<LogWindow, StoreError>> {
        Box::pin(self.read(move |tables| {
            let log = tables.get(table).map_or(&[][..], |kept| &kept.log);
            let last_but =
                |but: usize, is: fn(&StoredStep) -> bool| log.iter().rev().filter(|step| is(step)).nth(but).map_or(0, |step| step.seq);
            LogWindow {
                talk_from: last_but(limits::LINES - 1, is_talk),
                moves_from: last_but(LogWindow::GAMES - 1, begins),
                folded_before: log.len() as u64,
            }
        }))
    }

    fn summary<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<StoredSummary>, StoreError>> {
        Box::pin(self.read(move |tables| {
            let kept = tables.get(table)?;
            Some(StoredSummary { body: kept.summary.clone(), changed: kept.log.last().map_or(0, |step| step.at) })
        }))
    }

    fn keep_summary<'a>(&'a self, table: &'a str, body: String) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.change(move |tables| {
            let kept = tables.get_mut(table).ok_or(StoreError::Gone)?;
            kept.summary.get_or_insert(body);
            Ok(Heard::Changed(vec![table.to_string()]))
        }))
    }

    fn wipe(&self, _patience: Duration) -> BoxFuture<'_, bool> {
        Box::pin(async { true })
    }

    fn secret<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<Secret>, StoreError>> {
        let changed = self.strikes(Planted::ChangedSecret, 1).then(|| Secret::from_bytes([7; 32]));
        Box::pin(self.read(move |tables| {
            let kept = tables.get(table).and_then(|kept| Secret::from_hex(&kept.secret).ok())?;
            Some(changed.unwrap_or(kept))
        }))
    }

    fn role<'a>(&'a self, table: &'a str, hash: &'a str) -> BoxFuture<'a, Result<Option<Role>, StoreError>> {
        let (hidden, silent) = (self.strikes(Planted::HiddenTable, 20), self.strikes(Planted::SilentArrival, 20));
        Box::pin(async move {
            if silent {
                std::future::pending::<()>().await;
            }
            self.read(move |tables| tables.get(table).filter(|_| !hidden).and_then(|kept| kept.tokens.get(hash).copied())).await
        })
    }

    fn keep_code(&self, row: CodeRow) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.change(move |tables| {
            let taken = tables.iter().any(|(table, kept)| {
                kept.code.as_ref().is_some_and(|(code, until)| *until > row.at && (*code == row.code || *table == row.table))
            });
            if taken {
                return Err(StoreError::Stale);
            }
            let kept = tables.get_mut(&row.table).ok_or(StoreError::Gone)?;
            kept.tokens.insert(row.invitation, Role::Invited);
            kept.code = Some((row.code, row.until));
            Ok(Heard::Changed(vec![row.table]))
        }))
    }

    fn code_of<'a>(&'a self, table: &'a str, now: u64) -> BoxFuture<'a, Result<Option<(String, u64)>, StoreError>> {
        Box::pin(self.read(move |tables| tables.get(table).and_then(|kept| kept.code.clone()).filter(|(_, until)| *until > now)))
    }

    fn table_by_code<'a>(&'a self, code: &'a str, now: u64) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        Box::pin(self.read(move |tables| {
            let leads_there = |kept: &KeptTable| kept.code.as_ref().is_some_and(|(known, until)| known == code && *until > now);
            tables.iter().find(|(_, kept)| leads_there(kept)).map(|(table, _)| table.clone())
        }))
    }

    fn ends<'a>(&'a self, asked: &'a [Arc<str>]) -> BoxFuture<'a, Result<Vec<(String, u64)>, StoreError>> {
        Box::pin(async move {
            if self.strikes(Planted::SilentNews, 1) {
                return Err(self.unavailable());
            }
            let end =
                |tables: &BTreeMap<String, KeptTable>, table: &Arc<str>| Some((table.to_string(), tables.get(&**table)?.log.len() as u64));
            self.read(move |tables| asked.iter().filter_map(|table| end(tables, table)).collect()).await
        })
    }

    fn delete<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        let kept = self.strikes(Planted::UndeletedTable, 1);
        Box::pin(self.change(move |tables| {
            if !kept {
                tables.remove(table);
            }
            Ok(Heard::Changed(vec![table.to_string()]))
        }))
    }

    fn restore<'a>(&'a self, _table: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn tell_presence<'a>(&'a self, presence: &'a Presence) -> BoxFuture<'a, ()> {
        Box::pin(async {
            if self.travel().await.is_ok() {
                self.database.tell(Heard::Here(presence.clone()));
            }
        })
    }

    fn is_shared(&self) -> bool {
        self.shared
    }

    fn prove(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { self.travel().await.map(drop) })
    }

    fn news(&self) -> BoxFuture<'_, Option<Box<dyn Notifications>>> {
        Box::pin(async {
            if !self.shared {
                return None;
            }
            let (told, heard) = mpsc::unbounded_channel();
            self.database.inner().listeners.insert(self.server, told);
            Some(Box::new(Channel(heard)) as Box<dyn Notifications>)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

fn is_play(step: &StoredStep) -> bool {
    let plays_on = [r#"[{"is":"move""#, r#"[{"is":"roll""#].iter().any(|begins| step.body.starts_with(begins));
    plays_on && !step.body.contains(r#"{"is":"ended""#)
}

fn is_replaced(step: &StoredStep, log: &[StoredStep]) -> bool {
    let shape = |step: &StoredStep| step.body.replace("true", "false");
    let folds = step.body.starts_with(r#"[{"is":"stand-in""#) && !step.body.contains(r#","name":"#);
    folds && log.iter().any(|later| later.seq > step.seq && shape(later) == shape(step))
}

fn begins(step: &StoredStep) -> bool {
    step.body.contains(r#"{"is":"began""#)
}

/// How the body of a step begins that is nothing but talk.
const TALK: &str = r#"[{"is":"said""#;

fn is_talk(step: &StoredStep) -> bool {
    step.body.starts_with(TALK)
}

struct Channel(mpsc::UnboundedReceiver<Heard>);

impl Notifications for Channel {
    fn next(&mut self) -> BoxFuture<'_, Heard> {
        Box::pin(async {
            match self.0.recv().await {
                Some(heard) => heard,
                None => std::future::pending().await,
            }
        })
    }
}
