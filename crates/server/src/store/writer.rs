//! The one who writes. Steps that come in while a transaction is being written go into the next
//! one together: one wait for the disk serves them all.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use sqlx::{Any, AnyPool, Row, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::{Database, StoreError, TokenRow, news, role_columns};
use crate::metrics::Metrics;

/// Steps in one transaction at most.
const MOST: usize = 256;

/// Told when the step is on disk, or why not.
pub type Done = oneshot::Sender<Result<(), StoreError>>;

/// A step to be kept.
#[derive(Debug)]
pub struct Append {
    /// Which table.
    pub table: Arc<str>,
    /// Its number.
    pub seq: u64,
    /// When it happened.
    pub at: u64,
    /// What happened, as JSON.
    pub body: Arc<str>,
    /// The secret of a table that begins with this step.
    pub secret: Option<String>,
    /// Tokens that come with it.
    pub tokens: Vec<TokenRow>,
    /// Told when it is done.
    pub done: Done,
}

/// Starts the writer; it ends, with everything written, when nobody can ask it any more.
pub fn start(pool: AnyPool, database: Arc<Database>, metrics: Arc<Metrics>) -> mpsc::Sender<Append> {
    let (sender, mut incoming) = mpsc::channel::<Append>(4 * MOST);
    tokio::spawn(async move {
        let mut batch = Vec::with_capacity(MOST);
        while incoming.recv_many(&mut batch, MOST).await > 0 {
            let began = Instant::now();
            let written = write(&pool, &database, &batch).await;
            metrics.wrote(batch.len(), began.elapsed(), written.is_ok());
            if let Err(error) = &written {
                tracing::error!(%error, steps = batch.len(), "steps could not be stored");
            }
            answer(&mut batch, written);
        }
    });
    sender
}

fn answer(batch: &mut Vec<Append>, written: Result<HashSet<(String, u64)>, StoreError>) {
    for append in batch.drain(..) {
        let result = match &written {
            Ok(kept) if kept.contains(&(append.table.to_string(), append.seq)) => Ok(()),
            Ok(_) => Err(StoreError::Stale),
            Err(error) => Err(error.clone()),
        };
        // Whoever asked may have gone; the step is kept all the same.
        let _ = append.done.send(result);
    }
}

/// Writes a batch in one transaction and returns the steps that were new.
async fn write(pool: &AnyPool, database: &Database, batch: &[Append]) -> Result<HashSet<(String, u64)>, StoreError> {
    let mut transaction = pool.begin().await?;
    for append in batch {
        if let Some(secret) = &append.secret {
            sqlx::query("INSERT INTO tables (id, created, secret) VALUES ($1, $2, $3)")
                .bind(&*append.table)
                .bind(append.at as i64)
                .bind(secret)
                .execute(&mut *transaction)
                .await?;
        }
    }
    let kept = insert_steps(&mut transaction, batch).await?;
    for append in batch.iter().filter(|append| !append.tokens.is_empty()) {
        if kept.contains(&(append.table.to_string(), append.seq)) {
            insert_tokens(&mut transaction, append).await?;
        }
    }
    if database.is_shared() {
        news::tell(&mut transaction, batch).await?;
    }
    transaction.commit().await?;
    Ok(kept)
}

async fn insert_steps(transaction: &mut Transaction<'_, Any>, batch: &[Append]) -> Result<HashSet<(String, u64)>, StoreError> {
    let mut statement = String::from("INSERT INTO log (table_id, seq, happened, body) VALUES ");
    for row in 0..batch.len() {
        let first = row * 4 + 1;
        let comma = if row == 0 { "" } else { ", " };
        let _ = write!(statement, "{comma}(${first}, ${}, ${}, ${})", first + 1, first + 2, first + 3);
    }
    statement.push_str(" ON CONFLICT (table_id, seq) DO NOTHING RETURNING table_id, seq");
    let mut query = sqlx::query(&statement);
    for append in batch {
        query = query.bind(&*append.table).bind(append.seq as i64).bind(append.at as i64).bind(&*append.body);
    }
    let rows = query.fetch_all(&mut **transaction).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64))).collect()
}

/// A token for a seat replaces those that seat had: whoever takes a seat is alone in it.
async fn insert_tokens(transaction: &mut Transaction<'_, Any>, append: &Append) -> Result<(), StoreError> {
    for token in &append.tokens {
        let (role, seat) = role_columns(token.role);
        if role == "seat" {
            sqlx::query("DELETE FROM tokens WHERE table_id = $1 AND role = 'seat' AND seat = $2")
                .bind(&*append.table)
                .bind(seat)
                .execute(&mut **transaction)
                .await?;
        }
        sqlx::query("INSERT INTO tokens (hash, table_id, role, seat) VALUES ($1, $2, $3, $4)")
            .bind(&token.hash)
            .bind(&*append.table)
            .bind(role)
            .bind(seat)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}
