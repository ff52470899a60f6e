//! The language of the page. When it changes, everything is redrawn, so texts are plain values.

use std::cell::{Cell, RefCell};

use js_sys::Promise;
pub use spieltisch_core::is_given_name;
use spieltisch_core::{caro, castro, yatzy};
use spieltisch_rules::caro::Colour;
use spieltisch_rules::castro::Symbol;
use spieltisch_rules::yatzy::BoxName;
pub use spieltisch_texts::{self as texts, Key, Lang};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::browser::{document, window};

thread_local! {
    static LANG: Cell<Lang> = const { Cell::new(Lang::En) };
}

/// The language in use.
pub fn lang() -> Lang {
    LANG.get()
}

/// A text in the language in use.
pub fn tr(key: Key) -> &'static str {
    texts::t(lang(), key)
}

/// Takes a language into use.
pub fn set_lang(lang: Lang) {
    LANG.set(lang);
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", lang.code());
    }
}

thread_local! {
    /// Fetches the texts of a language and hands them in; set when the page starts.
    static FETCH: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// Tells how texts are fetched.
pub fn set_fetch(fetch: js_sys::Function) {
    FETCH.replace(Some(fetch));
}

/// Does something as soon as the texts of a language are here. Where they cannot be had, nothing.
pub fn once_here(lang: Lang, then: impl FnOnce() + 'static) {
    if texts::is_here(lang, false) {
        return then();
    }
    spawn_local(async move {
        if fetch(lang, false).await {
            then();
        }
    });
}

/// Fetches the texts of a language, or those of pages that are fetched later, with their style; `false` where they cannot be had.
pub async fn fetch(lang: Lang, later: bool) -> bool {
    if texts::is_here(lang, later) {
        return true;
    }
    let fetching = FETCH.with_borrow(|fetch| fetch.as_ref()?.call2(&JsValue::NULL, &lang.code().into(), &later.into()).ok());
    if let Some(fetching) = fetching.and_then(|fetching| fetching.dyn_into::<Promise>().ok()) {
        let _ = JsFuture::from(fetching).await;
    }
    texts::is_here(lang, later)
}

/// The first of the browser's languages that the page speaks.
pub fn browser_lang() -> Lang {
    let codes: Vec<String> = window().navigator().languages().iter().filter_map(|code| code.as_string()).collect();
    Lang::from_preferred(&codes)
}

/// “7 points”.
pub fn points(n: i32) -> String {
    spieltisch_core::points(lang(), n)
}

/// A game's name.
pub fn game_name(name: &str) -> &'static str {
    spieltisch_core::game_name(lang(), name)
}

/// A box of the Yatzy sheet.
pub fn box_name(name: BoxName) -> &'static str {
    yatzy::box_name(lang(), name)
}

/// What a box of the Yatzy sheet needs and gives.
pub fn box_needs(name: BoxName) -> String {
    yatzy::box_needs(lang(), name)
}

/// What the dice must show for a symbol of a Castro square.
pub fn symbol_needs(symbol: Symbol) -> String {
    castro::symbol_needs(lang(), symbol)
}

/// A symbol of a Castro square.
pub fn symbol_name(symbol: Symbol) -> String {
    castro::symbol_name(lang(), symbol)
}

/// “red”.
pub fn colour_name(colour: Colour) -> &'static str {
    caro::colour_name(lang(), colour)
}

/// “red tile”.
pub fn tile_name(colour: Colour) -> &'static str {
    caro::tile_name(lang(), colour)
}

/// A computer's level, 1 to 5, by name.
pub fn level_name(level: u8) -> &'static str {
    spieltisch_core::level_name(lang(), level)
}

/// What the computer in the `n`th seat is called.
pub fn bot_name(n: usize) -> &'static str {
    spieltisch_core::bot_name(lang(), n)
}

/// A seat's colour and shape by name, so that colour is never alone.
pub fn mark_name(colour: usize) -> String {
    spieltisch_core::mark_name(lang(), colour)
}
