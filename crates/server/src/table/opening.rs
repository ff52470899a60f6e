//! How a game begins: who begins, and in which order.

use spieltisch_protocol::TableEvent;
use spieltisch_records::fair::{FairDice, GameName};
use spieltisch_rules::starter::{Opening, clockwise_from};
use spieltisch_rules::{Scores, games};

use super::Table;

impl Table {
    /// The beginning of the next game, by the rulebook.
    pub(super) fn beginning(&self) -> TableEvent {
        let begins = games::info(&self.replica.table_state.game).map(|info| info.begins);
        match begins.map_or(Opening::AskYoungest, |begins| begins.opening(self.last_scores().as_ref())) {
            Opening::RollOff { dice } => self.roll_off(dice),
            Opening::AskYoungest => self.begun_by(usize::from(self.replica.table_state.youngest)),
            Opening::Seat(seat) => self.begun_by(seat),
        }
    }

    fn begun_by(&self, first: usize) -> TableEvent {
        TableEvent::Began { order: self.order_from(first), opening: Vec::new(), id: self.next_id(Some(first)) }
    }

    fn roll_off(&self, dice: usize) -> TableEvent {
        let id = self.next_id(None);
        let fair = FairDice::new(self.master.of_round(self.replica.table_state.next_round()), &self.replica.table_state.dice_sheet(&id));
        let (winner, throws) = fair.roll_off(self.replica.table_state.seats.len(), dice);
        let opening = throws.into_iter().map(|(seat, faces)| (seat as u8, faces)).collect();
        TableEvent::Began { order: self.order_from(winner), opening, id }
    }

    fn order_from(&self, first: usize) -> Vec<u8> {
        clockwise_from(first, self.replica.table_state.seats.len()).map(|seat| seat as u8).collect()
    }

    /// The next game's own name. What is agreed is a part of it, and so of its dice.
    fn next_id(&self, first: Option<usize>) -> String {
        let (table, round) = (self.name.clone(), self.replica.table_state.next_round());
        GameName { table, round, agreed: Some(self.replica.table_state.agreed(first)) }.to_string()
    }

    /// The points of the last game, by the seats of the table.
    fn last_scores(&self) -> Option<Scores> {
        let round = self.replica.table_state.round.as_ref()?;
        let points: Vec<i32> = serde_json::from_value(round.record.result.get("scores")?.clone()).ok()?;
        let mut scores = Scores::zero(self.replica.table_state.seats.len());
        for (place, &points) in points.iter().enumerate() {
            *scores.get_mut(usize::from(round.table_seat(place)))? = points;
        }
        Some(scores)
    }
}
