//! Whether the company throws dice of its own, and enters what they show.

use leptos::prelude::*;
use spieltisch_records::Entered;

use super::Setup;
use crate::i18n::{Key, tr};
use crate::live::Kind;

/// The choice; a game without dice has pieces of one's own instead.
pub fn show(setup: Setup) -> impl IntoView {
    let dice = setup.aside.has_dice();
    let computers = move || setup.seats.with(|seats| seats.iter().any(|player| matches!(player.kind, Kind::Computer(_))));
    let choice = move |id: &'static str, value: Option<Entered>, text: Key| {
        let chosen = move || setup.entered.get() == value;
        view! {
            <label>
                <input type="radio" name="own" id=id prop:checked=chosen on:change=move |_| setup.entered.set(value)/>
                <span>{tr(text)}</span>
            </label>
        }
    };
    let (own, help) = if dice { (Key::OwnDiceAll, Key::OwnDiceHelp) } else { (Key::OwnDiceTiles, Key::OwnDiceTilesHelp) };
    // Where nobody is a computer, everyone is a person.
    Effect::new(move |_| {
        if !computers() && setup.entered.get() == Some(Entered::People) {
            setup.entered.set(Some(Entered::All));
        }
    });
    view! {
        <section>
            <h2>{tr(Key::OwnDiceTitle)}</h2>
            <fieldset class="choice">
                <legend class="visually-hidden">{tr(Key::OwnDiceTitle)}</legend>
                {choice("own-none", None, Key::OwnDiceScreen)}
                {choice("own-all", Some(Entered::All), own)}
                {move || (dice && computers()).then(|| choice("own-people", Some(Entered::People), Key::OwnDicePeople))}
            </fieldset>
            <p class="fine">{move || setup.entered.get().map(|_| tr(help))}</p>
        </section>
    }
}
