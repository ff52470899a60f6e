//! The opponent of a player who just plays: a level for each game, remembered.

pub use spieltisch_core::STRONGEST;

use crate::store;

/// A first game is against a gentle computer.
const FIRST: u8 = 2;

fn name(game: &str) -> String {
    format!("spieltisch/opponent/{game}")
}

/// The level the player plays this game against.
pub fn level(game: &str) -> u8 {
    let kept = store::read(&name(game)).and_then(|text| text.parse().ok());
    kept.filter(|level| (1..=STRONGEST).contains(level)).unwrap_or(FIRST)
}

/// From now on this level.
pub fn remember(game: &str, level: u8) {
    store::write(&name(game), &level.to_string());
}
