//! The open tables: those with a connection to this server.

mod audience;
mod codes;
mod computers;
mod due;
mod housekeeping;
mod table_handle;
mod table_task;
mod turn_notice;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use spieltisch_bots::BotQuestion;
use spieltisch_protocol::{GivenName, Links, NewTable, RefusalCode, Refused, ReplayError, Role, ServerMessage, Summary, TableEvent};
use tokio::sync::mpsc;

use crate::metrics::Metrics;
use crate::push::Messenger;
use crate::store::{Append, BoxFuture, LogRange, LogWindow, Presence, Store, StoreError, StoredSummary, TokenRow};
use crate::table::{BotPosition, Credential, Table, TableSummary};
use crate::tokens;

#[cfg(test)]
pub(crate) use audience::CutOff;
pub use audience::Outbox;
pub use computers::{Computers, Visitor, invite};
use table_handle::{Command, TableHandle};
pub use table_handle::{Joined, Member};
use table_task::TableTask;

/// How computers keep pace with people.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long a computer takes at least for a roll or a decision.
    pub computer: Duration,
    /// How long people have to object to a tile before a computer goes on.
    pub objection: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { computer: Duration::from_millis(700), objection: Duration::from_secs(4) }
    }
}

/// Who decides for seats that no person plays.
pub trait Thinker: Send + Sync {
    /// The event a computer answers with, in a game as it stands; `None` where it does nothing. Dropping the answer does
    /// not need it any more.
    fn ask(&self, table: &str, player_is_here: bool, position: BotPosition, question: BotQuestion) -> BoxFuture<'static, Option<String>>;
}

/// What a link to a table tells before it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inviting {
    /// The game's name.
    pub game: String,
    /// Who invites: the first who sits there, as long as a seat is free.
    pub by: Option<String>,
    /// Whether a seat is free.
    pub is_free: bool,
}

/// All tables that are open here.
pub struct OpenTables {
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Tells people who are away; `None` where push is off.
    pub messenger: Option<Arc<Messenger>>,
    pace: Pace,
    clock: fn() -> u64,
    /// The time that was last seen on the database: a clock that is behind it is wrong, and is not believed.
    last_seen: AtomicU64,
    computers: Arc<dyn Thinker>,
    open: Mutex<BTreeMap<Arc<str>, Arc<TableHandle>>>,
    /// This server's name among those on the same database.
    name: String,
    /// How often it has told the others who is here.
    told: AtomicU64,
}

/// Steps that are read at a time: others who read take their turn in between.
const PAGE: u32 = 500;

/// Deleting a table waits so long until its bytes are overwritten everywhere.
const WIPING: Duration = Duration::from_secs(2);

/// How often servers on one database tell each other who is where.
const ROLL_CALL: Duration = Duration::from_secs(15);

impl OpenTables {
    /// No table is open yet. Follows what other servers on the same database do.
    pub fn new(
        store: Arc<dyn Store>,
        computers: Arc<dyn Thinker>,
        metrics: Arc<Metrics>,
        messenger: Option<Arc<Messenger>>,
        pace: Pace,
        clock: fn() -> u64,
    ) -> Arc<OpenTables> {
        let open_tables = OpenTables {
            store,
            metrics,
            messenger,
            pace,
            clock,
            last_seen: AtomicU64::new(0),
            computers,
            open: Mutex::default(),
            name: tokens::new_table_name(),
            told: AtomicU64::new(0),
        };
        let open_tables = Arc::new(open_tables);
        tokio::spawn(housekeeping::hear(Arc::downgrade(&open_tables)));
        tokio::spawn(housekeeping::compare(Arc::downgrade(&open_tables)));
        open_tables
    }

    /// Looks at all tables at which somebody wants to be told of their turn: a server that stopped may not have told them.
    pub fn look_who_waits(self: &Arc<OpenTables>) {
        if let Some(messenger) = self.messenger.clone() {
            tokio::spawn(housekeeping::look_who_waits(Arc::downgrade(self), messenger));
        }
    }

    /// Tells the time that was last seen on the database.
    pub fn keep_last_seen(&self, last_seen: u64) {
        self.last_seen.store(last_seen, Ordering::Relaxed);
    }

    /// The time by which what happens is stamped. On a machine that starts without a clock it would be 1970, and what happened then
    /// would look old as soon as the clock is right.
    fn now(&self) -> u64 {
        (self.clock)().max(self.last_seen.load(Ordering::Relaxed))
    }

    fn open_rooms(&self) -> MutexGuard<'_, BTreeMap<Arc<str>, Arc<TableHandle>>> {
        // The map is whole even if a task panicked with the lock held.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets up a new table and keeps it.
    pub async fn create(&self, new: NewTable) -> Result<Links, Refused> {
        let persons: Vec<bool> = new.seats.iter().map(|seat| seat.computer.is_none()).collect();
        let (name, master) = (tokens::new_table_name(), tokens::new_secret());
        let mut table = Table::new(&name, master.clone());
        let decision = table.open(new)?;
        let links = Links {
            table: name.clone(),
            host: tokens::new_token(),
            invite: tokens::new_token(),
            watch: tokens::new_token(),
            seats: persons.iter().map(|&person| if person { tokens::new_token() } else { String::new() }).collect(),
        };
        let row = |token: &str, role| TokenRow { hash: tokens::hash(token), role };
        let mut rows = vec![row(&links.host, Role::Host), row(&links.invite, Role::Invited), row(&links.watch, Role::Watcher)];
        rows.extend(
            links.seats.iter().enumerate().filter(|(_, token)| !token.is_empty()).map(|(i, token)| row(token, Role::Seat(i as u8))),
        );
        let body = serde_json::to_string(&decision.what).unwrap_or_default();
        let kept = self.store.append(Append {
            table: name.as_str().into(),
            seq: 1,
            at: self.now(),
            body: body.into(),
            secret: Some(master.to_hex()),
            tokens: rows,
            summary: Some(as_json(&table.summary())),
        });
        kept.await.map_err(|error| not_stored(&error))?;
        self.metrics.tables_created.inc();
        Ok(links)
    }

    /// A place at the open table of this name; opened now if it is not.
    pub fn enter(self: &Arc<OpenTables>, table: &str) -> Member {
        let mut open = self.open_rooms();
        let known = open.get(table).filter(|handle| !handle.commands.is_closed()).cloned();
        let handle = known.unwrap_or_else(|| {
            let (name, end): (Arc<str>, Arc<AtomicU64>) = (table.into(), Arc::default());
            let (commands, heard) = mpsc::unbounded_channel();
            let handle = Arc::new(TableHandle::new(commands, end.clone()));
            open.insert(name.clone(), handle.clone());
            tokio::spawn(TableTask::new(self.clone(), name, end).run(heard));
            self.metrics.rooms_open.set(open.len() as i64);
            handle
        });
        Member::new(handle)
    }

    /// The names of the tables that are open here.
    pub fn names(&self) -> Vec<Arc<str>> {
        self.open_rooms().keys().cloned().collect()
    }

    /// Closes an idle table; `false` where a client has just joined.
    fn let_go(&self, table: &str, heard: &mpsc::UnboundedReceiver<Command>) -> bool {
        let mut open = self.open_rooms();
        // A client gets the room from this map, under this lock: one holder is the map alone.
        let unused = open.get(table).is_none_or(|handle| Arc::strong_count(handle) == 1) && heard.is_empty();
        if unused {
            open.remove(table);
            self.metrics.rooms_open.set(open.len() as i64);
        }
        unused
    }

    /// Who comes with this token, and what it was made for.
    pub async fn credential(&self, table: &str, token: &str) -> Result<Credential, Refused> {
        let role = self.store.role(table, &tokens::hash(token)).await.map_err(|error| not_stored(&error))?;
        Ok(Credential { key: tokens::key(token), role: role.ok_or_else(no_such_table)? })
    }

    /// A table in a list.
    pub async fn summary(self: &Arc<OpenTables>, table: &str, credential: &Credential) -> Result<Summary, Refused> {
        let (kept, changed) = self.stored_summary(table).await?.ok_or_else(no_such_table)?;
        let kept = match kept {
            Some(kept) => kept,
            // Nothing has happened there since an older version: it is read once, by the one who looks after the table.
            None => self.enter(table).summary().await?,
        };
        Ok(Summary {
            table: table.into(),
            seat: kept.seat_of(credential),
            names: kept.seats.into_iter().map(|seat| seat.name).collect(),
            game: kept.game,
            turn: kept.turn,
            finished: kept.finished,
            changed,
        })
    }

    /// What a link to a table tells before it is opened; nothing where there is no such table. The client need not be known, so
    /// no log is ever read for it.
    pub async fn inviting(&self, table: &str) -> Option<Inviting> {
        let (kept, _) = self.stored_summary(table).await.ok()??;
        let Some(kept) = kept else {
            return Some(Inviting { game: self.game_of(table).await?, by: None, is_free: false });
        };
        let is_free = kept.is_free();
        let is_chosen = |name: &str| !name.is_empty() && GivenName::read(name).is_none();
        let by = kept.first_person().filter(|name| is_free && is_chosen(name)).map(str::to_string);
        Some(Inviting { game: kept.game, by, is_free })
    }

    /// What is kept of a table in short, and when something happened there last; one of a newer version counts as none.
    async fn stored_summary(&self, table: &str) -> Result<Option<(Option<TableSummary>, u64)>, Refused> {
        let stored = self.store.summary(table).await.map_err(|error| not_stored(&error))?;
        let read = |StoredSummary { body, changed }| (body.and_then(|body: String| serde_json::from_str(&body).ok()), changed);
        Ok(stored.map(read))
    }

    /// The game of a table, by the first step of its log.
    async fn game_of(&self, table: &str) -> Option<String> {
        let first = LogRange { upto: 1, most: 1, ..LogRange::after(0) };
        let step = self.store.steps(table, first).await.ok()?.first()?.read().ok()?;
        step.what.into_iter().find_map(|table_event| match table_event {
            TableEvent::Opened { game, .. } => Some(game),
            _ => None,
        })
    }

    /// All games of a table as records, one per line.
    pub async fn records(&self, table: &str) -> Result<String, Refused> {
        let read = self.read(table, LogWindow::default()).await?;
        Ok(read.replica.table_state.records().map(|record| record.to_json() + "\n").collect())
    }

    /// A table as the log tells it, without its talk, and without the moves that are not shown.
    async fn read(&self, table: &str, shown: LogWindow) -> Result<Table, Refused> {
        let secret = self.store.secret(table).await.map_err(|error| not_stored(&error))?.ok_or_else(no_such_table)?;
        let mut read = Table::new(table, secret);
        let shown = LogWindow { talk_from: i64::MAX as u64, ..shown };
        loop {
            let wanted = LogRange { shown, most: PAGE, ..LogRange::after(read.replica.table_state.seq) };
            let steps = self.store.steps(table, wanted).await.map_err(|error| not_stored(&error))?;
            for step in &steps {
                let step = step.read().map_err(|error| not_stored(&error))?;
                read.replay(&step).map_err(|broken| broken_log(table, &broken))?;
            }
            if steps.len() < PAGE as usize {
                return Ok(read);
            }
        }
    }

    /// Deletes a table for everyone. Tells whether nothing of it lies in the database's files any more, or only will.
    pub async fn delete(&self, table: &str) -> Result<bool, Refused> {
        self.store.delete(table).await.map_err(|error| not_stored(&error))?;
        self.tell_to_compare(table);
        Ok(self.store.wipe(WIPING).await)
    }

    /// Sends everyone here away, as when the server stops.
    pub fn send_all_away(&self) {
        for handle in self.open_rooms().values() {
            handle.ask(Command::SendAway);
        }
    }

    /// Tells a table that is open here to look at the log.
    pub(crate) fn tell_to_compare(&self, table: &str) {
        if let Some(handle) = self.open_rooms().get(table) {
            handle.ask(Command::Compare);
        }
    }

    /// Tells other servers, where there can be any, who is at a table here.
    fn tell_presence(self: &Arc<OpenTables>, presence: Presence) {
        if self.store.is_shared() {
            let open_tables = self.clone();
            tokio::spawn(async move { open_tables.store.tell_presence(&presence).await });
        }
    }
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// A message as it is sent.
pub(crate) fn as_text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// A table in short, as it is kept.
fn as_json(summary: &TableSummary) -> Arc<str> {
    serde_json::to_string(summary).unwrap_or_default().into()
}

fn no_such_table() -> Refused {
    Refused::new(RefusalCode::NoSuchTable, "There is no such table, or the link does not belong to it.")
}

pub(crate) fn not_stored(error: &StoreError) -> Refused {
    tracing::warn!(%error, "refused: not stored");
    Refused::new(RefusalCode::NotStored, "The server cannot read or store this right now. Please try again.")
}

fn broken_log(table: &str, broken: &ReplayError) -> Refused {
    tracing::error!(table, %broken, "a log does not fit the rules");
    Refused::new(RefusalCode::NotNow, "This table was written by another version of the program and cannot be continued here.")
}
