//! The four games, exactly by their rulebooks.
//!
//! This crate does no IO, has no clock and no random source, and it knows nothing of
//! records, bots, servers or screens. Dice are thrown outside and handed in as events.
//!
//! Every game implements [`Game`]; [`games`] holds the one list of all of them.

pub mod board_file;
pub mod caro;
pub mod castro;
pub mod crowns;
pub mod dice;
pub mod game;
pub mod games;
pub mod notation;
pub mod refusal;
pub mod seats;
pub mod setup;
pub mod starter;
pub mod yatzy;

pub use game::{Event, Game, GameInfo, GameResult, Reason, ToAct};
pub use notation::NotationError;
pub use refusal::{Refusal, Rule};
pub use seats::{MAX_SEATS, Scores, Seat, SeatSet};
pub use setup::SetupError;
