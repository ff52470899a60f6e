//! Bots: programs of anyone's that read questions and write moves, one line each (`docs/bots.md`).
//!
//! A [`Bot`] is named by its [`BotCommand`] and takes one seat: [`Bot::begin_game`], [`Bot::choose`] whenever that seat must decide,
//! [`Bot::end_game`]. Whatever its process does, `choose` gives a legal move in time; [`Conduct`] tells what was wrong.
//! A program that starts bots must have no children besides: on Linux those that are no bot's group are taken for what bots left behind.

mod adopted;
mod bot;
mod command;
mod faults;
mod process;
mod running;

pub use bot::Bot;
pub use command::{BotCommand, BotCommandError};
pub use faults::{Conduct, Fault};
pub use running::{end_all, end_all_on_interrupt};
