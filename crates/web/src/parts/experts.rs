//! Those who know a game, each with what they know it by.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use std::future::Future;
use std::pin::Pin;

use spieltisch_records::Record;
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;
use wasm_split_helpers::wasm_split;

use super::later::Missing;
use crate::worker::choose::{Thought, Wanted, think_of};
use crate::worker::study;

/// An expert's part.
macro_rules! part {
    ($game:ident, $part:ident, $name:ident) => {
        #[wasm_split($part, fallible)]
        fn $name(record: &Record, wanted: Wanted) -> Result<Thought, Missing> {
            Ok(think_of::<$game>(record, wanted))
        }
    };
}

part!(Yatzy, yatzy, yatzy_expert);
part!(Castro, castro, castro_expert);
part!(Caro, caro, caro_expert);
part!(Crowns, crowns, crowns_expert);

/// Thinks about a position.
pub async fn think(record: &Record, wanted: Wanted) -> Result<Thought, Missing> {
    match record.game.as_str() {
        "yatzy" => yatzy_expert(record, wanted).await,
        "castro" => castro_expert(record, wanted).await,
        "caro" => caro_expert(record, wanted).await,
        "crowns" => crowns_expert(record, wanted).await,
        _ => Ok(Thought::default()),
    }
}

type Studying = Pin<Box<dyn Future<Output = f32>>>;

/// Takes a step of learning a board, or ends learning where that is `enough`; returns how far it is.
pub async fn study(record: &Record, enough: bool) -> Result<f32, Missing> {
    Ok(crowns_study(record.clone(), enough).await?.await)
}

#[wasm_split(crowns, fallible)]
fn crowns_study(record: Record, enough: bool) -> Result<Studying, Missing> {
    Ok(Box::pin(async move { study::go_on(&record, enough).await }))
}
