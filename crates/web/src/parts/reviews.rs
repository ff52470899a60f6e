//! Reviews: their page, and the evaluators, apart from the code that only plays.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use spieltisch_records::Record;
use spieltisch_rules::Seat;
use spieltisch_rules::games::{Entry, GameEntry};
use wasm_split_helpers::wasm_split;

use super::games::PartFuture;
use super::lazy::{Missing, lazy_view, quietly, with_texts};
use crate::live::Allowed;
use crate::worker::review::answer;
use crate::{own, review};

/// The part that reviews one game.
pub trait ReviewPart: GameEntry {
    /// Answers what a review is asked.
    fn review(&self, record: Record, question: String) -> PartFuture<'static, String>;
}

/// A part's name is its file's, so it is written out; that each game has one is asked by the list of parts.
macro_rules! parts {
    ($($part:ident: $game:ty),* $(,)?) => {
        $(mod $part {
            use super::*;

            #[wasm_split($part, fallible)]
            fn review(record: Record, question: String) -> Result<String, Missing> {
                Ok(answer::<$game>(&record, &question))
            }

            impl ReviewPart for Entry<$game> {
                fn review(&self, record: Record, question: String) -> PartFuture<'static, String> {
                    Box::pin(review(record, question))
                }
            }
        })*
    };
}
parts! {
    review_yatzy: spieltisch_rules::yatzy::Yatzy,
    review_castro: spieltisch_rules::castro::Castro,
    review_caro: spieltisch_rules::caro::Caro,
    review_crowns: spieltisch_rules::crowns::Crowns,
}

/// The review of a saved game.
pub fn review_page(id: &str) -> AnyView {
    let id = id.to_string();
    lazy_view(|| Box::pin(with_texts(fetch_review())), move || Box::pin(show_review(id.clone())))
}

#[wasm_split(review, preload(fetch_review), fallible)]
fn show_review(id: String) -> Result<AnyView, Missing> {
    Ok(review::page(&id))
}

/// A decision of a saved game to be made again.
pub fn try_page(id: &str, event: usize) -> AnyView {
    let id = id.to_string();
    lazy_view(|| Box::pin(with_texts(fetch_try())), move || Box::pin(show_try(id.clone(), event)))
}

#[wasm_split(review, preload(fetch_try), fallible)]
fn show_try(id: String, event: usize) -> Result<AnyView, Missing> {
    Ok(review::try_page(&id, event))
}

/// What the review says while a game is played. At a table by link `own` is the seat of the one person at this screen, if they sit.
pub fn beside(wished: Allowed, own: Option<Seat>, record: Signal<Record>) -> AnyView {
    quietly(|| Box::pin(with_texts(fetch_beside())), move || Box::pin(show_beside(wished, own, record)))
}

#[wasm_split(review, preload(fetch_beside), fallible)]
fn show_beside(wished: Allowed, own: Option<Seat>, record: Signal<Record>) -> Result<AnyView, Missing> {
    Ok(review::beside(wished, own, record))
}

/// One's own record.
pub fn own_page() -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_own())), || Box::pin(show_own()))
}

#[wasm_split(review_own, preload(fetch_own), fallible)]
fn show_own() -> Result<AnyView, Missing> {
    Ok(own::page())
}

/// How many exercises of one's own record are due, in a few words; nothing where none is, or until that is known.
pub fn exercises_due() -> AnyView {
    quietly(|| Box::pin(with_texts(fetch_due())), || Box::pin(show_due()))
}

#[wasm_split(review_own, preload(fetch_due), fallible)]
fn show_due() -> Result<AnyView, Missing> {
    Ok(own::due())
}
