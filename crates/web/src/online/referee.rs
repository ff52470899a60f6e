//! What a table shared by link is to the game played at it.

use leptos::prelude::*;
use spieltisch_protocol::{GameCursor, GameUpdate, Intention};
use spieltisch_records::Record;
use spieltisch_rules::Seat;

use super::table::LinkedTable;
use super::{agreement, around, end, names, talk, words};
use crate::live::{Referee, Turn};

/// The referee of one of a table's games.
pub struct RefereeOf {
    /// The table.
    pub online: LinkedTable,
    /// The game's number.
    pub round: u32,
    /// The place in the order of play of the person at this screen.
    pub here: Option<Seat>,
}

impl Referee for RefereeOf {
    fn decide(&self, clock: usize, event: &str) -> bool {
        self.online.ask(clock, |round, after| Intention::Move { round, after, event: event.to_string() })
    }

    fn roll(&self, clock: usize) {
        self.online.ask(clock, |round, after| Intention::Roll { round, after });
    }

    fn take_back(&self) {
        self.online.take_back();
    }

    fn news(&self, seen: GameCursor) -> Option<GameUpdate> {
        self.online.table.with(|table| table.news(self.round, seen))
    }

    fn names(&self) -> Option<Vec<String>> {
        self.online.with_state(|table_state| {
            let round = table_state.round.as_ref().filter(|round| round.number == self.round)?;
            Some(round.record.players.iter().map(|name| names::shown(name)).collect())
        })
    }

    fn is_asked(&self) -> bool {
        self.online.waits.get()
    }

    fn refusal(&self) -> Option<String> {
        // What is wrong with a name is said where it is typed.
        self.online.refused.get().filter(|_| !self.online.naming.get()).map(|refused| words::refusal(&refused))
    }

    fn prompt(&self, turn: Turn, name: &str) -> Option<String> {
        around::prompt(self.online, turn, name)
    }

    fn clock(&self, turn: Signal<Option<Turn>>) -> AnyView {
        around::note_turn(self.online, turn);
        around::clock(self.online, turn).into_any()
    }

    fn presence(&self, seat: Seat) -> AnyView {
        around::presence(self.online, seat)
    }

    fn beside(&self, record: Signal<Record>) -> AnyView {
        agreement::beside(self.online, self.here, record)
    }

    fn talk_button(&self) -> AnyView {
        talk::button(self.online)
    }

    fn talk_panel(&self) -> AnyView {
        talk::panel(self.online)
    }

    fn end_buttons(&self) -> AnyView {
        end::buttons(self.online)
    }

    fn end_more(&self) -> AnyView {
        end::more(self.online)
    }
}
