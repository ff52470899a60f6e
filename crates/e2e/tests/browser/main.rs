//! The table in a real browser, one binary for all: it links once, and no more than two browsers
//! are open at a time.

mod games;
mod keyboard;
mod life;
mod screen_reader;
mod screens;
mod table;
