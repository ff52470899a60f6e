//! The tables, one for each game: a saved game, and one that is decided elsewhere.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use spieltisch_core::{EventText, all_events};
use spieltisch_records::Record;
use spieltisch_rules::{Game, for_each_game};
use wasm_split_helpers::wasm_split;

use super::lazy::{Missing, alone, lazy_view};
use crate::i18n::lang;
use crate::live::Linked;
use crate::store::Saved;
use crate::table;

/// What is shown at a table.
#[derive(Clone)]
enum TableSource {
    Saved { saved: Saved, how: table::ViewMode },
    Linked(Linked),
}

/// The part of a game.
macro_rules! part {
    ($game:ty, $part:ident) => {
        mod $part {
            use super::*;

            #[wasm_split($part, preload(fetch), fallible)]
            pub fn show(shown: TableSource) -> Result<AnyView, Missing> {
                Ok(match shown {
                    TableSource::Saved { saved, how } => table::open::<$game>(saved, how),
                    TableSource::Linked(linked) => table::open_linked::<$game>(linked),
                })
            }

            #[wasm_split($part, fallible)]
            pub fn tell(record: Record, better: Vec<Option<String>>) -> Result<Vec<EventText>, Missing> {
                Ok(all_events::<$game>(lang(), record, &better))
            }
        }
    };
}

macro_rules! parts {
    ($($part:ident: $game:ty),* $(,)?) => {
        $(part!($game, $part);)*

        fn show(game: &str, shown: TableSource) -> Option<AnyView> {
            $(if game == <$game>::INFO.name {
                return Some(lazy_view(|| Box::pin(alone($part::fetch())), move || Box::pin($part::show(shown.clone()))));
            })*
            None
        }

        /// All events of a game in words, with what would have been better.
        pub async fn tell(record: Record, better: Vec<Option<String>>) -> Result<Vec<EventText>, Missing> {
            $(if record.game == <$game>::INFO.name {
                return $part::tell(record, better).await;
            })*
            Ok(Vec::new())
        }
    };
}
for_each_game!(parts);

/// The table of a saved game; nothing where no game has this name.
pub fn table(saved: Saved, how: table::ViewMode) -> Option<AnyView> {
    show(&saved.record.game.clone(), TableSource::Saved { saved, how })
}

/// The table of a game that is decided elsewhere.
pub fn linked_table(linked: Linked) -> Option<AnyView> {
    show(&linked.record.game.clone(), TableSource::Linked(linked))
}
