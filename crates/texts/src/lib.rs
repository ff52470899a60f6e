//! Every text a person reads, in six languages, for page, terminal and command line alike.
//!
//! The room is kept: until it is filled, refusals and rules speak English from the rules
//! crate. Keys and arguments will be checked at compile time.
