//! The pages that are not tables, and tables shared by link.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use wasm_split_helpers::wasm_split;

use super::later::{Missing, later, with_texts};
use crate::app::route::Route;
use crate::online;
use crate::pages;

/// What is looked up or chosen beside the tables: set-up, games, rules, settings.
pub fn aside(route: &Route) -> AnyView {
    let route = route.clone();
    later(|| Box::pin(with_texts(fetch_aside())), move || Box::pin(show_aside(route.clone())))
}

#[wasm_split(aside, preload(fetch_aside), fallible)]
fn show_aside(route: Route) -> Result<AnyView, Missing> {
    Ok(pages::aside(&route))
}

/// Sheets to print.
pub fn print(game: &str, code: Option<&str>) -> AnyView {
    let (game, code) = (game.to_string(), code.map(str::to_string));
    later(|| Box::pin(with_texts(fetch_print())), move || Box::pin(show_print(game.clone(), code.clone())))
}

#[wasm_split(print, preload(fetch_print), fallible)]
fn show_print(game: String, code: Option<String>) -> Result<AnyView, Missing> {
    Ok(pages::print::page(&game, code.as_deref()))
}

/// The score pad.
pub fn pad() -> AnyView {
    later(|| Box::pin(with_texts(fetch_pad())), || Box::pin(show_pad()))
}

#[wasm_split(pad, preload(fetch_pad), fallible)]
fn show_pad() -> Result<AnyView, Missing> {
    Ok(pages::pad::page())
}

/// A table shared by link.
pub fn by_link(table: &str, token: Option<&str>) -> AnyView {
    let (table, token) = (table.to_string(), token.map(str::to_string));
    later(|| Box::pin(with_texts(fetch_by_link())), move || Box::pin(show_by_link(table.clone(), token.clone())))
}

#[wasm_split(by_link, preload(fetch_by_link), fallible)]
fn show_by_link(table: String, token: Option<String>) -> Result<AnyView, Missing> {
    Ok(online::page(&table, token.as_deref()))
}

/// The tables by link that this browser knows, for the start page.
pub fn tables_waiting() -> AnyView {
    later(|| Box::pin(with_texts(fetch_tables_waiting())), || Box::pin(show_tables_waiting()))
}

#[wasm_split(by_link, preload(fetch_tables_waiting), fallible)]
fn show_tables_waiting() -> Result<AnyView, Missing> {
    Ok(online::tables_waiting())
}
