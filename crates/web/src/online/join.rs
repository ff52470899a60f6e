//! Coming to a table by an invitation: a name, a seat, or just looking on.

use leptos::prelude::*;
use spieltisch_protocol::{Role, limits};

use super::table::LinkedTable;
use super::{names, words};
use crate::app::settings;
use crate::browser;
use crate::games;
use crate::i18n::{Key, game_name, is_given_name, lang, texts, tr};

/// The page for a visitor who comes by an invitation.
pub fn page(online: LinkedTable) -> AnyView {
    let role = online.role.get_untracked();
    let game = online.with_state_untracked(|table_state| table_state.game.clone());
    let name = RwSignal::new(own_name(online, role));
    let others = move || online.with_state(names::of_persons);
    let full = move || role == Some(Role::Invited) && online.with_state(|table_state| table_state.free_seats().next().is_none());
    let sit = move || {
        let name = name.get_untracked();
        if let Some(name) = limits::name(&name) {
            settings::change(|settings| settings.name = Some(name.clone()));
            online.sit(&name);
        }
    };
    let begun = move || online.with_state(|table_state| table_state.is_playing());
    let free = game.clone();
    let invitation = invitation(&game);
    view! {
        <div class="card page join">
            <h1>{texts::online_come(lang(), game_name(&game))}</h1>
            {invitation}
            {move || Some(others()).filter(|names| !names.is_empty()).map(|names| view! { <p>{texts::online_with(lang(), texts::list(lang(), &names))}</p> })}
            {move || if full() { no_seat(online, &free) } else { seat(online, name, sit, begun()) }}
        </div>
    }
    .into_any()
}

/// What is played, for a visitor who has never heard of it.
fn invitation(game: &str) -> Option<impl IntoView + use<>> {
    let face = games::face(game)?;
    let rules = format!("#/rules/{game}");
    Some(view! {
        <div class="invitation">
            <div class="picture felt"><svg viewBox="0 0 200 200" aria-hidden="true" inner_html=face.picture()></svg></div>
            <div class="text"><p>{tr(face.about())}</p><p>{tr(face.aim())}</p><a class="link" href=rules>{tr(Key::ButtonRules)}</a></div>
        </div>
    })
}

/// A seat is free: a name is all it takes.
fn seat(online: LinkedTable, name: RwSignal<String>, sit: impl Fn() + Copy + 'static, begun: bool) -> AnyView {
    view! {
        {begun.then(|| view! { <p class="begun">{tr(Key::OnlineBegun)}</p> })}
        <label class="named">{tr(Key::OnlineYourName)}
            <input type="text" id="own-name" maxlength=limits::NAME.to_string() autocomplete="nickname" prop:value=move || name.get()
                on:input=move |event| name.set(browser::value_of(&event))
                on:keydown=move |event| if event.key() == "Enter" { sit() }/>
        </label>
        <p class="wrong" role="alert">{move || online.refused.get().map(|refused| words::refusal(&refused))}</p>
        <div class="buttons">
            <button class="main" id="sit" disabled=move || limits::name(&name.get()).is_none() on:click=move |_| sit()>{tr(Key::OnlineSit)}</button>
            <button class="quiet" id="look-on" on:click=move |_| online.looks_on.set(true)>{tr(Key::OnlineLookOn)}</button>
        </div>
    }
    .into_any()
}

/// No seat is free: one can look on, or set up a table of one's own.
fn no_seat(online: LinkedTable, game: &str) -> AnyView {
    view! {
        <p class="full" role="status">{tr(Key::OnlineAllTaken)}</p>
        <div class="buttons">
            <button class="main" id="look-on" on:click=move |_| online.looks_on.set(true)>{tr(Key::OnlineLookOn)}</button>
            {own_table(game, "quiet button")}
        </div>
    }
    .into_any()
}

/// The way to a table of one's own.
pub fn own_table(game: &str, class: &'static str) -> impl IntoView + use<> {
    view! { <a class=class id="own-table" href=format!("#/setup/{game}")>{texts::online_own_table(lang(), game_name(game))}</a> }
}

/// The name this person chose; else the one the seat was kept for, as long as no computer has played under it.
fn own_name(online: LinkedTable, role: Option<Role>) -> String {
    let chosen = settings::get().name.filter(|name| !is_given_name(name));
    let planned = || {
        let seat = role.and_then(Role::seat)?;
        let seat = online
            .with_state_untracked(|table_state| table_state.seats.get(usize::from(seat)).filter(|_| table_state.round.is_none()).cloned());
        seat.map(|at| at.name).filter(|name| !name.is_empty())
    };
    chosen.or_else(planned).unwrap_or_default()
}
