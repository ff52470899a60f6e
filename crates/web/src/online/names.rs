//! What people at a table by link are called: a default name is shown in the reader's language.

use spieltisch_core::link;
use spieltisch_protocol::TableState;
use spieltisch_records::Record;

use crate::i18n::{lang, texts};

/// A name as it is shown.
pub fn shown(name: &str) -> String {
    link::shown_name(lang(), name)
}

/// The name at a seat, as it is shown.
pub fn of(table_state: &TableState, seat: u8) -> String {
    table_state.seats.get(usize::from(seat)).map(|at| shown(&at.name)).unwrap_or_default()
}

/// The name at a seat; where there is none yet, which seat it is.
pub fn of_seat(table_state: &TableState, seat: usize) -> String {
    let name = of(table_state, seat as u8);
    if name.is_empty() { texts::setup_seat(lang(), seat + 1) } else { name }
}

/// The names of everyone who sits there.
pub fn of_persons(table_state: &TableState) -> Vec<String> {
    table_state.persons().map(|seat| of(table_state, seat)).collect()
}

/// Translates the names in a record. What it was before is noted there: the dice are bound to the names at the beginning.
pub fn translate(record: &mut Record) {
    link::translate_names(lang(), record);
}
