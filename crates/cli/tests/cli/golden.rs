//! Golden records: what the program wrote once it writes again, and they still replay.
//!
//! `cargo xtask golden` renews them after a change that is meant.

use std::fs;
use std::path::PathBuf;

use crate::records::{set_ups, simulate};
use crate::tool::run;

const GAMES: u32 = 2;
const SEED: u32 = 2026;

fn file(game: &str, players: usize, options: &[String]) -> PathBuf {
    let suffix: String =
        options.iter().filter_map(|option| option.split_once('=')).map(|(name, value)| format!("-{name}-{value}")).collect();
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(format!("{game}-{players}{suffix}.jsonl"))
}

#[test]
fn golden_records() {
    let renew = std::env::var_os("SPIELTISCH_RENEW_GOLDEN").is_some();
    for (game, players, options) in set_ups() {
        let (path, records) = (file(game, players, &options), simulate(game, players, &options, GAMES, SEED));
        if renew {
            fs::write(&path, &records).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}; run cargo xtask golden", path.display()));
        assert_eq!(records, golden, "{} has changed; if that is meant, run cargo xtask golden", path.display());
        assert_eq!(run(&["replay"], golden.as_bytes()).good(), golden, "{}", path.display());
    }
}
