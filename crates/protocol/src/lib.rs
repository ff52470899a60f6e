//! Messages between the page and the server, named by direction: `client` for what a
//! player intends, `server` for what happened.
//!
//! The room is kept for tables shared by link; nothing speaks yet. This crate will know the
//! rules and records and nothing of sockets, databases or screens.
