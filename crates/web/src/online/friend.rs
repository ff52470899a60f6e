//! Playing with a friend: one tap on a game sets a table for two up; or a code leads to a friend's table.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value};
use spieltisch_protocol::{NewTable, RefusalCode, Terms, limits};

use super::api::{self, Failure};
use super::{create, words};
use crate::app::{route, settings};
use crate::browser;
use crate::games::{self, Face};
use crate::i18n::{Key, tr};
use crate::live::{Kind, Player};

/// The page.
pub fn page() -> AnyView {
    let name = RwSignal::new(settings::get().name.unwrap_or_default());
    let message = RwSignal::new(String::new());
    // One tap sets one table up, however often it is repeated.
    let asked = RwSignal::new(false);
    Effect::new(move |_| {
        if !message.get().is_empty() {
            asked.set(false);
        }
    });
    let choose = move |game: &'static str| {
        if !asked.get_untracked() {
            asked.set(true);
            message.set(String::new());
            invite(game, &name.get_untracked(), message);
        }
    };
    let games = games::faces().into_iter().map(|face| card(face, asked, choose)).collect::<Vec<_>>();
    view! {
        <div class="card page friend">
            <h1>{tr(Key::StartFriend)}</h1>
            {typed_code()}
            <p>{tr(Key::FriendHelp)}</p>
            <label class="named">{tr(Key::OnlineYourName)}
                <input type="text" id="own-name" maxlength=limits::NAME.to_string() autocomplete="nickname" prop:value=move || name.get()
                    on:input=move |event| name.set(browser::value_of(&event))/>
            </label>
            <div class="friend-games" role="group" aria-label=tr(Key::StartTitle)>{games}</div>
            <p class="wrong" role="alert">{move || message.get()}</p>
            <p class="fine">{tr(Key::FriendMore)}</p>
            <p><a class="quiet button" href="#/">{tr(Key::ButtonBack)}</a></p>
        </div>
    }
    .into_any()
}

fn card(face: &'static dyn Face, asked: RwSignal<bool>, choose: impl Fn(&'static str) + 'static) -> impl IntoView {
    let game = face.info().name;
    view! {
        <div>
            <button id=format!("friend-{game}") aria-describedby=format!("about-{game}") disabled=move || asked.get() on:click=move |_| choose(game)>
                <span class="picture felt"><svg viewBox="0 0 200 200" aria-hidden="true" inner_html=face.picture()></svg></span>
                {tr(face.name())}
            </button>
            <small id=format!("about-{game}")>{tr(face.about())}</small>
        </div>
    }
}

/// Sets a table for two up, as the rulebook plays it.
fn invite(game: &'static str, name: &str, message: RwSignal<String>) {
    let chosen = limits::name(name);
    if let Some(name) = &chosen {
        settings::change(|settings| settings.name = Some(name.clone()));
    }
    let seats = [Player::new(chosen.unwrap_or_default(), 0, Kind::Person), Player::new("", 1, Kind::Link)];
    let table =
        NewTable { game: game.into(), options: Map::new(), board: Value::Null, seats: Vec::new(), terms: Terms::default(), youngest: 0 };
    create(table, &seats, message);
}

/// Where a code is typed that was told on the telephone.
fn typed_code() -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let message = RwSignal::new(String::new());
    let asked = RwSignal::new(false);
    let go = move || {
        let Some(code) = limits::code(&typed.get_untracked()) else { return message.set(tr(Key::FriendCodeWrong).to_string()) };
        if asked.get_untracked() {
            return;
        }
        asked.set(true);
        message.set(String::new());
        spawn_local(async move {
            let found = api::by_code(&code).await;
            // A visitor who has gone elsewhere meanwhile stays there.
            if asked.try_set(false).is_some() {
                return;
            }
            match found {
                Ok(found) => route::go(&format!("#/t/{}/{}", found.table, found.token)),
                Err(Failure::Refused(refused)) if refused.code == RefusalCode::NoSuchTable => {
                    message.set(tr(Key::FriendCodeWrong).to_string());
                }
                Err(Failure::Refused(refused)) if refused.code == RefusalCode::TooMuch => message.set(tr(Key::FriendCodeLimit).to_string()),
                Err(failure) => message.set(words::failure(&failure)),
            }
        });
    };
    view! {
        <div class="typed-code">
            <label>{tr(Key::FriendHaveCode)}
                <input type="text" id="typed-code" maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false"
                    prop:value=move || typed.get() on:input=move |event| typed.set(browser::value_of(&event))
                    on:keydown=move |event| if event.key() == "Enter" { go() }/>
            </label>
            <button class="quiet" id="go-by-code" disabled=move || asked.get() on:click=move |_| go()>{tr(Key::FriendCodeGo)}</button>
            <p class="wrong" id="code-wrong" role="alert">{move || message.get()}</p>
        </div>
    }
}
