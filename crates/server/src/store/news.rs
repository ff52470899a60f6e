//! News between servers on one PostgreSQL database, carried by LISTEN and NOTIFY.

use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{Any, AnyConnection, AnyPool, Executor};

use super::{BoxFuture, Heard, Notifications, Presence, StoreError};

const CHANNEL: &str = "spieltisch";
/// PostgreSQL's limit for one message is 8,000 bytes.
const LONGEST: usize = 7_000;
/// How long to wait before the database is asked again for news.
const PATIENCE: Duration = Duration::from_millis(500);

/// What other servers stored.
pub struct PostgresNews {
    address: String,
    /// `None` before the first news, and after the connection was lost.
    listener: Option<PgListener>,
}

impl Presence {
    fn to_message(&self) -> String {
        let seats: String = self.seats.iter().map(|seat| format!("{seat},")).collect();
        // Servers of older versions read no further than they know.
        let asks = if self.asks { "asks" } else { "tells" };
        format!("here {} {} {} {seats} {asks} {}", self.server, self.table, self.watchers, self.number)
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
                let asks = words.next() == Some("asks");
                let number = words.next().and_then(|number| number.parse().ok()).unwrap_or(0);
                Some(Presence { server, table, seats, watchers, asks, number })
            })();
            presence.map_or(Heard::Interrupted, Heard::Here)
        }
        _ => Heard::Interrupted,
    }
}

impl PostgresNews {
    /// Listens to the database at this address.
    pub fn new(address: &str) -> PostgresNews {
        PostgresNews { address: address.into(), listener: None }
    }

    async fn listen(&self) -> sqlx::Result<PgListener> {
        let mut listener = PgListener::connect(&self.address).await?;
        // A reconnection behind our back would hide that news was missed.
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok(listener)
    }

    async fn wait(&mut self) -> Heard {
        loop {
            let Some(listener) = &mut self.listener else {
                match self.listen().await {
                    Ok(listener) => {
                        self.listener = Some(listener);
                        // Whatever was stored before is not told any more.
                        return Heard::Interrupted;
                    }
                    Err(error) => {
                        tracing::warn!(%error, "no news from other servers");
                        tokio::time::sleep(PATIENCE).await;
                        continue;
                    }
                }
            };
            match listener.try_recv().await {
                Ok(Some(notification)) => return read(notification.payload()),
                Ok(None) => self.listener = None,
                Err(error) => {
                    tracing::warn!(%error, "news from other servers are interrupted");
                    self.listener = None;
                }
            }
        }
    }
}

impl Notifications for PostgresNews {
    fn next(&mut self) -> BoxFuture<'_, Heard> {
        Box::pin(self.wait())
    }
}

/// Tells the others, as part of the transaction, which tables have changed.
pub(super) async fn tell(connection: &mut AnyConnection, tables: impl Iterator<Item = &str>) -> sqlx::Result<()> {
    let mut message = String::from("steps");
    for table in tables {
        if message.len() + table.len() > LONGEST {
            send(&mut *connection, &message).await?;
            message.truncate("steps".len());
        }
        message.push(' ');
        message.push_str(table);
    }
    if message.len() > "steps".len() { send(&mut *connection, &message).await } else { Ok(()) }
}

/// Tells the others who is at a table here.
pub(super) async fn tell_presence(pool: &AnyPool, presence: &Presence) -> Result<(), StoreError> {
    Ok(send(pool, &presence.to_message()).await?)
}

async fn send<'e>(to: impl Executor<'e, Database = Any>, message: &str) -> sqlx::Result<()> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(message).execute(to).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_reads_back() {
        for (seats, asks) in [(vec![], true), (vec![0, 3], true), (vec![], false), (vec![1], false)] {
            let presence = Presence { server: "s".into(), table: "t".into(), seats, watchers: 2, asks, number: 17 };
            assert_eq!(read(&presence.to_message()), Heard::Here(presence));
        }
        assert_eq!(read("steps a b"), Heard::Changed(vec!["a".into(), "b".into()]));
        assert_eq!(read("something new"), Heard::Interrupted);
    }
}
