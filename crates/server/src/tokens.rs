//! What links carry: 128 random bits, kept only as their hash.

use sha2::{Digest, Sha256};
use spieltisch_fair::{Secret, to_hex};

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// A new token: 32 hexadecimal digits that nobody can guess.
pub fn new_token() -> String {
    to_hex(&random::<16>())
}

/// A new name for a table.
pub fn new_table_name() -> String {
    to_hex(&random::<8>())
}

/// A new secret for a table's dice.
pub fn new_secret() -> Secret {
    Secret::from_bytes(random())
}

/// What is kept of a token.
pub fn hash(token: &str) -> String {
    to_hex(&Sha256::digest(token.as_bytes()))
}

/// A seed for computers' choices.
pub fn seed() -> u64 {
    u64::from_le_bytes(random())
}
