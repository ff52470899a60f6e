//! The tables, one for each game: a saved game, and one that is decided elsewhere.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;
use wasm_split_helpers::wasm_split;

use super::later::{Missing, later};
use crate::live::Linked;
use crate::store::Saved;
use crate::table;

/// What is shown at a table.
#[derive(Clone)]
enum Shown {
    Saved { saved: Saved, watched: bool },
    Linked(Linked),
}

/// The part of a game.
macro_rules! part {
    ($game:ident, $part:ident) => {
        mod $part {
            use super::*;

            #[wasm_split($part, preload(fetch), fallible)]
            pub fn show(shown: Shown) -> Result<AnyView, Missing> {
                Ok(match shown {
                    Shown::Saved { saved, watched } => table::open::<$game>(saved, watched),
                    Shown::Linked(linked) => table::open_linked::<$game>(linked),
                })
            }
        }
    };
}

part!(Yatzy, yatzy);
part!(Castro, castro);
part!(Caro, caro);
part!(Crowns, crowns);

fn show(game: &str, shown: Shown) -> Option<AnyView> {
    Some(match game {
        "yatzy" => later(|| Box::pin(yatzy::fetch()), move || Box::pin(yatzy::show(shown.clone()))),
        "castro" => later(|| Box::pin(castro::fetch()), move || Box::pin(castro::show(shown.clone()))),
        "caro" => later(|| Box::pin(caro::fetch()), move || Box::pin(caro::show(shown.clone()))),
        "crowns" => later(|| Box::pin(crowns::fetch()), move || Box::pin(crowns::show(shown.clone()))),
        _ => return None,
    })
}

/// The table of a saved game; nothing where no game has this name.
pub fn table(saved: Saved, watched: bool) -> Option<AnyView> {
    show(&saved.record.game.clone(), Shown::Saved { saved, watched })
}

/// The table of a game that is decided elsewhere.
pub fn linked_table(linked: Linked) -> Option<AnyView> {
    show(&linked.record.game.clone(), Shown::Linked(linked))
}
