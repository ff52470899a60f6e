//! What belongs to a real table: the keypad for dice that are entered, and what stands beside a table.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use wasm_split_helpers::wasm_split;

use super::lazy::{Missing, lazy_view, quietly, with_texts};
use crate::real::{self, Around, RollPrompt};

/// The keypad for a roll.
pub fn keypad(asked: RollPrompt) -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_keypad())), move || Box::pin(show_keypad(asked.clone())))
}

#[wasm_split(real, preload(fetch_keypad), fallible)]
fn show_keypad(asked: RollPrompt) -> Result<AnyView, Missing> {
    Ok(real::keypad(asked))
}

/// What stands beside a table.
pub fn real_table(around: Around) -> AnyView {
    quietly(|| Box::pin(with_texts(fetch_real_table())), move || Box::pin(show_real_table(around)))
}

#[wasm_split(real, preload(fetch_real_table), fallible)]
fn show_real_table(around: Around) -> Result<AnyView, Missing> {
    Ok(real::show(around))
}

/// Whether the dice that were entered are fair.
pub fn dice_page() -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_dice_page())), || Box::pin(show_dice_page()))
}

#[wasm_split(real, preload(fetch_dice_page), fallible)]
fn show_dice_page() -> Result<AnyView, Missing> {
    Ok(real::dice_page())
}
