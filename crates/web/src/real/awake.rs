//! A screen that stays awake as long as a game is played: people look at their dice, not at it.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::Around;
use crate::browser;

/// Keeps the screen awake until the game is over or the table is left. A browser lets go of it whenever the page is
/// hidden; it is asked for again when the page is seen.
pub fn run(around: Around) {
    let lock = StoredValue::new_local(None::<JsValue>);
    let wanted = move || around.over.try_get_untracked() == Some(false) && !browser::document().hidden();
    let take = move || {
        let Some(asked) = request().filter(|_| wanted()) else { return };
        spawn_local(async move {
            let Ok(given) = JsFuture::from(asked).await else { return };
            // The table may have been left meanwhile.
            if !wanted() || lock.try_set_value(Some(given.clone())).is_some() {
                release(&given);
            }
        });
    };
    let let_go = move || {
        if let Some(Some(held)) = lock.try_update_value(Option::take) {
            release(&held);
        }
    };
    Effect::new(move |_| if around.over.get() { let_go() } else { take() });
    let seen = window_event_listener_untyped("visibilitychange", move |_| {
        let_go();
        take();
    });
    on_cleanup(move || {
        seen.remove();
        let_go();
    });
}

fn request() -> Option<Promise> {
    let locks = Reflect::get(&browser::window().navigator(), &"wakeLock".into()).ok()?;
    let request: Function = Reflect::get(&locks, &"request".into()).ok()?.dyn_into().ok()?;
    request.call1(&locks, &"screen".into()).ok()?.dyn_into().ok()
}

fn release(lock: &JsValue) {
    let release = Reflect::get(lock, &"release".into()).ok().and_then(|release| release.dyn_into::<Function>().ok());
    let _ = release.and_then(|release| release.call0(lock).ok());
}
