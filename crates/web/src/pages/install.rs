//! The page on the home screen: offered once, after a few games, and from then on in the settings only.

use leptos::prelude::*;
use spieltisch_core::is_ios;
use spieltisch_records::header::OPENED;
use wasm_bindgen::JsValue;

use crate::browser::{prefers, window};
use crate::by_name::Named;
use crate::i18n::{Key, tr};
use crate::store;

/// So many games were played to their end before anything is offered.
const GAMES: usize = 3;
/// Here stands that it was offered and answered.
const ANSWERED: &str = "spieltisch/install";
/// Under this name the page's script keeps the browser's own offer, as `static/main.js` says.
const KEPT: &str = "installable";
const EVENT: &str = "beforeinstallprompt";

/// How this browser puts a page on the home screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It asks by itself, when it is told to.
    Asked,
    /// By hand: the person is told how.
    ByHand,
}

/// The way there is now; none where the page is on the home screen already, or cannot be.
fn way() -> Option<Way> {
    let navigator = Named::navigator();
    let is_there = prefers("(display-mode: standalone)") || navigator.get("standalone").is_some_and(|there| there.is_yes());
    if is_there {
        return None;
    }
    if Named::window().get(KEPT).is_some() {
        return Some(Way::Asked);
    }
    let told = window().navigator().user_agent().unwrap_or_default();
    let touched = navigator.number("maxTouchPoints").unwrap_or(0.0);
    is_ios(&told, touched).then_some(Way::ByHand)
}

/// Whether enough games were played here, and the offer is not answered yet.
fn is_time() -> bool {
    let played = || store::all_games().iter().filter(|saved| saved.is_finished() && !OPENED.is_in(&saved.record)).count();
    store::read(ANSWERED).is_none() && played() >= GAMES
}

fn answered(answer: &str) {
    store::write(ANSWERED, answer);
}

/// Lets the browser ask.
fn ask() {
    answered("asked");
    let Some(event) = Named::window().get(KEPT) else { return };
    // A browser's offer is good for one question.
    Named::window().set(KEPT, JsValue::UNDEFINED);
    event.call("prompt", &[]);
}

/// The way, also where the browser's offer comes only later.
fn follow_way() -> RwSignal<Option<Way>> {
    let found = RwSignal::new(way());
    let heard = window_event_listener_untyped(EVENT, move |_| {
        // The page's script has heard it first.
        let _ = found.try_set(way());
    });
    on_cleanup(move || heard.remove());
    found
}

/// The offer, on the start page.
pub fn card() -> AnyView {
    if !is_time() {
        return ().into_any();
    }
    let way = follow_way();
    let take = move |_| {
        ask();
        way.set(None);
    };
    let decline = move |_| {
        answered("no");
        way.set(None);
    };
    (move || {
        way.get().map(|now| {
            let (text, no) = match now {
                Way::Asked => (Key::InstallOffer, Key::InstallNo),
                Way::ByHand => (Key::InstallByHand, Key::ButtonOk),
            };
            let yes = (now == Way::Asked).then(|| view! { <button class="main" id="install" on:click=take>{tr(Key::InstallYes)}</button> });
            view! {
                <section class="card waiting install">
                    <p>{tr(text)}</p>
                    {yes}
                    <button class="quiet" id="no-install" on:click=decline>{tr(no)}</button>
                </section>
            }
        })
    })
    .into_any()
}

/// The same in the settings.
pub fn line() -> AnyView {
    let way = follow_way();
    let take = move |_| {
        ask();
        way.set(None);
    };
    (move || {
        way.get().map(|now| match now {
            Way::Asked => view! { <p><button class="quiet" id="install" on:click=take>{tr(Key::InstallYes)}</button></p> }.into_any(),
            Way::ByHand => view! { <p class="fine">{tr(Key::InstallByHand)}</p> }.into_any(),
        })
    })
    .into_any()
}
