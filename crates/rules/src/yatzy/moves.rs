//! Moves of Yatzy in record notation.

use std::fmt;
use std::str::FromStr;

use super::{BoxName, rules};
use crate::dice::{self, Hand};
use crate::notation::{self, NotationError};

/// A decision in Yatzy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// These dice stay, the others are rolled.
    Keep(Hand),
    /// The dice are written into this box.
    Score(BoxName),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Keep(kept) => dice::write_keep(f, *kept),
            Move::Score(name) => write!(f, "score {name}"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Move, NotationError> {
        match notation::split_word(text) {
            ("keep", kept) => dice::read_keep(kept, rules::TURN_ROLLS.id).map(Move::Keep),
            ("score", Some(name)) => name.parse().map(Move::Score),
            _ => Err(NotationError::unknown(text, "roll, keep or score")),
        }
    }
}

notation::serde_as_text!(Move);
