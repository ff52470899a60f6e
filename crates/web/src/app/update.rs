//! The page kept for the time without a network, and a new version of it: it waits until the person
//! takes it up, so that a running game never misses a file of its own version.

use std::cell::Cell;

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::browser::{after, document, reload, window};
use crate::i18n::{Key, tr};
use crate::store::{self, StorageHealth};

thread_local! {
    /// Whether a new version is here.
    static IS_HERE: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

/// When everything else is fetched for the time without a network, in milliseconds: the first game
/// comes first.
const LATER: i32 = 4000;

/// Has the page kept, and watches for new versions; a browser that cannot shows the page all the same.
pub fn install() {
    after(LATER, register);
}

fn register() {
    let navigator = window().navigator();
    // Without encryption, other than at home on this very machine, browsers have no such thing.
    if !js_sys::Reflect::has(&navigator, &"serviceWorker".into()).unwrap_or(false) {
        return;
    }
    let container = navigator.service_worker();
    let registering = container.register("sw.js");
    // The first worker to take over is not a new version.
    let is_kept = Cell::new(container.controller().is_some());
    listen(&container, "controllerchange", move || {
        if is_kept.replace(true) {
            reload();
        }
    });
    spawn_local(async move {
        let Ok(registration) = JsFuture::from(registering).await else { return };
        let registration: web_sys::ServiceWorkerRegistration = registration.unchecked_into();
        watch(registration);
    });
}

fn watch(registration: web_sys::ServiceWorkerRegistration) {
    if registration.waiting().is_some() {
        tell();
    }
    let found = registration.clone();
    listen(&registration, "updatefound", move || {
        let Some(worker) = found.installing() else { return };
        let state_of = worker.clone();
        listen(&worker, "statechange", move || {
            let kept_before = window().navigator().service_worker().controller().is_some();
            if state_of.state() == web_sys::ServiceWorkerState::Installed && kept_before {
                tell();
            }
        });
    });
    // An installed page is seldom reloaded; it looks when the visitor comes back to it.
    listen(&document(), "visibilitychange", move || {
        if !document().hidden() {
            let _ = registration.update();
        }
    });
}

fn listen(target: &web_sys::EventTarget, event: &str, heard: impl Fn() + 'static) {
    let heard = Closure::<dyn Fn()>::new(heard);
    let _ = target.add_event_listener_with_callback(event, heard.as_ref().unchecked_ref());
    heard.forget();
}

fn tell() {
    IS_HERE.with(|here| here.set(true));
}

/// Lets the new version take over; when it has, the page reloads. Games are saved after every event.
fn take_up() {
    spawn_local(async {
        let registration = window().navigator().service_worker().get_registration();
        let Ok(registration) = JsFuture::from(registration).await else { return };
        let waiting = registration.dyn_into::<web_sys::ServiceWorkerRegistration>().ok().and_then(|found| found.waiting());
        match waiting {
            Some(worker) => drop(worker.post_message(&"take over".into())),
            None => reload(),
        }
    });
}

/// A quiet line while a new version waits.
pub fn line() -> impl IntoView {
    let later = |_| IS_HERE.with(|here| here.set(false));
    move || {
        // What is not kept would be lost with the old version.
        let safe = store::keeping() != StorageHealth::Failing;
        (safe && IS_HERE.with(|here| here.get())).then(|| {
            view! {
                <aside class="update card" role="status">
                    <span>{tr(Key::UpdateAvailable)}" "{tr(Key::UpdateHelp)}</span>
                    <button class="main" id="take-up" on:click=|_| take_up()>{tr(Key::ButtonUpdate)}</button>
                    <button class="quiet" on:click=later>{tr(Key::ButtonLater)}</button>
                </aside>
            }
        })
    }
}
