//! The board: a symbol on each of the 36 squares.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::squares::{SIDE, Square, SquareSet};
use super::symbols::Symbol;
use crate::board_file::{self, BoardError, BoardFile};

/// A Castro board; in records six strings, the top row first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Board {
    symbols: [Symbol; 36],
}

impl Board {
    /// The symbol of a square.
    pub fn symbol(&self, square: Square) -> Symbol {
        self.symbols[square.index()]
    }

    /// All squares with this symbol.
    pub fn squares_of(&self, symbol: Symbol) -> SquareSet {
        Square::all().filter(|&square| self.symbol(square) == symbol).collect()
    }

    /// Reads six rows of six symbols, the top row (row 6) first.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Board, BoardError> {
        if rows.len() != SIDE as usize {
            return Err(BoardError::whole(format!("{} rows, but a Castro board has six", rows.len())));
        }
        let mut symbols = [Symbol::Yatzy; 36];
        for (from_top, text) in rows.iter().enumerate() {
            let row = SIDE - 1 - from_top as u8;
            let words: Vec<&str> = text.as_ref().split_whitespace().collect();
            if words.len() != SIDE as usize {
                return Err(BoardError::at(
                    format!("row {}", row + 1),
                    format!("{} symbols, but a row has six with spaces between", words.len()),
                ));
            }
            for (column, word) in words.into_iter().enumerate() {
                let square = Square::new(column as u8, row).expect("six rows of six");
                symbols[square.index()] = read_symbol(word).ok_or_else(|| at_square(square, word))?;
            }
        }
        let board = Board { symbols };
        board.check_counts()?;
        Ok(board)
    }

    /// The six rows as [`Board::from_rows`] reads them.
    pub fn rows(&self) -> Vec<String> {
        let row_text = |row: u8| {
            let letters = (0..SIDE).filter_map(|column| Square::new(column, row)).map(|square| self.symbol(square).letter().to_string());
            letters.collect::<Vec<_>>().join(" ")
        };
        (0..SIDE).rev().map(row_text).collect()
    }

    /// Each pair exactly once, the Yatzy exactly three times; other counts are free.
    fn check_counts(&self) -> Result<(), BoardError> {
        for symbol in Symbol::ALL {
            let needed = match symbol {
                Symbol::Pair(_) => 1,
                Symbol::Yatzy => 3,
                _ => continue,
            };
            let squares: Vec<String> = self.squares_of(symbol).iter().map(|square| square.to_string()).collect();
            if squares.len() != needed {
                let found = if squares.is_empty() { "it is missing".to_string() } else { format!("it stands on {}", squares.join(", ")) };
                let times = if needed == 1 { "once" } else { "three times" };
                return Err(BoardError::at(
                    format!("symbol {}", symbol.letter()),
                    format!("the {symbol} must stand on the board exactly {times}; {found}"),
                ));
            }
        }
        Ok(())
    }
}

fn read_symbol(word: &str) -> Option<Symbol> {
    let mut letters = word.chars();
    let letter = letters.next()?;
    if letters.next().is_some() { None } else { Symbol::from_letter(letter) }
}

fn at_square(square: Square, word: &str) -> BoardError {
    let place = format!("row {}, column {} ({square})", square.row() + 1, (b'a' + square.column()) as char);
    BoardError::at(place, format!("“{}” is no symbol; the symbols are 1 to 6, T, F, S, H and Y", crate::notation::excerpt(word)))
}

impl Default for Board {
    fn default() -> Board {
        static DEFAULT: LazyLock<Board> =
            LazyLock::new(|| Board::from_toml(include_str!("../../../../boards/castro.toml")).expect("the project's own board is tested"));
        DEFAULT.clone()
    }
}

impl TryFrom<Vec<String>> for Board {
    type Error = BoardError;

    fn try_from(rows: Vec<String>) -> Result<Board, BoardError> {
        Board::from_rows(&rows)
    }
}

impl From<Board> for Vec<String> {
    fn from(board: Board) -> Vec<String> {
        board.rows()
    }
}

impl BoardFile for Board {
    fn from_toml(text: &str) -> Result<Board, BoardError> {
        let table = board_file::parse(text, "castro")?;
        let missing = || BoardError::at("rows", "expected rows = [ six strings, the top row first ]");
        let rows = table.get("rows").and_then(|rows| rows.as_array()).ok_or_else(missing)?;
        let rows: Vec<&str> = rows.iter().map(|row| row.as_str().ok_or_else(missing)).collect::<Result<_, _>>()?;
        Board::from_rows(&rows)
    }

    fn to_toml(&self) -> String {
        let rows: Vec<String> = self.rows().iter().map(|row| format!("    \"{row}\",\n")).collect();
        format!("game = \"castro\"\nrows = [\n{}]\n", rows.concat())
    }
}
