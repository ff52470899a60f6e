//! The binary as other programs see it.

mod bad_input;
mod golden;
mod guide;
mod records;
mod tool;
