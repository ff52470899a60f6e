//! The binary as other programs see it.

mod arguments;
mod bad_input;
mod bots;
mod experts;
mod golden;
mod guide;
mod print;
mod records;
mod review;
mod tool;
