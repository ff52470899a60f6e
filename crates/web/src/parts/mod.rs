//! Code that is fetched when it is first needed.
//!
//! Each function marked `wasm_split`, with everything that only it calls, becomes a file of its own
//! when the page is built; calling it fetches that file first. What several of them share lies in
//! files that are fetched with the first of them.

mod family;
mod games;
mod lazy;
mod notifications;
mod pages;
mod real;
mod reviews;

pub use family::{faces, hand_over, people};
pub use games::{linked_table, review, study, table, tell, think};
pub use lazy::Missing;
pub use notifications::{bell, tell_me, turn_signs};
pub use pages::{
    advice, archive, aside, by_link, feel, friend, lesson, pad, prepare_feel, print, puzzle, qr, share, small_picture, tables_urgent,
    tables_waiting,
};
pub use real::{dice_page, keypad, real_table};
pub use reviews::{beside, exercises_due, own_page, review_page, try_page};
