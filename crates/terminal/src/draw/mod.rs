//! Positions as plain text.

mod caro;
mod castro;
mod crowns;
mod yatzy;

use spieltisch_rules::{Game, Seat};

/// A game whose positions can be drawn as text.
pub trait Draw: Game {
    /// The position as several lines of text, each ended by a line break.
    fn draw(&self, state: &Self::State) -> String;
}

/// The letter that stands for a seat: A, B, C…
pub fn letter(seat: Seat) -> char {
    (b'A' + seat as u8) as char
}

#[cfg(test)]
mod tests;
