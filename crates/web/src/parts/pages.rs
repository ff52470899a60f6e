//! The pages that are not tables, and tables shared by link.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use spieltisch_records::Record;
use wasm_split_helpers::wasm_split;

use super::lazy::{Missing, alone, lazy_view, quietly, with_texts};
use crate::app::route::Route;
use crate::feel::Felt;
use crate::online;
use crate::{coach, feel as feeling, pages, pieces, share as sharing};

/// What is looked up or chosen beside the tables: set-up, games, rules, settings.
pub fn aside(route: &Route) -> AnyView {
    let route = route.clone();
    lazy_view(|| Box::pin(with_texts(fetch_aside())), move || Box::pin(show_aside(route.clone())))
}

#[wasm_split(aside, preload(fetch_aside), fallible)]
fn show_aside(route: Route) -> Result<AnyView, Missing> {
    Ok(pages::aside(&route))
}

/// Sheets to print.
pub fn print(game: &str, code: Option<&str>) -> AnyView {
    let (game, code) = (game.to_string(), code.map(str::to_string));
    lazy_view(|| Box::pin(with_texts(fetch_print())), move || Box::pin(show_print(game.clone(), code.clone())))
}

#[wasm_split(print, preload(fetch_print), fallible)]
fn show_print(game: String, code: Option<String>) -> Result<AnyView, Missing> {
    Ok(pages::print::page(&game, code.as_deref()))
}

/// The score pad.
pub fn pad() -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_pad())), || Box::pin(show_pad()))
}

#[wasm_split(pad, preload(fetch_pad), fallible)]
fn show_pad() -> Result<AnyView, Missing> {
    Ok(pages::pad::page())
}

/// A table shared by link.
pub fn by_link(table: &str, token: Option<&str>) -> AnyView {
    let (table, token) = (table.to_string(), token.map(str::to_string));
    lazy_view(|| Box::pin(with_texts(fetch_by_link())), move || Box::pin(show_by_link(table.clone(), token.clone())))
}

#[wasm_split(by_link, preload(fetch_by_link), fallible)]
fn show_by_link(table: String, token: Option<String>) -> Result<AnyView, Missing> {
    Ok(online::page(&table, token.as_deref()))
}

/// The tables by link that this browser knows, for the start page.
pub fn tables_waiting() -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_tables_waiting())), || Box::pin(show_tables_waiting()))
}

#[wasm_split(by_link, preload(fetch_tables_waiting), fallible)]
fn show_tables_waiting() -> Result<AnyView, Missing> {
    Ok(online::tables_waiting())
}

/// Those of them at which it is this player's turn.
pub fn tables_urgent() -> AnyView {
    quietly(|| Box::pin(with_texts(fetch_tables_urgent())), || Box::pin(show_tables_urgent()))
}

#[wasm_split(by_link, preload(fetch_tables_urgent), fallible)]
fn show_tables_urgent() -> Result<AnyView, Missing> {
    Ok(online::tables_urgent())
}

/// The page on which a friend is invited.
pub fn friend() -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_friend())), || Box::pin(show_friend()))
}

#[wasm_split(friend, preload(fetch_friend), fallible)]
fn show_friend() -> Result<AnyView, Missing> {
    Ok(online::friend())
}

/// An address to be scanned.
pub fn qr(address: String, label: String) -> AnyView {
    lazy_view(|| Box::pin(alone(fetch_qr())), move || Box::pin(show_qr(address.clone(), label.clone())))
}

#[wasm_split(qr, preload(fetch_qr), fallible)]
fn show_qr(address: String, label: String) -> Result<AnyView, Missing> {
    Ok(pieces::qr::show(&address, label))
}

/// What is offered on the start page after a few games: another level, and a place on the home screen.
pub fn advice() -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_advice())), || Box::pin(show_advice()))
}

#[wasm_split(advice, preload(fetch_advice), fallible)]
fn show_advice() -> Result<AnyView, Missing> {
    Ok((pages::advice::card(), pages::install::card()).into_any())
}

/// Fetches sound, touch and celebration, for when they are needed.
pub async fn prepare_feel() -> Result<(), Missing> {
    alone(fetch_feel()).await
}

/// Sound, touch and celebration.
#[wasm_split(feel, preload(fetch_feel), fallible)]
pub fn feel(felt: Felt) -> Result<(), Missing> {
    feeling::now(felt);
    Ok(())
}

/// The puzzle of a day: today's where none is named.
pub fn puzzle(day: Option<&str>) -> AnyView {
    let day = day.map(str::to_string);
    lazy_view(|| Box::pin(with_texts(fetch_puzzle())), move || Box::pin(show_puzzle(day.clone())))
}

#[wasm_split(puzzle, preload(fetch_puzzle), fallible)]
fn show_puzzle(day: Option<String>) -> Result<AnyView, Missing> {
    Ok(coach::puzzle(day.as_deref()))
}

/// All puzzles so far.
pub fn archive() -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_archive())), || Box::pin(show_archive()))
}

#[wasm_split(puzzle, preload(fetch_archive), fallible)]
fn show_archive() -> Result<AnyView, Missing> {
    Ok(coach::archive())
}

/// Showing a finished game around.
pub fn share(id: &str) -> AnyView {
    let id = id.to_string();
    lazy_view(|| Box::pin(with_texts(fetch_share())), move || Box::pin(show_share(id.clone())))
}

#[wasm_split(share, preload(fetch_share), fallible)]
fn show_share(id: String) -> Result<AnyView, Missing> {
    Ok(sharing::page(&id))
}

/// A small picture of a game as it stands, for a list.
pub fn small_picture(record: Record) -> AnyView {
    quietly(|| Box::pin(alone(fetch_small_picture())), move || Box::pin(show_small_picture(record.clone())))
}

#[wasm_split(small_picture, preload(fetch_small_picture), fallible)]
fn show_small_picture(record: Record) -> Result<AnyView, Missing> {
    Ok(sharing::small(&record))
}

/// A first game that teaches.
pub fn lesson(game: &str) -> AnyView {
    let game = game.to_string();
    lazy_view(|| Box::pin(with_texts(fetch_lesson())), move || Box::pin(show_lesson(game.clone())))
}

#[wasm_split(lesson, preload(fetch_lesson), fallible)]
fn show_lesson(game: String) -> Result<AnyView, Missing> {
    Ok(coach::lesson(&game))
}
