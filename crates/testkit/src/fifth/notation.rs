//! Moves and rolls in record notation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use spieltisch_rules::NotationError;

use crate::fifth::pig::TURN;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Move {
    /// Roll once more.
    More,
    /// Keep the turn's points and hand the die on.
    Stop,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Move::More => "more",
            Move::Stop => "stop",
        })
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Move, NotationError> {
        match text {
            "more" => Ok(Move::More),
            "stop" => Ok(Move::Stop),
            _ => Err(NotationError::unknown(text, "roll, more or stop")),
        }
    }
}

/// What the one die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll(pub u8);

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "roll {}", self.0)
    }
}

impl FromStr for Roll {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Roll, NotationError> {
        match text.strip_prefix("roll ").map(str::as_bytes) {
            Some([face @ b'1'..=b'6']) => Ok(Roll(face - b'0')),
            _ => Err(NotationError::new(TURN.id, "expected roll and one face, as in roll 4")),
        }
    }
}
