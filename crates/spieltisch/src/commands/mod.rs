//! The commands, one file each.

pub mod legal;
pub mod replay;
pub mod simulate;
