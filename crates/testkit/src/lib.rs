//! What the tests of several crates share. Nothing outside of tests depends on it.
//!
//! [`client`] reaches a server over the network, [`load`] with as many players as it bears. [`conformance`] is the suite every game passes, [`mod@reference`] a second
//! reading of the rules that shares no code with the first, [`fifth`] a game that only tests know. [`postgres`] and [`push`]
//! are a database and a push service of our own.

pub mod client;
pub mod conformance;
pub mod fifth;
pub mod load;
#[cfg(unix)]
pub mod postgres;
pub mod push;
pub mod reference;
