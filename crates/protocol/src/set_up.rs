//! Asking for a table, and what comes back.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{RefusalCode, Refused, limits};

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
    /// What is agreed besides the rules.
    #[serde(default)]
    pub terms: Terms,
    /// Who begins where the rulebook says the youngest: a seat of `seats`.
    #[serde(default)]
    pub youngest: usize,
}

impl NewTable {
    /// What can be said about the plan without knowing the game.
    pub fn check(&self) -> Result<(), Refused> {
        let refused = |code, message: String| Err(Refused::new(code, message));
        if self.seats.iter().any(|seat| seat.colour >= limits::COLOURS) {
            return refused(RefusalCode::BadSetUp, format!("A colour is a number from 0 to {}.", limits::COLOURS - 1));
        }
        if self.terms.turn == Some(0) {
            return refused(RefusalCode::BadSetUp, "A turn takes at least one second; without “turn” there is no limit.".into());
        }
        if self.terms.stand_in == Some(0) {
            let message = "A computer stands in after one second or more; without “stand_in” it never does.";
            return refused(RefusalCode::BadSetUp, message.into());
        }
        Ok(())
    }
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

/// What a table agrees on besides the rules.
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

/// What a new table can be reached by. A client with a token can act as it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// The table's name in addresses.
    pub table: String,
    /// For the host: deletes the table.
    pub host: String,
    /// For everyone: takes a free seat.
    pub invite: String,
    /// For spectators.
    pub watch: String,
    /// One for each seat, in order; empty for computers.
    pub seats: Vec<String>,
}

/// A code to be told on the telephone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpokenCode {
    /// Six letters.
    pub code: String,
    /// Until when it leads to the table, in milliseconds since 1970.
    pub until: u64,
}

/// Under which addresses others can open the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Addresses {
    /// The one that was given for everyone; before all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<String>,
    /// Those of the server's machine in its network, the best first; told to that machine only, and only where the server listens there.
    #[serde(default)]
    pub network: Vec<String>,
}

/// Asks where a code leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeardCode {
    /// As it was typed.
    pub code: String,
}

/// Where a code leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The table's name in addresses.
    pub table: String,
    /// Takes a free seat there.
    pub token: String,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(seats: Value, terms: Value) -> NewTable {
        serde_json::from_value(serde_json::json!({"game": "yatzy", "seats": seats, "terms": terms})).expect("a plan")
    }

    #[test]
    fn plans_that_make_no_sense_are_refused_with_a_sentence() {
        let none = || serde_json::json!({});
        let two = || serde_json::json!([{}, {}]);
        for (bad, word) in [
            (plan(serde_json::json!([{"colour": 8}]), none()), "from 0 to 7"),
            (plan(two(), serde_json::json!({"turn": 0})), "turn"),
            (plan(two(), serde_json::json!({"stand_in": 0})), "stand"),
        ] {
            let refused = bad.check().expect_err("a plan that makes no sense");
            assert!(refused.message.contains(word), "{refused}");
        }
        let good = plan(serde_json::json!([{"colour": 7}, {"name": "A"}, {"name": "B"}]), serde_json::json!({"turn": 1, "stand_in": 1}));
        assert_eq!(good.check(), Ok(()));
    }
}
