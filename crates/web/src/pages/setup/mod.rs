//! Setting a game up: seats, options, board, who begins.

mod begins;
mod board;
mod fold;
mod options;
mod own;
mod people;
mod seats;

pub use board::Editor;
pub use options::{FULL_HOUSE_FROM_YATZY, Switch};

use fold::fold;
use leptos::prelude::*;
use serde_json::{Map, Value};
use spieltisch_core::{KeptSetUp, make_seats};
use spieltisch_protocol::{NewTable, Terms};
use spieltisch_records::header::DICE_SET;
use spieltisch_records::{Entered, Record, SetUp, head_start, open_table};
use spieltisch_rules::{self as rules, MAX_SEATS};

use crate::app::{route, settings};
use crate::browser;
use crate::games::{self, Aside};
use crate::i18n::{Key, bot_name, game_name, lang, texts, tr};
use crate::live::opening;
use crate::live::{Allowed, Kind, Player, opponent};
use crate::{family, online, store};

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
    begins: RwSignal<begins::StarterChoice>,
    terms: RwSignal<Terms>,
}

impl Setup {
    /// Follows every choice.
    fn track(self) {
        self.seats.track();
        self.options.track();
        self.board.track();
        self.terms.track();
        self.entered.track();
        self.dice_set.track();
        for wish in [self.undo, self.hints, self.marks, self.chances, self.coach, self.hand_over] {
            wish.track();
        }
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
            write(game, &kept);
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

fn write(game: &str, kept: &KeptSetUp) {
    store::write(&place(game), &serde_json::to_string(kept).unwrap_or_default());
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
    let mut seats = kept.as_ref().map_or_else(|| default_seats(game), KeptSetUp::players);
    // A player alone against one computer chose its level on the start page.
    if let Some(seat) = only_opponent(&seats) {
        seats[seat].kind = Kind::Computer(opponent::level(game));
    }
    if let Some(SetUp { players, .. }) = wanted {
        make_seats(lang(), &mut seats, players.min(MAX_SEATS));
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
    keep_all(setup);
    let error = move || why_not(setup);
    let by_link = Memo::new(move |_| is_by_link(setup));
    let asks_who_begins = Memo::new(move |_| begins_here(setup));
    let refused = RwSignal::new(String::new());
    let terms = move || {
        let now = move || setup.terms.with(online::terms_now);
        fold("fold-terms", Key::OnlineTerms, now, online::show_terms(setup.terms, setup.aside.has_dice()))
    };
    view! {
        <div class="card page setup">
            <h1>{texts::setup_title(lang(), game_name(game))}</h1>
            {seats::show(setup)}
            <div class="folds">
                {move || asks_who_begins.get().then(|| begins::show(setup))}
                {move || (!by_link.get()).then(|| own::show(setup))}
                {options::house_rules(setup)}
                {options::help(setup)}
                {board::show(setup)}
                {move || by_link.get().then(terms)}
                <div class="buttons">
                    <button class="quiet" id="to-print" on:click=move |_| print(setup, refused)>{tr(Key::ButtonPrintSheets)}</button>
                    {aside.beside().map(|(address, name)| view! { <a class="quiet button" href=address>{tr(name)}</a> })}
                </div>
            </div>
            <div class="begin">
                <p class="wrong" role="alert">{error}</p>
                <p class="wrong" role="alert">{move || refused.get()}</p>
                <a class="quiet button" href="#/">{tr(Key::ButtonBack)}</a>
                <button class="main" id="start-game" disabled=move || error().is_some() on:click=move |_| start(setup, refused)>
                    {move || tr(if by_link.get() { Key::OnlineCreate } else { Key::ButtonStart })}
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// Goes to the sheets to print, on a board just typed in too; coming back finds everything as it was.
fn print(setup: Setup, refused: RwSignal<String>) {
    if !board::take_up(setup) {
        return refused.set(tr(Key::EditorNotComplete).to_string());
    }
    refused.set(String::new());
    route::go(&format!("#/print/{}/{}", setup.game, stay(setup)));
}

/// Keeps everything as it is now for coming back; returns the set-up in short.
fn stay(setup: Setup) -> String {
    let kept = keep(setup, &setup.seats.get_untracked());
    let set_up = SetUp { players: kept.seats.len(), options: kept.options, board: setup.board.get_untracked() };
    let code = set_up.code().unwrap_or_default();
    browser::replace_address(&format!("#/setup/{}/{code}", setup.game));
    code
}

/// The seat of the computer where one person plays against one computer.
fn only_opponent(seats: &[Player]) -> Option<usize> {
    match seats {
        [Player { kind: Kind::Person, .. }, Player { kind: Kind::Computer(_), .. }] => Some(1),
        [Player { kind: Kind::Computer(_), .. }, Player { kind: Kind::Person, .. }] => Some(0),
        _ => None,
    }
}

fn default_seats(game: &str) -> Vec<Player> {
    let person = people::first(settings::get().name);
    let colour = (person.colour + 1) % 8;
    vec![person, Player::new(bot_name(2), colour, Kind::Computer(opponent::level(game)))]
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
    open_table(setup.game, seats.len(), &options::in_force(setup), &setup.board.get())
        .err()
        .map(|error| spieltisch_core::record_text(lang(), &error))
}

/// Whether a player plays from elsewhere.
fn is_by_link(setup: Setup) -> bool {
    setup.seats.with(|seats| seats.iter().any(|player| player.kind == Kind::Link))
}

/// Whether who begins is asked here: a roll-off at a table by link is the referee's.
fn begins_here(setup: Setup) -> bool {
    !is_by_link(setup) || setup.begins.with(|choice| matches!(choice, begins::StarterChoice::Named(_)))
}

fn start(setup: Setup, refused: RwSignal<String>) {
    // A board that was typed in before the start is the one to play on.
    if !board::take_up(setup) {
        return refused.set(tr(Key::EditorNotComplete).to_string());
    }
    refused.set(String::new());
    stay(setup);
    let mut seats = setup.seats.get_untracked();
    seats.iter_mut().for_each(|player| player.name = player.name.trim().to_string());
    let mut record = Record::new(setup.game, Vec::new());
    record.options = options::in_force(setup);
    head_start::write(&mut record.options, &seats.iter().map(|player| player.head_start).collect::<Vec<u8>>());
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

/// Keeps every choice as it is made, in the address too: going elsewhere and coming back loses nothing.
fn keep_all(setup: Setup) {
    Effect::new(move |before: Option<()>| {
        setup.track();
        // A player who has just begun is on the way to the table: that address is not this page's to change.
        if before.is_some() && browser::is_at(&format!("#/setup/{}", setup.game)) {
            stay(setup);
        }
    });
}

/// Keeps the choices for the next time.
fn keep(setup: Setup, seats: &[Player]) -> KeptSetUp {
    if let Some(Player { kind: Kind::Computer(level), .. }) = only_opponent(seats).map(|seat| &seats[seat]) {
        opponent::remember(setup.game, *level);
    }
    let kept = KeptSetUp {
        seats: seats.iter().map(|player| (player.name.clone(), player.colour, player.kind.number())).collect(),
        head_starts: seats.iter().map(|player| player.head_start).collect(),
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
    write(setup.game, &kept);
    kept
}
