//! The table in a terminal: the real binary, line by line and in a real pseudo-terminal.

mod driver;
mod games;
mod hardships;
mod lines;
mod link;
mod manners;
