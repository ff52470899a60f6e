//! A long press, a right click, or “?” on the keyboard says what a box or a square needs and gives.
//! Whatever has something to say carries it in `data-explain`.

use std::cell::Cell;
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::TableGame;
use crate::browser;
use crate::live::{GameView, Notice};

/// How long a press is a long one, in milliseconds: before the browser offers a menu of its own.
const LONG: i32 = 450;
/// A finger that moves further than this many pixels scrolls.
const STILL: i32 = 12;

/// The press under way.
#[derive(Default)]
struct Press {
    /// Which one, counted from the first; a timer knows by it whether its press is still under way.
    number: Cell<u32>,
    /// Where it began.
    at: Cell<(i32, i32)>,
    /// Whether it was long: the click that ends it is none.
    was_long: Cell<bool>,
}

/// Listens as long as the table is shown.
pub fn listen<G: TableGame>(play: GameView<G>) {
    let press = Rc::new(Press::default());
    let end = |press: &Rc<Press>| {
        let press = press.clone();
        move || press.number.set(press.number.get() + 1)
    };
    let down = {
        let press = press.clone();
        window_event_listener(ev::pointerdown, move |event| {
            press.number.set(press.number.get() + 1);
            press.was_long.set(false);
            press.at.set((event.client_x(), event.client_y()));
            let Some(text) = explanation(event.target()) else { return };
            let (press, number) = (press.clone(), press.number.get());
            browser::after(LONG, move || {
                if press.number.get() == number {
                    press.was_long.set(true);
                    tell(play, text);
                }
            });
        })
    };
    let (ends, ends_too) = (end(&press), end(&press));
    let up = window_event_listener(ev::pointerup, move |_| ends());
    let cancelled = window_event_listener(ev::pointercancel, move |_| ends_too());
    let moved = {
        let (press, ends) = (press.clone(), end(&press));
        window_event_listener(ev::pointermove, move |event| {
            let (x, y) = press.at.get();
            if (event.client_x() - x).abs() + (event.client_y() - y).abs() > STILL {
                ends();
            }
        })
    };
    let menu = {
        let (press, ends) = (press.clone(), end(&press));
        window_event_listener(ev::contextmenu, move |event| {
            let Some(text) = explanation(event.target()) else { return };
            event.prevent_default();
            ends();
            if !press.was_long.replace(true) {
                tell(play, text);
            }
        })
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        if event.key() == "?" {
            let focused = browser::document().active_element();
            if let Some(text) = explanation(focused.map(JsCast::unchecked_into)) {
                tell(play, text);
            }
        }
    });
    // Kept until the table goes.
    StoredValue::new_local(browser::before_clicks(move |_| press.was_long.replace(false)));
    for handle in [down, up, cancelled, moved, menu, keys] {
        on_cleanup(move || handle.remove());
    }
}

/// What an element, or the one it is in, has to say.
fn explanation(target: Option<web_sys::EventTarget>) -> Option<String> {
    let element = target?.dyn_into::<web_sys::Element>().ok()?;
    element.closest(".table [data-explain]").ok()??.get_attribute("data-explain")
}

/// Shows an explanation where refusals and hints are shown.
pub fn tell<G: TableGame>(play: GameView<G>, sentence: String) {
    play.spoken.try_set(sentence.clone());
    play.notice.try_set(Some(Notice { sentence, rule: None }));
}
