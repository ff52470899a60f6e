//! Setting a game up: seats, options, board, who begins.

mod begins;
mod board;
mod options;
mod own;
mod people;
mod seats;

pub use board::Editor;
pub use options::{FULL_HOUSE_FROM_YATZY, Switch};

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use spieltisch_protocol::{NewTable, Terms};
use spieltisch_records::header::DICE_SET;
use spieltisch_records::{Entered, Record, SetUp, open_table};
use spieltisch_rules::{self as rules, MAX_SEATS};

use super::outcomes;
use crate::app::{route, settings};
use crate::browser;
use crate::games::{self, Aside};
use crate::i18n::{Key, bot_name, game_name, lang, texts, tr};
use crate::live::opening;
use crate::live::{Allowed, Kind, Player, opponent};
use crate::{family, faults, online, store};

/// What is chosen, kept in the browser for the next time.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptSetUp {
    seats: Vec<(String, usize, u8)>,
    options: Map<String, Value>,
    undo: bool,
    #[serde(default = "yes")]
    hints: bool,
    #[serde(default)]
    marks: bool,
    #[serde(default)]
    chances: bool,
    #[serde(default)]
    coach: bool,
    #[serde(default)]
    hand_over: bool,
    #[serde(default)]
    entered: Option<Entered>,
    #[serde(default)]
    dice_set: String,
    #[serde(default)]
    terms: Terms,
}

fn yes() -> bool {
    true
}

/// The choices of the page.
#[derive(Clone, Copy)]
pub struct Setup {
    game: &'static str,
    aside: &'static dyn Aside,
    seats: RwSignal<Vec<Player>>,
    /// The options chosen, by name; what is left out is as usual.
    pub options: RwSignal<Map<String, Value>>,
    undo: RwSignal<bool>,
    hints: RwSignal<bool>,
    marks: RwSignal<bool>,
    chances: RwSignal<bool>,
    coach: RwSignal<bool>,
    hand_over: RwSignal<bool>,
    /// Whose dice are thrown by hand.
    entered: RwSignal<Option<Entered>>,
    /// What those dice are called.
    dice_set: RwSignal<String>,
    board: RwSignal<Value>,
    /// The board being typed in.
    draft: RwSignal<Option<board::Draft>>,
    begins: RwSignal<begins::Choice>,
    terms: RwSignal<Terms>,
}

impl KeptSetUp {
    /// The people who sat here, with their colours.
    fn people(&self) -> impl Iterator<Item = (&str, usize)> {
        let here = self.seats.iter().filter(|(_, _, kind)| seats::kind_of(*kind) == Kind::Person);
        here.map(|(name, colour, _)| (name.as_str(), colour % 8))
    }

    /// Gives somebody who sat here another name; `false` where nobody had the old one.
    fn rename(&mut self, old: &str, new: &str) -> bool {
        let here = |seat: &&mut (String, usize, u8)| seat.0 == old && seats::kind_of(seat.2) == Kind::Person;
        let mut renamed = false;
        for seat in self.seats.iter_mut().filter(here) {
            seat.0 = new.to_string();
            renamed = true;
        }
        renamed
    }

    fn write(&self, game: &str) {
        store::write(&place(game), &serde_json::to_string(self).unwrap_or_default());
    }
}

/// The people who sat here in all set-ups that are kept, with their colours.
pub fn people() -> Vec<(String, usize)> {
    let kept = rules::games::names().iter().filter_map(|game| kept(game)).collect::<Vec<_>>();
    kept.iter().flat_map(KeptSetUp::people).map(|(name, colour)| (name.to_string(), colour)).collect()
}

/// Takes a new name into the set-ups that hold the old one.
pub fn rename(old: &str, new: &str) {
    for game in rules::games::names() {
        if let Some(mut kept) = kept(game)
            && kept.rename(old, new)
        {
            kept.write(game);
        }
    }
}

/// How a game was set up the last time: how many play, by which options.
pub fn last(game: &str) -> Option<SetUp> {
    kept(game).map(|kept| SetUp { players: kept.seats.len(), options: kept.options, board: Value::Null })
}

fn kept(game: &str) -> Option<KeptSetUp> {
    serde_json::from_str(&store::read(&place(game))?).ok()
}

fn place(game: &str) -> String {
    format!("spieltisch/setup/{game}")
}

/// The page on which a game is set up; as the code of a link says, where there is one.
pub fn page(game: &str, code: Option<&str>) -> AnyView {
    let Some(aside) = games::aside(game) else { return ().into_any() };
    let game = aside.info().name;
    let kept = kept(game);
    let wanted = code.and_then(SetUp::from_code);
    let mut seats = kept.as_ref().map_or_else(|| default_seats(game), |kept| kept.seats.iter().map(read_seat).collect());
    if let Some(SetUp { players, .. }) = wanted {
        seats::make(&mut seats, players.min(MAX_SEATS));
    }
    let options = kept.as_ref().map(|kept| kept.options.clone()).unwrap_or_default();
    let setup = Setup {
        game,
        aside,
        begins: RwSignal::new(begins::by_the_rules(game, &seats)),
        seats: RwSignal::new(seats),
        options: RwSignal::new(wanted.as_ref().map_or(options, |wanted| wanted.options.clone())),
        terms: RwSignal::new(kept.as_ref().map(|kept| kept.terms.clone()).unwrap_or_default()),
        undo: RwSignal::new(kept.as_ref().is_none_or(|kept| kept.undo)),
        marks: RwSignal::new(kept.as_ref().is_some_and(|kept| kept.marks)),
        chances: RwSignal::new(kept.as_ref().is_some_and(|kept| kept.chances)),
        coach: RwSignal::new(kept.as_ref().is_some_and(|kept| kept.coach)),
        hand_over: RwSignal::new(kept.as_ref().is_some_and(|kept| kept.hand_over)),
        entered: RwSignal::new(kept.as_ref().and_then(|kept| kept.entered)),
        dice_set: RwSignal::new(kept.as_ref().map(|kept| kept.dice_set.clone()).unwrap_or_default()),
        hints: RwSignal::new(kept.is_none_or(|kept| kept.hints)),
        board: RwSignal::new(wanted.map(|wanted| wanted.board).unwrap_or_default()),
        draft: RwSignal::new(board::Draft::kept(game)),
    };
    let error = move || why_not(setup);
    let by_link = Memo::new(move |_| is_by_link(setup));
    let refused = RwSignal::new(String::new());
    view! {
        <div class="card page setup">
            <h1>{texts::setup_title(lang(), game_name(game))}</h1>
            {seats::show(setup)}
            {move || begins_here(setup).then(|| begins::show(setup))}
            {move || (!by_link.get()).then(|| own::show(setup))}
            {options::show(setup)}
            {board::show(setup)}
            {move || by_link.get().then(|| online::show_terms(setup.terms, setup.aside.has_dice()))}
            <p class="wrong" role="alert">{error}</p>
            <p class="wrong" role="alert">{move || refused.get()}</p>
            <div class="buttons">
                <button class="main" id="start-game" disabled=move || error().is_some() on:click=move |_| start(setup, refused)>
                    {move || tr(if by_link.get() { Key::OnlineCreate } else { Key::ButtonStart })}
                </button>
                <button class="quiet" id="to-print" on:click=move |_| print(setup, refused)>{tr(Key::ButtonPrintSheets)}</button>
                {aside.beside().map(|(address, name)| view! { <a class="quiet button" href=address>{tr(name)}</a> })}
                <a class="quiet button" href="#/">{tr(Key::ButtonBack)}</a>
            </div>
        </div>
    }
    .into_any()
}

/// Goes to the sheets to print, on a board just typed in too; whoever comes back finds everything as it was.
fn print(setup: Setup, refused: RwSignal<String>) {
    if !board::take_up(setup) {
        return refused.set(tr(Key::EditorNotComplete).to_string());
    }
    refused.set(String::new());
    route::go(&format!("#/print/{}/{}", setup.game, stay(setup)));
}

/// Whoever leaves for a while finds everything as it is now; returns the set-up in short.
fn stay(setup: Setup) -> String {
    let kept = keep(setup, &setup.seats.get_untracked());
    let set_up = SetUp { players: kept.seats.len(), options: kept.options, board: setup.board.get_untracked() };
    let code = set_up.code().unwrap_or_default();
    browser::replace_address(&format!("#/setup/{}/{code}", setup.game));
    code
}

fn default_seats(game: &str) -> Vec<Player> {
    let level = outcomes::even_level(game).unwrap_or(seats::USUAL_LEVEL);
    let person = people::first(settings::get().name);
    let colour = (person.colour + 1) % 8;
    vec![person, Player::new(bot_name(2), colour, Kind::Computer(level))]
}

fn read_seat((name, colour, level): &(String, usize, u8)) -> Player {
    Player::new(name, *colour, seats::kind_of(*level))
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
    if is_by_link(setup) && seats.iter().filter(|player| player.kind == Kind::Person).count() != 1 {
        return Some(tr(Key::OnlineOneHere).to_string());
    }
    open_table(setup.game, seats.len(), &options::in_force(setup), &setup.board.get()).err().map(|error| faults::record_text(&error))
}

/// Whether somebody plays from elsewhere.
fn is_by_link(setup: Setup) -> bool {
    setup.seats.with(|seats| seats.iter().any(|player| player.kind == Kind::Link))
}

/// Whether who begins is asked here: a roll-off at a table by link is the referee's.
fn begins_here(setup: Setup) -> bool {
    !is_by_link(setup) || setup.begins.with(|choice| matches!(choice, begins::Choice::Named(_)))
}

fn start(setup: Setup, refused: RwSignal<String>) {
    // Whoever types a board in and starts wants to play on it.
    if !board::take_up(setup) {
        return refused.set(tr(Key::EditorNotComplete).to_string());
    }
    refused.set(String::new());
    let mut seats = setup.seats.get_untracked();
    seats.iter_mut().for_each(|player| player.name = player.name.trim().to_string());
    let mut record = Record::new(setup.game, Vec::new());
    record.options = options::in_force(setup);
    record.board = setup.board.get_untracked();
    let kept = keep(setup, &seats);
    let persons = seats.iter().filter(|player| player.kind == Kind::Person);
    family::people::remember(persons.map(|player| (player.name.as_str(), player.colour)));
    people::dress(&mut seats);
    if let Some(person) = seats.iter().find(|player| player.kind == Kind::Person) {
        settings::change(|settings| {
            settings.name = Some(person.name.clone());
            (settings.colour, settings.picture) = (Some(person.colour), person.picture);
        });
    }
    if is_by_link(setup) {
        let youngest = begins::youngest(setup, &seats);
        let table =
            NewTable { game: record.game, options: record.options, board: record.board, seats: Vec::new(), terms: kept.terms, youngest };
        return online::create(table, &seats, refused);
    }
    if let [Player { kind: Kind::Person, .. }, Player { kind: Kind::Computer(level), .. }]
    | [Player { kind: Kind::Computer(level), .. }, Player { kind: Kind::Person, .. }] = seats[..]
    {
        opponent::remember(setup.game, level);
    }
    let starter = begins::starter(setup, &seats);
    let several = seats.iter().filter(|player| player.kind == Kind::Person).count() > 1;
    let KeptSetUp { undo, hints, marks, chances, coach, hand_over, entered, dice_set, .. } = kept;
    if !dice_set.is_empty() {
        DICE_SET.write(&mut record, &dice_set);
    }
    let id = opening::begin(
        &record,
        &seats,
        Allowed { undo, hints, marks, chances, coach: coach && hints, hand_over: hand_over && several, entered },
        starter,
    );
    browser::focus("main");
    route::go(&format!("#/play/{id}"));
}

/// Keeps the choices for the next time.
fn keep(setup: Setup, seats: &[Player]) -> KeptSetUp {
    let kept = KeptSetUp {
        seats: seats.iter().map(|player| (player.name.clone(), player.colour, seats::number_of(player.kind))).collect(),
        options: untrack(|| options::in_force(setup)),
        undo: setup.undo.get_untracked(),
        hints: setup.hints.get_untracked(),
        marks: setup.marks.get_untracked(),
        chances: setup.chances.get_untracked(),
        coach: setup.coach.get_untracked(),
        hand_over: setup.hand_over.get_untracked(),
        entered: setup.entered.get_untracked(),
        dice_set: setup.dice_set.get_untracked(),
        terms: Terms { takeback: setup.undo.get_untracked(), ..setup.terms.get_untracked() },
    };
    kept.write(setup.game);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_set_up_tells_its_people_and_takes_a_new_name() {
        let text = r#"{"seats": [["Anna", 11, 0], ["Robot", 1, 3], ["Ben", 2, 9]], "options": {}, "undo": true}"#;
        let mut kept: KeptSetUp = serde_json::from_str(text).expect("as it was kept before there was more to keep");
        assert_eq!(kept.people().collect::<Vec<_>>(), [("Anna", 3)]);
        assert!(kept.rename("Anna", "Anne") && !kept.rename("Ben", "Bert"), "somebody by link has their own name");
        assert_eq!(kept.seats[0].0, "Anne");
    }
}
