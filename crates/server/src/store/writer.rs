//! The one who writes. Steps that come in while a transaction is being written go into the next one together: one
//! wait for the disk serves them all.
//!
//! A step is called kept only after the COMMIT of its own transaction succeeded, in the file that a restart would find. After any
//! error, whatever it was, the connection is thrown away: its state is unknown, and closing it undoes what was not
//! committed.
//!
//! What belongs to a table that another server is writing to is set aside and tried again soon; the others do not wait for it.

use std::sync::Arc;
use std::time::Duration;

use sqlx::AnyConnection;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::same_file::SameFile;
use super::transaction::{Failed, WriteOutcome, write};
use super::trash::TrashChange;
use super::{Append, CodeRow, Database, PushChange, StoreError};
use crate::metrics::Metrics;

/// Jobs in one transaction at most.
const MOST: usize = 256;
/// A transaction that takes longer is given up; only the log knows what became of it.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long something waits for a table that another server writes to: a server that hangs is cut off by the database before.
const LOCKED: Duration = Duration::from_secs(8);
/// Pauses before such a table is tried again, the first and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(16));
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
    /// A table is deleted, but for its steps.
    Delete(String),
    /// Some of the steps of a deleted table are deleted, with the last of them the table itself.
    Slice(String),
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
    pub(super) fn table(&self) -> Option<&str> {
        match self {
            StoreChange::Append(append) => append.secret.is_none().then_some(&*append.table),
            StoreChange::Delete(table) | StoreChange::Slice(table) | StoreChange::Summary(table, _) => Some(table),
            StoreChange::Code(row) => Some(&row.table),
            StoreChange::Push(change) => change.table(),
            StoreChange::Trash(change) => change.table(),
            StoreChange::Proof { .. } => None,
        }
    }

    /// The step, where it is one.
    pub(super) fn as_step(&self) -> Option<&Append> {
        if let StoreChange::Append(append) = self { Some(append) } else { None }
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

impl Writer {
    async fn carry_out(&mut self, batch: &mut Vec<Job>) {
        let now = Instant::now();
        let mut jobs: Vec<SetAside> = self.set_aside.extract_if(.., |aside| aside.again <= now).collect();
        jobs.extend(batch.drain(..).map(|job| SetAside { job, since: now, again: now, pause: PAUSES.0 }));
        if jobs.is_empty() {
            return;
        }
        let changes: Vec<&StoreChange> = jobs.iter().map(|aside| &aside.job.what).collect();
        let outcomes = self.write(&changes).await;
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

    /// Writes all of this in one transaction. Where one of the changes keeps it from being written, it is cut in halves until that one
    /// stands alone: the others must not suffer for it.
    async fn write(&mut self, changes: &[&StoreChange]) -> Vec<WriteOutcome> {
        let mut outcomes = Vec::with_capacity(changes.len());
        let mut left = vec![changes];
        while let Some(some) = left.pop() {
            match self.transaction(some).await {
                Ok(written) => outcomes.extend(written),
                Err(Failed::Rule(_) | Failed::Locked(_)) if some.len() > 1 => {
                    let (first, second) = some.split_at(some.len() / 2);
                    left.extend([second, first]);
                }
                Err(Failed::Locked(_)) => outcomes.push(WriteOutcome::Locked),
                Err(failed) => {
                    let error = failed.into_error();
                    tracing::error!(%error, changes = some.len(), "nothing of this could be stored");
                    outcomes.extend(some.iter().map(|_| WriteOutcome::Done(Err(error.clone()))));
                }
            }
        }
        outcomes
    }

    /// Writes all of this, but for tables that others write to, or nothing. The connection lives on only where all of it went well.
    async fn transaction(&mut self, changes: &[&StoreChange]) -> Result<Vec<WriteOutcome>, Failed> {
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

#[cfg(test)]
mod tests {
    use spieltisch_protocol::Role;
    use sqlx::Row;

    use super::*;
    use crate::store::TokenRow;

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
                StoreChange::Slice(table) => StoreChange::Slice(table.clone()),
                StoreChange::Trash(_) | StoreChange::Summary(..) | StoreChange::Proof { .. } => unreachable!("not asked for here"),
            };
            batch.push(Job { what, done });
            answers.push(answer);
        }
        writer.carry_out(&mut batch).await;
        while let Some(again) = writer.set_aside.iter().map(|aside| aside.again).min() {
            sleep_until(again).await;
            writer.carry_out(&mut batch).await;
        }
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

    fn sit(table: &str, seq: u64, token: &str) -> StoreChange {
        let StoreChange::Append(step) = append(table, seq) else { unreachable!("a step was asked for") };
        StoreChange::Append(Append { tokens: vec![TokenRow { hash: token.into(), role: Role::Seat(1) }], ..step })
    }

    fn code(table: &str, code: &str) -> StoreChange {
        let invitation = format!("invitation to {table} by {code}");
        StoreChange::Code(CodeRow { code: code.into(), table: table.into(), at: 7, until: 8, invitation })
    }

    /// What a client asks for that cannot be done costs the others of its batch no transaction of their own.
    #[tokio::test]
    async fn what_does_not_fit_is_left_out_of_one_transaction() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut writer = writer(&folder).await;
        let tables: Vec<String> = (0..20).map(|number| format!("table {number}")).collect();
        let begin: Vec<StoreChange> = tables.iter().map(|table| append(table, 1)).collect();
        assert_eq!(answers(&mut writer, &begin).await, vec![Ok(()); 20]);
        assert_eq!(answers(&mut writer, &[sit("table 0", 2, "in use"), code("table 0", "BCDFGH")]).await, [Ok(()), Ok(())]);
        let (stored, failed) = writer.metrics.transactions();
        let mut batch: Vec<StoreChange> = tables.iter().skip(2).map(|table| append(table, 2)).collect();
        batch.extend([sit("table 1", 2, "in use"), code("table 1", "BCDFGH"), code("table 0", "JKLMNP"), sit("table 0", 3, "in use")]);
        let (stale, in_use) = (Err(StoreError::Stale), Err(StoreError::TokenInUse));
        let expected = [vec![Ok(()); 18], vec![in_use.clone(), stale.clone(), stale.clone(), Ok(())]].concat();
        assert_eq!(answers(&mut writer, &batch).await, expected);
        assert_eq!(writer.metrics.transactions(), (stored + 1, failed), "one commit for all of them");

        // A token that two choose at the same moment is one's; the other is told as soon as that is stored.
        let (first, second) = (sit("table 2", 3, "new"), sit("table 3", 3, "new"));
        let both = tokio::time::timeout(Duration::from_secs(20), answers(&mut writer, &[first, second])).await;
        assert_eq!(both.expect("both are answered"), [Ok(()), in_use]);

        // So with tables that are gone, and numbers that are taken.
        let gone = [StoreChange::Delete("table 4".into()), StoreChange::Slice("table 4".into())];
        assert_eq!(answers(&mut writer, &gone).await, [Ok(()), Ok(())]);
        let (stored, failed) = writer.metrics.transactions();
        let batch = [append("table 4", 3), append("table 5", 2), append("table 6", 3), code("table 4", "QRSTVW")];
        assert_eq!(answers(&mut writer, &batch).await, [Err(StoreError::Gone), stale, Ok(()), Err(StoreError::Gone)]);
        assert_eq!(writer.metrics.transactions(), (stored + 1, failed), "one commit for all of them");
    }

    /// A step of a deleted table is refused, leaves no row behind, and does the rest of its batch no harm.
    #[tokio::test]
    async fn nothing_is_written_for_a_deleted_table() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut writer = writer(&folder).await;
        assert_eq!(answers(&mut writer, &[append("a", 1), append("b", 1)]).await, [Ok(()), Ok(())]);
        assert_eq!(answers(&mut writer, &[StoreChange::Delete("a".into()), StoreChange::Slice("a".into())]).await, [Ok(()), Ok(())]);
        assert_eq!(answers(&mut writer, &[append("a", 2), append("b", 2)]).await, [Err(StoreError::Gone), Ok(())]);
        assert_eq!(rows(&writer).await, [("b".to_string(), 1), ("b".to_string(), 2)]);
    }
}
