#![doc = include_str!("../README.md")]

pub mod board_file;
pub mod caro;
pub mod castro;
pub mod crowns;
pub mod dice;
pub mod game;
pub mod games;
pub mod head_start;
pub mod notation;
pub mod refusal;
pub mod seats;
pub mod setup;
pub mod starter;
pub mod yatzy;

pub use game::{Event, Game, GameInfo, GameResult, Reason, ToAct};
pub use head_start::HeadStart;
pub use notation::NotationError;
pub use refusal::{Refusal, Rule};
pub use seats::{MAX_SEATS, Scores, Seat, SeatSet};
pub use setup::SetupError;
