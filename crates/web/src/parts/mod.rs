//! Code that is fetched when it is first needed.
//!
//! Each function marked `wasm_split`, with everything that only it calls, becomes a file of its own
//! when the page is built; calling it fetches that file first. What several of them share lies in
//! files that are fetched with the first of them.

mod experts;
mod family;
mod later;
mod pages;
mod real;
mod reviews;
mod tables;
mod telling;

pub use experts::{study, think};
pub use family::{faces, hand_over, people};
pub use later::Missing;
pub use pages::{advice, aside, by_link, feel, friend, lesson, pad, print, puzzle, qr, share, tables_urgent, tables_waiting};
pub use real::{dice_page, keypad, real_table};
pub use reviews::{beside, own_page, review, review_page, try_page};
pub use tables::{linked_table, table, tell};
pub use telling::{bell, tell_me, telling};
