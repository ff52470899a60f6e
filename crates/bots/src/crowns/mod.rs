//! The computer player for Crowns.
//!
//! Values are learned ([`train`]), kept as bytes ([`blob`]) and used to judge and choose placements ([`player`]).
pub mod blob;
pub mod board;
mod bots;
pub mod duel;
mod evaluation;
mod expert;
pub mod habits;
pub mod learning;
pub mod multiplayer;
pub mod net;
pub mod play;
pub mod player;
mod samples;
mod selfplay;
pub mod train;
pub mod turn;
pub mod values;
mod wide;

pub use expert::CrownsExpert;
