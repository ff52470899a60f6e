//! What can be wrong before a game begins.

use std::fmt;

use crate::board_file::BoardError;
use crate::seats::Seat;

/// A table that cannot be set up, and what would be right.
#[derive(Clone, Debug, PartialEq)]
pub enum SetupError {
    /// Too few or too many players.
    Players {
        /// The game's name.
        game: &'static str,
        /// How many players were given.
        given: usize,
        /// The fewest it takes.
        fewest: usize,
        /// The most it takes.
        most: usize,
    },
    /// A board that breaks the rules for boards.
    Board(BoardError),
    /// A head start that the game does not give.
    HeadStart {
        /// Whose.
        seat: Seat,
        /// What was asked for.
        given: u8,
        /// The most this seat can be given.
        most: u8,
    },
}

impl SetupError {
    /// The rule id under which the error is reported.
    pub fn rule(&self) -> &'static str {
        match self {
            SetupError::Players { .. } => "record.players",
            SetupError::Board(_) => "record.board",
            SetupError::HeadStart { .. } => "record.options",
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Players { game, given, fewest, most } => {
                write!(f, "{game} is for {fewest} to {most} players, not for {given}")
            }
            SetupError::Board(error) => write!(f, "{error}"),
            SetupError::HeadStart { seat, given, most } => {
                write!(f, "a head start of {given} for seat {seat}, where at most {most} is given")
            }
        }
    }
}

impl std::error::Error for SetupError {}

impl From<BoardError> for SetupError {
    fn from(error: BoardError) -> SetupError {
        SetupError::Board(error)
    }
}

/// Refuses a number of players the game is not for.
pub fn check_players(info: &crate::GameInfo, given: usize) -> Result<(), SetupError> {
    if info.players.contains(&given) {
        return Ok(());
    }
    Err(SetupError::Players { game: info.name, given, fewest: *info.players.start(), most: *info.players.end() })
}
