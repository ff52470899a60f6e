//! How a game begins: who begins, and in which order.

use spieltisch_fair::{Draw, FairDice};
use spieltisch_protocol::Happening;
use spieltisch_rules::games::{self, GameVisitor};
use spieltisch_rules::starter::{Begins, Opening, RollOff, clockwise_from};
use spieltisch_rules::{Game, Scores};

use super::Table;

impl Table {
    /// The beginning of the next game, by the rulebook.
    pub(super) fn beginning(&self) -> Happening {
        let players = self.evening.seats.len();
        let id = format!("{}/{}", self.name, self.evening.next_round());
        let opening = begins(&self.evening.game).map_or(Opening::AskYoungest, |begins| begins.opening(self.last_scores().as_ref()));
        let (first, throws) = match opening {
            Opening::RollOff { dice } => self.roll_off(players, dice, &id),
            Opening::AskYoungest => (usize::from(self.evening.youngest), Vec::new()),
            Opening::Seat(seat) => (seat, Vec::new()),
        };
        Happening::Began { order: clockwise_from(first, players).map(|seat| seat as u8).collect(), opening: throws, id }
    }

    fn roll_off(&self, players: usize, dice: usize, id: &str) -> (usize, Vec<(u8, Vec<u8>)>) {
        let secret = self.master.of_round(self.evening.next_round());
        let fair = FairDice::new(secret, &self.evening.dice_sheet(id));
        let mut roll_off = RollOff::new(players);
        let mut throws = Vec::new();
        while let Some(seat) = roll_off.next() {
            let faces = fair.faces(&Draw::opening(throws.len()), dice);
            roll_off.enter(faces.iter().map(|&face| u32::from(face)).sum());
            throws.push((seat as u8, faces));
        }
        (roll_off.winner().unwrap_or(0), throws)
    }

    /// The points of the last game, by the seats of the table.
    fn last_scores(&self) -> Option<Scores> {
        let round = self.evening.round.as_ref()?;
        let points: Vec<i32> = serde_json::from_value(round.record.result.get("scores")?.clone()).ok()?;
        let mut scores = Scores::zero(self.evening.seats.len());
        for (place, &points) in points.iter().enumerate() {
            *scores.get_mut(usize::from(round.table_seat(place)))? = points;
        }
        Some(scores)
    }
}

fn begins(game: &str) -> Option<Begins> {
    struct Ask;
    impl GameVisitor for Ask {
        type Output = Begins;
        fn visit<G: Game>(self) -> Begins {
            G::INFO.begins
        }
    }
    games::with_game(game, Ask)
}
