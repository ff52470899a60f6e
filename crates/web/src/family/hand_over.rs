//! “Pass the device to Ben”: a sign over the table, until it is tapped.

use leptos::prelude::*;

use crate::browser::{self, document, window};
use crate::by_name::Named;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::Player;
use crate::table::{face, mark, press};

/// Where this tab notes for which turn the device was last taken over.
const TAKEN: &str = "spieltisch/handed";
const ID: &str = "hand-over";

/// The person who takes the device over.
#[derive(Clone, Debug, PartialEq)]
pub struct Handing {
    /// The game and how many events it has: what is tapped away comes no second time.
    pub turn: String,
    /// Who.
    pub player: Player,
}

fn taken() -> Option<String> {
    window().session_storage().ok().flatten()?.get_item(TAKEN).ok().flatten()
}

/// The sign, while the device is to be handed over and not confirmed yet.
pub fn sign(due: Signal<Option<Handing>>) -> AnyView {
    let taken = RwSignal::new(taken());
    let shown = Memo::new(move |_| due.get().filter(|handing| taken.with(|taken| taken.as_ref() != Some(&handing.turn))));
    let take = Callback::new(move |()| {
        let Some(handing) = shown.get_untracked() else { return };
        if let Some(storage) = window().session_storage().ok().flatten() {
            // Without room the sign comes again after a reload.
            let _ = storage.set_item(TAKEN, &handing.turn);
        }
        taken.set(Some(handing.turn));
        browser::after(0, || browser::focus("main-button"));
    });
    // The second tap of a double tap was meant for the turn before.
    let done = press::guarded(Signal::derive(move || shown.with(|shown| shown.as_ref().map(|handing| handing.turn.clone()))), take);
    Effect::new(move |_| {
        if shown.with(Option::is_some) {
            browser::after(0, open);
        }
    });
    (move || {
        shown.get().map(|Handing { player, .. }| {
            view! {
                <dialog class="hand-over card" id=ID role="alertdialog" aria-labelledby="hand-over-title" on:close=move |_| take.run(())>
                    <p class="who">{face(&player)}{mark(player.colour)}</p>
                    <h2 id="hand-over-title">{texts::hand_over_give(lang(), &player.name)}</h2>
                    <button class="main" id="hand-over-done" class:settling=move || done.settling.get()
                        on:click=move |event| done.press.run(event.is_trusted()) on:keydown=move |event| press::once_a_press(&event)>
                        {tr(Key::HandOverDone)}
                    </button>
                </dialog>
            }
        })
    })
    .into_any()
}

/// Shows the sign over everything else, which takes neither taps nor keys meanwhile.
fn open() {
    let Some(sign) = document().get_element_by_id(ID).filter(|sign| !sign.has_attribute("open")) else { return };
    Named(sign.into()).call("showModal", &[]);
}
