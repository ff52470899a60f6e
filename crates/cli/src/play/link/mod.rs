//! A seat at a table by link: the connection, and the screen around the game.

mod address;
mod connection;
mod screen;

pub use self::address::LinkAddress;
pub use self::connection::Heard;
pub use self::screen::{LinkScreen, LinkedGame};
