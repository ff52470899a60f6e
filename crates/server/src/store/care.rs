//! What whoever runs a server does with its database beside serving: a backup, and tidying expired tables away.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection;

use super::same_file;
use super::{Database, Expired, OpenError, Purge, Retention, SqlStore, Store, StoreError};
use crate::open_tables::now;

/// How long it is waited until what was deleted is overwritten everywhere; a server that runs reads now and then.
const WIPING: Duration = Duration::from_secs(60);

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
    // As long as it is held, no other backup writes there; what one left that was killed is written over.
    let _writing = Part::take(&part).map_err(|error| wrong(&error))?;
    let mut connection = database.connect_first().await.map_err(CareError::Open)?;
    let written = sqlx::query("VACUUM INTO $1").bind(part.display().to_string()).execute(&mut connection).await;
    let _ = connection.close().await;
    let failed = |error: sqlx::Error| match database.open_error(&error) {
        damaged @ OpenError::Damaged(_) => CareError::Open(damaged),
        _ => wrong(&error),
    };
    written.map_err(failed)?;
    name(&part, to).map_err(|error| wrong(&error))
}

const OVERWRITES: &str = "the file is there already; a backup never overwrites another";
const BUSY: &str = "another backup is being written to this file";

/// A file of nearly the same name.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

/// The file that a backup is written to before it is whole; removed at the end, unless it has another name by then.
struct Part {
    locked: File,
    path: PathBuf,
}

impl Drop for Part {
    fn drop(&mut self) {
        if same_file::is_at(&self.locked, &self.path) {
            let _ = std::fs::remove_file(&self.path);
        }
        self.remove_journal();
    }
}

impl Part {
    /// An empty file that is its owner's alone, and no other backup's.
    fn take(path: &Path) -> std::io::Result<Part> {
        loop {
            Database::sqlite(path).make_file().map_err(std::io::Error::other)?;
            let file = File::options().write(true).open(path)?;
            match lock(&file) {
                Err(TryLockError::WouldBlock) => return Err(std::io::Error::other(BUSY)),
                Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => return Err(error),
                _ => {}
            }
            // Another backup may have given the file that was opened its name meanwhile.
            if same_file::is_at(&file, path) {
                let part = Part { locked: file, path: path.into() };
                part.locked.set_len(0)?;
                part.remove_journal();
                return Ok(part);
            }
        }
    }

    /// SQLite leaves one beside it where it is killed, or the disk is full.
    fn remove_journal(&self) {
        let _ = std::fs::remove_file(beside(&self.path, "-journal"));
    }
}

/// Keeps others away who ask.
#[cfg(unix)]
fn lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// Elsewhere it would keep SQLite away, too; but there a file that is open cannot be removed.
#[cfg(not(unix))]
fn lock(_file: &File) -> Result<(), TryLockError> {
    Ok(())
}

/// Gives a whole file its name, on the disk too. A file that has the name already is never replaced.
fn name(part: &Path, to: &Path) -> std::io::Result<()> {
    File::open(part)?.sync_all()?;
    match std::fs::hard_link(part, to) {
        Ok(()) => std::fs::remove_file(part)?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(std::io::Error::other(OVERWRITES)),
        // Not every file system knows second names.
        Err(_) if to.exists() => return Err(std::io::Error::other(OVERWRITES)),
        Err(_) => std::fs::rename(part, to)?,
    }
    // The name is kept by the folder.
    #[cfg(unix)]
    {
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two backups to one file at the same time one is made and whole, and the other is told why not.
    #[cfg(unix)]
    #[tokio::test]
    async fn two_backups_do_not_share_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let (database, backup) = (Database::sqlite(folder.path().join("tables.db")), folder.path().join("backup.db"));
        SqlStore::open(database.clone(), Arc::default()).await.expect("a new file").close().await;
        let part = beside(&backup, ".part");
        let held = Part::take(&part).expect("nobody has it");
        std::fs::write(&part, "half a backup").expect("begun");
        let said = back_up(&database, &backup).await.expect_err("another writes there").to_string();
        assert!(said.contains("backup.db") && said.contains("another backup"), "{said}");
        assert_eq!(std::fs::read_to_string(&part).expect("it is still there"), "half a backup");
        drop(held);
        assert!(!part.exists(), "what is not whole is removed");
        std::fs::write(&part, "half a backup").expect("left by one that was killed");
        back_up(&database, &backup).await.expect("what a killed one left is written over");
        assert!(!part.exists());
        SqlStore::open(Database::sqlite(&backup), Arc::default()).await.expect("the whole of it").close().await;

        // A file that came meanwhile is not replaced.
        let (other, whole) = (folder.path().join("other.db"), folder.path().join("other.db.part"));
        std::fs::write(&other, "mine").expect("a file");
        std::fs::write(&whole, "a backup").expect("a file");
        assert!(name(&whole, &other).expect_err("it is there").to_string().contains("never overwrites"));
        assert_eq!(std::fs::read_to_string(&other).expect("a file"), "mine");
    }
}
