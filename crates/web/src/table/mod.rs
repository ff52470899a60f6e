//! The tables, and everything else of the page that belongs to one game: one folder for each; and what tables share.

mod aim;
mod by_hand;
mod caro;
pub mod castro;
pub mod crowns;
pub mod dice;
mod end;
mod explain;
mod frame;
pub mod grid;
mod hand_over;
mod hint;
mod history;
mod players;
pub mod press;
mod replay;
mod roll_off;
mod silent;
mod study;
pub mod told;
mod yatzy;

pub use frame::{face, mark};

use leptos::prelude::*;
use spieltisch_records::RecordError;
use spieltisch_rules::{Event, Game, Seat};

use crate::feel::Felt;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::opening::Held;
use crate::live::{Kind, Linked, LiveGame, Past, Play, Player};
use crate::store::{self, Saved};
use crate::{faults, parts};

/// What a game tells its table.
pub trait TableGame: Game {
    /// What a decision sounds like.
    const PIECE: Felt = Felt::Wood;

    /// A refusal as the person reads it.
    fn refusal_text(live: &LiveGame<Self>, refusal: &Self::Refusal) -> String;

    /// A past decision as a line of the history; `None` where it is not worth one.
    fn history_line(live: &LiveGame<Self>, past: &Past<Self>, mv: Self::Move) -> Option<String>;

    /// A move in a few words, as in “keep 6 6”. What it names is marked while the words are shown.
    fn phrase(live: &LiveGame<Self>, mv: Self::Move) -> String;

    /// What a move is good for, in one sentence; `None` where only its worth speaks for it.
    fn purpose(live: &LiveGame<Self>, mv: Self::Move) -> Option<String>;

    /// What a screen reader says of an event that just happened.
    fn announcement(live: &LiveGame<Self>, before: &Self::State, seat: Seat, event: Event<Self>) -> String {
        let name = &live.seats[seat].name;
        match event {
            Event::Roll(roll) => texts::say_rolled(lang(), name, roll.to_string().trim_start_matches("roll ")),
            Event::Move(mv) => {
                let past = Past { before: before.clone(), event, seat };
                Self::history_line(live, &past, mv).unwrap_or_default()
            }
        }
    }

    /// What a seat still has, as in “8 roofs”.
    fn supply(live: &LiveGame<Self>, seat: Seat) -> AnyView;

    /// How a seat's points came about, step by step; the same step at the same place for all seats.
    fn scoring(live: &LiveGame<Self>, seat: Seat) -> Vec<ScorePart>;

    /// The table.
    fn table(play: Play<Self>) -> AnyView;
}

/// A step of counting points at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct ScorePart {
    /// What is counted; empty where this seat has nothing to count in this step.
    pub text: String,
    /// How many points it brings.
    pub points: i32,
}

impl ScorePart {
    fn new(text: impl Into<String>, points: i32) -> ScorePart {
        ScorePart { text: text.into(), points }
    }
}

/// Whether several people sit at this screen: only then does it say whose turn it is by name.
fn several_here(players: &[Player]) -> bool {
    players.iter().filter(|player| player.kind == Kind::Person).count() > 1
}

/// Whose turn it is, said to the person whose turn it is.
fn your_turn<G: Game>(live: &LiveGame<G>) -> String {
    if several_here(&live.seats) {
        texts::say_your_turn(lang(), &live.seats[live.seat_to_act()].name)
    } else {
        tr(Key::PlayYourTurn).to_string()
    }
}

/// The page of a saved game.
pub fn page(id: &str) -> AnyView {
    with_saved(id, Shown::Played)
}

/// The page on which a saved game is watched again, from a step on; whoever came for that step came from its review.
pub fn replay_page(id: &str, step: Option<usize>) -> AnyView {
    with_saved(id, Shown::Watched(step))
}

/// How a saved game is shown.
#[derive(Clone, Copy)]
pub enum Shown {
    /// To be played.
    Played,
    /// To be watched again, from this step on.
    Watched(Option<usize>),
    /// As a picture of how it stood after so many steps, with a move marked.
    Still(RwSignal<usize>, Signal<Option<String>>),
}

fn with_saved(id: &str, shown: Shown) -> AnyView {
    let Some(saved) = store::open_game(id) else { return missing(id) };
    match Held::read(&saved.record).filter(|_| matches!(shown, Shown::Played)) {
        Some(held) => first_who_begins(saved, held),
        None => table_of(saved, shown),
    }
}

/// The roll-off, and after it the table.
fn first_who_begins(saved: Saved, held: Held) -> AnyView {
    let id = saved.id.clone();
    let decided = RwSignal::new(false);
    let then = Callback::new(move |()| decided.set(true));
    let roll_off = StoredValue::new((saved, held));
    (move || {
        if decided.get() {
            return store::load_game(&id).map_or_else(|| missing(&id), |saved| table_of(saved, Shown::Played));
        }
        let (saved, held) = roll_off.get_value();
        roll_off::page(saved, held, then)
    })
    .into_any()
}

fn table_of(saved: Saved, shown: Shown) -> AnyView {
    parts::table(saved, shown).unwrap_or_else(|| lost(Key::ErrorCannotLoad, None))
}

/// The table of a saved game of this kind.
pub fn open<G: TableGame>(saved: Saved, shown: Shown) -> AnyView {
    match (LiveGame::<G>::open(&saved.id, saved.record), shown) {
        (Ok(live), Shown::Watched(step)) => G::table(Play::watch(live, step)),
        (Ok(live), Shown::Still(step, marked)) => G::table(Play::still(live, step, marked)),
        (Ok(mut live), Shown::Played) => {
            live.version = saved.version;
            G::table(Play::new(live))
        }
        (Err(error), _) => lost(Key::ErrorCannotLoad, Some(error)),
    }
}

/// The table of a game of this kind that is decided elsewhere.
pub fn open_linked<G: TableGame>(linked: Linked) -> AnyView {
    match Play::<G>::by_link(linked) {
        Ok(play) => G::table(play),
        Err(error) => lost(Key::ErrorCannotLoad, Some(error)),
    }
}

/// A game that is not here, or not readable.
pub fn missing(id: &str) -> AnyView {
    let is_here = store::read(&store::name_of(id)).is_some();
    lost(if is_here { Key::ErrorCannotLoad } else { Key::KeepingGone }, None)
}

fn lost(what: Key, error: Option<RecordError>) -> AnyView {
    view! {
        <div class="card page">
            <h1>{tr(what)}</h1>
            <p>{error.map(|error| faults::record_text(&error))}</p>
            <a class="button" href="#/">{tr(Key::ButtonHome)}</a>
        </div>
    }
    .into_any()
}
