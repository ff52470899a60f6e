//! The start page: go on with the game that waits, or begin one.

use leptos::prelude::*;
use spieltisch_records::Record;
use spieltisch_records::header::OPENED;
use spieltisch_rules::starter::Begins;

use super::tally;
use crate::app::{route, settings};
use crate::games::{self, Face};
use crate::i18n::{Key, bot_name, game_name, lang, level_name, texts, tr};
use crate::live::opening::{self, Starter};
use crate::live::{Allowed, Kind, Player, opponent};
use crate::store;
use crate::{online, parts};

/// The start page.
pub fn page() -> AnyView {
    let games = games::faces().into_iter().map(card).collect::<Vec<_>>();
    view! {
        <div class="start">
            <h1 class="visually-hidden">{tr(Key::StartTitle)}</h1>
            {online::has_tables().then(parts::tables_urgent)}
            {waiting()}
            {online::has_tables().then(parts::tables_waiting)}
            {tally::has_finished().then(parts::advice)}
            <a class="quiet button" id="friend" href="#/friend">{tr(Key::StartFriend)}</a>
            <div class="games">{games}</div>
            {tally::card()}
            <p class="more"><a href="#/puzzle" id="puzzle-link">{tr(Key::StartPuzzle)}</a></p>
            <p class="more"><a href="#/games">{tr(Key::StartFinishedGames)}</a></p>
        </div>
    }
    .into_any()
}

/// The game that waits, if there is one.
fn waiting() -> Option<impl IntoView> {
    let saved = store::all_games().into_iter().find(|saved| !saved.is_finished() && !OPENED.is_in(&saved.record))?;
    let others: Vec<&String> = saved.record.players.iter().collect();
    let game = game_name(&saved.record.game);
    let text = if others.len() > 1 {
        texts::start_continue_with(lang(), game, texts::list(lang(), &others))
    } else {
        texts::start_continue_alone(lang(), game)
    };
    Some(view! {
        <section class="card waiting">
            <p><strong>{tr(Key::StartContinue)}</strong><span>{text}</span></p>
            <a class="main button" href=format!("#/play/{}", saved.id)>{tr(Key::ButtonContinue)}</a>
        </section>
    })
}

fn card(face: &'static dyn Face) -> impl IntoView {
    let info = face.info();
    let (game, name) = (info.name, tr(face.name()));
    let level = RwSignal::new(opponent::level(game));
    let other = move |_| {
        level.update(|level| *level = *level % opponent::STRONGEST + 1);
        opponent::remember(game, level.get_untracked());
    };
    let players = texts::game_players(lang(), info.players.start(), info.players.end());
    // Whoever has never seen this game is offered to learn it, once; pressing again plays.
    let newcomer = RwSignal::new(false);
    let play = move || {
        if !newcomer.get_untracked() && is_new(game) {
            store::write(&offered(game), "1");
            newcomer.set(true);
        } else {
            play_now(face);
        }
    };
    view! {
        <article class=format!("card game {game}")>
            <button class="picture felt" tabindex="-1" aria-hidden="true" on:click=move |_| play()>
                <svg viewBox="0 0 200 200" inner_html=face.picture()></svg>
            </button>
            <div class="text">
                <h2>{name}</h2>
                <p class="about">{tr(face.about())}</p>
                <p class="count">{players}</p>
                {move || newcomer.get().then(|| view! { <p role="status">{tr(Key::StartNewcomer)}</p> })}
                <a class=move || if newcomer.get() { "main button" } else { "link" } id=format!("learn-{game}") href=format!("#/learn/{game}")>{tr(Key::StartLearn)}</a>
                <div class="buttons">
                    <button class="main" id=format!("play-{game}") aria-label=named(Key::ButtonPlayNow, texts::start_play_now_help(lang(), name)) on:click=move |_| play()>
                        {tr(Key::ButtonPlayNow)}
                    </button>
                    <button class="quiet" id=format!("level-{game}") aria-label=move || named_level(level.get()) title=move || named_level(level.get()) on:click=other>
                        {move || texts::start_level(lang(), level.get())}
                    </button>
                    <a class="quiet button" href=format!("#/setup/{game}") aria-label=named(Key::ButtonSetUp, texts::start_set_up_help(lang(), name))>{tr(Key::ButtonSetUp)}</a>
                </div>
            </div>
        </article>
    }
}

/// Under this name is kept that a game's lesson was offered.
fn offered(game: &str) -> String {
    format!("spieltisch/offered/{game}")
}

/// Whether nobody has played this game here, or was offered to learn it.
fn is_new(game: &str) -> bool {
    store::read(&offered(game)).is_none() && !store::all_games().iter().any(|saved| saved.record.game == game)
}

/// A button's name for those who hear it: first what others read on it, so that it can be called by that.
fn named(label: Key, help: String) -> String {
    format!("{}, {help}", tr(label))
}

/// What the button beside says to those who hear it, or ask.
fn named_level(level: u8) -> String {
    texts::setup_level_named(lang(), level, level_name(level))
}

/// Begins at once against one computer of the level that is remembered.
fn play_now(game: &dyn Face) {
    play(game, opponent::level(game.info().name));
}

/// Begins at once against one computer of this level.
pub fn play(game: &dyn Face, level: u8) {
    let own = settings::get();
    let name = own.name.unwrap_or_else(|| texts::setup_name_default(lang(), 1));
    let colour = own.colour.unwrap_or(0);
    let seats = [
        Player { name, colour, picture: own.picture, kind: Kind::Person },
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
