//! Squares and sets of them as bits.
//!
//! A row takes seven bits, the last of them always empty, so that a shift never runs from
//! the end of one row into the next and lines are found by shifting alone.

use std::fmt;
use std::str::FromStr;

use super::rules;
use crate::notation::{NotationError, excerpt, serde_as_text};

/// Squares along one side of the board.
pub const SIDE: u8 = 6;
const STRIDE: u8 = SIDE + 1;

/// A square of the board, `a1` bottom left to `f6` top right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this column (0 is a) and row (0 is row 1, the lowest).
    pub fn new(column: u8, row: u8) -> Option<Square> {
        (column < SIDE && row < SIDE).then_some(Square(row * STRIDE + column))
    }

    /// All squares, row 1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        SquareSet::BOARD.iter()
    }

    /// The column, 0 is a.
    pub fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// The row, 0 is row 1.
    pub fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// The number of the square, 0 to 35, row 1 first.
    pub fn index(self) -> usize {
        (self.row() * SIDE + self.column()) as usize
    }

    /// How far the square lies from the middle of the board: the squared distance, in halves of a square.
    pub fn from_middle(self) -> u32 {
        let away = |place: u8| u32::from((2 * place + 1).abs_diff(SIDE));
        away(self.column()).pow(2) + away(self.row()).pow(2)
    }

    /// The square as a set.
    pub fn bit(self) -> SquareSet {
        SquareSet(1 << self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Square, NotationError> {
        let square = match text.as_bytes() {
            [column @ b'a'..=b'f', row @ b'1'..=b'6'] => Square::new(column - b'a', row - b'1'),
            _ => None,
        };
        square.ok_or_else(|| NotationError::new(rules::TURN_PLACE.id, format!("“{}” is no square; squares are a1 to f6", excerpt(text))))
    }
}

serde_as_text!(Square);

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct SquareSet(u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// All 36 squares.
    pub const BOARD: SquareSet = {
        let (mut bits, mut row) = (0, 0);
        while row < SIDE {
            bits |= 0b11_1111 << (row * STRIDE);
            row += 1;
        }
        SquareSet(bits)
    };

    /// Squares in both sets.
    #[must_use]
    pub const fn and(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// Squares in either set.
    #[must_use]
    pub const fn or(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// Squares of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// Whether the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    /// Whether all of the other set is in this one.
    pub const fn contains_all(self, other: SquareSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether four of the squares lie in a line: across, down or diagonal.
    pub const fn has_four_in_line(self) -> bool {
        self.has_four_by(1) || self.has_four_by(STRIDE) || self.has_four_by(STRIDE + 1) || self.has_four_by(STRIDE - 1)
    }

    const fn has_four_by(self, step: u8) -> bool {
        let twos = self.0 & self.0 >> step;
        twos & twos >> (2 * step) != 0
    }

    /// The squares, row 1 first.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let square = Square(left.trailing_zeros() as u8);
            left &= left - 1;
            Some(square)
        })
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set.or(square.bit()))
    }
}
