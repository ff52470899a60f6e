//! Asking for a table, and what comes back.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A table to be set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's name.
    pub game: String,
    /// Options that differ from the default.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The board; `null` for the default.
    #[serde(default)]
    pub board: Value,
    /// Who sits where, clockwise.
    pub seats: Vec<SeatPlan>,
    /// What is agreed beside the rules.
    #[serde(default)]
    pub terms: Terms,
    /// Who begins where the rulebook says the youngest: a seat of `seats`.
    #[serde(default)]
    pub youngest: usize,
}

/// A seat as planned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatPlan {
    /// A name; persons may choose another when they sit down.
    #[serde(default)]
    pub name: String,
    /// Which of the eight colours and shapes.
    #[serde(default)]
    pub colour: u8,
    /// The level of a computer, 1 to 5; left out for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<u8>,
}

/// What a table agrees on beside the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Terms {
    /// Everyone gets the same dice, turn by turn.
    pub same_dice: bool,
    /// There is a chat.
    pub chat: bool,
    /// Decisions can be taken back if the others agree.
    pub takeback: bool,
    /// After so many seconds a computer plays for someone who is away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<u32>,
    /// How many seconds a turn may take; then a computer plays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { same_dice: false, chat: true, takeback: true, stand_in: None, turn: None }
    }
}

/// What a new table can be reached by. Whoever has a token can act as it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// The table's name in addresses.
    pub table: String,
    /// For whoever set the table up: deletes it.
    pub host: String,
    /// For everyone: takes a free seat.
    pub invite: String,
    /// For spectators.
    pub watch: String,
    /// One for each seat, in order; empty for computers.
    pub seats: Vec<String>,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The table's name in addresses.
    pub table: String,
    /// The game's name.
    pub game: String,
    /// Who sits there.
    pub names: Vec<String>,
    /// The seat the token is for, while its person sits there.
    pub seat: Option<u8>,
    /// Whose turn it is, while a game runs.
    pub turn: Option<u8>,
    /// How many games have ended.
    pub finished: u32,
    /// When something happened last, in milliseconds since 1970.
    pub changed: u64,
}
