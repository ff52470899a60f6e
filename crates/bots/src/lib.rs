//! Opponents, and one evaluation of every move that hints and reviews stand on.
//!
//! This crate knows the rules and nothing of records, servers or screens. It has no clock:
//! whoever asks says when to stop. The same code runs natively and in the browser.

pub mod appraisal;
pub mod cache;
pub mod caro;
pub mod castro;
pub mod computer;
pub mod crowns;
pub mod expert;
pub mod experts;
pub mod handicap;
mod parallel;
pub mod players;
pub mod random;
mod ranking;
mod sealed;
pub mod shelf;
pub mod training;
pub mod yatzy;

pub use cache::{Asked, ExpertCache};
pub use computer::{Levels, Question};
pub use expert::{Effort, Expert, Level, Thoroughness, Valued};
pub use experts::Played;
pub use players::{NamedPlayer, PlayerName};
