//! Games drawn as lines and letters.
//!
//! [`sheets`] are what is printed, with the page and the pen that everything here is drawn with, and the way to SVG;
//! [`pictures`] are games for screens. The feature `pdf` adds pages as PDF, with their font. No IO: what is drawn is
//! handed back.

#[cfg(feature = "pdf")]
pub mod pdf;
pub mod pictures;
pub mod sheets;
