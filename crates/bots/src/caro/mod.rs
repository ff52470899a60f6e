//! The computer player for Caro.
//!
//! [`CaroExpert`] judges moves and plays at five levels. Two players: alpha-beta search
//! ([`duel`]), the end solved. Three and four: a tree that grows where it pays ([`tree`]).
//! Both stand on a learned linear estimate of the points to come ([`outlook`]).

mod bots;
pub mod cells;
pub mod duel;
pub mod ending;
mod evaluation;
pub mod expert;
pub mod glance;
mod levels;
pub mod outlook;
pub mod position;
pub mod table;
pub mod tree;
pub mod weights;
pub mod win;

pub use expert::CaroExpert;
pub use levels::greedy;
