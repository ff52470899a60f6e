//! A player who reaches a server over the network: sets tables up, joins them and follows what happens.
//!
//! The load generator and the tests of the server play through this module, over real sockets.

mod company;
mod connection;
mod error;
mod request;
mod steadfast;
mod table_client;

pub use company::company;
pub use connection::{Connection, Past};
pub use error::ClientError;
pub use request::{Response, request, set_up, table_of_two};
pub use steadfast::{PlayedTable, missing, play_a_little};
pub use table_client::{TableClient, one_step};
