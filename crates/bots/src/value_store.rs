//! Where learned values are kept beside those that come with the program.

use std::hash::Hasher;

/// A place for learned values, each under the key of its set-up.
pub trait ValueStore {
    /// The values kept under this key.
    fn find(&self, key: &str) -> Option<Vec<u8>>;
}

/// What a set-up needs to be played well where no values come with the program: in the browser they would make the download
/// too large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Values that come with the program elsewhere: the file of this name, without its ending `.values`, in the folder of the
    /// game's expert. A value store holds them under this name.
    Values(&'static str),
    /// Values that are learned by `Bots::study` and kept under this key.
    Training(String),
}

impl Needs {
    /// The name of the values that come with the program elsewhere; a board of one's own is learned instead.
    pub fn values(&self) -> Option<&'static str> {
        if let Needs::Values(name) = self { Some(name) } else { None }
    }
}

/// Nothing but what comes with the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyValueStore;

impl ValueStore for EmptyValueStore {
    fn find(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
}

/// A short fingerprint of a set-up (FNV-1a), so that every board has a key of its own.
pub fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mut hasher = fnv::FnvHasher::default();
    bytes.into_iter().for_each(|byte| hasher.write_u8(byte));
    hasher.finish()
}
