//! What the server sends.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::log::LogEntry;

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to `hello`: the first of the steps that are not known yet. Where `upto` is less than `last`, pages with
    /// the others follow.
    Welcome {
        /// Who the client is at this table.
        role: Role,
        /// The steps follow after this number. Where it is less than the last known one the log was reset,
        /// and a client that knew it starts over.
        after: u64,
        /// The steps reach up to this number.
        upto: u64,
        /// The number of the table's last step.
        last: u64,
        /// The steps, in order. Numbers that are left out were talk that is not shown any more.
        steps: Vec<LogEntry>,
        /// Seats whose players are here.
        here: Vec<u8>,
        /// How many watch.
        watchers: u32,
    },
    /// More of the steps that were not known yet.
    Page {
        /// The steps follow after this number.
        after: u64,
        /// The steps reach up to this number.
        upto: u64,
        /// The steps, in order.
        steps: Vec<LogEntry>,
    },
    /// This client has another role from now on: a seat was lost, or is free again.
    Role {
        /// Who the client is at this table.
        role: Role,
    },
    /// The seat was taken; the token is for this client alone.
    Seated {
        /// The seat that was taken.
        seat: u8,
        /// To come back with, from this device or another.
        token: String,
    },
    /// Something happened.
    Step(LogEntry),
    /// Who is here now.
    Here {
        /// Seats whose players are here.
        here: Vec<u8>,
        /// How many watch.
        watchers: u32,
    },
    /// A reaction.
    Reaction {
        /// The seat that reacted.
        seat: u8,
        /// The name of the reaction.
        with: String,
    },
    /// What was asked for cannot be.
    Refused(Refused),
    /// The table was deleted.
    Gone,
    /// The answer to `ping`.
    Pong,
}

/// As whom a client is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// For this seat.
    Seat(u8),
    /// May take a free seat.
    Invited,
    /// Looks on.
    Watcher,
    /// Set the table up.
    Host,
}

impl Role {
    /// The seat, where it is one.
    pub fn seat(self) -> Option<u8> {
        match self {
            Role::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}

/// A refusal: what was wrong and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Which kind, for programs.
    pub code: RefusalCode,
    /// The rule of the game that is broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// A sentence, for people.
    pub message: String,
    /// Where a limit was reached, in how many seconds there is room again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u32>,
}

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCode {
    /// The message cannot be read.
    Unreadable,
    /// There is no such table, or the link does not belong to it.
    NoSuchTable,
    /// The set-up is not possible.
    BadSetUp,
    /// The seat is taken, or there is none.
    SeatTaken,
    /// A name, a line or a part that cannot be.
    BadText,
    /// Only someone with a seat may do that.
    NotSeated,
    /// It is not this player's turn.
    NotYourTurn,
    /// Something else happened first.
    Stale,
    /// The rules forbid it.
    Rule,
    /// It cannot be done now.
    NotNow,
    /// The table has switched it off.
    SwitchedOff,
    /// Too many messages, tables or connections.
    TooMuch,
    /// It could not be stored; nothing happened, try again.
    NotStored,
    /// This connection does not belong to the table any more; nothing happened. Connect again, then ask again.
    Reconnect,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refused {}

impl Refused {
    /// A refusal of this kind with its sentence.
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Refused {
        Refused { code, rule: None, message: message.into(), wait: None }
    }

    /// A limit was reached; after so many seconds there is room again.
    pub fn too_much(message: impl Into<String>, seconds: u32) -> Refused {
        Refused { wait: Some(seconds), ..Refused::new(RefusalCode::TooMuch, message) }
    }
}
