//! The whole program, with a game more.

use std::process::ExitCode;

fn main() -> ExitCode {
    spieltisch_fifth::join();
    spieltisch::main()
}
