//! News between servers on one PostgreSQL database, carried by LISTEN and NOTIFY.

use sqlx::postgres::PgListener;
use sqlx::{Any, Transaction};

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
    /// The line was interrupted: anything may have changed.
    Interrupted,
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
            Ok(Some(notification)) => Heard::Changed(notification.payload().split(' ').map(str::to_string).collect()),
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
    let mut message = String::new();
    for append in batch {
        if message.len() + append.table.len() > LONGEST {
            send(transaction, &message).await?;
            message.clear();
        }
        if !message.is_empty() {
            message.push(' ');
        }
        message.push_str(&append.table);
    }
    send(transaction, &message).await
}

async fn send(transaction: &mut Transaction<'_, Any>, message: &str) -> Result<(), StoreError> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(message).execute(&mut **transaction).await?;
    Ok(())
}
