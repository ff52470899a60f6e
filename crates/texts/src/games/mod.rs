//! The texts of each game as a whole: one file for each game of the list in the rules, called as its folder there.

pub mod caro;
pub mod castro;
pub mod crowns;
pub mod yatzy;
