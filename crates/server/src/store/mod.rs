//! Where tables are kept.
//!
//! [`Store`] is what the rest of the server asks for; [`SqlStore`] keeps tables in SQLite or PostgreSQL by the
//! same statements. The simulator of whole tables has a store of its own that fails on purpose.

pub mod care;
mod checkpoint;
mod connect;
pub mod integrity;
mod locks;
mod migrations;
mod news;
mod open_error;
mod reading;
mod same_file;
mod sql;
mod statements;
mod subscriptions;
mod sweep;
mod transaction;
mod trash;
mod write_queue;
mod writer;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use spieltisch_protocol::{LogEntry, Role, TableEvent};
use spieltisch_records::fair::Secret;

pub use connect::Database;
pub use open_error::OpenError;
pub use sql::SqlStore;
pub use subscriptions::{PushChange, SeatOf, Subscriber};
pub use trash::{Expired, Purge};

/// What a store answers, later.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Why something could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another step has this number already.
    #[error("another step has this number already")]
    Stale,
    /// The table was deleted.
    #[error("the table was deleted")]
    Gone,
    /// A token that comes with the step is good for something else already.
    #[error("the token is in use")]
    TokenInUse,
    /// The database does not answer, is full, or is broken. Whether the step was stored all the same, only the log can tell.
    #[error("the database does not take it: {0}")]
    Unavailable(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Unavailable(error.to_string())
    }
}

/// A token's hash with what it is good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// The hash of the token.
    pub hash: String,
    /// What it is good for.
    pub role: Role,
}

/// A code that is told on the telephone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeRow {
    /// The code, as people say it.
    pub code: String,
    /// The table it leads to.
    pub table: String,
    /// When it is made.
    pub at: u64,
    /// Until when it leads there.
    pub until: u64,
    /// The hash of the invitation it is good for.
    pub invitation: String,
}

/// How long a code leads to its table.
pub const CODE_LIFE: Duration = Duration::from_secs(60 * 60);

/// A code that expires later than this was made while a clock was ahead: it leads nowhere. Clocks of several servers differ a little.
fn latest_expiry(now: u64) -> u64 {
    now.saturating_add(2 * CODE_LIFE.as_millis() as u64)
}

/// A step to be kept.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table it belongs to.
    pub table: Arc<str>,
    /// The step's number at its table.
    pub seq: u64,
    /// When it happened.
    pub at: u64,
    /// What happened, as JSON.
    pub body: Arc<str>,
    /// The secret of a table that begins with this step.
    pub secret: Option<String>,
    /// Tokens that come with it.
    pub tokens: Vec<TokenRow>,
    /// The table in short, where the step changes it.
    pub summary: Option<Arc<str>>,
}

/// What is kept of a table in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSummary {
    /// As JSON; `None` where nothing has happened there since an older version.
    pub body: Option<String>,
    /// When something happened last.
    pub changed: u64,
}

/// A step as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredStep {
    /// The step's number at its table.
    pub seq: u64,
    /// When it happened.
    pub at: u64,
    /// What happened, as JSON.
    pub body: String,
}

impl StoredStep {
    /// The step, read.
    pub fn read(&self) -> Result<LogEntry, StoreError> {
        let what: Vec<TableEvent> = serde_json::from_str(&self.body)
            .map_err(|error| StoreError::Unavailable(format!("step {} cannot be read: {error}", self.seq)))?;
        Ok(LogEntry { seq: self.seq, at: self.at, what })
    }

    /// The step as clients read it.
    pub fn to_json(&self) -> String {
        format!(r#"{{"seq":{},"at":{},"what":{}}}"#, self.seq, self.at, self.body)
    }
}

/// Which steps of a table are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogRange {
    /// Only steps after this number.
    pub after: u64,
    /// Only steps up to this number.
    pub upto: u64,
    /// What of them is left out.
    pub shown: LogWindow,
    /// At most this many.
    pub most: u32,
}

impl LogRange {
    /// Everything after this number.
    pub fn after(after: u64) -> LogRange {
        LogRange { after, upto: i64::MAX as u64, shown: LogWindow::default(), most: i32::MAX as u32 }
    }
}

/// What of a long log is still shown to a new client: all of what happened at the table, but not all that was said, nor
/// every move of games long over. By default nothing is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogWindow {
    /// Steps before this number that are nothing but talk are left out.
    pub talk_from: u64,
    /// Moves and rolls before this number are left out: those of games long over.
    pub moves_from: u64,
    /// Before this number, what is replaced by a later step is left out: an answer by another to the same question, a computer that
    /// begins or ends to stand in by the next time.
    pub folded_before: u64,
}

impl LogWindow {
    /// So many games are sent with their moves. Two: who begins may follow from the game before.
    pub const GAMES: usize = 2;

    /// A step that is sent, with as much of it as is shown.
    pub fn of(self, step: StoredStep) -> StoredStep {
        if step.seq >= self.moves_from {
            return step;
        }
        // What cannot be read is found by its reader.
        let Ok(read) = step.read() else { return step };
        let kept: Vec<&TableEvent> = read.what.iter().filter(|table_event| !table_event.is_play()).collect();
        if kept.len() == read.what.len() {
            return step;
        }
        StoredStep { body: serde_json::json!(kept).to_string(), ..step }
    }
}

/// Who is at a table on one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Which server: a name it gave itself when it started.
    pub server: String,
    /// The table it belongs to.
    pub table: String,
    /// Seats whose players are there.
    pub seats: Vec<u8>,
    /// How many watch.
    pub watchers: u32,
    /// Whether it has just opened the table, and does not know yet who is there elsewhere.
    pub asks: bool,
    /// Counts what that server tells: a lower number that comes later is old news.
    pub number: u64,
}

/// One piece of news from another server on the same database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// These tables have new steps, or are gone.
    Changed(Vec<String>),
    /// Who is at a table on another server.
    Here(Presence),
    /// News may have been missed: anything may have changed.
    Interrupted,
}

/// What other servers on the same database tell. It may be late, doubled or lost: nothing relies on it.
pub trait Notifications: Send {
    /// Waits for the next piece of news.
    fn next(&mut self) -> BoxFuture<'_, Heard>;
}

/// How long tables are kept after the last thing that happened there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Tables at which a game was played.
    pub games: Option<Duration>,
    /// Tables at which none ever began.
    pub empty: Option<Duration>,
    /// How long an expired table is in the trash before it is deleted; only time in which a server runs counts, by a clock that cannot be set.
    pub grace: Duration,
}

impl Default for Retention {
    fn default() -> Retention {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        Retention { games: Some(365 * DAY), empty: Some(DAY), grace: 14 * DAY }
    }
}

/// All tables.
pub trait Store: Send + Sync {
    /// Keeps a step; it is on disk when this answers `Ok`.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Steps of a table, in order.
    fn steps<'a>(&'a self, table: &'a str, wanted: LogRange) -> BoxFuture<'a, Result<Vec<StoredStep>, StoreError>>;

    /// What of a table's log is still shown: older talk and games fill it, but they are not needed to go on.
    fn shown<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<LogWindow, StoreError>>;

    /// A table in short; `None` where there is no such table.
    fn summary<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<StoredSummary>, StoreError>>;

    /// Keeps a table in short where nothing is kept yet: every step brings what it changes with it.
    fn keep_summary<'a>(&'a self, table: &'a str, body: String) -> BoxFuture<'a, Result<(), StoreError>>;

    /// The secret behind a table's dice; `None` where there is no such table.
    fn secret<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<Secret>, StoreError>>;

    /// What the token with this hash is good for at this table.
    fn role<'a>(&'a self, table: &'a str, hash: &'a str) -> BoxFuture<'a, Result<Option<Role>, StoreError>>;

    /// Keeps a code and the invitation it is good for, and forgets codes that have expired; `Stale` where the code is taken or the
    /// table has one already.
    fn keep_code(&self, row: CodeRow) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The code that leads to this table now, and until when.
    fn code_of<'a>(&'a self, table: &'a str, now: u64) -> BoxFuture<'a, Result<Option<(String, u64)>, StoreError>>;

    /// The table this code leads to now.
    fn table_by_code<'a>(&'a self, code: &'a str, now: u64) -> BoxFuture<'a, Result<Option<String>, StoreError>>;

    /// Where the logs of these tables end: number and time of their last steps. A table that is not in the answer is gone.
    fn ends<'a>(&'a self, tables: &'a [Arc<str>]) -> BoxFuture<'a, Result<Vec<(String, u64)>, StoreError>>;

    /// Deletes a table: it is gone for everyone, but what is left of it is deleted by [`Store::wipe`].
    fn delete<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Deletes what is left of deleted tables, and waits for so long until nothing of them lies in the database's files. `false`
    /// where that takes longer: then it goes on by itself.
    fn wipe(&self, patience: Duration) -> BoxFuture<'_, bool>;

    /// Takes a table that a player opens out of the trash, where it is there.
    fn restore<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Tells other servers on the same database who is at a table here.
    fn tell_presence<'a>(&'a self, presence: &'a Presence) -> BoxFuture<'a, ()>;

    /// Whether other servers may write to the same database.
    fn is_shared(&self) -> bool;

    /// Writes something and reads it back.
    fn prove(&self) -> BoxFuture<'_, Result<(), StoreError>>;

    /// News of other servers on the same database; `None` where there can be no others.
    fn news(&self) -> BoxFuture<'_, Option<Box<dyn Notifications>>>;

    /// Writes out what is left and closes the database.
    fn close(&self) -> BoxFuture<'_, ()>;
}
