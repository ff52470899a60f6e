//! Coming to a table by an invitation: a name, a seat, or just looking on.

use leptos::prelude::*;
use spieltisch_protocol::{Role, limits};

use super::table::Online;
use super::words;
use crate::app::settings;
use crate::browser;
use crate::i18n::{Key, game_name, lang, texts, tr};

/// The page.
pub fn page(online: Online) -> AnyView {
    let role = online.role.get_untracked();
    let game = online.evening.with_untracked(|evening| evening.game.clone());
    let name = RwSignal::new(own_name(online, role));
    let others = move || {
        online.evening.with(|evening| evening.persons().map(|seat| evening.seats[usize::from(seat)].name.clone()).collect::<Vec<_>>())
    };
    let full = move || role == Some(Role::Invited) && online.evening.with(|evening| evening.free_seats().next().is_none());
    let sit = move || {
        let name = name.get_untracked();
        if let Some(name) = limits::name(&name) {
            settings::change(|settings| settings.name = Some(name.clone()));
            online.sit(&name);
        }
    };
    view! {
        <div class="card page join">
            <h1>{texts::online_come(lang(), game_name(&game))}</h1>
            {move || Some(others()).filter(|names| !names.is_empty()).map(|names| view! { <p>{texts::online_with(lang(), texts::list(lang(), &names))}</p> })}
            {move || if full() {
                view! { <p class="wrong" role="alert">{tr(Key::OnlineAllTaken)}</p> }.into_any()
            } else {
                view! {
                    <label class="named">{tr(Key::OnlineYourName)}
                        <input type="text" id="own-name" maxlength=limits::NAME.to_string() autocomplete="nickname" prop:value=move || name.get()
                            on:input=move |event| name.set(browser::value_of(&event))
                            on:keydown=move |event| if event.key() == "Enter" { sit() }/>
                    </label>
                }
                .into_any()
            }}
            <p class="wrong" role="alert">{move || online.refused.get().map(|refused| words::refusal(&refused))}</p>
            <div class="buttons">
                <button class="main" id="sit" disabled=move || full() || limits::name(&name.get()).is_none() on:click=move |_| sit()>{tr(Key::OnlineSit)}</button>
                <button class="quiet" id="look-on" on:click=move |_| online.looks_on.set(true)>{tr(Key::OnlineLookOn)}</button>
            </div>
        </div>
    }
    .into_any()
}

/// The name the seat was kept for, else the one this person used last.
fn own_name(online: Online, role: Option<Role>) -> String {
    let planned = role
        .and_then(Role::seat)
        .and_then(|seat| online.evening.with_untracked(|evening| evening.seats.get(usize::from(seat)).map(|at| at.name.clone())));
    planned.filter(|name| !name.is_empty()).or(settings::get().name).unwrap_or_default()
}
