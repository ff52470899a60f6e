//! The game of a table shared by link, shown at the same tables as every other.

use std::sync::Arc;

use leptos::prelude::*;
use spieltisch_protocol::Round;
use spieltisch_records::header::{SAVED, UNDO};

use super::names;
use super::referee::RefereeOf;
use super::table::LinkedTable;
use crate::live::Linked;
use crate::{browser, parts, store};

/// The table with the game as it stands, for someone in this seat or none.
pub fn show(online: LinkedTable, my_seat: Option<u8>) -> AnyView {
    let linked = online.table.with_untracked(|table| {
        let round = table.table_state.round.as_ref()?;
        let mut record = round.record.clone();
        names::translate(&mut record);
        UNDO.write(&mut record, &table.table_state.terms.takeback);
        let here = (0..record.players.len()).find(|&place| my_seat == Some(round.table_seat(place)));
        let referee = RefereeOf { online, round: round.number, here };
        Some(Linked { id: saved_as(&online.name(), round.number), record, seen: table.seen(), here, referee: Arc::new(referee) })
    });
    keep_when_over(online);
    linked.and_then(parts::linked_table).unwrap_or_else(|| ().into_any())
}

/// Under which id a finished game is kept among this browser's own.
fn saved_as(table: &str, round: u32) -> String {
    format!("{table}-{round}")
}

fn keep_when_over(online: LinkedTable) {
    Effect::new(move |_| {
        online.with_state(|table_state| {
            if let Some(round) = table_state.round.as_ref().filter(|round| round.over) {
                keep_record(&online.name(), round);
            }
        });
    });
}

/// A finished game is kept like those played at this screen: to be watched again, and in the tally.
fn keep_record(table: &str, round: &Round) {
    let id = saved_as(table, round.number);
    if store::load_game(&id).is_none() {
        let mut record = round.record.clone();
        names::translate(&mut record);
        SAVED.write(&mut record, &browser::time());
        store::save_game(&id, &record);
    }
}
