//! Deleting a table. Its log may be of any length, and one transaction for all of it would hold everyone up: so its tokens and its secret go
//! at once, by which it is gone for everyone, and then its steps, some at a time. What a server leaves that stops meanwhile is swept
//! by the next one.

use std::sync::Arc;

use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};

use super::StoreError;
use super::transaction::Failed;
use super::write_queue::WriteQueue;
use super::writer::StoreChange;

/// Steps that are deleted together.
const SLICE: u64 = 500;

/// Everything of a table but its steps.
const BESIDE_THE_LOG: [&str; 5] = ["tokens", "codes", "summaries", "subscriptions", "trash"];

/// Deletes everything of a table but its steps: without its secret it is none any more.
pub(super) async fn mark(connection: &mut AnyConnection, table: &str) -> Result<(), Failed> {
    for rows in BESIDE_THE_LOG {
        sqlx::query(AssertSqlSafe(format!("DELETE FROM {rows} WHERE table_id = $1"))).bind(table).execute(&mut *connection).await?;
    }
    sqlx::query("UPDATE tables SET secret = '' WHERE id = $1").bind(table).execute(connection).await?;
    Ok(())
}

/// Deletes some of the steps of a table that was deleted; with the last of them the table itself.
pub(super) async fn delete_slice(connection: &mut AnyConnection, table: &str) -> Result<(), Failed> {
    let deletion =
        sqlx::query("DELETE FROM log WHERE table_id = $1 AND seq IN (SELECT seq FROM log WHERE table_id = $2 ORDER BY seq LIMIT $3)");
    let deleted = deletion.bind(table).bind(table).bind(SLICE as i64).execute(&mut *connection).await?.rows_affected();
    if deleted < SLICE {
        sqlx::query("DELETE FROM tables WHERE id = $1 AND secret = ''").bind(table).execute(connection).await?;
    }
    Ok(())
}

/// Deletes what is left of tables that were deleted.
pub(super) async fn sweep(queue: Arc<WriteQueue>, readers: AnyPool) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT id FROM tables WHERE secret = ''").fetch_all(&readers).await?;
    for row in rows {
        let table: String = row.try_get(0)?;
        let is_left = async || {
            let found = sqlx::query("SELECT 1 FROM tables WHERE id = $1").bind(&table).fetch_optional(&readers).await;
            found.map(|row| row.is_some())
        };
        while is_left().await? {
            queue.change(StoreChange::Slice(table.clone())).await?;
        }
    }
    Ok(())
}
