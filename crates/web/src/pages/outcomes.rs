//! How games between one person and one computer on this device ended.

use spieltisch_core::{Outcome, outcome};

use crate::store;

/// The games of this kind on this device, by id, the newest first.
pub fn of(game: &str) -> Vec<(String, Outcome)> {
    let finished = store::all_games().into_iter().filter(|saved| saved.record.game == game && saved.is_finished());
    store::without_corrected(finished.collect()).into_iter().filter_map(|saved| Some((saved.id, outcome(&saved.record)?))).collect()
}

/// The level against which the person at this device has won about half of the last games, or would have.
pub fn even_level(game: &str) -> Option<u8> {
    let outcomes: Vec<Outcome> = of(game).into_iter().map(|(_, outcome)| outcome).collect();
    spieltisch_core::even_level(&outcomes)
}
