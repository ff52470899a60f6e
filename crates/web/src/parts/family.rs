//! The people of this device: their page, their pictures, and the sign that hands it over.

#![allow(unsafe_code, reason = "what `wasm_split` writes: functions that are imported from another file")]

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::wasm_split;

use super::lazy::{Missing, lazy_view, quietly, with_texts};
use crate::family::{self, Handing};

/// The page of the people of this device.
pub fn people() -> AnyView {
    lazy_view(|| Box::pin(with_texts(fetch_people())), || Box::pin(show_people()))
}

#[wasm_split(family, preload(fetch_people), fallible)]
fn show_people() -> Result<AnyView, Missing> {
    Ok(family::page())
}

/// Fetches the little pictures that tables refer to; without them the names say enough.
pub fn faces() {
    spawn_local(async {
        let _ = define_faces().await;
    });
}

#[wasm_split(faces, fallible)]
fn define_faces() -> Result<(), Missing> {
    family::faces::define();
    Ok(())
}

/// The sign that hands the device over; without it the game goes on.
pub fn hand_over(due: Signal<Option<Handing>>) -> AnyView {
    quietly(|| Box::pin(with_texts(fetch_hand_over())), move || Box::pin(show_hand_over(due)))
}

#[wasm_split(hand_over, preload(fetch_hand_over), fallible)]
fn show_hand_over(due: Signal<Option<Handing>>) -> Result<AnyView, Missing> {
    Ok(family::sign(due))
}
