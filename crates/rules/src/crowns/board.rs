//! The board: the crowns on each field, and its twelve lines.

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
            return Err(BoardError::whole(format!("{} rows, but a Crowns board has six", rows.len())));
        }
        let mut crowns = [0; 36];
        for (row, name) in rows.iter().zip(ROW_NAMES) {
            let number = ROW_NAMES.iter().position(|&other| other == name).unwrap_or(0) as u8 + 1;
            let row = row.as_ref();
            if row.len() != 6 {
                return Err(BoardError::at(format!("row {name}"), format!("{} fields, but a row has six, 1x to 6x", row.len())));
            }
            for (&value, count) in row.iter().zip(1..) {
                let field = Field::new(count, number).expect("six rows of six");
                let in_range = u8::try_from(value).ok().filter(|&crowns| crowns <= MOST_CROWNS);
                crowns[field.index()] = in_range.ok_or_else(|| {
                    BoardError::at(format!("row {name}, field {field}"), format!("{value} crowns, but a field shows 0 to {MOST_CROWNS}"))
                })?;
            }
        }
        Ok(Board { crowns })
    }

    /// The six rows as [`Board::from_rows`] reads them.
    pub fn rows(&self) -> Vec<Vec<i64>> {
        self.crowns.chunks(6).map(|row| row.iter().map(|&crowns| crowns as i64).collect()).collect()
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
        static DEFAULT: LazyLock<Board> =
            LazyLock::new(|| Board::from_toml(include_str!("../../../../boards/crowns.toml")).expect("the project's own board is tested"));
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
        for name in ROW_NAMES {
            let wrong = || BoardError::at(format!("row {name}"), format!("expected {name} = [ six numbers, 1x to 6x ]"));
            let row = table.get(name).and_then(|row| row.as_array()).ok_or_else(wrong)?;
            let numbers = row.iter().zip(1..).map(|(value, count)| {
                let place = format!("row {name}, field {count}x");
                value.as_integer().ok_or_else(|| {
                    BoardError::at(place, format!("a {} is no number of crowns; a field shows 0 to {MOST_CROWNS}", value.type_str()))
                })
            });
            rows.push(numbers.collect::<Result<Vec<i64>, BoardError>>()?);
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
