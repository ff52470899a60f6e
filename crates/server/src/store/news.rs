//! News between servers on one PostgreSQL database, carried by LISTEN and NOTIFY.

use sqlx::postgres::PgListener;
use sqlx::{Any, AnyPool, Executor, Transaction};

use super::{Append, Database, StoreError};

const CHANNEL: &str = "spieltisch";
/// PostgreSQL's limit for one message is 8,000 bytes.
const LONGEST: usize = 7_000;

/// What other servers stored.
pub struct News {
    listener: PgListener,
}

/// One piece of news.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// These tables have new steps.
    Changed(Vec<String>),
    /// Who is at a table on another server.
    Here(Presence),
    /// The line was interrupted: anything may have changed.
    Interrupted,
}

/// Who is at a table on one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Which server: a name it gave itself when it started.
    pub server: String,
    /// Which table.
    pub table: String,
    /// Seats whose players are there.
    pub seats: Vec<u8>,
    /// How many watch.
    pub watchers: u32,
}

impl Presence {
    fn to_message(&self) -> String {
        let seats: String = self.seats.iter().map(|seat| format!("{seat},")).collect();
        format!("here {} {} {} {seats}", self.server, self.table, self.watchers)
    }
}

/// Reads a message; whatever cannot be read is from a newer version and may mean anything.
fn read(message: &str) -> Heard {
    let mut words = message.split(' ');
    match words.next() {
        Some("steps") => Heard::Changed(words.map(str::to_string).collect()),
        Some("here") => {
            let presence = (|| {
                let (server, table) = (words.next()?.to_string(), words.next()?.to_string());
                let watchers = words.next()?.parse().ok()?;
                let seats = words.next()?.split_terminator(',').map(|seat| seat.parse().ok()).collect::<Option<_>>()?;
                Some(Presence { server, table, seats, watchers })
            })();
            presence.map_or(Heard::Interrupted, Heard::Here)
        }
        _ => Heard::Interrupted,
    }
}

impl News {
    /// Listens, where the database can be shared.
    pub(super) async fn listen(database: &Database) -> Option<News> {
        let Database::Postgres { address } = database else { return None };
        loop {
            match Self::try_listen(address).await {
                Ok(news) => return Some(news),
                Err(error) => {
                    tracing::warn!(%error, "no news from other servers yet");
                    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                }
            }
        }
    }

    async fn try_listen(address: &str) -> sqlx::Result<News> {
        let mut listener = PgListener::connect(address).await?;
        listener.listen(CHANNEL).await?;
        Ok(News { listener })
    }

    /// Waits for the next piece of news.
    pub async fn next(&mut self) -> Heard {
        match self.listener.try_recv().await {
            Ok(Some(notification)) => read(notification.payload()),
            Ok(None) => Heard::Interrupted,
            Err(error) => {
                tracing::warn!(%error, "news from other servers are interrupted");
                tokio::time::sleep(std::time::Duration::from_millis(500)).await;
                Heard::Interrupted
            }
        }
    }
}

/// Tells the others, as part of the transaction, which tables have new steps.
pub(super) async fn tell(transaction: &mut Transaction<'_, Any>, batch: &[Append]) -> Result<(), StoreError> {
    let mut message = String::from("steps");
    for append in batch {
        if message.len() + append.table.len() > LONGEST {
            send(&mut **transaction, &message).await?;
            message.truncate("steps".len());
        }
        message.push(' ');
        message.push_str(&append.table);
    }
    send(&mut **transaction, &message).await
}

/// Tells the others who is at a table here.
pub(super) async fn tell_presence(pool: &AnyPool, presence: &Presence) -> Result<(), StoreError> {
    send(pool, &presence.to_message()).await
}

async fn send<'e>(to: impl Executor<'e, Database = Any>, message: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(message).execute(to).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_reads_back() {
        for seats in [vec![], vec![0, 3]] {
            let presence = Presence { server: "s".into(), table: "t".into(), seats, watchers: 2 };
            assert_eq!(read(&presence.to_message()), Heard::Here(presence));
        }
        assert_eq!(read("steps a b"), Heard::Changed(vec!["a".into(), "b".into()]));
        assert_eq!(read("something new"), Heard::Interrupted);
    }
}
