//! Positions that are shown at the ordinary tables with a coach beside: the puzzles of the days, and a
//! first game that teaches.

mod archive;
mod lesson;
mod puzzle;
mod reason;
mod script;
mod streak;

pub use archive::page as archive;
pub use lesson::page as lesson;
pub use puzzle::page as puzzle;
pub use streak::{is_solved_today, shown_game};
