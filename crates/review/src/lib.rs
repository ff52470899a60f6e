//! What decided a game: how much of the result was luck, and how much was play.
//!
//! A [`Reviewer`] walks through the events of a game with one evaluator and keeps a [`Ledger`] for every seat: what the dice
//! gave, what own decisions cost, what the others' decisions gave away, and what the evaluator saw only later. `docs/review.md`
//! says what each of these is and why they add up. [`puzzles`] are positions that the same evaluators were sure about.
//! This crate knows rules, records and evaluators; it does no IO, has no clock,
//! and runs natively and in the browser.

mod details;
mod json;
mod kept;
mod ledger;
mod levels;
pub mod own;
pub mod puzzles;
mod record;
mod reviewer;
mod summary;
mod text;
pub mod why;

pub use details::{Course, Details};
pub use kept::{EDITION, Extreme, KeptReview, KeptSeat, KeptStep, Measured, Verdict, nearly_nothing};
pub use ledger::{Change, EventKind, Ledger, MEASURES, Odds, Review, ReviewedEvent, SeatReview, measure_name};
pub use levels::{LevelSetUp, level_of};
pub use record::{RecordReviewer, invite, reviewer_for};
pub use reviewer::Reviewer;
pub use summary::{Mean, PlayerSummary, Summary, games_to_tell_apart};
pub use text::WORST;
pub use why::{Explain, Why, WhyQuery};
