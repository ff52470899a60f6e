//! Setting a game up: seats, options, board, who begins.

mod begins;
mod board;
mod faults;
mod options;
mod seats;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use spieltisch_records::{Record, open_table};

use crate::app::{route, settings};
use crate::browser;
use crate::i18n::{Key, bot_name, game_name, lang, texts, tr};
use crate::live::opening;
use crate::live::{Allowed, Kind, Player};
use crate::store;

/// What is chosen, kept in the browser for the next time.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    seats: Vec<(String, usize, u8)>,
    options: Map<String, Value>,
    undo: bool,
    #[serde(default = "yes")]
    hints: bool,
}

fn yes() -> bool {
    true
}

/// The choices of the page.
#[derive(Clone, Copy)]
struct Setup {
    game: &'static str,
    seats: RwSignal<Vec<Player>>,
    options: RwSignal<Map<String, Value>>,
    undo: RwSignal<bool>,
    hints: RwSignal<bool>,
    board: RwSignal<Value>,
    begins: RwSignal<begins::Choice>,
}

/// The page.
pub fn page(game: &str) -> AnyView {
    let Some(game) = spieltisch_rules::games::NAMES.iter().copied().find(|name| *name == game) else { return ().into_any() };
    let kept = store::read(&format!("spieltisch/setup/{game}")).and_then(|text| serde_json::from_str::<Kept>(&text).ok());
    let seats = kept.as_ref().map_or_else(default_seats, |kept| kept.seats.iter().map(read_seat).collect());
    let setup = Setup {
        game,
        begins: RwSignal::new(begins::by_the_rules(game, &seats)),
        seats: RwSignal::new(seats),
        options: RwSignal::new(kept.as_ref().map(|kept| kept.options.clone()).unwrap_or_default()),
        undo: RwSignal::new(kept.as_ref().is_none_or(|kept| kept.undo)),
        hints: RwSignal::new(kept.is_none_or(|kept| kept.hints)),
        board: RwSignal::new(Value::Null),
    };
    let error = move || why_not(setup);
    view! {
        <div class="card page setup">
            <h1>{texts::setup_title(lang(), game_name(game))}</h1>
            {seats::show(setup)}
            {begins::show(setup)}
            {options::show(setup)}
            {board::show(setup)}
            <p class="wrong" role="alert">{error}</p>
            <div class="buttons">
                <button class="main" id="start-game" disabled=move || error().is_some() on:click=move |_| start(setup)>{tr(Key::ButtonStart)}</button>
                <a class="quiet button" href="#/">{tr(Key::ButtonBack)}</a>
            </div>
        </div>
    }
    .into_any()
}

fn default_seats() -> Vec<Player> {
    let name = settings::get().name.unwrap_or_else(|| texts::setup_name_default(lang(), 1));
    vec![Player { name, colour: 0, kind: Kind::Person }, Player { name: bot_name(2).to_string(), colour: 1, kind: Kind::Computer(3) }]
}

fn read_seat((name, colour, level): &(String, usize, u8)) -> Player {
    let kind = if *level == 0 { Kind::Person } else { Kind::Computer(*level) };
    Player { name: name.clone(), colour: *colour, kind }
}

/// Why the game cannot begin like this; what the rules themselves refuse comes from the rules.
fn why_not(setup: Setup) -> Option<String> {
    let seats = setup.seats.get();
    let names: Vec<&str> = seats.iter().map(|player| player.name.trim()).collect();
    if names.iter().any(|name| name.is_empty()) {
        return Some(tr(Key::SetupErrorEmptyName).to_string());
    }
    if let Some(twice) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        return Some(texts::setup_error_same_name(lang(), twice.1));
    }
    open_table(setup.game, seats.len(), &options::in_force(setup), &setup.board.get()).err().map(|error| faults::setup_text(&error))
}

fn start(setup: Setup) {
    let mut seats = setup.seats.get_untracked();
    seats.iter_mut().for_each(|player| player.name = player.name.trim().to_string());
    let mut record = Record::new(setup.game, Vec::new());
    record.options = options::in_force(setup);
    record.board = setup.board.get_untracked();
    let level = |player: &Player| match player.kind {
        Kind::Person => 0,
        Kind::Computer(level) => level,
    };
    let kept = Kept {
        seats: seats.iter().map(|player| (player.name.clone(), player.colour, level(player))).collect(),
        options: record.options.clone(),
        undo: setup.undo.get_untracked(),
        hints: setup.hints.get_untracked(),
    };
    store::write(&format!("spieltisch/setup/{}", setup.game), &serde_json::to_string(&kept).unwrap_or_default());
    if let Some(person) = seats.iter().find(|player| player.kind == Kind::Person) {
        settings::change(|settings| settings.name = Some(person.name.clone()));
    }
    let starter = begins::starter(setup, &seats);
    let id = opening::begin(record, &seats, Allowed { undo: kept.undo, hints: kept.hints }, starter);
    browser::focus("main");
    route::go(&format!("#/play/{id}"));
}
