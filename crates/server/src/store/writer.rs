//! The one who writes. Steps that come in while a transaction is being written go into the next one together: one
//! wait for the disk serves them all.
//!
//! A step is called kept only after the COMMIT of its own transaction succeeded. After any error, whatever it was, the
//! connection is thrown away: nobody can tell what state it is in, and closing it undoes what was not committed.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use spieltisch_protocol::Role;
use sqlx::any::AnyArguments;
use sqlx::error::ErrorKind;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, Executor, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::reading::role_columns;
use super::{Append, CodeRow, Database, PushChange, StoreError, news, subscriptions};
use crate::metrics::Metrics;

/// Jobs in one transaction at most.
const MOST: usize = 256;
/// A transaction that takes longer is given up; only the log knows what became of it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Told when a job is on disk, or why not.
pub type Done = oneshot::Sender<Result<(), StoreError>>;

/// Something to be written.
#[derive(Debug)]
pub struct Job {
    /// What to change.
    pub what: Change,
    /// Told when it is done.
    pub done: Done,
}

/// What can be written.
#[derive(Debug)]
pub enum Change {
    /// A step is kept.
    Append(Append),
    /// A table is deleted with everything of it.
    Delete(String),
    /// A code leads to a table for a while.
    Code(CodeRow),
    /// Something of those who want to be told when it is their turn.
    Push(PushChange),
    /// Written to be read back: by which server, what, and when.
    Proof {
        /// The name of the server.
        server: String,
        /// What it will look for.
        proof: String,
        /// When it was written, in milliseconds since 1970.
        at: u64,
    },
}

/// Starts the writer; it ends, with everything written, when nobody can ask it any more.
pub fn start(connection: AnyConnection, database: Arc<Database>, metrics: Arc<Metrics>) -> (mpsc::Sender<Job>, JoinHandle<()>) {
    let (sender, mut incoming) = mpsc::channel::<Job>(4 * MOST);
    let running = tokio::spawn(async move {
        let mut writer = Writer { connection: Some(connection), database, metrics };
        let mut batch = Vec::with_capacity(MOST);
        while incoming.recv_many(&mut batch, MOST).await > 0 {
            writer.carry_out(&mut batch).await;
        }
        writer.end().await;
    });
    (sender, running)
}

struct Writer {
    /// `None` after an error, until the next job.
    connection: Option<AnyConnection>,
    database: Arc<Database>,
    metrics: Arc<Metrics>,
}

/// Why a transaction was given up.
pub(super) enum Failed {
    /// One of its changes breaks a rule of the database, as a step of a deleted table does.
    Rule(StoreError),
    /// Anything else.
    Other(StoreError),
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        match error.as_database_error().map(|error| error.kind()) {
            Some(ErrorKind::ForeignKeyViolation) => Failed::Rule(StoreError::Gone),
            Some(ErrorKind::UniqueViolation) => Failed::Rule(StoreError::Stale),
            _ => Failed::Other(error.into()),
        }
    }
}

impl Failed {
    fn into_error(self) -> StoreError {
        match self {
            Failed::Rule(error) | Failed::Other(error) => error,
        }
    }
}

/// Which steps of a batch were new.
enum Inserted {
    /// All of them.
    All,
    /// These: table and number.
    Some(HashSet<(String, u64)>),
}

impl Inserted {
    fn answer(&self, change: &Change) -> Result<(), StoreError> {
        match (self, change) {
            (Inserted::Some(kept), Change::Append(append)) if !kept.contains(&(append.table.to_string(), append.seq)) => {
                Err(StoreError::Stale)
            }
            _ => Ok(()),
        }
    }
}

impl Writer {
    async fn carry_out(&mut self, batch: &mut Vec<Job>) {
        let changes: Vec<&Change> = batch.iter().map(|job| &job.what).collect();
        let answers = match self.transaction(&changes).await {
            Ok(kept) => changes.iter().map(|change| kept.answer(change)).collect(),
            Err(Failed::Rule(_)) if changes.len() > 1 => self.one_by_one(&changes).await,
            Err(failed) => {
                let error = failed.into_error();
                tracing::error!(%error, changes = changes.len(), "nothing of this could be stored");
                vec![Err(error); changes.len()]
            }
        };
        for (job, answer) in batch.drain(..).zip(answers) {
            // Whoever asked may have gone; what is kept is kept all the same.
            let _ = job.done.send(answer);
        }
    }

    /// One change of the batch breaks a rule: the others must not suffer for it.
    async fn one_by_one(&mut self, changes: &[&Change]) -> Vec<Result<(), StoreError>> {
        let mut answers = Vec::with_capacity(changes.len());
        for &change in changes {
            answers.push(match self.transaction(&[change]).await {
                Ok(kept) => kept.answer(change),
                Err(failed) => Err(failed.into_error()),
            });
        }
        answers
    }

    /// Writes all of this or nothing. The connection lives on only where all of it went well.
    async fn transaction(&mut self, changes: &[&Change]) -> Result<Inserted, Failed> {
        let began = Instant::now();
        let connection = self.connection.take();
        let written = tokio::time::timeout(PATIENCE, async {
            let mut connection = match connection {
                Some(connection) => connection,
                None => self.database.connect_to_write().await.map_err(Failed::Other)?,
            };
            let kept = write(&mut connection, &self.database, changes).await?;
            Ok((connection, kept))
        });
        let written = written.await.unwrap_or_else(|_| Err(Failed::Other(StoreError::Unavailable("it took too long".into()))));
        self.metrics.wrote(changes.len(), began.elapsed(), written.is_ok());
        let (connection, kept) = written?;
        self.connection = Some(connection);
        if changes.iter().any(|change| matches!(change, Change::Delete(_))) {
            self.wipe_the_past().await;
        }
        Ok(kept)
    }

    /// What was deleted still stands in the write-ahead log until that is merged and cut.
    async fn wipe_the_past(&mut self) {
        let Some(connection) = self.connection.as_mut().filter(|_| !self.database.is_shared()) else { return };
        if let Err(error) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await {
            tracing::warn!(%error, "what was deleted stays in the file's journal until the next deletion or the end");
            self.connection = None;
        }
    }

    /// The last of what there is to do: a database in one whole file.
    async fn end(mut self) {
        if !self.database.is_shared() {
            self.wipe_the_past().await;
        }
        if let Some(connection) = self.connection.take() {
            let _ = sqlx::Connection::close(connection).await;
        }
    }
}

/// Writes a batch in one transaction and tells which steps were new.
async fn write(connection: &mut AnyConnection, database: &Database, changes: &[&Change]) -> Result<Inserted, Failed> {
    let steps: Vec<&Append> =
        changes.iter().filter_map(|change| if let Change::Append(append) = change { Some(append) } else { None }).collect();
    begin(connection, database, &steps).await?;
    // Nearly always all are new, and asking which ones takes longer than writing them.
    let kept = if insert_all(connection, database, &steps).await? {
        Inserted::All
    } else {
        connection.execute("ROLLBACK").await?;
        begin(connection, database, &steps).await?;
        Inserted::Some(insert_new(connection, database, &steps).await?)
    };
    for &change in changes {
        match change {
            Change::Append(append) if !append.tokens.is_empty() && kept.answer(change).is_ok() => insert_tokens(connection, append).await?,
            Change::Append(_) => {}
            Change::Delete(table) => delete(connection, table).await?,
            Change::Code(row) => insert_code(connection, row).await?,
            Change::Push(change) => subscriptions::write(connection, change).await?,
            Change::Proof { server, proof, at } => prove(connection, server, proof, *at).await?,
        }
    }
    if database.is_shared() {
        let touched = changes.iter().filter_map(|change| match change {
            Change::Append(append) => Some(&*append.table),
            Change::Delete(table) => Some(table.as_str()),
            Change::Code(_) | Change::Push(_) | Change::Proof { .. } => None,
        });
        news::tell(connection, touched).await?;
    }
    connection.execute("COMMIT").await?;
    Ok(kept)
}

/// A transaction in which the tables that begin with this batch are there.
async fn begin(connection: &mut AnyConnection, database: &Database, steps: &[&Append]) -> Result<(), Failed> {
    // SQLite would otherwise find out only at the first write that somebody else writes.
    connection.execute(if database.is_shared() { "BEGIN" } else { "BEGIN IMMEDIATE" }).await?;
    for append in steps {
        if let Some(secret) = &append.secret {
            let insertion = sqlx::query("INSERT INTO tables (id, created, secret) VALUES ($1, $2, $3)");
            insertion.bind(&*append.table).bind(append.at as i64).bind(secret).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// Inserts steps; tells whether all were new, and stops at the first that was not.
async fn insert_all(connection: &mut AnyConnection, database: &Database, batch: &[&Append]) -> Result<bool, Failed> {
    for steps in powers_of_two(batch) {
        let statement = insertion(steps.len(), database);
        if bound(&statement, steps).execute(&mut *connection).await?.rows_affected() != steps.len() as u64 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Inserts those steps that are new, and tells which.
async fn insert_new(connection: &mut AnyConnection, database: &Database, batch: &[&Append]) -> Result<HashSet<(String, u64)>, Failed> {
    let statement = insertion(batch.len(), database) + " RETURNING table_id, seq";
    let rows = bound(&statement, batch).fetch_all(&mut *connection).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64))).collect()
}

/// A batch in pieces whose lengths are powers of two: few different statements, which stay prepared.
fn powers_of_two<'b, 'a>(batch: &'b [&'a Append]) -> impl Iterator<Item = &'b [&'a Append]> {
    let mut rest = batch;
    std::iter::from_fn(move || {
        let (piece, others) = rest.split_at(1 << rest.len().checked_ilog2()?);
        rest = others;
        Some(piece)
    })
}

fn bound<'a>(statement: &'a str, steps: &[&'a Append]) -> Query<'a, Any, AnyArguments<'a>> {
    steps.iter().fold(sqlx::query(statement), |query, append| {
        query.bind(&*append.table).bind(append.seq as i64).bind(append.at as i64).bind(&*append.body)
    })
}

/// The statement that keeps so many steps, but none twice.
fn insertion(steps: usize, database: &Database) -> String {
    let mut statement = String::from("INSERT INTO log (table_id, seq, happened, body) VALUES ");
    for row in 0..steps {
        let first = row * 4 + 1;
        let comma = if row == 0 { "" } else { ", " };
        let _ = if database.is_shared() {
            write!(statement, "{comma}(${first}, ${}, ${}, ${})", first + 1, first + 2, first + 3)
        } else {
            // SQLite looks through all numbered places for each value that is bound: 4 % of the server's time.
            write!(statement, "{comma}(?, ?, ?, ?)")
        };
    }
    statement + " ON CONFLICT (table_id, seq) DO NOTHING"
}

async fn insert_tokens(connection: &mut AnyConnection, append: &Append) -> Result<(), Failed> {
    for token in &append.tokens {
        insert_token(connection, &append.table, &token.hash, token.role).await?;
    }
    Ok(())
}

async fn insert_token(connection: &mut AnyConnection, table: &str, hash: &str, role: Role) -> Result<(), Failed> {
    let (role, seat) = role_columns(role);
    let insertion = sqlx::query(
        "INSERT INTO tokens (hash, table_id, role, seat) VALUES ($1, $2, $3, $4) \
                                ON CONFLICT (hash) DO UPDATE SET seat = excluded.seat WHERE tokens.table_id = excluded.table_id",
    );
    insertion.bind(hash).bind(table).bind(role).bind(seat).execute(&mut *connection).await?;
    Ok(())
}

/// A code that is taken, or a second one of a table, breaks a rule of the database.
async fn insert_code(connection: &mut AnyConnection, row: &CodeRow) -> Result<(), Failed> {
    sqlx::query("DELETE FROM codes WHERE expires <= $1").bind(row.at as i64).execute(&mut *connection).await?;
    let insertion = sqlx::query("INSERT INTO codes (code, table_id, expires) VALUES ($1, $2, $3)");
    insertion.bind(&row.code).bind(&row.table).bind(row.until as i64).execute(&mut *connection).await?;
    insert_token(connection, &row.table, &row.invitation, Role::Invited).await
}

/// Steps and tokens go with their table.
async fn delete(connection: &mut AnyConnection, table: &str) -> Result<(), Failed> {
    sqlx::query("DELETE FROM tables WHERE id = $1").bind(table).execute(&mut *connection).await?;
    Ok(())
}

async fn prove(connection: &mut AnyConnection, server: &str, proof: &str, at: u64) -> Result<(), Failed> {
    let statement = "INSERT INTO health (server, proof, written) VALUES ($1, $2, $3) \
                     ON CONFLICT (server) DO UPDATE SET proof = excluded.proof, written = excluded.written";
    sqlx::query(statement).bind(server).bind(proof).bind(at as i64).execute(&mut *connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn append(table: &str, seq: u64) -> Change {
        let secret = (seq == 1).then(|| "00".repeat(32));
        Change::Append(Append { table: table.into(), seq, at: 7, body: "[]".into(), secret, tokens: Vec::new() })
    }

    async fn writer(folder: &tempfile::TempDir) -> Writer {
        let database = Arc::new(Database::sqlite(folder.path().join("log.db")));
        database.bring_up_to_date().await.expect("a new file");
        Writer { connection: None, database, metrics: Arc::default() }
    }

    async fn answers(writer: &mut Writer, changes: &[Change]) -> Vec<Result<(), StoreError>> {
        let (mut batch, mut answers) = (Vec::new(), Vec::new());
        for change in changes {
            let (done, answer) = oneshot::channel();
            let what = match change {
                Change::Append(append) => Change::Append(append.clone()),
                Change::Delete(table) => Change::Delete(table.clone()),
                Change::Code(row) => Change::Code(row.clone()),
                Change::Push(change) => Change::Push(change.clone()),
                Change::Proof { .. } => unreachable!("not asked for here"),
            };
            batch.push(Job { what, done });
            answers.push(answer);
        }
        writer.carry_out(&mut batch).await;
        let mut told = Vec::new();
        for answer in answers {
            told.push(answer.await.expect("an answer"));
        }
        told
    }

    async fn rows(writer: &Writer) -> Vec<(String, i64)> {
        let pool = writer.database.connect(1).await.expect("a reader");
        let rows = sqlx::query("SELECT table_id, seq FROM log ORDER BY table_id, seq").fetch_all(&pool).await.expect("the log");
        rows.iter().map(|row| (row.get(0), row.get(1))).collect()
    }

    /// Numbers that another server took are refused one by one; everything else of the batch is kept.
    #[tokio::test]
    async fn of_a_batch_only_steps_with_new_numbers_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut writer = writer(&folder).await;
        let first: Vec<Change> = (1..=11).map(|seq| append("a", seq)).collect();
        assert_eq!(answers(&mut writer, &first).await, vec![Ok(()); 11]);
        let second = [append("a", 11), append("b", 1), append("a", 12), append("c", 1), append("a", 3)];
        let stale = || Err(StoreError::Stale);
        assert_eq!(answers(&mut writer, &second).await, [stale(), Ok(()), Ok(()), Ok(()), stale()]);
        let expected = (1..=12).map(|seq| ("a".to_string(), seq)).chain([("b".to_string(), 1), ("c".to_string(), 1)]);
        assert_eq!(rows(&writer).await, expected.collect::<Vec<_>>());
    }

    /// A step of a deleted table is refused, leaves no row behind, and does the rest of its batch no harm.
    #[tokio::test]
    async fn nothing_is_written_for_a_deleted_table() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut writer = writer(&folder).await;
        assert_eq!(answers(&mut writer, &[append("a", 1), append("b", 1)]).await, [Ok(()), Ok(())]);
        assert_eq!(answers(&mut writer, &[Change::Delete("a".into())]).await, [Ok(())]);
        assert_eq!(answers(&mut writer, &[append("a", 2), append("b", 2)]).await, [Err(StoreError::Gone), Ok(())]);
        assert_eq!(rows(&writer).await, [("b".to_string(), 1), ("b".to_string(), 2)]);
    }
}
