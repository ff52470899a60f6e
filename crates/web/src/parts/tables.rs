//! The tables, one for each game: a saved game, and one that is decided elsewhere.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use spieltisch_records::Record;
use spieltisch_rules::{Game, for_each_game};
use wasm_split_helpers::wasm_split;

use super::later::{Missing, alone, later};
use crate::live::Linked;
use crate::store::Saved;
use crate::table;
use crate::table::told::{self, Told};

/// What is shown at a table.
#[derive(Clone)]
enum Shown {
    Saved { saved: Saved, how: table::Shown },
    Linked(Linked),
}

/// The part of a game.
macro_rules! part {
    ($game:ty, $part:ident) => {
        mod $part {
            use super::*;

            #[wasm_split($part, preload(fetch), fallible)]
            pub fn show(shown: Shown) -> Result<AnyView, Missing> {
                Ok(match shown {
                    Shown::Saved { saved, how } => table::open::<$game>(saved, how),
                    Shown::Linked(linked) => table::open_linked::<$game>(linked),
                })
            }

            #[wasm_split($part, fallible)]
            pub fn tell(record: Record, better: Vec<Option<String>>) -> Result<Vec<Told>, Missing> {
                Ok(told::all::<$game>(record, &better))
            }
        }
    };
}

macro_rules! parts {
    ($($part:ident: $game:ty),* $(,)?) => {
        $(part!($game, $part);)*

        fn show(game: &str, shown: Shown) -> Option<AnyView> {
            $(if game == <$game>::INFO.name {
                return Some(later(|| Box::pin(alone($part::fetch())), move || Box::pin($part::show(shown.clone()))));
            })*
            None
        }

        /// All events of a game in words, with what would have been better.
        pub async fn tell(record: Record, better: Vec<Option<String>>) -> Result<Vec<Told>, Missing> {
            $(if record.game == <$game>::INFO.name {
                return $part::tell(record, better).await;
            })*
            Ok(Vec::new())
        }
    };
}
for_each_game!(parts);

/// The table of a saved game; nothing where no game has this name.
pub fn table(saved: Saved, how: table::Shown) -> Option<AnyView> {
    show(&saved.record.game.clone(), Shown::Saved { saved, how })
}

/// The table of a game that is decided elsewhere.
pub fn linked_table(linked: Linked) -> Option<AnyView> {
    show(&linked.record.game.clone(), Shown::Linked(linked))
}
