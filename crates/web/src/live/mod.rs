//! A game being played on the page: the game itself is the core's, here is what keeps it, shows it and lets it go on.

mod automatic;
pub mod elsewhere;
mod follow;
pub mod moment;
pub mod opening;
pub mod opponent;
mod play;
mod referee;
mod rolling;
mod seen;
pub mod silence;
mod title;

pub use play::{GameView, Notice, Watch, Watched};
pub use referee::{Linked, Referee};
pub use spieltisch_core::{Allowed, Kind, LocalGame, Past, Player, Stamp, Turn, seats, write_seats};
