//! The tables that somebody here plays at or watches.

mod audience;
mod codes;
mod computers;
mod due;
mod housekeeping;
mod room;
mod tending;
mod word;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use spieltisch_bots::Question;
use spieltisch_protocol::{Links, Misstep, NewTable, RefusalCode, Refused, Role, ServerMessage, Summary};
use tokio::sync::mpsc;

use crate::metrics::Metrics;
use crate::push::Messenger;
use crate::store::{Append, Keeping, Later, Presence, Shown, Store, StoreError, TokenRow, Wanted};
use crate::table::{Holder, Position, Table};
use crate::tokens;

pub use audience::Outbox;
pub use computers::{Computers, Visit, invite};
use room::{Command, Room};
pub use room::{Guest, Joined};
use tending::Tending;

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
    /// The event a computer answers with, in a game as it stands; `None` where it does nothing. Whoever drops the answer does
    /// not need it any more.
    fn ask(&self, table: &str, somebody_is_here: bool, position: Position, question: Question) -> Later<'static, Option<String>>;
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
pub struct Rooms {
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Tells people who are away; `None` where nobody is told.
    pub messenger: Option<Arc<Messenger>>,
    pace: Pace,
    clock: fn() -> u64,
    computers: Arc<dyn Thinker>,
    open: Mutex<BTreeMap<Arc<str>, Arc<Room>>>,
    /// This server's name among those on the same database.
    name: String,
    /// How often it has told the others who is here.
    told: AtomicU64,
}

/// How often servers on one database tell each other who is where.
const ROLL_CALL: Duration = Duration::from_secs(15);

impl Rooms {
    /// No table is open yet. Follows what other servers on the same database do.
    pub fn new(
        store: Arc<dyn Store>,
        computers: Arc<dyn Thinker>,
        metrics: Arc<Metrics>,
        messenger: Option<Arc<Messenger>>,
        pace: Pace,
        clock: fn() -> u64,
    ) -> Arc<Rooms> {
        let rooms = Rooms {
            store,
            metrics,
            messenger,
            pace,
            clock,
            computers,
            open: Mutex::default(),
            name: tokens::new_table_name(),
            told: AtomicU64::new(0),
        };
        let rooms = Arc::new(rooms);
        tokio::spawn(housekeeping::hear(Arc::downgrade(&rooms)));
        tokio::spawn(housekeeping::compare(Arc::downgrade(&rooms)));
        rooms
    }

    /// Deletes tables that nobody touches any more, now and every hour.
    pub fn keep_clean(self: &Arc<Rooms>, keeping: Keeping) {
        tokio::spawn(housekeeping::clean_up(Arc::downgrade(self), keeping));
    }

    /// Looks at all tables at which somebody wants to be told of their turn: a server that stopped may not have told them.
    pub fn look_who_waits(self: &Arc<Rooms>) {
        if let Some(messenger) = self.messenger.clone() {
            tokio::spawn(housekeeping::look_who_waits(Arc::downgrade(self), messenger));
        }
    }

    fn open_rooms(&self) -> MutexGuard<'_, BTreeMap<Arc<str>, Arc<Room>>> {
        // The map is whole even if somebody panicked with the lock held.
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
            at: (self.clock)(),
            body: body.into(),
            secret: Some(master.to_hex()),
            tokens: rows,
        });
        kept.await.map_err(|error| not_stored(&error))?;
        self.metrics.tables_created.inc();
        Ok(links)
    }

    /// A place at the open table of this name; opened now if it is not.
    pub fn enter(self: &Arc<Rooms>, table: &str) -> Guest {
        let mut open = self.open_rooms();
        let known = open.get(table).filter(|room| !room.commands.is_closed()).cloned();
        let room = known.unwrap_or_else(|| {
            let (name, end): (Arc<str>, Arc<AtomicU64>) = (table.into(), Arc::default());
            let (commands, heard) = mpsc::unbounded_channel();
            let room = Arc::new(Room::new(commands, end.clone()));
            open.insert(name.clone(), room.clone());
            tokio::spawn(Tending::new(self.clone(), name, end).run(heard));
            self.metrics.rooms_open.set(open.len() as i64);
            room
        });
        Guest::new(room)
    }

    /// Closes a table that nobody needs; `false` where somebody has just come.
    fn let_go(&self, table: &str, heard: &mpsc::UnboundedReceiver<Command>) -> bool {
        let mut open = self.open_rooms();
        // Whoever comes gets the room from this map, under this lock: one holder is the map alone.
        let unused = open.get(table).is_none_or(|room| Arc::strong_count(room) == 1) && heard.is_empty();
        if unused {
            open.remove(table);
            self.metrics.rooms_open.set(open.len() as i64);
        }
        unused
    }

    /// Who comes with this token, and what it was made for.
    pub async fn holder(&self, table: &str, token: &str) -> Result<Holder, Refused> {
        let role = self.store.role(table, &tokens::hash(token)).await.map_err(|error| not_stored(&error))?;
        Ok(Holder { key: tokens::key(token), role: role.ok_or_else(no_such_table)? })
    }

    /// A table in a list.
    pub async fn summary(&self, table: &str, holder: &Holder) -> Result<Summary, Refused> {
        let shown = self.store.shown(table).await.map_err(|error| not_stored(&error))?;
        let read = self.read(table, shown).await?;
        let evening = &read.follower.evening;
        Ok(Summary {
            table: table.into(),
            game: evening.game.clone(),
            names: evening.seats.iter().map(|seat| seat.name.clone()).collect(),
            seat: read.seat_of(holder),
            turn: read.follower.seat_to_act(),
            finished: evening.records().filter(|record| !record.result.is_null()).count() as u32,
            changed: evening.changed,
        })
    }

    /// What a link to a table tells before it is opened; nothing where there is no such table.
    pub async fn inviting(&self, table: &str) -> Option<Inviting> {
        let shown = self.store.shown(table).await.ok()?;
        let read = self.read(table, shown).await.ok()?;
        let evening = &read.follower.evening;
        let is_free = evening.free_seats().next().is_some();
        let by = evening.persons().next().filter(|_| is_free).map(|seat| evening.seats[usize::from(seat)].name.clone());
        Some(Inviting { game: evening.game.clone(), by: by.filter(|name| !name.is_empty()), is_free })
    }

    /// All games of a table as records, one per line.
    pub async fn records(&self, table: &str) -> Result<String, Refused> {
        let read = self.read(table, Shown::default()).await?;
        Ok(read.follower.evening.records().map(|record| record.to_json() + "\n").collect())
    }

    /// A table as the log tells it, without its talk, and without the moves that are not shown.
    async fn read(&self, table: &str, shown: Shown) -> Result<Table, Refused> {
        let secret = self.store.secret(table).await.map_err(|error| not_stored(&error))?.ok_or_else(no_such_table)?;
        let mut read = Table::new(table, secret);
        let wanted = Wanted { shown: Shown { talk_from: i64::MAX as u64, ..shown }, ..Wanted::after(0) };
        for step in self.store.steps(table, wanted).await.map_err(|error| not_stored(&error))? {
            let step = step.read().map_err(|error| not_stored(&error))?;
            read.replay(&step).map_err(|broken| broken_log(table, &broken))?;
        }
        Ok(read)
    }

    /// Deletes a table for everyone.
    pub async fn delete(&self, table: &str) -> Result<(), Refused> {
        self.store.delete(table).await.map_err(|error| not_stored(&error))?;
        self.tell_to_compare(table);
        Ok(())
    }

    /// Sends everyone here away, as when the server stops.
    pub fn send_all_away(&self) {
        for room in self.open_rooms().values() {
            room.ask(Command::SendAway);
        }
    }

    fn tell_to_compare(&self, table: &str) {
        if let Some(room) = self.open_rooms().get(table) {
            room.ask(Command::Compare);
        }
    }

    /// Tells other servers, where there can be any, who is at a table here.
    fn tell_presence(self: &Arc<Rooms>, presence: Presence) {
        if self.store.is_shared() {
            let rooms = self.clone();
            tokio::spawn(async move { rooms.store.tell_presence(&presence).await });
        }
    }

    /// Deletes tables that nobody has touched for as long as they are kept, and tells how many.
    pub async fn clean_up(&self, keeping: Keeping) -> Result<usize, StoreError> {
        let forgotten = self.store.forgotten(keeping, (self.clock)()).await?;
        for table in &forgotten {
            self.store.delete(table).await?;
            self.tell_to_compare(table);
        }
        if !forgotten.is_empty() {
            tracing::info!(tables = forgotten.len(), "tables that nobody touched any more were deleted");
        }
        Ok(forgotten.len())
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

fn no_such_table() -> Refused {
    Refused::new(RefusalCode::NoSuchTable, "There is no such table, or the link does not belong to it.")
}

pub(crate) fn not_stored(error: &StoreError) -> Refused {
    tracing::warn!(%error, "refused: not stored");
    Refused::new(RefusalCode::NotStored, "The server cannot read or store this right now. Please try again.")
}

fn broken_log(table: &str, broken: &Misstep) -> Refused {
    tracing::error!(table, %broken, "a log does not fit the rules");
    Refused::new(RefusalCode::NotNow, "This table was written by another version of the program and cannot be continued here.")
}
