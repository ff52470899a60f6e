//! Opponents, and one evaluation of every move that hints and reviews stand on.
//!
//! This crate knows the rules and nothing of records, servers or screens. It has no clock:
//! the caller says when to stop. The same code runs natively and in the browser.

pub mod advice;
pub mod cache;
pub mod caro;
pub mod castro;
pub mod computer;
pub mod crowns;
pub mod evaluation;
pub mod expert;
pub mod experts;
pub mod handicap;
mod parallel;
pub mod players;
pub mod random;
mod ranking;
mod sealed;
pub mod training;
pub mod value_store;
pub mod yatzy;

pub use advice::{BestTwo, best_two};
pub use cache::{BotQuery, ExpertCache};
pub use computer::{BotQuestion, Levels};
pub use expert::{Effort, Expert, Level, Thoroughness, Valued};
pub use experts::Bots;
pub use players::{NamedPlayer, PlayerName};
