//! Where tables are kept: SQLite or PostgreSQL, by the same statements.

mod connect;
mod news;
mod writer;

use std::fmt;
use std::sync::Arc;

use spieltisch_fair::Secret;
use spieltisch_protocol::{Role, Step};
use sqlx::{AnyPool, Row};
use tokio::sync::mpsc;

pub use connect::{Database, OpenError};
pub use news::{Heard, News, Presence};
pub use writer::Append;

use crate::metrics::Metrics;

/// Why something could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Another step has this number already.
    Stale,
    /// The database does not answer, is full, or is broken.
    Unavailable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Stale => f.write_str("another step has this number already"),
            StoreError::Unavailable(message) => write!(f, "the database does not take it: {message}"),
        }
    }
}

impl std::error::Error for StoreError {}

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

/// All tables.
#[derive(Clone)]
pub struct Store {
    readers: AnyPool,
    writer: mpsc::Sender<Append>,
    database: Arc<Database>,
}

impl Store {
    /// Opens the database, brings its tables up to date and starts the one who writes.
    pub async fn open(database: Database, metrics: Arc<Metrics>) -> Result<Store, OpenError> {
        let writers = database.connect(1).await?;
        sqlx::migrate!().run(&writers).await.map_err(|error| OpenError::Migration(error.to_string()))?;
        let readers = database.connect(4).await?;
        let database = Arc::new(database);
        let writer = writer::start(writers, database.clone(), metrics);
        Ok(Store { readers, writer, database })
    }

    /// Keeps a step; it is on disk when this returns.
    pub async fn append(&self, append: impl FnOnce(writer::Done) -> Append) -> Result<(), StoreError> {
        let (done, answer) = tokio::sync::oneshot::channel();
        let gone = || StoreError::Unavailable("the server is shutting down".into());
        self.writer.send(append(done)).await.map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    /// All steps of a table after this number.
    pub async fn steps(&self, table: &str, after: u64) -> Result<Vec<Step>, StoreError> {
        let rows = sqlx::query("SELECT seq, happened, body FROM log WHERE table_id = $1 AND seq > $2 ORDER BY seq")
            .bind(table)
            .bind(after as i64)
            .fetch_all(&self.readers)
            .await?;
        rows.iter()
            .map(|row| {
                let what = serde_json::from_str(row.try_get::<&str, _>(2)?)
                    .map_err(|error| StoreError::Unavailable(format!("a step of {table} cannot be read: {error}")))?;
                Ok(Step { seq: row.try_get::<i64, _>(0)? as u64, at: row.try_get::<i64, _>(1)? as u64, what })
            })
            .collect()
    }

    /// The secret behind a table's dice; `None` where there is no such table.
    pub async fn secret(&self, table: &str) -> Result<Option<Secret>, StoreError> {
        let row = sqlx::query("SELECT secret FROM tables WHERE id = $1").bind(table).fetch_optional(&self.readers).await?;
        let Some(row) = row else { return Ok(None) };
        let secret = Secret::from_hex(row.try_get(0)?).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Some(secret))
    }

    /// What the token with this hash is good for at this table.
    pub async fn role(&self, table: &str, hash: &str) -> Result<Option<Role>, StoreError> {
        let row = sqlx::query("SELECT role, seat FROM tokens WHERE hash = $1 AND table_id = $2")
            .bind(hash)
            .bind(table)
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let seat = row.try_get::<i64, _>(1)? as u8;
        Ok(match row.try_get::<&str, _>(0)? {
            "seat" => Some(Role::Seat(seat)),
            "invite" => Some(Role::Invited),
            "watch" => Some(Role::Watcher),
            "host" => Some(Role::Host),
            _ => None,
        })
    }

    /// Deletes a table and everything of it.
    pub async fn delete(&self, table: &str) -> Result<(), StoreError> {
        let mut transaction = self.readers.begin().await?;
        for statement in
            ["DELETE FROM tokens WHERE table_id = $1", "DELETE FROM log WHERE table_id = $1", "DELETE FROM tables WHERE id = $1"]
        {
            sqlx::query(statement).bind(table).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Tells other servers on the same database who is at a table here.
    pub async fn tell_presence(&self, presence: &Presence) {
        if let Err(error) = news::tell_presence(&self.readers, presence).await {
            tracing::warn!(%error, "other servers could not be told who is here");
        }
    }

    /// Whether other servers may write to the same database.
    pub fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    /// Whether the database answers.
    pub async fn is_well(&self) -> bool {
        sqlx::query("SELECT 1").fetch_one(&self.readers).await.is_ok()
    }

    /// News of what other servers on the same database stored; `None` where there can be no others.
    pub async fn news(&self) -> Option<News> {
        News::listen(&self.database).await
    }
}

/// How a role is written in the database.
fn role_columns(role: Role) -> (&'static str, i64) {
    match role {
        Role::Seat(seat) => ("seat", i64::from(seat)),
        Role::Invited => ("invite", -1),
        Role::Watcher => ("watch", -1),
        Role::Host => ("host", -1),
    }
}
