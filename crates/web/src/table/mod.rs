//! The tables, and everything else of the page that belongs to one game: one folder for each; and what tables share.

mod airborne;
mod by_hand;
mod caro;
mod castro;
mod choosing;
mod crowns;
pub mod dice;
mod end;
mod explain;
mod frame;
pub mod grid;
mod hand_over;
mod hint;
mod history;
mod newcomer;
mod players;
pub mod press;
mod replay;
mod roll_off;
mod silent;
mod study;
mod yatzy;

pub use frame::{face, mark};

use leptos::prelude::*;
use spieltisch_core::{Choose, HeldRollOff, record_text};
use spieltisch_records::RecordError;
use spieltisch_review::Explain;
use spieltisch_rules::Seat;

use crate::feel::Felt;
use crate::games::{Aside, Face};
use crate::i18n::{Key, lang, tr};
use crate::live::{GameView, Linked, LocalGame, Past};
use crate::parts;
use crate::store::{self, Saved};

/// A game on the page: everything that the page asks of one, and the compiler of each game in the list. What is said of it, its lesson,
/// its kinds of decisions and what is chosen at its table are the core's ([`Choose`]); why a move is better, the review's ([`Explain`]).
pub trait TableGame: Choose + Explain {
    /// How it is shown before it is played.
    const FACE: &'static dyn Face;

    /// How it is explained and set up.
    const ASIDE: &'static dyn Aside;

    /// The shape of its table, as a class of the page's style.
    const SHAPE: TableShape;

    /// What a decision sounds like.
    const PIECE: Felt;

    /// What is celebrated about an event of a person at this screen; nothing about most.
    fn cheer(_live: &LocalGame<Self>, _past: &Past<Self>) -> Option<Felt> {
        None
    }

    /// How a win by points is celebrated.
    fn triumph(_live: &LocalGame<Self>) -> Felt {
        Felt::Win
    }

    /// What a seat still has, as in “8 roofs”.
    fn supply(live: &LocalGame<Self>, seat: Seat) -> AnyView;

    /// The table.
    fn table(play: GameView<Self>) -> AnyView;
}

/// The shape of a table: how its pieces are laid out.
#[derive(Clone, Copy)]
pub enum TableShape {
    /// A square board with everything else beside or below it.
    Board,
    /// A sheet to write on, and dice above it.
    Sheet,
}

impl TableShape {
    /// The class by which the page's style knows it.
    pub fn class(self) -> &'static str {
        match self {
            TableShape::Board => "board-table",
            TableShape::Sheet => "sheet-table",
        }
    }
}

/// The page of a saved game.
pub fn page(id: &str) -> AnyView {
    with_saved(id, ViewMode::Played)
}

/// The page on which a saved game is watched again, from a step on; a link to a step comes from its review.
pub fn replay_page(id: &str, step: Option<usize>) -> AnyView {
    with_saved(id, ViewMode::Watched(step))
}

/// How a saved game is shown.
#[derive(Clone, Copy)]
pub enum ViewMode {
    /// To be played.
    Played,
    /// To be watched again, from this step on.
    Watched(Option<usize>),
    /// As a picture of how it stood after so many steps, with a move marked.
    Still(RwSignal<usize>, Signal<Option<String>>),
}

fn with_saved(id: &str, shown: ViewMode) -> AnyView {
    let Some(saved) = store::open_game(id) else { return missing(id) };
    match HeldRollOff::read(&saved.record).filter(|_| matches!(shown, ViewMode::Played)) {
        Some(held) => first_who_begins(saved, held),
        None => table_of(saved, shown),
    }
}

/// The roll-off, and after it the table.
fn first_who_begins(saved: Saved, held: HeldRollOff) -> AnyView {
    let id = saved.id.clone();
    let decided = RwSignal::new(false);
    let then = Callback::new(move |()| decided.set(true));
    let roll_off = StoredValue::new((saved, held));
    (move || {
        if decided.get() {
            return store::load_game(&id).map_or_else(|| missing(&id), |saved| table_of(saved, ViewMode::Played));
        }
        let (saved, held) = roll_off.get_value();
        roll_off::page(saved, held, then)
    })
    .into_any()
}

fn table_of(saved: Saved, shown: ViewMode) -> AnyView {
    parts::table(saved, shown).unwrap_or_else(|| lost(Key::ErrorCannotLoad, None))
}

/// The table of a saved game of this kind.
pub fn open<G: TableGame>(saved: Saved, shown: ViewMode) -> AnyView {
    match (LocalGame::<G>::open(&saved.id, saved.record), shown) {
        (Ok(live), ViewMode::Watched(step)) => G::table(GameView::watch(live, step)),
        (Ok(live), ViewMode::Still(step, marked)) => G::table(GameView::still(live, step, marked)),
        (Ok(live), ViewMode::Played) => G::table(GameView::new(live, saved.version)),
        (Err(error), _) => lost(Key::ErrorCannotLoad, Some(error)),
    }
}

/// The table of a game of this kind that is decided elsewhere.
pub fn open_linked<G: TableGame>(linked: Linked) -> AnyView {
    match GameView::<G>::by_link(linked) {
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
            <p>{error.map(|error| record_text(lang(), &error))}</p>
            <a class="button" href="#/">{tr(Key::ButtonHome)}</a>
        </div>
    }
    .into_any()
}
