//! A player who reaches a server over the network: sets tables up, joins them and follows what happens.
//!
//! The load generator and the tests of the server play through this crate, over real sockets.

mod connection;
mod error;
mod guest;
mod request;
mod steadfast;

pub use connection::{Connection, Past};
pub use error::ClientError;
pub use guest::{Guest, one_step};
pub use request::{Answer, request, set_up};
pub use steadfast::{Played, missing, play_a_little};
