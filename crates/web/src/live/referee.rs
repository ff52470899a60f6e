//! A game that is decided elsewhere, as its table sees it.

use std::sync::Arc;

use leptos::prelude::*;
use spieltisch_protocol::{GameCursor, GameUpdate};
use spieltisch_records::Record;
use spieltisch_rules::Seat;

use super::Turn;

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
    /// What is new since; nothing once another game is played. Reactive: the caller follows every change.
    fn news(&self, seen: GameCursor) -> Option<GameUpdate>;
    /// Who sits there, in the order of play; nothing once another game is played. Reactive: the caller follows every change.
    fn names(&self) -> Option<Vec<String>>;
    /// Whether something was asked for and not answered yet. Reactive: the caller follows every change.
    fn is_asked(&self) -> bool {
        false
    }
    /// Why something was refused last. Reactive: the caller follows every change.
    fn refusal(&self) -> Option<String> {
        None
    }
    /// A move that is to be marked as hints are. Reactive: the caller follows every change.
    fn advised(&self) -> Option<String> {
        None
    }
    /// What is said while another player is awaited, where it is more than that.
    fn prompt(&self, _turn: Turn, _name: &str) -> Option<String> {
        None
    }
    /// What to do once the table shows so many events, in a lesson, instead of the table's own words. Reactive: the caller
    /// follows every change.
    fn instruction(&self, _clock: usize) -> Option<String> {
        None
    }
    /// What stands above the prompt, in the same card.
    fn heading(&self) -> AnyView {
        ().into_any()
    }
    /// Whether nothing is to be done here any more, though the game may not be over. Reactive: the caller follows every change.
    fn rests(&self) -> bool {
        false
    }
    /// What stands in place of the next step once the table rests.
    fn closing(&self) -> AnyView {
        ().into_any()
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
    /// What few people want there, which is folded.
    fn end_more(&self) -> AnyView {
        ().into_any()
    }
}

/// A game that is decided elsewhere.
#[derive(Clone)]
pub struct Linked {
    /// Under which it is kept once it is over.
    pub id: String,
    /// The game so far.
    pub record: Record,
    /// How far that is.
    pub seen: GameCursor,
    /// The seat of the person at this screen.
    pub here: Option<Seat>,
    /// Who decides.
    pub referee: Arc<dyn Referee>,
}
