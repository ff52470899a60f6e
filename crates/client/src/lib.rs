//! A player over the line: sets tables up, joins them and follows what happens.
//!
//! The load generator and the tests of the server play through this crate, over real sockets.

mod error;
mod line;
mod player;
mod request;
mod steadfast;

pub use error::ClientError;
pub use line::{Line, Past};
pub use player::{Player, one_step};
pub use request::{Answer, request, set_up};
pub use steadfast::{Played, missing, play_a_little};
