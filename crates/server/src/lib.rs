//! Serves the page that the binary carries, and referees tables shared by link.
//!
//! A table is its log of steps (`store`); what a player wants is decided by the referee
//! (`table`), what follows is stored, and then everyone at the table is told (`open_tables`); a player who is away in their turn
//! can have a message (`push`). The page's files are handed in by the binary; `page` knows how they are sent.

mod clock_check;
mod config;
mod expiry;
mod fair_queue;
mod files;
mod http;
mod metrics;
mod open_tables;
mod page;
mod push;
mod serve;
mod store;
#[cfg(test)]
mod storm;
mod table;
mod tokens;
mod warnings;

pub use config::{Config, Limits, Push, Reach};
pub use open_tables::{Pace, invite};
pub use page::Asset;
pub use serve::{ServeError, serve, start};
pub use store::care::{CareError, Tidy, back_up, tidy};
pub use store::{Database, Expired, Retention};
