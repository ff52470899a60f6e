//! Values learned on this machine, kept in the user's data folder.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use spieltisch_bots::value_store::ValueStore;

/// The folder of learned values. `SPIELTISCH_DATA` names another one.
pub struct DataFolder {
    folder: Option<PathBuf>,
}

impl DataFolder {
    /// The user's folder; where there is none, nothing is found and nothing can be kept.
    pub fn of_user() -> DataFolder {
        let named = env::var_os("SPIELTISCH_DATA").map(PathBuf::from);
        DataFolder { folder: named.or_else(|| dirs::data_dir().map(|data| data.join("spieltisch"))) }
    }

    /// Where a file of this name is, or would be.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(name))
    }

    /// Where the values of a key are, or would be.
    pub fn values_path(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("values").join(format!("{key}.values")))
    }

    /// Where the checkpoint of a training is, or would be.
    pub fn checkpoint_path(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("values").join(format!("{key}.checkpoint")))
    }
}

impl ValueStore for DataFolder {
    fn find(&self, key: &str) -> Option<Vec<u8>> {
        fs::read(self.values_path(key)?).ok()
    }
}

/// Writes a file so that a crash leaves either the old one or the new one, never half of it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("new");
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}
