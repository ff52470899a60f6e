//! A fifth game, for tests only: roll as often as you like, but a one loses the turn's points.
//!
//! It shows what a game must bring, and that nothing else is needed: its rules ([`Pig`], `notation`), what computers know of it
//! (`bots`), what is printed of it (`print`) and how the suite tries it (`conforms`). `spieltisch::invite::<Pig>()` stands for
//! the line that a game of the program has in `crates/rules/src/games.rs`; only tests call it, so the program never has this game.

mod bots;
mod conforms;
mod notation;
mod pig;
mod print;

pub use notation::{Move, Roll};
pub use pig::{Options, Pig, Refused, State};
