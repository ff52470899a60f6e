//! What a record's header says of its dice.

use serde::{Deserialize, Serialize};
use spieltisch_records::Record;

/// The name of this way to throw dice; a change to it gets a new number.
pub const SCHEME: &str = "spieltisch-dice/1";
/// The header field that describes the dice.
pub const FIELD: &str = "dice";
/// The header field with the roll-off: names and faces, in order.
pub const OPENING_FIELD: &str = "opening";
/// The header field with the seats of the players, [`crate::SeatSheet`] each, in the order of play.
pub const SEATS_FIELD: &str = "seats";
/// The header field that says which seat of the table each player has, in the order of play.
pub const ORDER_FIELD: &str = "order";
/// The most hexadecimal digits of a player's part.
pub const PART_DIGITS: usize = 32;

/// Whether this can be a player's part in the dice; an empty one means none.
pub fn is_part(text: &str) -> bool {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() <= PART_DIGITS && text.len().is_multiple_of(2) && text.bytes().all(digit)
}

/// The dice of one game, as its record's header describes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceSheet {
    /// Which way: [`SCHEME`].
    pub scheme: String,
    /// The game's own name, so that no two games share their dice.
    pub game: String,
    /// What was published before the first roll.
    pub commitment: String,
    /// What each seat added, in the order of the table; empty for computers.
    pub parts: Vec<String>,
    /// Whether everyone gets the same dice, turn by turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_for_all: bool,
    /// Shown once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

impl DiceSheet {
    /// Reads the description from a record's header; `None` where it has none that can be read.
    pub fn of(record: &Record) -> Option<DiceSheet> {
        serde_json::from_value(record.more.get(FIELD)?.clone()).ok()
    }

    /// Writes the description into a record's header.
    pub fn write_to(&self, record: &mut Record) {
        let value = serde_json::to_value(self).expect("strings and a switch become JSON");
        record.more.insert(FIELD.into(), value);
    }
}
