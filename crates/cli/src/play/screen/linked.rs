//! A game on the screen whose referee is elsewhere.

use spieltisch_core::{LinkedTable, SeenDice, Turn, Wish};
use spieltisch_records::{Record, RecordError};

use super::Desk;
use super::table::{Table, TableSeat};
use super::tumbling::Tumbling;
use crate::play::games::TerminalGame;
use crate::play::link::LinkedGame;

/// Opens the game of a table by link, for its person here.
pub fn open<G: TerminalGame>(id: &str, record: Record, linked: &LinkedTable) -> Result<Box<dyn LinkedGame>, RecordError> {
    let mut table = Table::<G>::open(TableSeat { id: id.into(), record, claim: None })?;
    linked.seat_people(&mut table.session.game);
    table.session.seen = SeenDice::default();
    table.session.went_on(String::new());
    Ok(Box::new(table))
}

impl<G: TerminalGame> LinkedGame for Table<G> {
    fn catch_up(&mut self, desk: &mut Desk, stand: usize, events: &[String]) {
        let choice = self.session.choice.clone();
        let Some(caught_up) = self.session.game.catch_up(desk.lang, stand, events, false) else { return };
        self.session.went_on(caught_up.said);
        self.tumbling = if caught_up.rolled { Tumbling::start(desk, &self.session, choice) } else { None };
        self.show_end(desk);
    }

    fn rename(&mut self, names: &[String]) {
        self.session.game.rename(names);
    }

    fn refuse(&mut self, why: String) {
        self.session.notice = Some(why);
    }

    fn take_wish(&mut self) -> Option<(Wish, usize)> {
        self.wish.take().map(|wish| (wish, self.session.game.clock()))
    }

    fn turn(&self) -> Option<Turn> {
        self.session.game.turn()
    }

    fn events(&self) -> usize {
        self.session.game.clock()
    }

    fn is_covered(&self) -> bool {
        self.overlay.is_some()
    }
}
