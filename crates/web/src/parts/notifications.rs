//! Being told of one's turn at a table by link: while the page is closed, and while it is open but out of sight.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use wasm_split_helpers::wasm_split;

use super::lazy::{Missing, quietly, with_texts};
use crate::online::{LinkedTable, notifications as told};

/// Signs for a player who looks elsewhere, and what came of asking to be told.
pub fn turn_signs(online: LinkedTable) -> AnyView {
    quietly(|| Box::pin(with_texts(fetch_signs())), move || Box::pin(show_signs(online)))
}

#[wasm_split(notifications, preload(fetch_signs), fallible)]
fn show_signs(online: LinkedTable) -> Result<AnyView, Missing> {
    Ok(told::follow(online))
}

/// The switch on the page of a table.
pub fn tell_me(online: LinkedTable) -> AnyView {
    quietly(|| Box::pin(with_texts(fetch_tell_me())), move || Box::pin(show_tell_me(online)))
}

#[wasm_split(notifications, preload(fetch_tell_me), fallible)]
fn show_tell_me(online: LinkedTable) -> Result<AnyView, Missing> {
    Ok(told::switch(online))
}

/// The same switch beside a game.
pub fn bell(online: LinkedTable) -> AnyView {
    quietly(|| Box::pin(with_texts(fetch_bell())), move || Box::pin(show_bell(online)))
}

#[wasm_split(notifications, preload(fetch_bell), fallible)]
fn show_bell(online: LinkedTable) -> Result<AnyView, Missing> {
    Ok(told::bell(online))
}
