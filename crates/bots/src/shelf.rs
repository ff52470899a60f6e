//! Where learned values are kept beside those that come with the program.

use std::hash::Hasher;

/// A place for learned values, each under the key of its set-up.
pub trait Shelf {
    /// The values kept under this key.
    fn find(&self, key: &str) -> Option<Vec<u8>>;
}

/// The names under which a shelf in the browser holds the values that elsewhere come with the
/// program; there they would make the download too large. Castro for two.
pub const CASTRO_TWO: &str = "castro-2";
/// Castro for three.
pub const CASTRO_THREE: &str = "castro-3";
/// Castro for four.
pub const CASTRO_FOUR: &str = "castro-4";
/// Crowns alone.
pub const CROWNS_ALONE: &str = "crowns-alone";
/// Crowns alone, the harder way.
pub const CROWNS_HARD: &str = "crowns-hard";
/// Crowns in company.
pub const CROWNS_SEVERAL: &str = "crowns-several";

/// The name of the values a set-up needs; `None` where a game has none. `alone_hard` is Crowns' option.
pub fn name_for(game: &str, players: usize, alone_hard: bool) -> Option<&'static str> {
    match (game, players) {
        ("castro", 2) => Some(CASTRO_TWO),
        ("castro", 3) => Some(CASTRO_THREE),
        ("castro", 4) => Some(CASTRO_FOUR),
        ("crowns", 1) if alone_hard => Some(CROWNS_HARD),
        ("crowns", 1) => Some(CROWNS_ALONE),
        ("crowns", _) => Some(CROWNS_SEVERAL),
        _ => None,
    }
}

/// Nothing but what comes with the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyShelf;

impl Shelf for EmptyShelf {
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
