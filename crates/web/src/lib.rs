//! The table in the browser.
//!
//! The page knows how the games look and feel; what is legal and what it scores it asks the
//! rules, and what happened it keeps as a record. Computer players think in a worker that
//! loads this very module.

#![cfg(target_arch = "wasm32")]

mod app;
mod browser;
mod by_name;
mod coach;
mod dialog;
mod family;
mod feel;
mod files;
mod games;
mod i18n;
mod live;
mod online;
mod own;
mod pages;
mod parts;
mod pieces;
mod real;
mod review;
mod share;
mod store;
mod table;
mod worker;

use wasm_bindgen::prelude::wasm_bindgen;

/// The language the page begins with, by its code: its texts are to be handed in before [`start`].
#[wasm_bindgen]
pub fn language() -> String {
    app::settings::load();
    i18n::lang().code().to_string()
}

/// Takes the texts of a language, or those of pages that are fetched later.
#[wasm_bindgen]
pub fn texts(code: &str, later: bool, packed: String) {
    if let Some(lang) = i18n::Lang::from_code(code) {
        i18n::texts::hand_in(lang, later, packed);
    }
}

/// Shows the page. `worker` is the address of the script in which computer players think,
/// `fetch_texts` fetches another language by its code, or the later part of one.
#[wasm_bindgen]
pub fn start(worker: String, fetch_texts: js_sys::Function) {
    worker::set_address(worker);
    i18n::set_fetch(fetch_texts);
    if !browser::has_randomness() {
        leptos::mount::mount_to_body(app::without_dice);
        return;
    }
    leptos::mount::mount_to_body(app::App);
    app::install();
}

/// Answers one question in the worker.
#[wasm_bindgen]
pub async fn think(question: String) -> String {
    worker::answer(&question).await
}

/// In the worker: the names of the values to be fetched before a question can be answered well, with blanks between them.
#[wasm_bindgen]
pub fn missing(question: String) -> Option<String> {
    worker::missing_values(&question)
}

/// In the worker: takes values that were fetched.
#[wasm_bindgen]
pub fn take(name: String, bytes: Vec<u8>) {
    worker::take_values(name, bytes);
}
