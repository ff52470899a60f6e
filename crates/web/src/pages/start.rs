//! The start page: one tap on a game plays it; beside the games stands what one comes back for.

use leptos::prelude::*;
use spieltisch_records::Record;
use spieltisch_rules::starter::Begins;

use super::{shortcuts, tally};
use crate::app::{route, settings};
use crate::browser;
use crate::games::{self, Face};
use crate::i18n::{Key, bot_name, lang, level_name, texts, tr};
use crate::live::opening::{self, Starter};
use crate::live::{Allowed, Kind, Player, opponent};
use crate::{online, parts};

/// The start page.
pub fn page() -> AnyView {
    let games = games::faces().into_iter().map(card).collect::<Vec<_>>();
    view! {
        <div class="start">
            <h1 class="visually-hidden">{tr(Key::StartTitle)}</h1>
            {online::has_tables().then(parts::tables_urgent)}
            <div class="games">{games}</div>
            {shortcuts::row()}
            <div class="besides">
                {online::has_tables().then(parts::tables_waiting)}
                {tally::has_finished().then(parts::advice)}
                {tally::card()}
            </div>
            <h2 class="ways-title">{tr(Key::StartWays)}</h2>
            <nav class="foot">
                <a href="#/games">{tr(Key::StartFinishedGames)}</a>
                <a href="#/settings">{tr(Key::ButtonSettings)}</a>
            </nav>
        </div>
    }
    .into_any()
}

/// A game: its face, which plays at once wherever it is pressed, and the other ways to play it. On a phone the faces of all games stand
/// together on the first screen, and the ways below.
fn card(face: &'static dyn Face) -> impl IntoView {
    let info = face.info();
    let (game, name) = (info.name, tr(face.name()));
    let players = texts::game_players(lang(), info.players.start(), info.players.end());
    view! {
        <article class=format!("game {game}")>
            // The button says what happens; the picture beside it does the same.
            <div class="face" on:click=move |_| play(face, opponent::level(game))>
                <div class="picture felt"><svg viewBox="0 0 200 200" aria-hidden="true" inner_html=face.picture()></svg></div>
                <h2>{name}</h2>
                <p class="about">{tr(face.about())}</p>
                <p class="count">{players}</p>
                <button class="main" id=format!("play-{game}") aria-label=named(Key::ButtonPlayNow, texts::start_play_now_help(lang(), name))>
                    {tr(Key::ButtonPlayNow)}
                </button>
            </div>
            <div class="ways">
                <h3>{name}</h3>
                {level(game, name)}
                <a class="quiet button" id=format!("setup-{game}") href=format!("#/setup/{game}") aria-label=named(Key::ButtonSetUp, texts::start_set_up_help(lang(), name))>{tr(Key::ButtonSetUp)}</a>
                <a class="link" id=format!("learn-{game}") href=format!("#/learn/{game}")>{tr(Key::StartLearn)}</a>
            </div>
        </article>
    }
}

/// The opponent's level, chosen by name from all five.
fn level(game: &'static str, name: &str) -> impl IntoView {
    let now = opponent::level(game);
    let levels = (1..=opponent::STRONGEST).map(|level| {
        let text = format!("{level} · {}", level_name(level));
        view! { <option value=level.to_string() selected=level == now>{text}</option> }
    });
    let choose = move |event: web_sys::Event| {
        if let Ok(level) = browser::value_of(&event).parse() {
            opponent::remember(game, level);
        }
    };
    let label = texts::format_labelled(lang(), tr(Key::StartOpponent), name);
    view! {
        <label class="quiet level">
            <span>{tr(Key::StartOpponent)}</span>
            <select id=format!("level-{game}") aria-label=label on:change=choose>{levels.collect::<Vec<_>>()}</select>
        </label>
    }
}

/// A button's name for those who hear it: first what others read on it, so that it can be called by that.
fn named(label: Key, help: String) -> String {
    format!("{}, {help}", tr(label))
}

/// Begins at once against one computer of this level.
pub fn play(game: &dyn Face, level: u8) {
    let own = settings::get();
    let name = own.name.unwrap_or_else(|| texts::setup_name_default(lang(), 1));
    let colour = own.colour.unwrap_or(0);
    let seats = [
        Player { picture: own.picture, ..Player::new(name, colour, Kind::Person) },
        Player::new(bot_name(2), (colour + 1) % 8, Kind::Computer(level)),
    ];
    let allowed = Allowed { undo: true, hints: true, marks: false, chances: false, coach: false, hand_over: false, entered: None };
    let id = opening::begin(&Record::new(game.info().name, Vec::new()), &seats, allowed, first(game));
    route::go(&format!("#/play/{id}"));
}

/// As the rulebook says; of a person and a computer the person is the youngest.
fn first(game: &dyn Face) -> Starter {
    match game.info().begins {
        Begins::RollOff { dice } => Starter::QuickRollOff(dice),
        Begins::Youngest | Begins::YoungestThenLoser => Starter::Seat(0),
    }
}
