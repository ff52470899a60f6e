//! A table in short: what is told of it to those who are not there. Kept beside the log, so that no log is read for it.

use serde::{Deserialize, Serialize};
use spieltisch_protocol::TableEvent;

use super::{Credential, Table};

/// A table in short, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSummary {
    /// The game's name.
    pub game: String,
    /// The seats, clockwise.
    #[serde(default)]
    pub seats: Vec<SeatSummary>,
    /// Whose turn it is, while a game runs.
    #[serde(default)]
    pub turn: Option<u8>,
    /// How many games have ended.
    #[serde(default)]
    pub finished: u32,
}

/// A seat in short.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSummary {
    /// Who sits there, or was meant to.
    pub name: String,
    /// Whether a person can take it.
    #[serde(default)]
    pub free: bool,
    /// Whether a person sits there and has not left.
    #[serde(default)]
    pub sits: bool,
    /// The public name of the token that owns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

impl TableSummary {
    /// The seat the client acts for.
    pub fn seat_of(&self, credential: &Credential) -> Option<u8> {
        let seat = credential.role.seat()?;
        let at = self.seats.get(usize::from(seat))?;
        (at.sits && at.owner.as_ref().is_none_or(|owner| *owner == credential.key)).then_some(seat)
    }

    /// Whether a seat is free.
    pub fn is_free(&self) -> bool {
        self.seats.iter().any(|seat| seat.free)
    }

    /// Who sits there, the first of them.
    pub fn first_person(&self) -> Option<&str> {
        self.seats.iter().find(|seat| seat.sits).map(|seat| seat.name.as_str())
    }
}

/// Whether this may change a table in short, apart from whose turn it is.
pub fn changes_summary(table_event: &TableEvent) -> bool {
    match table_event {
        TableEvent::Opened { .. }
        | TableEvent::Sat { .. }
        | TableEvent::Left { .. }
        | TableEvent::Began { .. }
        | TableEvent::Ended { .. } => true,
        TableEvent::StandIn { name, .. } => !name.is_empty(),
        TableEvent::Committed { .. }
        | TableEvent::Ready { .. }
        | TableEvent::Move { .. }
        | TableEvent::Roll { .. }
        | TableEvent::TimeUp { .. }
        | TableEvent::TakebackAsked { .. }
        | TableEvent::TakebackAnswered { .. }
        | TableEvent::TakenBack
        | TableEvent::Said { .. } => false,
    }
}

impl Table {
    /// The table in short.
    pub fn summary(&self) -> TableSummary {
        let table_state = &self.replica.table_state;
        let seat = |at: &spieltisch_protocol::SeatAt| SeatSummary {
            name: at.name.clone(),
            free: at.computer.is_none() && !at.taken,
            sits: at.taken && !at.left,
            owner: at.owner.clone(),
        };
        TableSummary {
            game: table_state.game.clone(),
            seats: table_state.seats.iter().map(seat).collect(),
            turn: self.replica.seat_to_act(),
            finished: table_state.records().filter(|record| !record.result.is_null()).count() as u32,
        }
    }
}
