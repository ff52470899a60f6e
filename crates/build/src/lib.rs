//! How the page is compiled to wasm: by a cargo of its own, beside the one that compiles the program.
//!
//! Cargo starts crates that many others wait for first, and nothing but the binary waits for the page; a build script
//! would start it after minutes. So what builds the program (`cargo run` by way of `bin/start.rs`, `cargo xtask`) asks here
//! first whether the toolchain can compile the page, and starts it in the first second with [`PageBuild::build_beside`].

mod beside;
mod compile;
mod life;
mod target;

pub use beside::BuildError;
pub use compile::{PageBuild, is_left_out};
pub use target::{MissingTarget, Tools};
