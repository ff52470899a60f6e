//! The style of one page alone, for as long as it is shown.
//!
//! It is handed to the document as an object: the server's policy takes no styles from within a page, and a file for it
//! would be one more to fetch.

use js_sys::{Array, Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use crate::browser::{document, window};

/// Takes what `style` says, as it changes, until the page goes.
pub fn follow(style: impl Fn() -> String + 'static) {
    let make = || Reflect::construct(&Reflect::get(&window(), &"CSSStyleSheet".into())?.dyn_into::<Function>()?, &Array::new());
    // A browser without such style sheets shows the page all the same.
    let Ok(sheet) = make() else { return };
    let all = adopted();
    all.push(&sheet);
    adopt(&all);
    let own = StoredValue::new_local(sheet);
    Effect::new(move |_| own.with_value(|sheet| set(sheet, &style())));
    on_cleanup(move || {
        own.with_value(|sheet| adopt(&adopted().filter(&mut |other, _, _| other != *sheet)));
    });
}

fn set(sheet: &JsValue, text: &str) {
    let replace = Reflect::get(sheet, &"replaceSync".into()).and_then(JsCast::dyn_into::<Function>);
    let _ = replace.and_then(|replace| replace.call1(sheet, &text.into()));
}

fn adopted() -> Array {
    Reflect::get(&document(), &"adoptedStyleSheets".into()).map(|all| Array::from(&all)).unwrap_or_default()
}

fn adopt(all: &Array) {
    let _ = Reflect::set(&document(), &"adoptedStyleSheets".into(), all);
}
