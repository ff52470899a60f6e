//! The games in the terminal.
//!
//! For now positions are drawn as text: for the sample game, for tests and for whoever
//! debugs. The player's own table in the terminal will grow around this.

pub mod draw;

pub use draw::Draw;
