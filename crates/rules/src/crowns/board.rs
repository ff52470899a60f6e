//! The board: the crowns on each field, and its twelve lines.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::fields::{Field, FieldSet};
use crate::board_file::{self, BoardError, BoardFile};

/// The most crowns a field can show.
pub const MOST_CROWNS: u8 = 9;
/// The names of the rows in board files, the row of ones first.
const ROW_NAMES: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// A Crowns board; in records six rows of six numbers, the row of ones first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec<i64>>", into = "Vec<Vec<i64>>")]
pub struct Board {
    crowns: [u8; 36],
}

impl Board {
    /// The crowns on a field.
    pub fn crowns(&self, field: Field) -> u8 {
        self.crowns[field.index()]
    }

    /// The crowns of all fields of a set, added up.
    pub fn crowns_of(&self, fields: FieldSet) -> i32 {
        fields.iter().map(|field| self.crowns(field) as i32).sum()
    }

    /// Reads six rows of six numbers, the row of ones first.
    pub fn from_rows<R: AsRef<[i64]>>(rows: &[R]) -> Result<Board, BoardError> {
        if rows.len() != 6 {
            return Err(BoardFault::RowCount { found: rows.len() }.into());
        }
        let mut crowns = [0; 36];
        for (row, number) in rows.iter().zip(1..) {
            let row = row.as_ref();
            if row.len() != 6 {
                return Err(BoardFault::RowLength { number, found: row.len() }.into());
            }
            for (&found, count) in row.iter().zip(1..) {
                let field = Field::new(count, number).expect("six rows of six");
                let in_range = u8::try_from(found).ok().filter(|&crowns| crowns <= MOST_CROWNS);
                crowns[field.index()] = in_range.ok_or(BoardFault::OutOfRange { field, found })?;
            }
        }
        Ok(Board { crowns })
    }

    /// The six rows as [`Board::from_rows`] reads them.
    pub fn rows(&self) -> Vec<Vec<i64>> {
        self.crowns.chunks(6).map(|row| row.iter().map(|&crowns| crowns as i64).collect()).collect()
    }
}

/// What can be wrong with a Crowns board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardFault {
    /// The file lacks a row.
    RowMissing {
        /// The row's number, 1 to 6.
        number: u8,
    },
    /// There are not six rows.
    RowCount {
        /// How many there are.
        found: usize,
    },
    /// A row has not six fields.
    RowLength {
        /// The row's number, 1 to 6.
        number: u8,
        /// How many it has.
        found: usize,
    },
    /// Something that is not a number.
    NoNumber {
        /// The row's number, 1 to 6.
        number: u8,
        /// Which field of the row, from 1; there may be more than six.
        count: usize,
        /// What stands there, as TOML calls it.
        found: &'static str,
    },
    /// A number of crowns that no field shows.
    OutOfRange {
        /// The field.
        field: Field,
        /// The number.
        found: i64,
    },
}

/// Written behind the word “board”.
impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |number: u8| ROW_NAMES[usize::from(number - 1) % 6];
        match *self {
            BoardFault::RowMissing { number } => {
                write!(f, ", row {name}: expected {name} = [ six numbers, 1x to 6x ]", name = name(number))
            }
            BoardFault::RowCount { found } => write!(f, ": {found} rows, but a Crowns board has six"),
            BoardFault::RowLength { number, found } => {
                write!(f, ", row {}: {found} fields, but a row has six, 1x to 6x", name(number))
            }
            BoardFault::NoNumber { number, count, found } => {
                write!(f, ", row {}, field {count}x: a {found} is no number of crowns; a field shows 0 to {MOST_CROWNS}", name(number))
            }
            BoardFault::OutOfRange { field, found } => {
                write!(f, ", row {}, field {field}: {found} crowns, but a field shows 0 to {MOST_CROWNS}", name(field.number()))
            }
        }
    }
}

impl From<BoardFault> for BoardError {
    fn from(fault: BoardFault) -> BoardError {
        BoardError::Crowns(fault)
    }
}

/// The 12 lines of the core: five rows, five columns, two diagonals.
pub fn lines() -> [FieldSet; 12] {
    let line = |fields: &dyn Fn(u8) -> (u8, u8)| (1..=5).filter_map(|i| Field::new(fields(i).0, fields(i).1)).collect::<FieldSet>();
    std::array::from_fn(|i| match i as u8 {
        row @ 0..5 => line(&|i| (i, row + 1)),
        column @ 5..10 => line(&|i| (column - 4, i)),
        10 => line(&|i| (i, i)),
        _ => line(&|i| (i, 6 - i)),
    })
}

impl Default for Board {
    fn default() -> Board {
        // The board of `boards/crowns.toml`, which a test compares: reading TOML to play the usual board
        // would make the page's download larger.
        const ROWS: [[i64; 6]; 6] =
            [[0, 0, 1, 2, 3, 2], [0, 0, 1, 3, 4, 3], [0, 1, 2, 3, 4, 4], [1, 1, 2, 3, 5, 5], [1, 2, 3, 4, 6, 6], [1, 2, 3, 4, 5, 6]];
        static DEFAULT: LazyLock<Board> = LazyLock::new(|| Board::from_rows(&ROWS).expect("the project's own board is tested"));
        DEFAULT.clone()
    }
}

impl TryFrom<Vec<Vec<i64>>> for Board {
    type Error = BoardError;

    fn try_from(rows: Vec<Vec<i64>>) -> Result<Board, BoardError> {
        Board::from_rows(&rows)
    }
}

impl From<Board> for Vec<Vec<i64>> {
    fn from(board: Board) -> Vec<Vec<i64>> {
        board.rows()
    }
}

impl BoardFile for Board {
    fn from_toml(text: &str) -> Result<Board, BoardError> {
        let table = board_file::parse(text, "crowns")?;
        let mut rows = Vec::new();
        for (name, number) in ROW_NAMES.into_iter().zip(1..) {
            let row = table.get(name).and_then(|row| row.as_array()).ok_or(BoardFault::RowMissing { number })?;
            let numbers = row
                .iter()
                .zip(1..)
                .map(|(value, count)| value.as_integer().ok_or_else(|| BoardFault::NoNumber { number, count, found: value.type_str() }));
            rows.push(numbers.collect::<Result<Vec<i64>, BoardFault>>()?);
        }
        Board::from_rows(&rows)
    }

    fn to_toml(&self) -> String {
        let rows = self.crowns.chunks(6).zip(ROW_NAMES).rev().map(|(row, name)| {
            let numbers: Vec<String> = row.iter().map(u8::to_string).collect();
            format!("{name} = [{}]\n", numbers.join(", "))
        });
        format!("game = \"crowns\"\n{}", rows.collect::<String>())
    }
}
