//! Tables shared by link: what page and server say to each other, and what a table is.
//!
//! [`set_up`] is how a table is asked for, [`client`] what a player intends, [`server`] what is sent
//! back, [`push`] how somebody who is away is told, [`agreement`] what is shown only while everyone agrees. A table is nothing but its [`log`]: numbered steps of what happened. [`Evening`] is all that
//! follows from them, and everyone folds it from the same steps with a [`Follower`]. This crate knows rules and records
//! and nothing of sockets, databases or screens.

pub mod agreement;
pub mod client;
mod evening;
mod follower;
pub mod limits;
pub mod log;
pub mod push;
pub mod server;
pub mod set_up;
mod visible;

pub use agreement::{Answers, Beside};
pub use client::{ClientMessage, Intention};
pub use evening::{Asked, ChatLine, Evening, Round, STAND_IN_LEVEL, SeatAt};
pub use follower::{Follower, Misstep, News, Seen};
pub use log::{Happening, Step};
pub use push::{BrowserKeys, PushKey, Subscription, TurnMessage, Unsubscription};
pub use server::{RefusalCode, Refused, Role, ServerMessage};
pub use set_up::{HeardCode, Invitation, Links, NewTable, SeatPlan, SpokenCode, Summary, Terms};
