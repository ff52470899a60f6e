//! Everything that is not a table.

pub mod games;
pub mod rules;
pub mod settings;
pub mod setup;
pub mod start;
pub mod tally;
