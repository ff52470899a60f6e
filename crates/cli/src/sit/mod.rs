//! A bot at a table shared by link.

mod connection;
mod guest;
mod link;

pub use guest::BotGuest;
pub use link::TableLink;
