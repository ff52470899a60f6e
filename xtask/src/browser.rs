//! The tests in a real browser alone.

use std::process::Command;

use crate::{build, cargo_path, needs, run_tests};

/// The tests in a real browser, all or those with one of these in their names, with the binary they need. Packages and features are those of all
/// tests, so that the page is not built a second time.
pub fn test(names: &[&str]) -> Result<(), String> {
    build::check()?;
    needs::install()?;
    build::with_page(&["test", "--workspace", "--no-run", "--test", "cli"])?;
    run_tests(Command::new(cargo_path()), &["test", "--workspace", "--test", "browser"], names)
}
