//! Games of one table, one after another: what one says must fit the one before.

use spieltisch_rules::starter::{Begins, Opening};
use spieltisch_rules::{Scores, Seat};

use super::findings::VerifyFault;
use super::header::Header;
use crate::header::DICE;

/// What is remembered of the game before.
pub(super) struct Before {
    round: u32,
    set_up: String,
    commitment: String,
    order: Option<Vec<Seat>>,
    /// In the order of play.
    scores: Scores,
}

impl Before {
    pub fn new(header: &Header<'_>, scores: Scores) -> Before {
        Before {
            round: header.name.round,
            set_up: set_up(header),
            commitment: header.sheet.commitment.clone(),
            order: header.order.clone(),
            scores,
        }
    }

    /// What holds for all games of a table: one set-up, and dice of its own for each.
    pub fn check(&self, header: &Header<'_>) -> Result<(), VerifyFault> {
        let again = header.name.round == self.round;
        if self.set_up != set_up(header) {
            return Err(VerifyFault::header("options", "game, players, options, board and dice were others in another game of this table"));
        }
        if again != (self.commitment == header.sheet.commitment) {
            let message = if again { "this game stands here twice, differently" } else { "another game of this table had the same secret" };
            return Err(VerifyFault::header(DICE.name(), message));
        }
        Ok(())
    }

    /// The seat of the table that began, where that is told.
    pub fn first(&self) -> Option<Seat> {
        self.order.as_ref()?.first().copied()
    }

    /// The seat of the table that begins this game for having lost the one just before, where that is told.
    pub fn loser(&self, header: &Header<'_>) -> Option<Seat> {
        let order = self.order.as_ref().filter(|_| self.round.checked_add(1) == Some(header.name.round))?;
        header.order.as_ref()?;
        let mut by_seat = Scores::zero(order.len());
        for (&seat, &points) in order.iter().zip(self.scores.iter()) {
            *by_seat.get_mut(seat)? = points;
        }
        match Begins::YoungestThenLoser.opening(Some(&by_seat)) {
            Opening::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}

fn set_up(header: &Header<'_>) -> String {
    format!("{} {}", header.record.set_up(), header.sheet.same_for_all)
}
