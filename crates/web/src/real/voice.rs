//! The voice: whatever a screen reader would say of the game is spoken, in the person's language, where they want that.

use js_sys::{Array, Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use super::Around;
use crate::app::settings;
use crate::browser::window;
use crate::i18n::lang;

/// Speaks as long as the table is shown.
pub fn run(around: Around) {
    if settings::get().voice.is_none() {
        return;
    }
    Effect::new(move |_| say(&around.spoken.get()));
    // What a box brings or where a roof would stand, before it is done.
    let chosen = Memo::new(move |_| around.chosen.get());
    Effect::new(move |_| {
        if let Some(chosen) = chosen.get() {
            say(&chosen.replace(" · ", ", "));
        }
    });
    on_cleanup(|| {
        if let Some(speaker) = speaker() {
            call(&speaker, "cancel", &Array::new());
        }
    });
}

/// Whoever speaks; nobody in a browser that cannot.
fn speaker() -> Option<JsValue> {
    Reflect::get(&window(), &"speechSynthesis".into()).ok().filter(JsValue::is_object)
}

/// Calls a method of the speaker.
fn call(speaker: &JsValue, method: &str, arguments: &Array) {
    let method = Reflect::get(speaker, &method.into()).ok().and_then(|method| method.dyn_into::<Function>().ok());
    let _ = method.and_then(|method| method.apply(speaker, arguments).ok());
}

fn say(text: &str) {
    let Some(speaker) = speaker().filter(|_| !text.trim().is_empty()) else { return };
    let maker = Reflect::get(&window(), &"SpeechSynthesisUtterance".into()).ok().and_then(|maker| maker.dyn_into::<Function>().ok());
    let Some(words) = maker.and_then(|maker| Reflect::construct(&maker, &Array::of1(&text.into())).ok()) else { return };
    let _ = Reflect::set(&words, &"lang".into(), &lang().code().into());
    // Only the newest is worth waiting for.
    if Reflect::get(&speaker, &"pending".into()).is_ok_and(|pending| pending.is_truthy()) {
        call(&speaker, "cancel", &Array::new());
    }
    call(&speaker, "speak", &Array::of1(&words));
}
