//! Exact play of Yatzy: the table of expected scores, the worth of every move of a turn, and play for the win.

pub mod distribution;
pub mod lanes;
pub mod lattice;
pub mod layout;
pub mod lead;
pub mod normal;
pub mod solver;
pub mod textbook;
pub mod turn;
pub mod win;

mod curves;
mod endgame;
mod expert;
mod kernel;
mod levels;
mod parallel;

pub use expert::YatzyExpert;
