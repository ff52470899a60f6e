//! The referee for tables shared by link: checks every intention with the rules, rolls all
//! dice, and keeps games as their events.
//!
//! The room is kept; nothing is served yet. This crate will know nothing of the page.
