//! The whole program, with a game more: `tests/fifth.rs` runs it.

use std::process::ExitCode;

use spieltisch_testkit::fifth::Pig;

fn main() -> ExitCode {
    spieltisch::invite::<Pig>();
    spieltisch::main()
}
