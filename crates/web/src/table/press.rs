//! The main button just after its meaning has changed: the second tap of a double tap was meant for what it said before.

use leptos::prelude::*;
use spieltisch_core::{SETTLES, Settling};

use super::TableGame;
use super::frame::Controls;
use crate::browser;
use crate::live::{GameView, LocalGame};

/// A button that fires only for what it has meant for a while.
#[derive(Clone, Copy)]
pub struct Guarded {
    /// Presses it; `true` where a hand did, `false` for a script, which aims at what is there now.
    pub press: Callback<bool>,
    /// Whether its meaning has just changed.
    pub settling: Signal<bool>,
}

/// Guards what a button does by what it means.
pub fn guarded<T>(meaning: Signal<T>, press: Callback<()>) -> Guarded
where
    T: Clone + PartialEq + Send + Sync + 'static,
{
    let state = StoredValue::new(Settling::new(meaning.get_untracked(), browser::ticks()));
    let settled = RwSignal::new(false);
    Effect::new(move |_| {
        let now = meaning.get();
        state.update_value(|state| state.note(now, browser::ticks()));
        settled.set(false);
        browser::after(SETTLES as i32 + 1, move || {
            if state.try_with_value(|state| state.is_over(browser::ticks())) == Some(true) {
                settled.try_set(true);
            }
        });
    });
    let press = Callback::new(move |by_hand: bool| {
        // The effect above may not have run yet.
        state.update_value(|state| state.note(meaning.get_untracked(), browser::ticks()));
        if !by_hand || state.with_value(|state| state.is_over(browser::ticks())) {
            press.run(());
        }
    });
    Guarded { press, settling: Signal::derive(move || !settled.get()) }
}

/// The main button of a table. Whatever happens in the game changes its meaning, and so does a question.
/// What is chosen on the board does too, but by a hand that has to travel from there to the button.
pub fn main_button<G: TableGame>(play: GameView<G>, controls: Controls) -> Guarded {
    let meaning = Signal::derive(move || (play.with(LocalGame::clock), play.is_rolling(), controls.asks.get()));
    let press = Callback::new(move |()| {
        if controls.ready.get_untracked() {
            controls.press.run(());
        }
    });
    guarded(meaning, press)
}

/// Whether a click is the second of a double click: one that chooses something has chosen it, and does not play it as well.
pub fn is_doubled(event: &web_sys::MouseEvent) -> bool {
    event.detail() > 1
}

/// Keeps a key that is held down from pressing a button again and again.
pub fn once_a_press(event: &web_sys::KeyboardEvent) {
    if event.repeat() && matches!(event.key().as_str(), "Enter" | " ") {
        event.prevent_default();
    }
}
