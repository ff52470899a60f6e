//! The table in the browser: Rust compiled to wasm that uses the very rules and bots crates.
//!
//! The room is kept; nothing is drawn yet. No rule is ever written a second time here.
