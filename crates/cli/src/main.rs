//! The one binary; what it does stands in the library beside it, so that tests can start it with a game more.

use std::process::ExitCode;

fn main() -> ExitCode {
    spieltisch::main()
}
