//! The start page: go on with the game that waits, or begin one of the four.

use leptos::prelude::*;
use spieltisch_records::Record;
use spieltisch_records::header::OPENED;
use spieltisch_rules::Game;
use spieltisch_rules::caro::Colour;
use spieltisch_rules::games::{self, GameVisitor};
use spieltisch_rules::starter::Begins;

use super::tally;
use crate::app::{route, settings};
use crate::i18n::{Key, bot_name, game_name, lang, texts, tr};
use crate::live::opening::{self, Starter};
use crate::live::{Allowed, Kind, Player};
use crate::store;
use crate::{online, parts, pieces};

/// The start page.
pub fn page() -> AnyView {
    let games = games::NAMES.iter().map(|&game| card(game)).collect::<Vec<_>>();
    view! {
        <div class="start">
            <h1 class="visually-hidden">{tr(Key::StartTitle)}</h1>
            {waiting()}
            {online::has_tables().then(parts::tables_waiting)}
            <div class="games">{games}</div>
            {tally::card()}
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

fn card(game: &'static str) -> impl IntoView {
    let about = texts::Game::from_name(game).map(|game| tr(game.about()));
    let players = games::with_game(game, Players).unwrap_or_default();
    view! {
        <article class=format!("card game {game}")>
            <button class="picture felt" tabindex="-1" aria-hidden="true" on:click=move |_| play_now(game)>
                <svg viewBox="0 0 200 200" inner_html=picture(game)></svg>
            </button>
            <div class="text">
                <h2>{game_name(game)}</h2>
                <p class="about">{about}</p>
                <p class="count">{players}</p>
                <div class="buttons">
                    <button class="main" id=format!("play-{game}") aria-label=named(Key::ButtonPlayNow, texts::start_play_now_help(lang(), game_name(game))) on:click=move |_| play_now(game)>
                        {tr(Key::ButtonPlayNow)}
                    </button>
                    <a class="quiet button" href=format!("#/setup/{game}") aria-label=named(Key::ButtonSetUp, texts::start_set_up_help(lang(), game_name(game)))>{tr(Key::ButtonSetUp)}</a>
                </div>
            </div>
        </article>
    }
}

/// A button's name for those who hear it: first what others read on it, so that it can be called by that.
fn named(label: Key, help: String) -> String {
    format!("{}, {help}", tr(label))
}

struct Players;

impl GameVisitor for Players {
    type Output = String;

    fn visit<G: Game>(self) -> String {
        texts::game_players(lang(), G::INFO.players.start(), G::INFO.players.end())
    }
}

/// Begins at once against one computer of the middle level.
fn play_now(game: &'static str) {
    let name = settings::get().name.unwrap_or_else(|| texts::setup_name_default(lang(), 1));
    let seats =
        [Player { name, colour: 0, kind: Kind::Person }, Player { name: bot_name(2).to_string(), colour: 1, kind: Kind::Computer(3) }];
    let allowed = Allowed { undo: true, hints: true };
    let id = opening::begin(&Record::new(game, Vec::new()), &seats, allowed, games::with_game(game, First).unwrap_or(Starter::Seat(0)));
    route::go(&format!("#/play/{id}"));
}

struct First;

impl GameVisitor for First {
    type Output = Starter;

    /// As the rulebook says; of a person and a computer the person is the youngest.
    fn visit<G: Game>(self) -> Starter {
        match G::INFO.begins {
            Begins::RollOff { dice } => Starter::QuickRollOff(dice),
            Begins::Youngest | Begins::YoungestThenLoser => Starter::Seat(0),
        }
    }
}

/// A game's picture, drawn from its own pieces in a square of 200.
pub fn picture(game: &str) -> String {
    let put = |x: f64, y: f64, size: f64, turn: f64, what: String| {
        format!(r#"<g transform="translate({x} {y}) rotate({turn}) scale({})">{what}</g>"#, size / 100.0)
    };
    let square = |x: f64, y: f64| {
        format!(
            r##"<rect x="{x}" y="{}" width="50" height="50" rx="8" fill="#000" opacity="0.25"/><rect x="{x}" y="{y}" width="50" height="50" rx="8" fill="url(#ivory)"/>"##,
            y + 3.0
        )
    };
    match game {
        "yatzy" => {
            put(22.0, 34.0, 74.0, -12.0, pieces::die::markup(5))
                + &put(112.0, 22.0, 70.0, 10.0, pieces::die::markup(6))
                + &put(66.0, 104.0, 78.0, 4.0, pieces::die::markup(3))
        }
        "castro" => {
            use spieltisch_rules::castro::Symbol;
            let stacks: [(usize, usize, &[usize], Symbol); 9] = [
                (0, 0, &[1], Symbol::Three),
                (1, 0, &[], Symbol::Straight),
                (2, 0, &[0], Symbol::Four),
                (0, 1, &[], Symbol::FullHouse),
                (1, 1, &[1, 2, 0], Symbol::Yatzy),
                (2, 1, &[], Symbol::Three),
                (0, 2, &[2, 0], Symbol::Four),
                (1, 2, &[], Symbol::Pair(5)),
                (2, 2, &[2], Symbol::Straight),
            ];
            let draw = |&(column, row, roofs, symbol): &(usize, usize, &[usize], Symbol)| {
                let (x, y) = (19.0 + 56.0 * column as f64, 19.0 + 56.0 * row as f64);
                let inside = if roofs.is_empty() { pieces::symbol::markup(symbol) } else { pieces::roof::stack(roofs) };
                square(x, y) + &put(x, y, 50.0, 0.0, inside)
            };
            stacks.iter().map(draw).collect()
        }
        "caro" => {
            use Colour::{Black, Grey, Red, White};
            let tiles = [(0, 0, Red), (1, 0, Black), (0, 1, Grey), (1, 1, Red), (2, 1, White), (1, 2, Grey), (2, 2, Black), (2, 0, Grey)];
            tiles
                .iter()
                .map(|&(x, y, colour)| put(19.0 + 55.0 * f64::from(x), 19.0 + 55.0 * f64::from(y), 53.0, 0.0, pieces::tile::markup(colour)))
                .collect()
        }
        _ => {
            let fields: [(usize, usize, u8, bool); 9] = [
                (0, 0, 1, false),
                (1, 0, 2, false),
                (2, 0, 4, true),
                (0, 1, 3, false),
                (1, 1, 2, true),
                (2, 1, 3, false),
                (0, 2, 5, true),
                (1, 2, 0, false),
                (2, 2, 1, false),
            ];
            let draw = |&(column, row, crowns, chip): &(usize, usize, u8, bool)| {
                let (x, y) = (19.0 + 56.0 * column as f64, 19.0 + 56.0 * row as f64);
                let inside = if chip { pieces::crowns::chip(0, crowns) } else { pieces::crowns::crowns(crowns) };
                square(x, y) + &put(x, y - 4.0, 50.0, 0.0, inside)
            };
            fields.iter().map(draw).collect()
        }
    }
}
