//! Serves the page that the binary carries, and referees tables shared by link.
//!
//! A table is its log of steps ([`store`]); whoever wants something at it is heard by the referee
//! ([`table`]), what follows is stored, and then everyone at the table is told ([`rooms`]); whoever is away in their turn
//! can have a message ([`push`]). The page's files are handed in by the binary; `page` knows how they are sent.

mod config;
mod files;
mod http;
mod metrics;
mod page;
mod push;
mod rooms;
mod serve;
mod store;
#[cfg(test)]
mod storm;
mod table;
mod tokens;

pub use config::{Config, Limits, Push, Reach};
pub use page::Asset;
pub use rooms::{Pace, invite};
pub use serve::{ServeError, serve, start};
pub use store::care::{CareError, back_up, tidy};
pub use store::{Database, Keeping};
