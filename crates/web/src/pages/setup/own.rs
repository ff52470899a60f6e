//! Whether the company throws dice of its own, and enters what they show.

use std::collections::BTreeSet;

use leptos::prelude::*;
use spieltisch_records::Entered;
use spieltisch_records::header::DICE_SET;

use super::Setup;
use super::fold::fold;
use crate::i18n::{Key, tr};
use crate::live::Kind;
use crate::{browser, store};

/// The choice, folded; a game without dice has pieces of one's own instead.
pub fn show(setup: Setup) -> AnyView {
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
    // Without computers everyone is a person.
    Effect::new(move |_| {
        if !computers() && setup.entered.get() == Some(Entered::People) {
            setup.entered.set(Some(Entered::All));
        }
    });
    let now = move || match setup.entered.get() {
        None => tr(Key::OwnDiceScreen).to_string(),
        Some(Entered::All) => tr(own).to_string(),
        Some(Entered::People) => tr(Key::OwnDicePeople).to_string(),
    };
    let choices = view! {
            <fieldset class="choice">
                <legend class="visually-hidden">{tr(Key::OwnDiceTitle)}</legend>
                {choice("own-none", None, Key::OwnDiceScreen)}
                {choice("own-all", Some(Entered::All), own)}
                {move || (dice && computers()).then(|| choice("own-people", Some(Entered::People), Key::OwnDicePeople))}
            </fieldset>
            <p class="fine">{move || setup.entered.get().map(|_| tr(help))}</p>
            {move || (dice && setup.entered.get().is_some()).then(|| which_dice(setup))}
    };
    fold("fold-dice", Key::OwnDiceTitle, now, choices)
}

/// What the dice are called: throws of the same ones are counted together.
fn which_dice(setup: Setup) -> impl IntoView {
    let known: BTreeSet<String> = store::all_games().iter().filter_map(|saved| DICE_SET.read(&saved.record)).collect();
    let name = move |event: web_sys::Event| setup.dice_set.set(browser::value_of(&event).trim().to_string());
    view! {
        <p>
            <label>{tr(Key::OwnDiceSet)}" "
                <input type="text" id="dice-set" maxlength="40" list="dice-sets" autocomplete="off" prop:value=move || setup.dice_set.get() on:change=name/>
            </label>
            <datalist id="dice-sets">{known.into_iter().map(|name| view! { <option value=name></option> }).collect::<Vec<_>>()}</datalist>
        </p>
        <p class="fine">{tr(Key::OwnDiceSetHelp)}" "<a href="#/dice" on:click=move |_| drop(super::stay(setup))>{tr(Key::FairnessTitle)}</a></p>
    }
}
