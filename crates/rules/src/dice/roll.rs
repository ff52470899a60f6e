//! A roll of five dice in record notation.

use std::fmt;
use std::str::FromStr;

use super::{Hand, read_roll};
use crate::notation::{self, NotationError};

/// All five dice after a roll, kept ones included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll(pub Hand);

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "roll {}", self.0)
    }
}

impl FromStr for Roll {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Roll, NotationError> {
        let faces = read_roll(text, Hand::MOST)?;
        Ok(Roll(faces.into_iter().fold(Hand::EMPTY, Hand::with)))
    }
}

notation::serde_as_text!(Roll);
