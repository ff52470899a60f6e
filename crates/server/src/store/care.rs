//! What whoever runs a server does with its database beside serving: a backup, and deleting what nobody touches.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use sqlx::Connection;

use super::{Database, Keeping, OpenError, SqlStore, Store, StoreError};
use crate::rooms::now;

/// Why something could not be done with a database.
#[derive(Debug, thiserror::Error)]
pub enum CareError {
    /// It cannot be opened.
    #[error("{0}")]
    Open(OpenError),
    /// It does not take it.
    #[error("{0}")]
    Store(StoreError),
    /// The file for the backup cannot be written.
    #[error("{0}")]
    File(String),
    /// A PostgreSQL database has programs of its own for this.
    #[error("a PostgreSQL database is backed up by pg_dump, as docs/operations.md shows")]
    HasItsOwn,
}

/// Writes the whole of a SQLite database into a new file, also while a server plays on it.
pub async fn back_up(database: &Database, to: &Path) -> Result<(), CareError> {
    let Database::Sqlite { file, .. } = database else { return Err(CareError::HasItsOwn) };
    let wrong = |what: &dyn fmt::Display| CareError::File(format!("{}: {what}", to.display()));
    if !file.exists() {
        return Err(CareError::File(format!("{}: there is no such database", file.display())));
    }
    if to.exists() {
        return Err(wrong(&"the file is there already; a backup never overwrites another"));
    }
    let mut connection = database.connect_to_write().await.map_err(CareError::Store)?;
    // Made first, so that it is its owner's alone from the beginning.
    Database::sqlite(to).make_file().map_err(CareError::Open)?;
    let written = sqlx::query("VACUUM INTO $1").bind(to.display().to_string()).execute(&mut connection).await;
    let _ = connection.close().await;
    if let Err(error) = written {
        // Half a backup is worse than none.
        let _ = std::fs::remove_file(to);
        return Err(wrong(&error));
    }
    std::fs::File::open(to).and_then(|file| file.sync_all()).map_err(|error| wrong(&error))
}

/// Deletes tables that nobody has touched for as long as they are kept; a dry run only tells how many there are.
pub async fn tidy(database: Database, keeping: Keeping, dry_run: bool) -> Result<usize, CareError> {
    let store = SqlStore::open(database, Arc::default()).await.map_err(CareError::Open)?;
    let done = async {
        let forgotten = store.forgotten(keeping, now()).await?;
        if !dry_run {
            for table in &forgotten {
                store.delete(table).await?;
            }
        }
        Ok(forgotten.len())
    };
    let done = done.await.map_err(CareError::Store);
    store.close().await;
    done
}
