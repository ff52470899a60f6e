//! What happens at a table, as it is kept for ever.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::agreement::Answers;
use crate::set_up::{SeatPlan, Terms};

/// What follows from one command, kept as a whole or not at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogEntry {
    /// From 1, without gaps.
    pub seq: u64,
    /// When, in milliseconds since 1970, by the server's clock.
    pub at: u64,
    /// What happened, in order.
    pub what: Vec<TableEvent>,
}

/// One thing that happened. Seats are those of the table, which stay as they are when the order
/// of play changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum TableEvent {
    /// The table was set up.
    Opened {
        /// The game's name.
        game: String,
        /// Options that differ from the default.
        options: Map<String, Value>,
        /// The board.
        board: Value,
        /// Who sits where.
        seats: Vec<SeatPlan>,
        /// What is agreed.
        terms: Terms,
        /// Who begins where the youngest does.
        youngest: u8,
    },
    /// The commitment to the secret of the next game's dice.
    Committed {
        /// The game's number at this table, from 0.
        round: u32,
        /// The commitment.
        commitment: String,
    },
    /// Someone took a seat, or came back to it.
    Sat {
        /// The seat that was taken.
        seat: u8,
        /// Their name.
        name: String,
        /// Their part in the next game's dice.
        part: String,
        /// The public name of the token that owns the seat from now on; logs of older versions have none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        owner: String,
    },
    /// Someone left; in a game a computer goes on for them.
    Left {
        /// The seat.
        seat: u8,
    },
    /// Someone wants the next game, with a new part in its dice.
    Ready {
        /// The seat.
        seat: u8,
        /// The random part of the dice.
        part: String,
    },
    /// A game began.
    Began {
        /// The seats of the table in the order of play.
        order: Vec<u8>,
        /// The roll-off, where there was one: seats and faces.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        opening: Vec<(u8, Vec<u8>)>,
        /// The game's own name, which goes into its dice.
        id: String,
    },
    /// A player decided.
    Move {
        /// Whose decision it is.
        seat: u8,
        /// As the record writes it.
        event: String,
    },
    /// The dice fell.
    Roll {
        /// As the record writes it.
        event: String,
    },
    /// The game is over.
    Ended {
        /// The secret behind its dice.
        secret: String,
        /// The result as the record writes it.
        result: Value,
    },
    /// A computer begins or ends to play for someone who is away; or someone answers what may be shown beside the game, or takes another name.
    StandIn {
        /// The seat.
        seat: u8,
        /// Begins or ends; with answers or a name, whether one plays for them, as before.
        on: bool,
        /// What the person in this seat answers. It has no table event of its own because pages and servers of older versions
        /// cannot read a step with one they do not know, while they pass over fields they do not know.
        #[serde(default, skip_serializing_if = "Answers::is_silent")]
        answers: Answers,
        /// The name of that person from now on; empty where it stays. A field for the same reason.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
    },
    /// The time for a turn ran out, so a computer decided.
    TimeUp {
        /// Whose turn it was.
        seat: u8,
    },
    /// Someone asks to take their last decision back.
    TakebackAsked {
        /// The seat that asks.
        seat: u8,
    },
    /// Someone answered the question.
    TakebackAnswered {
        /// The seat that answers.
        seat: u8,
        /// Whether they agree.
        yes: bool,
    },
    /// The last decision was taken back.
    TakenBack,
    /// Someone said something.
    Said {
        /// The seat that spoke.
        seat: u8,
        /// The words.
        text: String,
    },
}

impl TableEvent {
    /// Whether this is a move, a roll, or one of them taken back: what a game that is long over can do without.
    pub fn is_play(&self) -> bool {
        matches!(self, TableEvent::Move { .. } | TableEvent::Roll { .. } | TableEvent::TakenBack)
    }
}
