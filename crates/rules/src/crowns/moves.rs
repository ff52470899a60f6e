//! Moves and rolls of Crowns in record notation.

use std::fmt;
use std::str::FromStr;

use super::fields::Field;
use super::rules;
use crate::dice::{self, FACES, SixDice};
use crate::notation::{self, NotationError};

/// A decision in Crowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Chips on the fields of these dice: 6 6 4 are `2x6` and `1x4`; none is none.
    Place(SixDice),
    /// Alone: nothing can be placed, a chip is removed.
    Remove,
}

impl Move {
    /// The move that covers these fields; `None` where no six dice can give them.
    pub fn place(fields: impl IntoIterator<Item = Field>) -> Option<Move> {
        let mut dice = SixDice::EMPTY;
        for field in fields {
            if dice.count(field.number()) > 0 || dice.len() + field.count() as usize > SixDice::MOST {
                return None;
            }
            dice = (0..field.count()).fold(dice, |dice, _| dice.with(field.number()));
        }
        Some(Move::Place(dice))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(dice) => {
                f.write_str("place")?;
                let fields = (1..=FACES as u8).rev().filter_map(|number| Field::new(dice.count(number), number));
                fields.into_iter().try_for_each(|field| write!(f, " {field}"))
            }
            Move::Remove => f.write_str("remove"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Move, NotationError> {
        let wrong = |message: &str| NotationError::new(rules::TURN_PLACE.id, message);
        match notation::split_word(text) {
            ("place", None) => Ok(Move::Place(SixDice::EMPTY)),
            ("place", Some(fields)) => {
                let fields: Vec<Field> = fields.split(' ').map(str::parse).collect::<Result<_, _>>()?;
                if !fields.is_sorted_by_key(|field| (6 - field.number(), field.count())) {
                    return Err(wrong("the fields are not in the order of the record: by falling number, then rising count"));
                }
                Move::place(fields).ok_or_else(|| {
                    wrong("one roll of six dice cannot give these fields: each number gives one field, and the counts sum to at most six")
                })
            }
            ("remove", None) => Ok(Move::Remove),
            _ => Err(NotationError::unknown(text, "roll, place or remove")),
        }
    }
}

notation::serde_as_text!(Move);

/// All six dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll(pub SixDice);

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "roll {}", self.0)
    }
}

impl FromStr for Roll {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Roll, NotationError> {
        let faces = dice::read_roll(text, SixDice::MOST)?;
        Ok(Roll(faces.into_iter().fold(SixDice::EMPTY, SixDice::with)))
    }
}

notation::serde_as_text!(Roll);
