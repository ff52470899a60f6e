//! Those who know a game, each with what they know it by.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use std::future::Future;
use std::pin::Pin;

use spieltisch_records::Record;
use spieltisch_rules::{Game, for_each_game};
use wasm_split_helpers::wasm_split;

use super::lazy::Missing;
use crate::worker::choose::{BotTask, Thought, think_of};
use crate::worker::study::go_on;

type Studying = Pin<Box<dyn Future<Output = f32>>>;

/// An expert's part.
macro_rules! part {
    ($game:ty, $part:ident) => {
        mod $part {
            use super::*;

            #[wasm_split($part, fallible)]
            pub fn think(record: &Record, wanted: BotTask) -> Result<Thought, Missing> {
                Ok(think_of::<$game>(record, wanted))
            }

            #[wasm_split($part, fallible)]
            pub fn study(record: Record, enough: bool) -> Result<Studying, Missing> {
                Ok(Box::pin(async move { go_on::<$game>(&record, enough).await }))
            }
        }
    };
}

macro_rules! parts {
    ($($part:ident: $game:ty),* $(,)?) => {
        $(part!($game, $part);)*

        /// Thinks about a position.
        pub async fn think(record: &Record, wanted: BotTask) -> Result<Thought, Missing> {
            $(if record.game == <$game>::INFO.name {
                return $part::think(record, wanted).await;
            })*
            Ok(Thought::default())
        }

        /// Takes a step of learning a board, or ends learning where that is `enough`; returns how far it is.
        pub async fn study(record: &Record, enough: bool) -> Result<f32, Missing> {
            $(if record.game == <$game>::INFO.name {
                return Ok($part::study(record.clone(), enough).await?.await);
            })*
            Ok(1.0)
        }
    };
}
for_each_game!(parts);
