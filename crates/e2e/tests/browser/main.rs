//! The table in a real browser, one binary for all: it links once, and only a few browsers
//! are open at a time.

mod away;
mod dice;
mod ending;
mod family;
mod friend;
mod hands;
mod invite;
mod keeping;
mod keyboard;
mod layout;
mod lessons;
mod life;
mod list;
mod notifications;
mod opening;
mod own;
mod paper;
mod puzzles;
mod real_table;
mod review;
mod screen_reader;
mod screens;
mod setup;
mod share;
mod sight;
mod study;
mod table;
mod terminal;
mod together;
mod update;
mod welcome;
