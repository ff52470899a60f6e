//! The tests in a real browser, and what they need from outside of cargo.

use std::process::{Command, Stdio};

use crate::cargo;

/// What the tests call, and the Debian package that brings it.
const NEEDED: [(&str, &str); 3] = [("chromium", "chromium"), ("chromedriver", "chromium-driver"), ("npm", "npm")];

/// The tests in a real browser, with the binary they need. Packages and features are those of all
/// tests, so that the page is not built a second time.
pub fn test() -> Result<(), String> {
    install()?;
    cargo(&["test", "--workspace", "--no-run", "--test", "cli"])?;
    cargo(&["test", "--workspace", "--test", "browser"])
}

/// Installs what is missing, or says what to install.
pub fn install() -> Result<(), String> {
    let missing: Vec<&str> = NEEDED.iter().filter(|(program, _)| !is_there(program)).map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let wanted = [&["install", "--yes", "--no-install-recommends"], &missing[..]].concat();
    // A new machine knows no packages before the update.
    if apt_get(&["update"]) && apt_get(&wanted) {
        return Ok(());
    }
    Err(format!(
        "the tests in a browser need {packages}, which could not be installed from here.\n\
         On Debian or Ubuntu: sudo apt-get update && sudo apt-get install {packages}\n\
         Elsewhere: Chromium, its chromedriver, and Node.js with npm, all on the PATH.",
        packages = missing.join(" ")
    ))
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn apt_get(arguments: &[&str]) -> bool {
    println!("> apt-get {}", arguments.join(" "));
    Command::new("apt-get").args(arguments).stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}
