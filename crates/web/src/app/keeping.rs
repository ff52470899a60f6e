//! A quiet line while the browser keeps nothing, and one when it does again.

use leptos::prelude::*;

use crate::i18n::{Key, tr};
use crate::store::{self, StorageHealth};
use crate::{browser, files};

/// How long the page says that everything is kept again, in milliseconds.
const AGAIN: i32 = 6_000;

thread_local! {
    /// Whether the person has read the line and folded it away.
    static FOLDED: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

fn fold(folded: bool) {
    FOLDED.with(|now| now.set(folded));
}

/// Asks before the page is left while something would be lost with it.
pub fn install() {
    let handle = window_event_listener_untyped("beforeunload", |event| {
        if store::is_failing() {
            event.prevent_default();
        }
    });
    // As long as the page.
    std::mem::forget(handle);
}

/// The line between the bar and the page.
pub fn line() -> impl IntoView {
    let keeping = Memo::new(|_| store::keeping());
    Effect::new(move |_| {
        if keeping.get() == StorageHealth::Again {
            fold(false);
            browser::after(AGAIN, || {
                if !store::is_failing() {
                    store::heard();
                }
            });
        }
    });
    let shown = move || match keeping.get() {
        StorageHealth::Failing if !FOLDED.with(|folded| folded.get()) => failing().into_any(),
        StorageHealth::Again => view! { <span>{tr(Key::KeepingAgain)}</span> }.into_any(),
        StorageHealth::Failing | StorageHealth::Well => ().into_any(),
    };
    view! { <div class="keeping" role="status">{shown}</div> }
}

fn failing() -> impl IntoView {
    let save = |_| browser::download(&files::of_many("jsonl"), &store::held_games());
    view! {
        <span>{tr(Key::KeepingFails)}</span>
        <button class="quiet" id="save-held" on:click=save>{tr(Key::ButtonSaveRecord)}</button>
        <button class="quiet" id="fold-keeping" on:click=|_| fold(true)>{tr(Key::ButtonOk)}</button>
    }
}

/// A mark in the bar for when the line is folded away.
pub fn mark() -> impl IntoView {
    let shown = move || store::keeping() == StorageHealth::Failing && FOLDED.with(|folded| folded.get());
    move || {
        shown().then(|| {
            view! { <button class="pill not-kept" id="not-kept" aria-label=tr(Key::KeepingMark) title=tr(Key::KeepingMark) on:click=|_| fold(false)>"!"</button> }
        })
    }
}
