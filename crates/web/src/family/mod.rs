//! Made one's own: the people of this device with their colours and pictures, and the sign that hands it from one to the next.

pub mod faces;
mod hand_over;
mod page;
pub mod people;

pub use hand_over::{Handing, sign};
pub use page::page;
