//! Records: a game as its header and its events.
//!
//! From a record alone any position can be rebuilt, shown, judged and continued. This crate
//! reads and writes records, replays them through the rules, and gives whoever knows a game
//! only by name a [`DynGame`] that speaks in event strings. [`fair`] throws dice anyone can check, and
//! checks them. It does no IO itself.

mod correction;
mod dyn_game;
mod error;
pub mod fair;
mod games;
mod growing;
pub mod head_start;
pub mod header;
mod record;
mod replay;
mod set_up;
mod time;

pub use correction::{Correction, LaterEvent};
pub use dyn_game::{DynGame, Position};
pub use error::{EventRefused, RecordError};
pub use games::{invite, open_table, read_board, read_setup, unknown_game};
pub use growing::Piece;
pub use header::{Continues, DiceSheet, Entered, SeatSheet, SeenRoll};
pub use record::{FORMAT, Record};
pub use replay::{open, replay, turn_json};
pub use set_up::SetUp;
pub use time::Time;
