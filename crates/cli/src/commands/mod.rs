//! The commands, one file each.

pub mod arena;
pub mod backup;
pub mod best;
pub mod bot_check;
pub mod legal;
pub mod print;
pub mod puzzles;
pub mod replay;
pub mod review;
pub mod serve;
pub mod simulate;
pub mod sit;
pub mod solve;
pub mod tidy;
pub mod train;
pub mod verify;
