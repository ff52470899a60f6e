//! Tables shared by link: what page and server say to each other, and what a table is.
//!
//! [`set_up`] is how a table is asked for, [`client`] what a player intends, [`server`] what is sent
//! back, [`push`] how a player who is away is told, [`agreement`] what is shown only while everyone agrees. A table is nothing but its [`log`]: numbered steps of what happened. [`TableState`] is all that
//! follows from them, and everyone folds it from the same steps with a [`TableReplica`]. This crate knows rules and records
//! and nothing of sockets, databases or screens.

pub mod agreement;
pub mod client;
mod given;
pub mod limits;
pub mod log;
pub mod push;
mod replica;
pub mod server;
pub mod set_up;
mod table_state;
mod visible;

pub use agreement::{Answers, Beside};
pub use client::{ClientMessage, Intention};
pub use given::GivenName;
pub use log::{LogEntry, TableEvent};
pub use push::{BrowserKeys, PushKey, Subscription, TurnMessage, Unsubscription};
pub use replica::{GameCursor, GameUpdate, ReplayError, TableReplica};
pub use server::{RefusalCode, Refused, Role, ServerMessage};
pub use set_up::{Addresses, HeardCode, Invitation, Links, NewTable, SeatPlan, SpokenCode, Summary, Terms};
pub use table_state::{ChatLine, Round, STAND_IN_LEVEL, SeatAt, TableState, TakebackRequest};
