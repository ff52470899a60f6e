//! Boards as data: small TOML files, and what can be wrong with one.

use std::fmt;

use crate::{castro, crowns};

/// What is wrong with a board, and where; the sentence says what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The game has no board of one's own.
    NoOwnBoard,
    /// The file is not written in TOML.
    NotToml {
        /// The line the reader stumbled over, from 1.
        line: Option<usize>,
        /// What it says.
        message: String,
    },
    /// The file says that it is for another game.
    OtherGame {
        /// The game a board was wanted for.
        game: &'static str,
    },
    /// A fault of a Castro board.
    Castro(castro::BoardFault),
    /// A fault of a Crowns board.
    Crowns(crowns::BoardFault),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::NoOwnBoard => write!(f, "board: {NO_BOARD}"),
            BoardError::NotToml { line: Some(line), message } => write!(f, "board, line {line}: not TOML: {message}"),
            BoardError::NotToml { line: None, message } => write!(f, "board: not TOML: {message}"),
            BoardError::OtherGame { game } => write!(f, "board, game: this is not a board for {game}; expected game = \"{game}\""),
            BoardError::Castro(fault) => write!(f, "board{fault}"),
            BoardError::Crowns(fault) => write!(f, "board{fault}"),
        }
    }
}

impl std::error::Error for BoardError {}

/// A kind of board that can be kept in a TOML file.
pub trait BoardFile: Sized {
    /// Reads a board file; errors name the row, the field and what is wrong.
    fn from_toml(text: &str) -> Result<Self, BoardError>;
    /// Writes the board as a file that [`BoardFile::from_toml`] reads back.
    fn to_toml(&self) -> String;
}

const NO_BOARD: &str = "this game is played without a board of one's own";

/// The board of a game that has none: `null` in records, and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoBoard;

impl serde::Serialize for NoBoard {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_none()
    }
}

impl<'de> serde::Deserialize<'de> for NoBoard {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<NoBoard, D::Error> {
        match Option::<serde::de::IgnoredAny>::deserialize(deserializer)? {
            None => Ok(NoBoard),
            Some(_) => Err(serde::de::Error::custom(NO_BOARD)),
        }
    }
}

impl BoardFile for NoBoard {
    fn from_toml(_: &str) -> Result<NoBoard, BoardError> {
        Err(BoardError::NoOwnBoard)
    }

    fn to_toml(&self) -> String {
        String::new()
    }
}

/// Parses TOML into a table, checking the `game` line where there is one.
pub(crate) fn parse(text: &str, game: &'static str) -> Result<toml::Table, BoardError> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| text[..span.start].lines().count().max(1));
        BoardError::NotToml { line, message: error.message().to_string() }
    })?;
    match table.get("game").map(|value| value.as_str()) {
        None => Ok(table),
        Some(Some(name)) if name == game => Ok(table),
        Some(_) => Err(BoardError::OtherGame { game }),
    }
}
