//! What a table agreed on before its dice were thrown, bound to them by a digest.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use spieltisch_rules::Seat;

use crate::SeatSheet;
use crate::fair::hexadecimal::to_hex;
use crate::fair::sheet::SCHEME;

/// Bytes of the digest.
const DIGEST: usize = 16;

/// Everything a table agrees on before the dice of a game fall.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreed<'a> {
    /// The game's name.
    pub game: &'a str,
    /// Options that differ from the default.
    pub options: &'a Map<String, Value>,
    /// The board.
    pub board: &'a Value,
    /// Whether everyone gets the same dice, turn by turn.
    pub same_for_all: bool,
    /// Names and seats, in the order of the table.
    pub seats: Vec<(String, SeatSheet)>,
    /// The seat that begins; `None` where the dice decide that.
    pub first: Option<Seat>,
}

impl Agreed<'_> {
    /// A digest of all of it. It stands in the game's own name, so that with one word changed all dice would be others.
    pub fn digest(&self) -> String {
        let seat = |(name, seat): &(String, SeatSheet)| json!([name, seat.colour, seat.computer, seat.empty]);
        let seats: Vec<Value> = self.seats.iter().map(seat).collect();
        let all =
            json!([self.game, sorted(&Value::Object(self.options.clone())), sorted(self.board), self.same_for_all, seats, self.first]);
        let hash = Sha256::digest(format!("{SCHEME} agreed\n{all}"));
        to_hex(&hash[..DIGEST])
    }
}

/// The same value with the fields of every object in the order of their names.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(String, Value)> = fields.iter().map(|(name, value)| (name.clone(), sorted(value))).collect();
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(fields.into_iter().collect())
        }
        Value::Array(list) => list.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

/// A game's own name: which game of which table, and what was agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameName {
    /// The table's name.
    pub table: String,
    /// The game's number at this table, from 0.
    pub round: u32,
    /// The digest of what was agreed; records written before there was one have none.
    pub agreed: Option<String>,
}

impl std::fmt::Display for GameName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.table, self.round)?;
        self.agreed.iter().try_for_each(|agreed| write!(f, "/{agreed}"))
    }
}

impl GameName {
    /// Reads a name; `None` where it has another form.
    pub fn read(text: &str) -> Option<GameName> {
        let mut words = text.split('/');
        let (table, round, agreed) = (words.next()?, words.next()?, words.next());
        let name = GameName { table: table.into(), round: round.parse().ok()?, agreed: agreed.map(str::to_string) };
        // Written again it must be the same: no second way to write a number.
        (!name.table.is_empty() && name.to_string() == text).then_some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_changes_the_digest_and_the_order_of_options_does_not() {
        let object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).expect("an object");
        let (options, turned) = (object(r#"{"a":1,"b":{"c":2,"d":3}}"#), object(r#"{"b":{"d":3,"c":2},"a":1}"#));
        let seats = vec![("Anna".to_string(), SeatSheet::default()), ("Ben".to_string(), SeatSheet::default())];
        let agreed = Agreed { game: "yatzy", options: &options, board: &Value::Null, same_for_all: false, seats, first: None };
        let digest = agreed.digest();
        assert_eq!(digest.len(), 2 * DIGEST);
        assert_eq!(Agreed { options: &turned, ..agreed.clone() }.digest(), digest);
        let (other, board) = (object(r#"{"a":1}"#), json!([1]));
        let mut renamed = agreed.clone();
        renamed.seats[1].0 = "Bea".into();
        let mut levelled = agreed.clone();
        levelled.seats[1].1.computer = Some(3);
        let mut emptied = agreed.clone();
        emptied.seats[1].1.empty = true;
        let changed = [
            Agreed { game: "crowns", ..agreed.clone() },
            Agreed { options: &other, ..agreed.clone() },
            Agreed { board: &board, ..agreed.clone() },
            Agreed { same_for_all: true, ..agreed.clone() },
            Agreed { first: Some(1), ..agreed.clone() },
            renamed,
            levelled,
            emptied,
        ];
        assert!(changed.iter().all(|changed| changed.digest() != digest));
    }

    #[test]
    fn names_are_read_in_one_form_only() {
        for name in ["t/0", "t/12/00ff"] {
            assert_eq!(GameName::read(name).map(|name| name.to_string()).as_deref(), Some(name));
        }
        for name in ["", "t", "/0", "t/", "t/x", "t/00", "t/+1", "t/0/a/b", "t/-1"] {
            assert_eq!(GameName::read(name), None, "{name}");
        }
    }
}
