//! Boards as data: small TOML files, and what can be wrong with one.

use std::fmt;

/// What is wrong with a board, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// The row and field as a person would name them; empty where the whole board is meant.
    pub place: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl BoardError {
    /// Something wrong at one place of the board.
    pub fn at(place: impl Into<String>, message: impl Into<String>) -> BoardError {
        BoardError { place: place.into(), message: message.into() }
    }

    /// Something wrong with the board as a whole.
    pub fn whole(message: impl Into<String>) -> BoardError {
        BoardError::at("", message)
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() { write!(f, "board: {}", self.message) } else { write!(f, "board, {}: {}", self.place, self.message) }
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
        Err(BoardError::whole(NO_BOARD))
    }

    fn to_toml(&self) -> String {
        String::new()
    }
}

/// Parses TOML into a table, checking the `game` line where there is one.
pub(crate) fn parse(text: &str, game: &str) -> Result<toml::Table, BoardError> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| text[..span.start].lines().count().max(1));
        BoardError::at(line.map_or_else(String::new, |line| format!("line {line}")), format!("not TOML: {}", error.message()))
    })?;
    match table.get("game").map(|value| value.as_str()) {
        None => Ok(table),
        Some(Some(name)) if name == game => Ok(table),
        Some(_) => Err(BoardError::at("game", format!("this is not a board for {game}; expected game = \"{game}\""))),
    }
}
