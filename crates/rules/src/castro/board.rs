//! The board: a symbol on each of the 36 squares.

use std::fmt;
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
            return Err(BoardFault::RowCount { found: rows.len() }.into());
        }
        let mut symbols = [Symbol::Yatzy; 36];
        for (from_top, text) in rows.iter().enumerate() {
            let row = SIDE - 1 - from_top as u8;
            let words: Vec<&str> = text.as_ref().split_whitespace().collect();
            if words.len() != SIDE as usize {
                return Err(BoardFault::RowLength { row: row + 1, found: words.len() }.into());
            }
            for (column, word) in words.into_iter().enumerate() {
                let square = Square::new(column as u8, row).expect("six rows of six");
                symbols[square.index()] =
                    read_symbol(word).ok_or_else(|| BoardFault::NoSymbol { square, found: crate::notation::excerpt(word) })?;
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
            let squares = self.squares_of(symbol);
            if squares.len() != needed {
                return Err(BoardFault::Count { symbol, needed, squares }.into());
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

/// What can be wrong with a Castro board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardFault {
    /// The file has no list of rows.
    RowsMissing,
    /// There are not six rows.
    RowCount {
        /// How many there are.
        found: usize,
    },
    /// A row has not six symbols.
    RowLength {
        /// The row, 1 to 6.
        row: u8,
        /// How many it has.
        found: usize,
    },
    /// Something that is not a symbol.
    NoSymbol {
        /// Where it stands.
        square: Square,
        /// What stands there.
        found: String,
    },
    /// A symbol stands on the board too often or too rarely.
    Count {
        /// The symbol.
        symbol: Symbol,
        /// How often it must be there.
        needed: u32,
        /// Where it is.
        squares: SquareSet,
    },
}

/// Written behind the word “board”.
impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardFault::RowsMissing => write!(f, ", rows: expected rows = [ six strings, the top row first ]"),
            BoardFault::RowCount { found } => write!(f, ": {found} rows, but a Castro board has six"),
            BoardFault::RowLength { row, found } => write!(f, ", row {row}: {found} symbols, but a row has six with spaces between"),
            BoardFault::NoSymbol { square, found } => {
                let column = (b'a' + square.column()) as char;
                write!(f, ", row {}, column {column} ({square}): ", square.row() + 1)?;
                write!(f, "“{found}” is no symbol; the symbols are 1 to 6, T, F, S, H and Y")
            }
            BoardFault::Count { symbol, needed, squares } => {
                let times = if *needed == 1 { "once" } else { "three times" };
                write!(f, ", symbol {}: the {symbol} must stand on the board exactly {times}; ", symbol.letter())?;
                let squares: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
                if squares.is_empty() { write!(f, "it is missing") } else { write!(f, "it stands on {}", squares.join(", ")) }
            }
        }
    }
}

impl From<BoardFault> for BoardError {
    fn from(fault: BoardFault) -> BoardError {
        BoardError::Castro(fault)
    }
}

impl Default for Board {
    fn default() -> Board {
        // The board of `boards/castro.toml`, which a test compares: reading TOML to play the usual board
        // would make the page's download larger.
        const ROWS: [&str; 6] = ["S T H F 1 S", "F 5 S Y H T", "T H T 6 S F", "S F Y T H 4", "H T 2 S F Y", "3 S F H T H"];
        static DEFAULT: LazyLock<Board> = LazyLock::new(|| Board::from_rows(&ROWS).expect("the project's own board is tested"));
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
        let missing = || BoardError::from(BoardFault::RowsMissing);
        let rows = table.get("rows").and_then(|rows| rows.as_array()).ok_or_else(missing)?;
        let rows: Vec<&str> = rows.iter().map(|row| row.as_str().ok_or_else(missing)).collect::<Result<_, _>>()?;
        Board::from_rows(&rows)
    }

    fn to_toml(&self) -> String {
        let rows: Vec<String> = self.rows().iter().map(|row| format!("    \"{row}\",\n")).collect();
        format!("game = \"castro\"\nrows = [\n{}]\n", rows.concat())
    }
}
