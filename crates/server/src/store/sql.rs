//! Tables in SQLite or PostgreSQL, by the same statements.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use spieltisch_protocol::Role;
use spieltisch_records::fair::Secret;
use sqlx::{AnyPool, Row};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::checkpoint::Checkpoints;
use super::news::PostgresNews;
use super::same_file::SameFile;
use super::write_queue::WriteQueue;
use super::writer::{self, StoreChange};
use super::{
    Append, BoxFuture, CodeRow, Database, LogRange, LogWindow, Notifications, OpenError, Presence, PushChange, Store, StoreError,
    StoredStep, StoredSummary, news, reading, sweep,
};
use crate::fair_queue::{FairQueue, Permit};
use crate::metrics::Metrics;
use crate::open_tables::now;
use crate::tokens;

/// Connections that read.
const READERS: u32 = 4;
/// How many of them may read logs at the same time: what is looked up by a key never waits for a log.
const LOG_READERS: usize = 3;
/// How many of those may read the log of one table.
const LOG_READERS_PER_TABLE: usize = 1;

/// Tables in a database.
pub struct SqlStore {
    readers: AnyPool,
    /// Tables take turns at reading logs, page by page.
    log_readers: Arc<FairQueue<String>>,
    /// What is read must be what a restart would find.
    files: Arc<SameFile>,
    /// Where the database is a file.
    checkpoints: Mutex<Option<Arc<Checkpoints>>>,
    checkpointing: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    queue: Arc<WriteQueue>,
    writing: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    database: Arc<Database>,
    /// This server's name among those on the same database.
    server: String,
    /// One proof at a time: what is read back must be the very thing that was written. The last one, and when it began.
    proving: tokio::sync::Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl SqlStore {
    /// Opens the database, brings its tables up to date and starts the one who writes.
    pub async fn open(database: Database, metrics: Arc<Metrics>) -> Result<SqlStore, OpenError> {
        database.bring_up_to_date().await?;
        let connection = database.connect_first().await?;
        let readers = database.connect(READERS).await?;
        let database = Arc::new(database);
        let files = Arc::new(SameFile::now(&database));
        let started = if database.is_shared() { None } else { Some(Checkpoints::start(&database, files.clone()).await?) };
        let (checkpoints, checkpointing) = started.map(|(checkpoints, running)| (Arc::new(checkpoints), running)).unzip();
        let (writer, writing) = writer::start(connection, database.clone(), files.clone(), metrics);
        let server = tokens::new_table_name();
        Ok(SqlStore {
            readers,
            files,
            log_readers: FairQueue::new(LOG_READERS, LOG_READERS_PER_TABLE),
            checkpoints: Mutex::new(checkpoints),
            checkpointing: tokio::sync::Mutex::new(checkpointing),
            queue: WriteQueue::new(writer),
            writing: tokio::sync::Mutex::new(Some(writing)),
            database,
            server,
            proving: tokio::sync::Mutex::default(),
        })
    }

    /// Connections that read, where what they would read is what a restart would find.
    pub(super) fn readers(&self) -> Result<&AnyPool, StoreError> {
        self.files.check()?;
        Ok(&self.readers)
    }

    /// Changes something of those who want to be told.
    pub async fn change_push(&self, what: PushChange) -> Result<(), StoreError> {
        self.change(StoreChange::Push(what)).await
    }

    pub(super) async fn change(&self, what: StoreChange) -> Result<(), StoreError> {
        self.queue.change(what).await
    }

    fn checkpoints(&self) -> Option<Arc<Checkpoints>> {
        self.checkpoints.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The right to read the log of a table, behind others who want the same table and beside those who want another.
    pub(super) async fn turn_to_read(&self, table: &str) -> Permit<String> {
        self.log_readers.turn(table.to_string()).await
    }

    async fn read_steps(&self, table: &str, wanted: LogRange) -> Result<Vec<StoredStep>, StoreError> {
        let _turn = self.turn_to_read(table).await;
        reading::steps(self.readers()?, table, wanted).await
    }

    async fn read_shown(&self, table: &str) -> Result<LogWindow, StoreError> {
        let _turn = self.turn_to_read(table).await;
        reading::shown(self.readers()?, table).await
    }

    async fn read_role(&self, table: &str, hash: &str) -> Result<Option<Role>, StoreError> {
        reading::role(self.readers()?, table, hash).await
    }

    /// A proof that began after it was asked for; however many ask at the same time, they share it.
    async fn shared_proof(&self) -> Result<(), StoreError> {
        let asked = Instant::now();
        let mut last = self.proving.lock().await;
        if let Some((_, proof)) = last.as_ref().filter(|(began, _)| *began >= asked) {
            return proof.clone();
        }
        let began = Instant::now();
        let proof = self.write_and_read_back().await;
        *last = Some((began, proof.clone()));
        proof
    }

    async fn write_and_read_back(&self) -> Result<(), StoreError> {
        let proof = tokens::new_token();
        self.change(StoreChange::Proof { server: self.server.clone(), proof: proof.clone(), at: now() }).await?;
        let row = sqlx::query("SELECT proof FROM health WHERE server = $1").bind(&self.server).fetch_one(self.readers()?).await?;
        let read: String = row.try_get(0)?;
        if read == proof { Ok(()) } else { Err(StoreError::Unavailable("what was written reads differently".into())) }
    }
}

impl Store for SqlStore {
    fn append(&self, append: Append) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.change(StoreChange::Append(append)))
    }

    fn steps<'a>(&'a self, table: &'a str, wanted: LogRange) -> BoxFuture<'a, Result<Vec<StoredStep>, StoreError>> {
        Box::pin(self.read_steps(table, wanted))
    }

    fn shown<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<LogWindow, StoreError>> {
        Box::pin(self.read_shown(table))
    }

    fn summary<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<StoredSummary>, StoreError>> {
        Box::pin(async move { reading::summary(self.readers()?, table).await })
    }

    fn keep_summary<'a>(&'a self, table: &'a str, body: String) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.change(StoreChange::Summary(table.into(), body)))
    }

    fn secret<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<Option<Secret>, StoreError>> {
        Box::pin(async move { reading::secret(self.readers()?, table).await })
    }

    fn role<'a>(&'a self, table: &'a str, hash: &'a str) -> BoxFuture<'a, Result<Option<Role>, StoreError>> {
        Box::pin(self.read_role(table, hash))
    }

    fn keep_code(&self, row: CodeRow) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.change(StoreChange::Code(row)))
    }

    fn code_of<'a>(&'a self, table: &'a str, now: u64) -> BoxFuture<'a, Result<Option<(String, u64)>, StoreError>> {
        Box::pin(async move { reading::code_of(self.readers()?, table, now).await })
    }

    fn table_by_code<'a>(&'a self, code: &'a str, now: u64) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        Box::pin(async move { reading::table_by_code(self.readers()?, code, now).await })
    }

    fn ends<'a>(&'a self, tables: &'a [Arc<str>]) -> BoxFuture<'a, Result<Vec<(String, u64)>, StoreError>> {
        Box::pin(async move { reading::ends(self.readers()?, tables).await })
    }

    fn delete<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.change(StoreChange::Delete(table.into())))
    }

    fn wipe(&self, patience: Duration) -> BoxFuture<'_, bool> {
        let (queue, readers, checkpoints) = (self.queue.clone(), self.readers.clone(), self.checkpoints());
        // It goes on where it is not waited for.
        let wiping = tokio::spawn(async move {
            if let Err(error) = sweep::sweep(queue, readers).await {
                tracing::warn!(%error, "what was deleted still lies in the database; it is deleted when the server starts again");
                return false;
            }
            match checkpoints {
                Some(checkpoints) => checkpoints.wipe().await,
                // PostgreSQL keeps what was deleted until it tidies up by itself.
                None => false,
            }
        });
        Box::pin(async move { matches!(timeout(patience, wiping).await, Ok(Ok(true))) })
    }

    fn restore<'a>(&'a self, table: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.restore_from_trash(table))
    }

    fn tell_presence<'a>(&'a self, presence: &'a Presence) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            if let Err(error) = news::tell_presence(&self.readers, presence).await {
                tracing::warn!(%error, "other servers could not be told who is here");
            }
        })
    }

    fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    fn prove(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.shared_proof())
    }

    fn news(&self) -> BoxFuture<'_, Option<Box<dyn Notifications>>> {
        Box::pin(async {
            let Database::Postgres { address } = &*self.database else { return None };
            Some(Box::new(PostgresNews::new(address)) as Box<dyn Notifications>)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            self.readers.close().await;
            self.queue.close();
            if let Some(writing) = self.writing.lock().await.take() {
                let _ = writing.await;
            }
            // The last of all: it leaves one whole file.
            drop(self.checkpoints.lock().unwrap_or_else(PoisonError::into_inner).take());
            if let Some(checkpointing) = self.checkpointing.lock().await.take() {
                let _ = checkpointing.await;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::store::write_queue::SERVICES;
    use crate::store::{SeatOf, Subscriber};

    fn step(table: &str, seq: u64) -> Append {
        let secret = (seq == 1).then(|| "00".repeat(32));
        Append { table: table.into(), seq, at: 7, body: "[]".into(), secret, tokens: Vec::new(), summary: None }
    }

    /// A step waits for no crowd of other changes, of whatever tables.
    #[tokio::test]
    async fn a_step_waits_for_no_crowd_of_subscriptions() {
        const TABLES: usize = 20;
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqlStore::open(Database::sqlite(folder.path().join("tables.db")), Arc::default()).await.expect("a new file");
        let store = Arc::new(store);
        for table in 0..TABLES {
            store.append(step(&format!("{table:016x}"), 1)).await.expect("kept");
        }
        let written = Arc::new(AtomicUsize::new(0));
        let crowd: Vec<_> = (0..2_000)
            .map(|number| {
                let (store, written) = (store.clone(), written.clone());
                let of = SeatOf { table: format!("{:016x}", 1 + number % (TABLES - 1)), seat: 0 };
                let text = |name: &str| format!("{name} {number}");
                let subscriber = Subscriber {
                    endpoint: text("endpoint"),
                    owner: text("owner"),
                    browser_key: text("key"),
                    auth: text("auth"),
                    words: text("words"),
                    contact: String::new(),
                };
                tokio::spawn(async move {
                    store.change_push(PushChange::Subscribe(of, subscriber, 7)).await.expect("kept");
                    written.fetch_add(1, Ordering::SeqCst);
                })
            })
            .collect();
        tokio::task::yield_now().await;
        let before = written.load(Ordering::SeqCst);
        store.append(step(&format!("{:016x}", 0), 2)).await.expect("kept");
        let meanwhile = written.load(Ordering::SeqCst) - before;
        // Those in the transaction that was being written, and those in its own.
        assert!(meanwhile <= 3 * SERVICES, "{meanwhile} came before");
        for one in crowd {
            one.await.expect("all are written in the end");
        }
    }
}
