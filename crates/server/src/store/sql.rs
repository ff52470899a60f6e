//! Tables in SQLite or PostgreSQL, by the same statements.

use std::sync::{Arc, Mutex, PoisonError};

use spieltisch_fair::Secret;
use spieltisch_protocol::Role;
use sqlx::{AnyPool, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::news::PostgresNews;
use super::writer::{self, Change, Job};
use super::{
    Append, CodeRow, Database, Keeping, Later, News, OpenError, Presence, PushChange, Shown, Store, StoreError, StoredStep, Wanted, news,
    reading,
};
use crate::metrics::Metrics;
use crate::rooms::now;
use crate::tokens;

/// Connections that read.
const READERS: u32 = 4;

/// Tables in a database.
pub struct SqlStore {
    readers: AnyPool,
    writer: Mutex<Option<mpsc::Sender<Job>>>,
    writing: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    database: Arc<Database>,
    /// This server's name among those on the same database.
    server: String,
    /// One proof at a time: what is read back must be the very thing that was written.
    proving: tokio::sync::Mutex<()>,
}

impl SqlStore {
    /// Opens the database, brings its tables up to date and starts the one who writes.
    pub async fn open(database: Database, metrics: Arc<Metrics>) -> Result<SqlStore, OpenError> {
        database.bring_up_to_date().await?;
        let connection = database.connect_to_write().await.map_err(|error| OpenError::Connect(error.to_string()))?;
        let readers = database.connect(READERS).await?;
        let database = Arc::new(database);
        let (writer, writing) = writer::start(connection, database.clone(), metrics);
        let server = tokens::new_table_name();
        Ok(SqlStore {
            readers,
            writer: Mutex::new(Some(writer)),
            writing: tokio::sync::Mutex::new(Some(writing)),
            database,
            server,
            proving: tokio::sync::Mutex::default(),
        })
    }

    pub(super) fn readers(&self) -> &AnyPool {
        &self.readers
    }

    /// Changes something of those who want to be told.
    pub async fn change_push(&self, what: PushChange) -> Result<(), StoreError> {
        self.change(Change::Push(what)).await
    }

    async fn change(&self, what: Change) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("the server is stopping".into());
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or_else(gone)?;
        let (done, answer) = oneshot::channel();
        writer.send(Job { what, done }).await.map_err(|_| gone())?;
        // The writer may die with its answer; then nobody can say what became of the change.
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    async fn write_and_read_back(&self) -> Result<(), StoreError> {
        let _alone = self.proving.lock().await;
        let proof = tokens::new_token();
        self.change(Change::Proof { server: self.server.clone(), proof: proof.clone(), at: now() }).await?;
        let row = sqlx::query("SELECT proof FROM health WHERE server = $1").bind(&self.server).fetch_one(&self.readers).await?;
        let read: String = row.try_get(0)?;
        if read == proof { Ok(()) } else { Err(StoreError::Unavailable("what was written reads differently".into())) }
    }
}

impl Store for SqlStore {
    fn append(&self, append: Append) -> Later<'_, Result<(), StoreError>> {
        Box::pin(self.change(Change::Append(append)))
    }

    fn steps<'a>(&'a self, table: &'a str, wanted: Wanted) -> Later<'a, Result<Vec<StoredStep>, StoreError>> {
        Box::pin(reading::steps(&self.readers, table, wanted))
    }

    fn shown<'a>(&'a self, table: &'a str) -> Later<'a, Result<Shown, StoreError>> {
        Box::pin(reading::shown(&self.readers, table))
    }

    fn secret<'a>(&'a self, table: &'a str) -> Later<'a, Result<Option<Secret>, StoreError>> {
        Box::pin(reading::secret(&self.readers, table))
    }

    fn role<'a>(&'a self, table: &'a str, hash: &'a str) -> Later<'a, Result<Option<Role>, StoreError>> {
        Box::pin(reading::role(&self.readers, table, hash))
    }

    fn keep_code(&self, row: CodeRow) -> Later<'_, Result<(), StoreError>> {
        Box::pin(self.change(Change::Code(row)))
    }

    fn code_of<'a>(&'a self, table: &'a str, now: u64) -> Later<'a, Result<Option<(String, u64)>, StoreError>> {
        Box::pin(reading::code_of(&self.readers, table, now))
    }

    fn table_by_code<'a>(&'a self, code: &'a str, now: u64) -> Later<'a, Result<Option<String>, StoreError>> {
        Box::pin(reading::table_by_code(&self.readers, code, now))
    }

    fn ends<'a>(&'a self, tables: &'a [Arc<str>]) -> Later<'a, Result<Vec<(String, u64)>, StoreError>> {
        Box::pin(reading::ends(&self.readers, tables))
    }

    fn delete<'a>(&'a self, table: &'a str) -> Later<'a, Result<(), StoreError>> {
        Box::pin(self.change(Change::Delete(table.into())))
    }

    fn forgotten(&self, keeping: Keeping, now: u64) -> Later<'_, Result<Vec<String>, StoreError>> {
        Box::pin(reading::forgotten(&self.readers, keeping, now))
    }

    fn tell_presence<'a>(&'a self, presence: &'a Presence) -> Later<'a, ()> {
        Box::pin(async move {
            if let Err(error) = news::tell_presence(&self.readers, presence).await {
                tracing::warn!(%error, "other servers could not be told who is here");
            }
        })
    }

    fn is_shared(&self) -> bool {
        self.database.is_shared()
    }

    fn prove(&self) -> Later<'_, Result<(), StoreError>> {
        Box::pin(self.write_and_read_back())
    }

    fn news(&self) -> Later<'_, Option<Box<dyn News>>> {
        Box::pin(async {
            let Database::Postgres { address } = &*self.database else { return None };
            Some(Box::new(PostgresNews::new(address)) as Box<dyn News>)
        })
    }

    fn close(&self) -> Later<'_, ()> {
        Box::pin(async {
            // The readers first: the writer merges the journal into the file when it is the last.
            self.readers.close().await;
            drop(self.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
            if let Some(writing) = self.writing.lock().await.take() {
                let _ = writing.await;
            }
        })
    }
}
