//! Where learned values are kept beside those that come with the program.

/// A place for learned values, each under the key of its set-up.
pub trait Shelf {
    /// The values kept under this key.
    fn find(&self, key: &str) -> Option<Vec<u8>>;
}

/// The names under which a shelf in the browser holds the values that elsewhere come with the
/// program; there they would make the download too large.
pub const CASTRO: &str = "castro";
/// Crowns alone.
pub const CROWNS_ALONE: &str = "crowns-alone";
/// Crowns alone, the harder way.
pub const CROWNS_HARD: &str = "crowns-hard";
/// Crowns in company.
pub const CROWNS_SEVERAL: &str = "crowns-several";

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
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
