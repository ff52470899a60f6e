//! The one who writes. Steps that come in while a transaction is being written go into the next
//! one together: one wait for the disk serves them all.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use sqlx::any::AnyArguments;
use sqlx::query::Query;
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

/// Which steps of a batch were new.
enum Kept {
    /// All of them.
    All,
    /// These: table and number.
    Some(HashSet<(String, u64)>),
}

impl Kept {
    fn has(&self, append: &Append) -> bool {
        match self {
            Kept::All => true,
            Kept::Some(kept) => kept.contains(&(append.table.to_string(), append.seq)),
        }
    }
}

fn answer(batch: &mut Vec<Append>, written: Result<Kept, StoreError>) {
    for append in batch.drain(..) {
        let result = match &written {
            Ok(kept) if kept.has(&append) => Ok(()),
            Ok(_) => Err(StoreError::Stale),
            Err(error) => Err(error.clone()),
        };
        // Whoever asked may have gone; the step is kept all the same.
        let _ = append.done.send(result);
    }
}

/// Writes a batch in one transaction and tells which steps were new.
async fn write(pool: &AnyPool, database: &Database, batch: &[Append]) -> Result<Kept, StoreError> {
    let mut transaction = begin(pool, batch).await?;
    // Nearly always all are new, and asking which ones takes longer than writing them.
    let kept = if insert_all(&mut transaction, batch).await? {
        Kept::All
    } else {
        transaction.rollback().await?;
        transaction = begin(pool, batch).await?;
        Kept::Some(insert_new(&mut transaction, batch).await?)
    };
    for append in batch.iter().filter(|append| !append.tokens.is_empty() && kept.has(append)) {
        insert_tokens(&mut transaction, append).await?;
    }
    if database.is_shared() {
        news::tell(&mut transaction, batch).await?;
    }
    transaction.commit().await?;
    Ok(kept)
}

/// A transaction in which the tables that begin with this batch are there.
async fn begin(pool: &AnyPool, batch: &[Append]) -> Result<Transaction<'static, Any>, StoreError> {
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
    Ok(transaction)
}

/// Inserts steps; tells whether all were new, and stops at the first that was not.
async fn insert_all(transaction: &mut Transaction<'_, Any>, batch: &[Append]) -> Result<bool, StoreError> {
    for steps in powers_of_two(batch) {
        let statement = insertion(steps.len());
        if bound(&statement, steps).execute(&mut **transaction).await?.rows_affected() != steps.len() as u64 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Inserts those steps that are new, and tells which.
async fn insert_new(transaction: &mut Transaction<'_, Any>, batch: &[Append]) -> Result<HashSet<(String, u64)>, StoreError> {
    let statement = insertion(batch.len()) + " RETURNING table_id, seq";
    let rows = bound(&statement, batch).fetch_all(&mut **transaction).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64))).collect()
}

/// A batch in pieces whose lengths are powers of two: few different statements, which stay prepared.
fn powers_of_two(batch: &[Append]) -> impl Iterator<Item = &[Append]> {
    let mut rest = batch;
    std::iter::from_fn(move || {
        let (piece, others) = rest.split_at(1 << rest.len().checked_ilog2()?);
        rest = others;
        Some(piece)
    })
}

fn bound<'a>(statement: &'a str, steps: &'a [Append]) -> Query<'a, Any, AnyArguments<'a>> {
    steps.iter().fold(sqlx::query(statement), |query, append| {
        query.bind(&*append.table).bind(append.seq as i64).bind(append.at as i64).bind(&*append.body)
    })
}

/// The statement that keeps so many steps, but none twice.
fn insertion(steps: usize) -> String {
    let mut statement = String::from("INSERT INTO log (table_id, seq, happened, body) VALUES ");
    for row in 0..steps {
        let first = row * 4 + 1;
        let comma = if row == 0 { "" } else { ", " };
        let _ = write!(statement, "{comma}(${first}, ${}, ${}, ${})", first + 1, first + 2, first + 3);
    }
    statement + " ON CONFLICT (table_id, seq) DO NOTHING"
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

#[cfg(test)]
mod tests {
    use super::*;

    fn append(table: &str, seq: u64) -> Append {
        let (done, _) = oneshot::channel();
        Append { table: table.into(), seq, at: 7, body: "[]".into(), secret: None, tokens: Vec::new(), done }
    }

    async fn written(pool: &AnyPool, database: &Database, batch: &[Append]) -> Vec<bool> {
        let kept = write(pool, database, batch).await.expect("the database takes it");
        batch.iter().map(|append| kept.has(append)).collect()
    }

    /// Numbers that another server took are refused one by one; everything else of the batch is kept.
    #[tokio::test]
    async fn of_a_batch_only_steps_with_new_numbers_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::sqlite(folder.path().join("log.db"));
        let pool = database.connect(1).await.expect("a new file");
        sqlx::migrate!().run(&pool).await.expect("its tables");
        let first: Vec<Append> = (1..=11).map(|seq| append("a", seq)).collect();
        assert_eq!(written(&pool, &database, &first).await, [true; 11]);
        let second: Vec<Append> = [("a", 11), ("b", 1), ("a", 12), ("c", 1), ("a", 3)].map(|(table, seq)| append(table, seq)).into();
        assert_eq!(written(&pool, &database, &second).await, [false, true, true, true, false]);
        let rows = sqlx::query("SELECT table_id, seq FROM log ORDER BY table_id, seq").fetch_all(&pool).await.expect("the log");
        let rows: Vec<(String, i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let expected = (1..=12).map(|seq| ("a".to_string(), seq)).chain([("b".to_string(), 1), ("c".to_string(), 1)]);
        assert_eq!(rows, expected.collect::<Vec<_>>());
    }
}
