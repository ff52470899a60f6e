//! What files are called that the page hands to the person: by the game and the day.

use spieltisch_core::file_name;
use spieltisch_records::Record;

use crate::browser;
use crate::store::{self, Saved};

/// A game that lies in the store, as “yatzy-2026-11-17.png”. Where there are several of a day, all but the first are numbered.
pub fn of_game(saved: &Saved, ending: &str) -> String {
    let day = browser::iso_day(saved.time());
    let is_beside = |other: &Saved| other.record.game == saved.record.game && browser::iso_day(other.time()) == day;
    let key = |saved: &Saved| (saved.time(), saved.id.clone());
    let before = store::all_games().iter().filter(|other| is_beside(other) && key(other) < key(saved)).count();
    file_name(&saved.record.game, &day, before + 1, ending)
}

/// A game that was played now, elsewhere.
pub fn of_record(record: &Record, ending: &str) -> String {
    file_name(&record.game, &browser::iso_day(browser::time()), 1, ending)
}

/// Many games, of today.
pub fn of_many(ending: &str) -> String {
    file_name("spieltisch", &browser::iso_day(browser::time()), 1, ending)
}
