//! What is fetched of one game: its table and its expert in one file, its reviews in another.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use std::future::Future;
use std::pin::Pin;

use leptos::prelude::*;
use spieltisch_core::{EventText, all_events};
use spieltisch_records::Record;
use spieltisch_rules::for_each_game;
use spieltisch_rules::games::{Entry, Registry};
use wasm_split_helpers::wasm_split;

use super::lazy::{Missing, alone, lazy_view};
use super::reviews::ReviewPart;
use crate::i18n::lang;
use crate::live::Linked;
use crate::store::Saved;
use crate::table;
use crate::worker::choose::{BotTask, Thought, think_of};
use crate::worker::study::go_on;

/// What is shown at a table.
#[derive(Clone)]
enum TableSource {
    Saved { saved: Saved, how: table::ViewMode },
    Linked(Linked),
}

/// What a part answers once it is here.
pub type PartFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Missing>> + 'a>>;

/// Everything of one game that is fetched when it is first needed.
trait GameParts: ReviewPart {
    /// Its table.
    fn show(&self, shown: TableSource) -> AnyView;
    /// All events of a game in words, with what would have been better.
    fn tell(&self, record: Record, better: Vec<Option<String>>) -> PartFuture<'static, Vec<EventText>>;
    /// Thinks about a position.
    fn think<'a>(&self, record: &'a Record, wanted: BotTask) -> PartFuture<'a, Thought>;
    /// Takes a step of learning a board.
    fn study(&self, record: Record, enough: bool) -> PartFuture<'static, f32>;
}

macro_rules! parts {
    ($($part:ident: $game:ty),* $(,)?) => {
        $(mod $part {
            use super::*;

            #[wasm_split($part, preload(fetch), fallible)]
            fn show(shown: TableSource) -> Result<AnyView, Missing> {
                Ok(match shown {
                    TableSource::Saved { saved, how } => table::open::<$game>(saved, how),
                    TableSource::Linked(linked) => table::open_linked::<$game>(linked),
                })
            }

            #[wasm_split($part, fallible)]
            fn tell(record: Record, better: Vec<Option<String>>) -> Result<Vec<EventText>, Missing> {
                Ok(all_events::<$game>(lang(), record, &better))
            }

            #[wasm_split($part, fallible)]
            fn think(record: &Record, wanted: BotTask) -> Result<Thought, Missing> {
                Ok(think_of::<$game>(record, wanted))
            }

            #[wasm_split($part, fallible)]
            fn study(record: Record, enough: bool) -> Result<PartFuture<'static, f32>, Missing> {
                Ok(Box::pin(async move { Ok(go_on::<$game>(&record, enough).await) }))
            }

            impl GameParts for Entry<$game> {
                fn show(&self, shown: TableSource) -> AnyView {
                    lazy_view(|| Box::pin(alone(fetch())), move || Box::pin(show(shown.clone())))
                }

                fn tell(&self, record: Record, better: Vec<Option<String>>) -> PartFuture<'static, Vec<EventText>> {
                    Box::pin(tell(record, better))
                }

                fn think<'a>(&self, record: &'a Record, wanted: BotTask) -> PartFuture<'a, Thought> {
                    Box::pin(think(record, wanted))
                }

                fn study(&self, record: Record, enough: bool) -> PartFuture<'static, f32> {
                    Box::pin(async move { study(record, enough).await?.await })
                }
            }
        })*

        static PARTS: Registry<dyn GameParts> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(parts);

/// The table of a saved game; nothing where no game has this name.
pub fn table(saved: Saved, how: table::ViewMode) -> Option<AnyView> {
    Some(PARTS.find(&saved.record.game)?.show(TableSource::Saved { saved, how }))
}

/// The table of a game that is decided elsewhere.
pub fn linked_table(linked: Linked) -> Option<AnyView> {
    Some(PARTS.find(&linked.record.game)?.show(TableSource::Linked(linked)))
}

/// All events of a game in words, with what would have been better.
pub async fn tell(record: Record, better: Vec<Option<String>>) -> Result<Vec<EventText>, Missing> {
    let Some(game) = PARTS.find(&record.game) else { return Ok(Vec::new()) };
    game.tell(record, better).await
}

/// Thinks about a position.
pub async fn think(record: &Record, wanted: BotTask) -> Result<Thought, Missing> {
    let Some(game) = PARTS.find(&record.game) else { return Ok(Thought::default()) };
    game.think(record, wanted).await
}

/// Takes a step of learning a board, or ends learning where that is `enough`; returns how far it is.
pub async fn study(record: &Record, enough: bool) -> Result<f32, Missing> {
    let Some(game) = PARTS.find(&record.game) else { return Ok(1.0) };
    game.study(record.clone(), enough).await
}

/// Answers what a review is asked about a game.
pub async fn review(record: &Record, question: String) -> Result<String, Missing> {
    let Some(game) = PARTS.find(&record.game) else { return Ok(String::new()) };
    game.review(record.clone(), question).await
}
