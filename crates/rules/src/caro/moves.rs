//! Moves of Caro in record notation.

use std::fmt;
use std::str::FromStr;

use super::field::Place;
use super::rules;
use super::tiles::Colour;
use crate::notation::{self, NOT_AN_EVENT, NotationError, excerpt};

/// A decision in Caro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A tile of this colour at this place.
    Lay(Colour, Place),
    /// No tile fits.
    Pass,
    /// Open table: this seat objects to the tile just laid.
    Object(u8),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Lay(colour, Place { x, y }) => write!(f, "lay {colour} {x},{y}"),
            Move::Pass => f.write_str("pass"),
            Move::Object(seat) => write!(f, "object {seat}"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Move, NotationError> {
        match notation::split_word(text) {
            ("lay", Some(rest)) => {
                let (colour, place) =
                    rest.split_once(' ').ok_or_else(|| NotationError::unknown(text, "lay, a colour and a place, as in lay red 1,-2"))?;
                Ok(Move::Lay(colour.parse()?, place.parse()?))
            }
            ("pass", None) => Ok(Move::Pass),
            ("object", Some(seat)) => match seat.as_bytes() {
                [digit @ b'0'..=b'9'] => Ok(Move::Object(digit - b'0')),
                _ => Err(NotationError::new(rules::OPEN_OBJECT.id, format!("“{}” is no seat; expected a number from 0", excerpt(seat)))),
            },
            _ => Err(NotationError::unknown(text, "lay, pass or object")),
        }
    }
}

notation::serde_as_text!(Move);

impl FromStr for Place {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Place, NotationError> {
        let read = |number: &str| number.parse::<i8>().ok().filter(|value| value.to_string() == number);
        let place = text.split_once(',').and_then(|(x, y)| Some(Place { x: read(x)?, y: read(y)? }));
        place.ok_or_else(|| NotationError::new(NOT_AN_EVENT, format!("“{}” is no place; expected x,y as in 1,-2", excerpt(text))))
    }
}

/// Caro has no dice: there is no value of this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roll {}

impl fmt::Display for Roll {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Roll {
    type Err = NotationError;

    fn from_str(_: &str) -> Result<Roll, NotationError> {
        Err(NotationError::new(NOT_AN_EVENT, "Caro is played without dice; expected lay, pass or object"))
    }
}

notation::serde_as_text!(Roll);
