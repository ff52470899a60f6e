//! Positions that are shown at the ordinary tables with somebody beside who knows more: the puzzle of the day, and a first
//! game that teaches.

mod lesson;
mod lessons;
mod puzzle;
mod script;
mod streak;

pub use lesson::page as lesson;
pub use puzzle::page as puzzle;
