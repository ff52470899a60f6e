//! Whether the files that are open are still those that a server would find if it started now. Under a database that was deleted
//! or replaced everything seems to work, and all of it is lost at the end.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Database, StoreError};

/// The files of a SQLite database as they were when it was opened.
#[derive(Debug)]
pub struct SameFile {
    files: Vec<(PathBuf, FileId)>,
    /// The first of them, to be looked into. It stays open: closing it would take SQLite's locks away.
    first: Option<File>,
    /// The highest count of changes in its head so far.
    changes: AtomicU32,
}

/// Where the head of a SQLite file counts changes: <https://www.sqlite.org/fileformat.html#file_change_counter>. What is copied over a
/// file that is open is an older state of it, or a backup, whose count begins anew.
const CHANGES: u64 = 24;

/// What tells a file from another of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileId {
    device: u64,
    inode: u64,
}

#[cfg(unix)]
fn id(path: &Path) -> Option<FileId> {
    Some(id_of(&std::fs::metadata(path).ok()?))
}

#[cfg(unix)]
fn id_of(found: &std::fs::Metadata) -> FileId {
    FileId { device: std::os::unix::fs::MetadataExt::dev(found), inode: std::os::unix::fs::MetadataExt::ino(found) }
}

/// Elsewhere a file that is open cannot be taken away.
#[cfg(not(unix))]
fn id(_path: &Path) -> Option<FileId> {
    None
}

/// Whether the path still leads to the file that is open.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    file.metadata().is_ok_and(|found| Some(id_of(&found)) == id(path))
}

/// Elsewhere a file that is open cannot be taken away.
#[cfg(not(unix))]
pub fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// How often the file says that it was changed.
#[cfg(unix)]
fn changes(file: &File) -> Option<u32> {
    let mut count = [0; 4];
    std::os::unix::fs::FileExt::read_exact_at(file, &mut count, CHANGES).ok()?;
    Some(u32::from_be_bytes(count))
}

#[cfg(not(unix))]
fn changes(_file: &File) -> Option<u32> {
    Some(0)
}

/// A file beside another: what is committed stands in the journal (`-wal`) first, and where in it stands in `-shm`.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

impl SameFile {
    /// The files as they are now, with a connection open; none where the database is not a file.
    pub fn now(database: &Database) -> SameFile {
        let Database::Sqlite { file, .. } = database else {
            return SameFile { files: Vec::new(), first: None, changes: AtomicU32::new(0) };
        };
        let files = ["", "-wal", "-shm"].into_iter().map(|ending| beside(file, ending));
        let first = File::open(file).ok();
        let changes = AtomicU32::new(first.as_ref().and_then(changes).unwrap_or(0));
        SameFile { files: files.filter_map(|file| id(&file).map(|id| (file, id))).collect(), first, changes }
    }

    /// Whether they still are.
    pub fn check(&self) -> Result<(), StoreError> {
        if let Some((file, _)) = self.files.iter().find(|(file, known)| id(file) != Some(*known)) {
            return Err(lost(file, "deleted or replaced"));
        }
        if let (Some(first), Some((file, _))) = (&self.first, self.files.first()) {
            // A file that is cut to nothing has no head.
            let found = changes(first);
            if found.is_none_or(|found| found < self.changes.fetch_max(found, Ordering::Relaxed)) {
                return Err(lost(file, "overwritten"));
            }
        }
        Ok(())
    }
}

fn lost(file: &Path, how: &str) -> StoreError {
    StoreError::Unavailable(format!("{} was {how} while the server runs; start it again", file.display()))
}
