//! The computer player for Castro.
//!
//! - [`turn`] solves one turn exactly, given what its results are worth;
//! - [`ground`], [`position`] and [`features`] say what a board and a position look like to the values;
//! - [`network`] holds the learned values, [`values`] and `checkpoint` are their files, with what those share in `file`;
//! - [`selfplay`], [`learner`] and [`mod@train`] learn them;
//! - [`lookahead`] looks some whole turns ahead, and [`player`] and [`levels`] play;
//! - [`greedy`] is a simple player to compare with.

mod bots;
mod cells;
mod checkpoint;
mod evaluation;
pub mod features;
pub mod greedy;
pub mod ground;
pub mod learner;
pub mod learning;
pub mod levels;
pub mod lookahead;
pub mod network;
pub mod player;
pub mod position;
pub mod selfplay;
pub mod train;
pub mod turn;
pub mod values;

pub use player::CastroExpert;
pub use train::{Boards, CastroProgress, Checkpoint, TrainConfig, train};
pub use values::{Values, ValuesError};

#[cfg(test)]
mod tests;
