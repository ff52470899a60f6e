//! The pages that are no table.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use wasm_split_helpers::wasm_split;

use super::later::{Missing, later};
use crate::online;
use crate::pages;

/// Setting a game up.
pub fn setup(game: &str) -> AnyView {
    let game = game.to_string();
    later(|| Box::pin(fetch_setup()), move || Box::pin(show_setup(game.clone())))
}

#[wasm_split(aside, preload(fetch_setup), fallible)]
fn show_setup(game: String) -> Result<AnyView, Missing> {
    Ok(pages::setup::page(&game))
}

/// All saved games.
pub fn games() -> AnyView {
    later(|| Box::pin(fetch_games()), || Box::pin(show_games()))
}

#[wasm_split(aside, preload(fetch_games), fallible)]
fn show_games() -> Result<AnyView, Missing> {
    Ok(pages::games::page())
}

/// The rules of a game.
pub fn rules(game: &str, rule: Option<&str>) -> AnyView {
    let (game, rule) = (game.to_string(), rule.map(str::to_string));
    later(|| Box::pin(fetch_rules()), move || Box::pin(show_rules(game.clone(), rule.clone())))
}

#[wasm_split(aside, preload(fetch_rules), fallible)]
fn show_rules(game: String, rule: Option<String>) -> Result<AnyView, Missing> {
    Ok(pages::rules::page(&game, rule.as_deref()))
}

/// Language, look and speed.
pub fn settings() -> AnyView {
    later(|| Box::pin(fetch_settings()), || Box::pin(show_settings()))
}

#[wasm_split(aside, preload(fetch_settings), fallible)]
fn show_settings() -> Result<AnyView, Missing> {
    Ok(pages::settings::page())
}

/// A table shared by link.
pub fn by_link(table: &str, token: Option<&str>) -> AnyView {
    let (table, token) = (table.to_string(), token.map(str::to_string));
    later(|| Box::pin(fetch_by_link()), move || Box::pin(show_by_link(table.clone(), token.clone())))
}

#[wasm_split(by_link, preload(fetch_by_link), fallible)]
fn show_by_link(table: String, token: Option<String>) -> Result<AnyView, Missing> {
    Ok(online::page(&table, token.as_deref()))
}

/// The tables by link that this browser knows, for the start page.
pub fn tables_waiting() -> AnyView {
    later(|| Box::pin(fetch_tables_waiting()), || Box::pin(show_tables_waiting()))
}

#[wasm_split(by_link, preload(fetch_tables_waiting), fallible)]
fn show_tables_waiting() -> Result<AnyView, Missing> {
    Ok(online::tables_waiting())
}
