//! A fifth game, for tests only: roll as often as you like, but a one loses the turn's points.
//!
//! It shows what a game must bring, and that nothing else is needed: its rules ([`Pig`], `notation`), what computers know of it
//! (`played`), what is printed of it (`printed`) and how the suite tries it (`tried`). `spieltisch::invite::<Pig>()` stands for
//! the line that a game of the program has in `crates/rules/src/games.rs`; only tests call it, so the program never has this game.

mod notation;
mod pig;
mod played;
mod printed;
mod tried;

pub use notation::{Move, Roll};
pub use pig::{Options, Pig, Refused, State};
