//! What whoever runs a server does with its database beside serving: a backup, and tidying expired tables away.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection;

use super::{Database, Expired, OpenError, Purge, Retention, SqlStore, Store, StoreError};
use crate::open_tables::now;

/// How long it is waited until what was deleted is overwritten everywhere; a server that runs reads now and then.
const WIPING: Duration = Duration::from_secs(10);

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

/// Writes the whole of a SQLite database into a new file, also while a server plays on it. It is written beside and gets its name once it is
/// whole: killed at any point, there is a whole backup under that name or none.
pub async fn back_up(database: &Database, to: &Path) -> Result<(), CareError> {
    let Database::Sqlite { file, .. } = database else { return Err(CareError::HasItsOwn) };
    let wrong = |what: &dyn fmt::Display| CareError::File(format!("{}: {what}", to.display()));
    if !file.exists() {
        return Err(CareError::File(format!("{}: there is no such database", file.display())));
    }
    if to.exists() {
        return Err(wrong(&OVERWRITES));
    }
    let part = beside(to, ".part");
    // Left by a backup that was killed.
    remove(&part);
    let mut connection = database.connect_first().await.map_err(CareError::Open)?;
    // Made first, so that it is its owner's alone from the beginning.
    Database::sqlite(&part).make_file().map_err(CareError::Open)?;
    let written = sqlx::query("VACUUM INTO $1").bind(part.display().to_string()).execute(&mut connection).await;
    let _ = connection.close().await;
    let failed = |error: sqlx::Error| match database.open_error(&error) {
        damaged @ OpenError::Damaged(_) => CareError::Open(damaged),
        _ => wrong(&error),
    };
    let named = written.map_err(failed).and_then(|_| name(&part, to).map_err(|error| wrong(&error)));
    if named.is_err() {
        remove(&part);
    }
    named
}

const OVERWRITES: &str = "the file is there already; a backup never overwrites another";

/// A file of nearly the same name.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// Removes a file that was begun, and the journal that SQLite leaves beside it on a full disk.
fn remove(part: &Path) {
    for file in [part.to_path_buf(), beside(part, "-journal")] {
        let _ = std::fs::remove_file(file);
    }
}

/// Gives a whole file its name, on the disk too.
fn name(part: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::File::open(part)?.sync_all()?;
    if to.exists() {
        return Err(std::io::Error::other(OVERWRITES));
    }
    std::fs::rename(part, to)?;
    // The name is kept by the folder.
    #[cfg(unix)]
    {
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// How expired tables are tidied away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tidy {
    /// Whether they are deleted at once, without the grace.
    pub purge: bool,
    /// Whether it is only told what would be done.
    pub dry_run: bool,
}

/// Puts expired tables into the trash and deletes those whose grace is over. It is the operator who calls this: the clock of this
/// machine is believed from now on.
pub async fn tidy(database: Database, keeping: Retention, how: Tidy) -> Result<Expired, CareError> {
    let store = SqlStore::open(database, Arc::default()).await.map_err(CareError::Open)?;
    let done = async {
        let purge = if how.purge { Purge::Now } else { Purge::AfterGrace };
        if !how.dry_run {
            store.keep_last_seen(now()).await?;
        }
        let expired = store.expire(keeping, now(), purge, how.dry_run).await?;
        if !how.dry_run && !expired.purged.is_empty() {
            store.wipe(WIPING).await;
        }
        Ok(expired)
    };
    let done = done.await.map_err(CareError::Store);
    store.close().await;
    done
}
