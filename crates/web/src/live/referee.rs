//! A game that somebody elsewhere decides, as its table sees it.

use std::sync::Arc;

use leptos::prelude::*;
use spieltisch_protocol::{News, Seen};
use spieltisch_records::Record;
use spieltisch_rules::Seat;

/// Whoever decides a game from elsewhere: what people want is asked for, and what they need to know
/// about the others is shown. The table knows nothing else of connections and servers. What only a table
/// with others far away has, a referee need not say.
pub trait Referee: Send + Sync {
    /// Asks for a decision after so many events; `false` where nothing can be asked for now.
    fn decide(&self, clock: usize, event: &str) -> bool;
    /// Asks for the roll that is due after so many events.
    fn roll(&self, clock: usize);
    /// Asks to take the last decision back.
    fn take_back(&self) {}
    /// What is new since; nothing once another game is played. Whoever calls this follows every change.
    fn news(&self, seen: Seen) -> Option<News>;
    /// Who sits there, in the order of play; nothing once another game is played. Whoever calls this follows every change.
    fn names(&self) -> Option<Vec<String>>;
    /// Whether something was asked for and not answered yet. Whoever calls this follows every change.
    fn is_asked(&self) -> bool {
        false
    }
    /// Why something was refused last. Whoever calls this follows every change.
    fn refusal(&self) -> Option<String> {
        None
    }
    /// A move that is to be marked as hints are. Whoever calls this follows every change.
    fn advised(&self) -> Option<String> {
        None
    }
    /// What is said while another player is awaited, where it is more than that.
    fn prompt(&self, _turn: Turn, _name: &str) -> Option<String> {
        None
    }
    /// The time that is left for the turn, where the table has agreed on one.
    fn clock(&self, _turn: Signal<Option<Turn>>) -> AnyView {
        ().into_any()
    }
    /// At a player's mark: whether they are here.
    fn presence(&self, _seat: Seat) -> AnyView {
        ().into_any()
    }
    /// What a review says of the game while it is played.
    fn beside(&self, _record: Signal<Record>) -> AnyView {
        ().into_any()
    }
    /// What stands beside the history: the button that unfolds the talk.
    fn talk_button(&self) -> AnyView {
        ().into_any()
    }
    /// The talk.
    fn talk_panel(&self) -> AnyView {
        ().into_any()
    }
    /// The buttons below the result.
    fn end_buttons(&self) -> AnyView {
        ().into_any()
    }
}

/// Whose turn it is, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The last event of another player; nothing in the first turn.
    pub after: Option<usize>,
}

/// A game that is decided elsewhere.
#[derive(Clone)]
pub struct Linked {
    /// Under which it is kept once it is over.
    pub id: String,
    /// The game so far.
    pub record: Record,
    /// How far that is.
    pub seen: Seen,
    /// The seat of the person at this screen.
    pub here: Option<Seat>,
    /// Who decides.
    pub referee: Arc<dyn Referee>,
}
