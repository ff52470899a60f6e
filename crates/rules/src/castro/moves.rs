//! Moves of Castro in record notation.

use std::fmt;
use std::str::FromStr;

use super::rules;
use super::squares::Square;
use crate::dice::{self, Hand};
use crate::notation::{self, NotationError};

/// A decision in Castro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// These dice stay, the others are rolled.
    Keep(Hand),
    /// A roof on this square.
    Place(Square),
    /// No legal square after the fifth roll: a roof is lost.
    Lose,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Keep(kept) => dice::write_keep(f, *kept),
            Move::Place(square) => write!(f, "place {square}"),
            Move::Lose => f.write_str("lose"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Move, NotationError> {
        match notation::split_word(text) {
            ("keep", kept) => dice::read_keep(kept, rules::TURN_ROLLS.id).map(Move::Keep),
            ("place", Some(square)) => square.parse().map(Move::Place),
            ("lose", None) => Ok(Move::Lose),
            _ => Err(NotationError::unknown(text, "roll, keep, place or lose")),
        }
    }
}

notation::serde_as_text!(Move);
