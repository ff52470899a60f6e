//! Who wants to be told when it is their turn, and the key that messages are signed with.

use spieltisch_protocol::limits;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row};

use super::transaction::Failed;
use super::{SqlStore, StoreError};

/// A browser that wants to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscriber {
    /// Where messages to it are handed in.
    pub endpoint: String,
    /// The public name of the token it asked with.
    pub owner: String,
    /// Its public key.
    pub browser_key: String,
    /// The secret it shares with us.
    pub auth: String,
    /// What it is to show.
    pub words: String,
    /// The address of the page it asked from, for the push service; empty where it is none to be reached.
    pub contact: String,
}

/// The seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOf {
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: u8,
}

/// What can change of all this.
#[derive(Clone, Debug)]
pub enum PushChange {
    /// A key to sign with, unless there is one.
    Key(String),
    /// A browser wants to be told from now on.
    Subscribe(SeatOf, Subscriber, u64),
    /// A browser is not told any more.
    Unsubscribe(SeatOf, String),
    /// No more messages for this seat.
    Forget(SeatOf),
    /// A browser is about to be told of this turn: `Stale` where it was told already, by any server.
    Tell(SeatOf, String, u64),
}

impl PushChange {
    /// The table that is written to.
    pub(super) fn table(&self) -> Option<&str> {
        match self {
            PushChange::Key(_) => None,
            PushChange::Subscribe(of, ..) | PushChange::Unsubscribe(of, _) | PushChange::Forget(of) | PushChange::Tell(of, ..) => {
                Some(&of.table)
            }
        }
    }
}

impl SqlStore {
    /// The key that messages are signed with, once there is one.
    pub async fn push_key(&self) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT secret FROM push_key WHERE number = 1").fetch_optional(self.readers()?).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// The browsers that were not told of this turn yet.
    pub async fn subscribers(&self, of: &SeatOf, turn: u64) -> Result<Vec<Subscriber>, StoreError> {
        subscribers(self.readers()?, of, turn).await
    }

    /// Tables with a subscription.
    pub async fn tables_with_subscribers(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT DISTINCT table_id FROM subscriptions").fetch_all(self.readers()?).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }
}

async fn subscribers(pool: &AnyPool, of: &SeatOf, turn: u64) -> Result<Vec<Subscriber>, StoreError> {
    let query = sqlx::query(
        "SELECT endpoint, owner, browser_key, auth, words, contact FROM subscriptions \
         WHERE table_id = $1 AND seat = $2 AND told < $3 ORDER BY since, endpoint",
    );
    let rows = query.bind(&of.table).bind(i64::from(of.seat)).bind(turn as i64).fetch_all(pool).await?;
    let subscriber = |row: &AnyRow| {
        Ok(Subscriber {
            endpoint: row.try_get(0)?,
            owner: row.try_get(1)?,
            browser_key: row.try_get(2)?,
            auth: row.try_get(3)?,
            words: row.try_get(4)?,
            contact: row.try_get(5)?,
        })
    };
    rows.iter().map(subscriber).collect::<Result<_, sqlx::Error>>().map_err(StoreError::from)
}

/// Writes a change as a part of the writer's transaction.
pub(super) async fn write(connection: &mut AnyConnection, change: &PushChange) -> Result<(), Failed> {
    match change {
        PushChange::Key(secret) => {
            let insertion = sqlx::query("INSERT INTO push_key (number, secret) VALUES (1, $1) ON CONFLICT (number) DO NOTHING");
            insertion.bind(secret).execute(&mut *connection).await?;
        }
        PushChange::Subscribe(of, subscriber, at) => subscribe(connection, of, subscriber, *at).await?,
        PushChange::Unsubscribe(of, endpoint) => {
            let deletion = sqlx::query("DELETE FROM subscriptions WHERE table_id = $1 AND seat = $2 AND endpoint = $3");
            deletion.bind(&of.table).bind(i64::from(of.seat)).bind(endpoint).execute(&mut *connection).await?;
        }
        PushChange::Forget(of) => {
            let deletion = sqlx::query("DELETE FROM subscriptions WHERE table_id = $1 AND seat = $2");
            deletion.bind(&of.table).bind(i64::from(of.seat)).execute(&mut *connection).await?;
        }
        PushChange::Tell(of, endpoint, turn) => {
            let update =
                sqlx::query("UPDATE subscriptions SET told = $1 WHERE table_id = $2 AND seat = $3 AND endpoint = $4 AND told < $5");
            let update = update.bind(*turn as i64).bind(&of.table).bind(i64::from(of.seat)).bind(endpoint).bind(*turn as i64);
            if update.execute(&mut *connection).await?.rows_affected() == 0 {
                return Err(Failed::Unfit(StoreError::Stale));
            }
        }
    }
    Ok(())
}

/// Keeps a browser, or what is new about it; beyond the limit the one that asked first is forgotten.
async fn subscribe(connection: &mut AnyConnection, of: &SeatOf, subscriber: &Subscriber, at: u64) -> Result<(), Failed> {
    let insertion = sqlx::query(
        "INSERT INTO subscriptions (table_id, seat, endpoint, owner, browser_key, auth, words, contact, since, told) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0) ON CONFLICT (table_id, seat, endpoint) DO UPDATE SET \
         owner = excluded.owner, browser_key = excluded.browser_key, auth = excluded.auth, words = excluded.words, \
         contact = excluded.contact, since = excluded.since",
    );
    insertion
        .bind(&of.table)
        .bind(i64::from(of.seat))
        .bind(&subscriber.endpoint)
        .bind(&subscriber.owner)
        .bind(&subscriber.browser_key)
        .bind(&subscriber.auth)
        .bind(&subscriber.words)
        .bind(&subscriber.contact)
        .bind(at as i64)
        .execute(&mut *connection)
        .await?;
    let deletion = sqlx::query(
        "DELETE FROM subscriptions WHERE table_id = $1 AND seat = $2 AND endpoint NOT IN \
         (SELECT endpoint FROM subscriptions WHERE table_id = $3 AND seat = $4 ORDER BY since DESC, endpoint LIMIT $5)",
    );
    let (seat, most) = (i64::from(of.seat), limits::BROWSERS as i64);
    deletion.bind(&of.table).bind(seat).bind(&of.table).bind(seat).bind(most).execute(&mut *connection).await?;
    Ok(())
}
