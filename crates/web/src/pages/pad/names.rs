//! Who plays: the family to tap, names to change, and a place more or less.

use leptos::prelude::*;
use spieltisch_rules::MAX_SEATS;

use super::PadState;
use super::kept::name;
use crate::browser::value_of;
use crate::family::people;
use crate::i18n::{Key, is_given_name, tr};
use crate::table::mark;

/// Shows it; the fields follow players who come and go.
pub fn show(state: PadState) -> AnyView {
    // Only as many fields as there are players: the focus stays where it is.
    let players = Memo::new(move |_| state.kept.with(|kept| kept.now.names.len()));
    let field = move |player: usize| {
        let now = move || state.kept.with(|kept| kept.now.names.get(player).cloned());
        let rename = move |event: web_sys::Event| {
            let name = value_of(&event).trim().to_string();
            state.change(|kept| kept.now.names.iter_mut().skip(player).take(1).for_each(|kept| kept.clone_from(&name)));
        };
        view! { <label>{mark(player)}<input type="text" maxlength="20" aria-label=tr(Key::SetupName) prop:value=now on:change=rename/></label> }
    };
    let fields = move || (0..players.get()).map(field).collect::<Vec<_>>();
    let add = move |_| state.change(|kept| kept.now.add(name(kept.now.names.len() + 1)));
    let remove = move |_| {
        state.choose(None);
        state.change(|kept| kept.now.remove_last());
    };
    view! {
        {family(state)}
        <div class="names">{fields}</div>
        <div class="buttons">
            <button class="quiet" id="pad-add" disabled={move || players.get() >= MAX_SEATS} on:click=add>{tr(Key::ButtonAddSeat)}</button>
            <button class="quiet" id="pad-remove" disabled=move || !state.kept.with(|kept| kept.now.can_remove_last()) on:click=remove>{tr(Key::ButtonRemoveSeat)}</button>
        </div>
    }
    .into_any()
}

/// The people of this device, each with a tap.
fn family(state: PadState) -> AnyView {
    let one = move |name: String| {
        let toggled = name.clone();
        let toggle = move |_| {
            state.choose(None);
            state.change(|kept| kept.now.toggle(&toggled, is_given_name));
        };
        let shown = name.clone();
        let plays = move || state.kept.with(|kept| kept.now.names.contains(&name)).to_string();
        view! { <button class="quiet" aria-pressed=plays on:click=toggle>{shown}</button> }
    };
    let all: Vec<String> = people::all().into_iter().map(|person| person.name).collect();
    let label = tr(Key::PeopleTitle);
    (!all.is_empty())
        .then(|| view! { <div class="buttons family" role="group" aria-label=label>{all.into_iter().map(one).collect::<Vec<_>>()}</div> })
        .into_any()
}
