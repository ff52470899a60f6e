//! What links carry: 128 random bits, kept only as their hash.

use sha2::{Digest, Sha256};
use spieltisch_protocol::limits;
use spieltisch_records::fair::{Secret, to_hex};

#[cfg(test)]
thread_local! {
    static SEEDED: std::cell::RefCell<Option<rand_xoshiro::Xoshiro256PlusPlus>> = const { std::cell::RefCell::new(None) };
}

/// From now on everything random on this thread follows from a seed, so that a simulated table replays.
#[cfg(test)]
pub fn seed_for_tests(seed: u64) {
    SEEDED.set(Some(rand::SeedableRng::seed_from_u64(seed)));
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(test)]
    if SEEDED.with_borrow_mut(|seeded| seeded.as_mut().map(|rng| rand::Rng::fill_bytes(rng, &mut bytes)).is_some()) {
        return bytes;
    }
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// A new token: 32 random hexadecimal digits.
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

/// A new code to be told on the telephone.
pub fn new_code() -> String {
    let letters = limits::CODE_LETTERS.as_bytes();
    // Bytes beyond the last whole round of the letters would favour the first of them.
    let fair = |byte: &u8| usize::from(*byte) < 256 / letters.len() * letters.len();
    let mut code = String::new();
    while code.len() < limits::CODE {
        let bytes = random::<16>();
        let wanted = limits::CODE - code.len();
        code.extend(
            bytes.iter().filter(|byte| fair(byte)).take(wanted).map(|byte| char::from(letters[usize::from(*byte) % letters.len()])),
        );
    }
    code
}

/// The invitation that a table's code is good for. It follows from the table's secret, so that nothing of it needs to be kept.
pub fn invitation_of(secret: &Secret, code: &str) -> String {
    to_hex(&Sha256::digest(format!("invitation {} {code}", secret.to_hex()).as_bytes())[..16])
}

/// What is kept of a token.
pub fn hash(token: &str) -> String {
    to_hex(&Sha256::digest(token.as_bytes()))
}

/// A token's public name: the log says by it who owns a seat.
pub fn key(token: &str) -> String {
    to_hex(&Sha256::digest(format!("seat {}", hash(token)).as_bytes())[..8])
}

/// A seed for computers' choices.
pub fn seed() -> u64 {
    u64::from_le_bytes(random())
}
