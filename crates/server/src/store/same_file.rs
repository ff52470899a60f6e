//! Whether the files that are open are still those that a server would find if it started now. Under a database that was deleted
//! or replaced everything seems to work, and all of it is lost at the end.

use std::path::{Path, PathBuf};

use super::{Database, StoreError};

/// The files of a SQLite database as they were when it was opened.
#[derive(Debug)]
pub struct SameFile {
    files: Vec<(PathBuf, FileId)>,
}

/// What tells a file from another of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileId {
    device: u64,
    inode: u64,
}

#[cfg(unix)]
fn id(path: &Path) -> Option<FileId> {
    let found = std::fs::metadata(path).ok()?;
    Some(FileId { device: std::os::unix::fs::MetadataExt::dev(&found), inode: std::os::unix::fs::MetadataExt::ino(&found) })
}

/// Elsewhere a file that is open cannot be taken away.
#[cfg(not(unix))]
fn id(_path: &Path) -> Option<FileId> {
    None
}

/// The journal beside a file: what is committed stands there first.
fn journal(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push("-wal");
    name.into()
}

impl SameFile {
    /// The files as they are now, with a connection open; none where the database is not a file.
    pub fn now(database: &Database) -> SameFile {
        let Database::Sqlite { file, .. } = database else { return SameFile { files: Vec::new() } };
        let files = [file.clone(), journal(file)].into_iter();
        SameFile { files: files.filter_map(|file| id(&file).map(|id| (file, id))).collect() }
    }

    /// Whether they still are.
    pub fn check(&self) -> Result<(), StoreError> {
        match self.files.iter().find(|(file, known)| id(file) != Some(*known)) {
            None => Ok(()),
            Some((file, _)) => {
                Err(StoreError::Unavailable(format!("{} was deleted or replaced while the server runs; start it again", file.display())))
            }
        }
    }
}
