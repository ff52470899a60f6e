//! One puzzle a day: a position in which one move is clearly best, and not the obvious one.
//!
//! A [`Puzzle`] is kept as its game, the way to its position and the move to be found, in plain notation; showing one needs
//! nothing but the rules. [`Finder`] looks for puzzles in games between middling players and checks them with the evaluators
//! that reviews stand on. This module does no IO and has no clock, and gives the same puzzle for the same day everywhere.

mod day;
mod finder;
mod list;

pub use day::{Day, NoDay};
pub use finder::{Checked, Finder, NoPuzzle, PuzzleFinder, finder_for, next_game};
pub use list::{BadPuzzle, FIRST, Puzzle, PuzzleList, kept};
