//! The one who writes. Steps that come in while a transaction is being written go into the next one together: one
//! wait for the disk serves them all.
//!
//! A step is called kept only after the COMMIT of its own transaction succeeded, in the file that a restart would find. After any
//! error, whatever it was, the connection is thrown away: its state is unknown, and closing it undoes what was not
//! committed.
//!
//! What belongs to a table that another server is writing to is set aside and tried again soon; the others do not wait for it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use spieltisch_protocol::Role;
use sqlx::any::AnyArguments;
use sqlx::error::ErrorKind;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::locks::{self, NotNow};
use super::reading::role_columns;
use super::same_file::SameFile;
use super::trash::{self, TrashChange};
use super::{Append, CodeRow, Database, PushChange, StoreError, latest_expiry, news, subscriptions};
use crate::metrics::Metrics;

/// Jobs in one transaction at most.
const MOST: usize = 256;
/// A transaction that takes longer is given up; only the log knows what became of it.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long something waits for a table that another server writes to: a server that hangs is cut off by the database before.
const LOCKED: Duration = Duration::from_secs(8);
/// Pauses before such a table is tried again, the first and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(16));
/// A transaction begins. Locks that are not foreseen are not waited for: one of them would hold up the whole batch.
const BEGIN_SHARED: &str = "BEGIN; SET LOCAL lock_timeout = '100ms'";
/// Transactions with a `NOTIFY` commit one after another: that turn is waited for.
const COMMIT_SHARED: &str = "SET LOCAL lock_timeout = '0'; COMMIT";
/// SQLite would otherwise find out only at the first write that another process writes.
const BEGIN_ALONE: &str = "BEGIN IMMEDIATE";

/// Told when a job is on disk, or why not.
pub type Done = oneshot::Sender<Result<(), StoreError>>;

/// Something to be written.
#[derive(Debug)]
pub struct Job {
    /// What to change.
    pub what: StoreChange,
    /// Told when it is done.
    pub done: Done,
}

/// What can be written.
#[derive(Debug)]
pub enum StoreChange {
    /// A step is kept.
    Append(Append),
    /// A table is deleted with everything of it.
    Delete(String),
    /// A code leads to a table for a while.
    Code(CodeRow),
    /// Something of those who want to be told when it is their turn.
    Push(PushChange),
    /// Something of the trash, or of the uptime by which it is emptied.
    Trash(TrashChange),
    /// A table in short, where nothing is kept yet.
    Summary(String, String),
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

impl StoreChange {
    /// The table that is written to; `None` where no other server can be writing to the same thing, as to a table that begins.
    fn table(&self) -> Option<&str> {
        match self {
            StoreChange::Append(append) => append.secret.is_none().then_some(&*append.table),
            StoreChange::Delete(table) | StoreChange::Summary(table, _) => Some(table),
            StoreChange::Code(row) => Some(&row.table),
            StoreChange::Push(change) => change.table(),
            StoreChange::Trash(change) => change.table(),
            StoreChange::Proof { .. } => None,
        }
    }
}

/// A job whose table another server writes to.
struct SetAside {
    job: Job,
    since: Instant,
    again: Instant,
    pause: Duration,
}

/// Starts the writer; it ends, with everything written, when all senders are gone.
pub fn start(
    connection: AnyConnection,
    database: Arc<Database>,
    files: Arc<SameFile>,
    metrics: Arc<Metrics>,
) -> (mpsc::Sender<Job>, JoinHandle<()>) {
    let (sender, mut incoming) = mpsc::channel::<Job>(4 * MOST);
    let running = tokio::spawn(async move {
        let mut writer = Writer { connection: Some(connection), database, files, metrics, set_aside: Vec::new() };
        let mut batch = Vec::with_capacity(MOST);
        loop {
            let again = writer.set_aside.iter().map(|aside| aside.again).min();
            let is_open = tokio::select! {
                received = incoming.recv_many(&mut batch, MOST) => received > 0,
                () = sleep_until(again.unwrap_or_else(Instant::now)), if again.is_some() => true,
            };
            if !is_open && again.is_none() {
                break;
            }
            if let Some(again) = again.filter(|_| !is_open) {
                sleep_until(again).await;
            }
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
    files: Arc<SameFile>,
    metrics: Arc<Metrics>,
    set_aside: Vec<SetAside>,
}

/// Why a transaction was given up.
pub(super) enum Failed {
    /// One of its changes breaks a rule of the database, as a step of a deleted table does.
    Rule(StoreError),
    /// One of its changes waits for another transaction.
    Locked(StoreError),
    /// Anything else.
    Other(StoreError),
}

/// What PostgreSQL says where a lock cannot be had in time.
const LOCK_NOT_AVAILABLE: &str = "55P03";

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Failed {
        match error.as_database_error().map(|error| error.kind()) {
            Some(ErrorKind::ForeignKeyViolation) => Failed::Rule(StoreError::Gone),
            Some(ErrorKind::UniqueViolation) => Failed::Rule(StoreError::Stale),
            _ if error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == LOCK_NOT_AVAILABLE) => {
                Failed::Locked(error.into())
            }
            _ => Failed::Other(error.into()),
        }
    }
}

impl Failed {
    fn into_error(self) -> StoreError {
        match self {
            Failed::Rule(error) | Failed::Locked(error) | Failed::Other(error) => error,
        }
    }
}

/// What became of a batch.
struct Written {
    /// Which steps were new, by table and number; `None` for all of them.
    new: Option<HashSet<(String, u64)>>,
    not_now: NotNow,
}

/// What became of a change.
enum WriteOutcome {
    Done(Result<(), StoreError>),
    /// Another server writes to its table.
    Locked,
}

impl Written {
    fn outcome(&self, change: &StoreChange) -> WriteOutcome {
        match change.table() {
            Some(table) if self.not_now.locked.contains(table) => WriteOutcome::Locked,
            // What is gone need not be deleted.
            Some(table) if self.not_now.gone.contains(table) && !matches!(change, StoreChange::Delete(_)) => {
                WriteOutcome::Done(Err(StoreError::Gone))
            }
            _ if self.is_new(change) => WriteOutcome::Done(Ok(())),
            _ => WriteOutcome::Done(Err(StoreError::Stale)),
        }
    }

    /// Whether a step is new; everything else is.
    fn is_new(&self, change: &StoreChange) -> bool {
        match (&self.new, change) {
            (Some(new), StoreChange::Append(append)) => new.contains(&(append.table.to_string(), append.seq)),
            _ => true,
        }
    }
}

impl Writer {
    async fn carry_out(&mut self, batch: &mut Vec<Job>) {
        let now = Instant::now();
        let mut jobs: Vec<SetAside> = self.set_aside.extract_if(.., |aside| aside.again <= now).collect();
        jobs.extend(batch.drain(..).map(|job| SetAside { job, since: now, again: now, pause: PAUSES.0 }));
        if jobs.is_empty() {
            return;
        }
        let changes: Vec<&StoreChange> = jobs.iter().map(|aside| &aside.job.what).collect();
        let outcomes = match self.transaction(&changes).await {
            Ok(written) => changes.iter().map(|change| written.outcome(change)).collect(),
            Err(Failed::Rule(_) | Failed::Locked(_)) if changes.len() > 1 => self.one_by_one(&changes).await,
            Err(Failed::Locked(_)) => vec![WriteOutcome::Locked],
            Err(failed) => {
                let error = failed.into_error();
                tracing::error!(%error, changes = changes.len(), "nothing of this could be stored");
                changes.iter().map(|_| WriteOutcome::Done(Err(error.clone()))).collect()
            }
        };
        for (aside, outcome) in jobs.into_iter().zip(outcomes) {
            match outcome {
                // The caller may have gone; what is kept is kept all the same.
                WriteOutcome::Done(answer) => drop(aside.job.done.send(answer)),
                WriteOutcome::Locked if aside.since.elapsed() < LOCKED => {
                    let (again, pause) = (Instant::now() + aside.pause, (2 * aside.pause).min(PAUSES.1));
                    self.set_aside.push(SetAside { again, pause, ..aside });
                }
                WriteOutcome::Locked => {
                    let error = StoreError::Unavailable("another server has been writing to this table for too long".into());
                    tracing::warn!(table = aside.job.what.table(), %error, "not stored");
                    let _ = aside.job.done.send(Err(error));
                }
            }
        }
    }

    /// One change of the batch breaks a rule: the others must not suffer for it.
    async fn one_by_one(&mut self, changes: &[&StoreChange]) -> Vec<WriteOutcome> {
        let mut outcomes = Vec::with_capacity(changes.len());
        for &change in changes {
            outcomes.push(match self.transaction(&[change]).await {
                Ok(written) => written.outcome(change),
                Err(Failed::Locked(_)) => WriteOutcome::Locked,
                Err(failed) => WriteOutcome::Done(Err(failed.into_error())),
            });
        }
        outcomes
    }

    /// Writes all of this, but for tables that others write to, or nothing. The connection lives on only where all of it went well.
    async fn transaction(&mut self, changes: &[&StoreChange]) -> Result<Written, Failed> {
        let began = Instant::now();
        let connection = self.connection.take();
        let written = tokio::time::timeout(PATIENCE, async {
            let mut connection = match connection {
                Some(connection) => connection,
                None => {
                    self.files.check().map_err(Failed::Other)?;
                    self.database.connect_to_write().await.map_err(Failed::Other)?
                }
            };
            let written = write(&mut connection, &self.database, changes).await?;
            // What was committed to a file that is not there any more is not kept.
            self.files.check().map_err(Failed::Other)?;
            Ok((connection, written))
        });
        let written = written.await.unwrap_or_else(|_| Err(Failed::Other(StoreError::Unavailable("it took too long".into()))));
        self.metrics.wrote(changes.len(), began.elapsed(), written.is_ok());
        let (connection, written) = written?;
        self.connection = Some(connection);
        Ok(written)
    }

    async fn end(mut self) {
        if let Some(connection) = self.connection.take() {
            let _ = sqlx::Connection::close(connection).await;
        }
    }
}

/// Writes a batch in one transaction and tells what became of it.
async fn write(connection: &mut AnyConnection, database: &Database, changes: &[&StoreChange]) -> Result<Written, Failed> {
    // Nearly always all steps are new, and asking which ones takes longer than writing them.
    if let Some(written) = try_to_write(connection, database, changes, true).await? {
        return Ok(written);
    }
    connection.execute("ROLLBACK").await?;
    let written = try_to_write(connection, database, changes, false).await?;
    written.ok_or_else(|| Failed::Other(StoreError::Unavailable("steps are new, or they are not".into())))
}

/// The same; `None`, with the transaction still open, where all steps were expected to be new and one is not.
async fn try_to_write(
    connection: &mut AnyConnection,
    database: &Database,
    changes: &[&StoreChange],
    all_new: bool,
) -> Result<Option<Written>, Failed> {
    connection.execute(if database.is_shared() { BEGIN_SHARED } else { BEGIN_ALONE }).await?;
    let mut written = Written { new: None, not_now: NotNow::default() };
    if database.is_shared() {
        let tables: BTreeSet<&str> = changes.iter().filter_map(|change| change.table()).collect();
        written.not_now = locks::take(connection, &tables).await?;
    }
    let is_free = |change: &&&StoreChange| {
        let passed_over = |table: &str| written.not_now.locked.contains(table) || written.not_now.gone.contains(table);
        !change.table().is_some_and(passed_over)
    };
    let changes: Vec<&StoreChange> = changes.iter().filter(is_free).copied().collect();
    let steps: Vec<&Append> =
        changes.iter().filter_map(|change| if let StoreChange::Append(append) = change { Some(append) } else { None }).collect();
    insert_tables(connection, &steps).await?;
    if !all_new {
        written.new = Some(insert_new(connection, database, &steps).await?);
    } else if !insert_all(connection, database, &steps).await? {
        return Ok(None);
    }
    let changes: Vec<&StoreChange> = changes.into_iter().filter(|change| written.is_new(change)).collect();
    upsert_summaries(connection, &changes).await?;
    for &change in &changes {
        match change {
            StoreChange::Append(append) => insert_tokens(connection, append).await?,
            StoreChange::Delete(table) => delete(connection, table).await?,
            StoreChange::Code(row) => insert_code(connection, database, row).await?,
            StoreChange::Push(change) => subscriptions::write(connection, change).await?,
            StoreChange::Trash(change) => trash::write(connection, change).await?,
            StoreChange::Summary(table, body) => insert_summary(connection, table, body).await?,
            StoreChange::Proof { server, proof, at } => prove(connection, server, proof, *at).await?,
        }
    }
    if database.is_shared() {
        let touched = changes.iter().filter_map(|change| match change {
            StoreChange::Append(append) => Some(&*append.table),
            StoreChange::Delete(table) | StoreChange::Trash(TrashChange::Purge(table)) => Some(table.as_str()),
            StoreChange::Code(_) | StoreChange::Push(_) | StoreChange::Trash(_) | StoreChange::Summary(..) | StoreChange::Proof { .. } => {
                None
            }
        });
        news::tell(connection, touched).await?;
    }
    connection.execute(if database.is_shared() { COMMIT_SHARED } else { "COMMIT" }).await?;
    Ok(Some(written))
}

/// Tables that begin with this batch.
async fn insert_tables(connection: &mut AnyConnection, steps: &[&Append]) -> Result<(), Failed> {
    for append in steps {
        if let Some(secret) = &append.secret {
            let insertion = sqlx::query("INSERT INTO tables (id, created, secret) VALUES ($1, $2, $3)");
            insertion.bind(&*append.table).bind(append.at as i64).bind(secret).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// The tables that these steps change, in short; where several belong to one table, the last counts.
async fn upsert_summaries(connection: &mut AnyConnection, changes: &[&StoreChange]) -> Result<(), Failed> {
    let mut summaries: HashMap<&str, (u64, &str)> = HashMap::new();
    for change in changes {
        if let StoreChange::Append(Append { table, seq, summary: Some(summary), .. }) = change {
            let newest = summaries.entry(table).or_insert((*seq, summary));
            if newest.0 <= *seq {
                *newest = (*seq, summary);
            }
        }
    }
    let rows: Vec<(&str, &str)> = summaries.into_iter().map(|(table, (_, body))| (table, body)).collect();
    for rows in powers_of_two(&rows) {
        let mut statement = String::from("INSERT INTO summaries (table_id, body) VALUES ");
        for row in 0..rows.len() {
            let comma = if row == 0 { "" } else { ", " };
            let _ = write!(statement, "{comma}(${}, ${})", 2 * row + 1, 2 * row + 2);
        }
        statement.push_str(" ON CONFLICT (table_id) DO UPDATE SET body = excluded.body");
        let query = rows.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, (table, body)| query.bind(*table).bind(*body));
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_summary(connection: &mut AnyConnection, table: &str, body: &str) -> Result<(), Failed> {
    let insertion = sqlx::query("INSERT INTO summaries (table_id, body) VALUES ($1, $2) ON CONFLICT (table_id) DO NOTHING");
    insertion.bind(table).bind(body).execute(&mut *connection).await?;
    Ok(())
}

/// Inserts steps; tells whether all were new, and stops at the first that was not.
async fn insert_all(connection: &mut AnyConnection, database: &Database, batch: &[&Append]) -> Result<bool, Failed> {
    for steps in powers_of_two(batch) {
        let statement = insertion(steps.len(), database);
        if bound(statement, steps).execute(&mut *connection).await?.rows_affected() != steps.len() as u64 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Inserts those steps that are new, and tells which.
async fn insert_new(connection: &mut AnyConnection, database: &Database, batch: &[&Append]) -> Result<HashSet<(String, u64)>, Failed> {
    // All of it may be of tables that others write to.
    if batch.is_empty() {
        return Ok(HashSet::new());
    }
    let statement = insertion(batch.len(), database) + " RETURNING table_id, seq";
    let rows = bound(statement, batch).fetch_all(&mut *connection).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64))).collect()
}

/// A batch in pieces whose lengths are powers of two: few different statements, which stay prepared.
fn powers_of_two<T>(batch: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = batch;
    std::iter::from_fn(move || {
        let (piece, others) = rest.split_at(1 << rest.len().checked_ilog2()?);
        rest = others;
        Some(piece)
    })
}

fn bound<'a>(statement: String, steps: &[&'a Append]) -> Query<'a, Any, AnyArguments> {
    steps.iter().fold(sqlx::query(AssertSqlSafe(statement)), |query, append| {
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

/// Clients choose tokens too: one that is good for anything else, here or at another table, stays what it is.
async fn insert_token(connection: &mut AnyConnection, table: &str, hash: &str, role: Role) -> Result<(), Failed> {
    let (role, seat) = role_columns(role);
    let insertion = sqlx::query(
        "INSERT INTO tokens (hash, table_id, role, seat) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO UPDATE SET seat = excluded.seat \
         WHERE tokens.table_id = excluded.table_id AND tokens.role = excluded.role AND tokens.seat = excluded.seat",
    );
    let inserted = insertion.bind(hash).bind(table).bind(role).bind(seat).execute(&mut *connection).await?;
    if inserted.rows_affected() == 0 { Err(Failed::Rule(StoreError::TokenInUse)) } else { Ok(()) }
}

/// A code that is taken, or a second one of a table, breaks a rule of the database.
async fn insert_code(connection: &mut AnyConnection, database: &Database, row: &CodeRow) -> Result<(), Failed> {
    // Codes of other tables, too: one that another server is forgetting just now is left to it.
    let forgetting = if database.is_shared() {
        "DELETE FROM codes WHERE code IN (SELECT code FROM codes WHERE expires <= $1 OR expires > $2 FOR UPDATE SKIP LOCKED)"
    } else {
        "DELETE FROM codes WHERE expires <= $1 OR expires > $2"
    };
    sqlx::query(forgetting).bind(row.at as i64).bind(latest_expiry(row.at) as i64).execute(&mut *connection).await?;
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

    fn append(table: &str, seq: u64) -> StoreChange {
        let secret = (seq == 1).then(|| "00".repeat(32));
        StoreChange::Append(Append { table: table.into(), seq, at: 7, body: "[]".into(), secret, tokens: Vec::new(), summary: None })
    }

    async fn writer(folder: &tempfile::TempDir) -> Writer {
        let database = Arc::new(Database::sqlite(folder.path().join("log.db")));
        database.bring_up_to_date().await.expect("a new file");
        let files = Arc::new(SameFile::now(&database));
        Writer { connection: None, database, files, metrics: Arc::default(), set_aside: Vec::new() }
    }

    async fn answers(writer: &mut Writer, changes: &[StoreChange]) -> Vec<Result<(), StoreError>> {
        let (mut batch, mut answers) = (Vec::new(), Vec::new());
        for change in changes {
            let (done, answer) = oneshot::channel();
            let what = match change {
                StoreChange::Append(append) => StoreChange::Append(append.clone()),
                StoreChange::Delete(table) => StoreChange::Delete(table.clone()),
                StoreChange::Code(row) => StoreChange::Code(row.clone()),
                StoreChange::Push(change) => StoreChange::Push(change.clone()),
                StoreChange::Trash(_) | StoreChange::Summary(..) | StoreChange::Proof { .. } => unreachable!("not asked for here"),
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
        let first: Vec<StoreChange> = (1..=11).map(|seq| append("a", seq)).collect();
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
        assert_eq!(answers(&mut writer, &[StoreChange::Delete("a".into())]).await, [Ok(())]);
        assert_eq!(answers(&mut writer, &[append("a", 2), append("b", 2)]).await, [Err(StoreError::Gone), Ok(())]);
        assert_eq!(rows(&writer).await, [("b".to_string(), 1), ("b".to_string(), 2)]);
    }
}
