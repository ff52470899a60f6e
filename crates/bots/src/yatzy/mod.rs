//! Exact play of Yatzy: the table of expected scores, the worth of every move of a turn, and play for the win.

mod bots;
pub mod distribution;
pub mod normal;
pub mod shape;
pub mod solver;
pub mod spread;
pub mod textbook;
pub mod turn;
pub mod win;

mod chances;
mod curves;
mod endgame;
mod evaluation;
mod expert;
mod kernel;
pub(crate) mod lanes;
pub(crate) mod lattice;
mod layout;
mod lead;
mod levels;
mod work;

pub use expert::YatzyExpert;
