//! Six dice that can be turned down.

use leptos::prelude::*;
use spieltisch_core::as_they_fell;
use spieltisch_core::crowns::CrownsChoice;
use spieltisch_rules::Event;
use spieltisch_rules::crowns::Crowns;

use crate::app::settings;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::GameView;
use crate::table::airborne;

/// The dice of the roll; before it, the last ones, faded.
pub fn show(play: GameView<Crowns>, choice: RwSignal<CrownsChoice>, turn: Callback<usize>) -> impl IntoView {
    let flights = airborne::follow(play, || [true; 6]);
    // How the dice turn for the chosen fields is searched for: once for all that show it.
    let dice = Memo::new(move |_| choice.with(CrownsChoice::dice));
    let die = move |slot: usize| {
        let face = move || dice.with(|dice| dice.get(slot).copied()).unwrap_or_else(|| last_face(play, slot));
        let rolled = move || choice.with(|choice| choice.rolled().get(slot).copied());
        let lying = move || rolled().is_some() || play.is_rolling();
        let turned = move || rolled().is_some_and(|rolled| rolled != face());
        let used = move || rolled().is_some() && choice.with(|choice| choice.is_used(face()));
        let name = move || match rolled() {
            Some(rolled) if rolled != face() => texts::crowns_play_die_turned(lang(), rolled, face()),
            _ => texts::grid_die(lang(), face()),
        };
        let active = move || play.with(|live| live.person_acts() && live.position.state.dice().is_some());
        view! {
            <button class="die" class:lying=lying class:kept=used class:turned=turned aria-label=name disabled=move || !active() on:click=move |_| turn.run(slot)>
                {airborne::show(face, move || flights.get()[slot])}
            </button>
        }
    };
    view! { <div class="dice six" role="group" aria-label=tr(Key::PlayDice)>{(0..6).map(die).collect::<Vec<_>>()}</div> }
}

fn last_face(play: GameView<Crowns>, slot: usize) -> u8 {
    let last = play.live.with(|live| {
        live.past.iter().rev().find_map(|past| match past.event {
            Event::Roll(roll) => Some(roll.0.faces().collect::<Vec<_>>()),
            Event::Move(_) => None,
        })
    });
    let lying = last.map(|faces| if settings::dice_stay() { as_they_fell(faces) } else { faces });
    lying.map_or(slot as u8 + 1, |faces| faces[slot])
}
