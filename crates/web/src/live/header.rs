//! What the page adds to a record's header: who is a computer, colours, whether undo is allowed.

use serde_json::{Value, json};
use spieltisch_records::Record;

/// The header field that tells about the seats.
pub const SEATS_FIELD: &str = "seats";

/// Who decides for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person at this screen.
    Person,
    /// A person elsewhere, at a table shared by link.
    Link,
    /// The computer, at a level from 1 to 5.
    Computer(u8),
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// As everyone calls them.
    pub name: String,
    /// Which of the eight colours and shapes is theirs.
    pub colour: usize,
    /// Who decides.
    pub kind: Kind,
}

impl Player {
    fn to_value(&self) -> Value {
        match self.kind {
            Kind::Person | Kind::Link => json!({"colour": self.colour}),
            Kind::Computer(level) => json!({"colour": self.colour, "computer": level}),
        }
    }
}

/// The seats as they stand in the header.
pub fn seats_value(seats: &[Player]) -> Value {
    seats.iter().map(Player::to_value).collect()
}

/// Who sits where; a record from elsewhere has people in every seat.
pub fn seats(record: &Record) -> Vec<Player> {
    let told = record.more.get(SEATS_FIELD);
    let player = |(seat, name): (usize, &String)| {
        let number = |field: &str| told.and_then(|seats| seats.get(seat)?.get(field)?.as_u64());
        let kind = number("computer").map_or(Kind::Person, |level| Kind::Computer(level.clamp(1, 5) as u8));
        Player { name: name.clone(), colour: number("colour").map_or(seat, |colour| colour as usize) % 8, kind }
    };
    record.players.iter().enumerate().map(player).collect()
}

/// What the company allows itself; all of it where a record from elsewhere says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Taking decisions back.
    pub undo: bool,
    /// Asking for the best move.
    pub hints: bool,
}

impl Allowed {
    /// Reads what a record's header allows.
    pub fn read(record: &Record) -> Allowed {
        let allows = |name: &str| record.more.get(name).and_then(Value::as_bool).unwrap_or(true);
        Allowed { undo: allows("undo"), hints: allows("hints") }
    }

    /// The header fields.
    pub fn fields(self) -> [(&'static str, Value); 2] {
        [("undo", self.undo.into()), ("hints", self.hints.into())]
    }
}
