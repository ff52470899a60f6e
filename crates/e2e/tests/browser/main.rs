//! The table in a real browser, one binary for all: it links once, and no more than two browsers
//! are open at a time.

mod away;
mod ending;
mod family;
mod friend;
mod games;
mod hands;
mod keeping;
mod keyboard;
mod layout;
mod life;
mod opening;
mod own;
mod paper;
mod real_table;
mod review;
mod screen_reader;
mod screens;
mod share;
mod sight;
mod study;
mod table;
mod telling;
mod together;
mod update;
mod welcome;
