//! What the tests need from outside of cargo: a real browser and a real PostgreSQL.

use std::process::{Command, Stdio};

/// What the tests call, and the Debian package that brings it.
const NEEDED: [(&str, &str); 4] =
    [("chromium-headless-shell", "chromium-headless-shell"), ("chromedriver", "chromium-driver"), ("npm", "npm"), ("initdb", "postgresql")];

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
        "the tests need {packages}, which could not be installed from here.\n\
         On Debian or Ubuntu: sudo apt-get update && sudo apt-get install {packages}\n\
         Elsewhere: Chromium, its chromedriver, Node.js with npm, and PostgreSQL's initdb, all on the PATH.",
        packages = missing.join(" ")
    ))
}

fn is_there(program: &str) -> bool {
    let runs = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    // Debian keeps PostgreSQL's programs in a folder of their own.
    let debian = || std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    runs.is_ok_and(|status| status.success()) || debian().any(|version| version.path().join("bin").join(program).exists())
}

fn apt_get(arguments: &[&str]) -> bool {
    println!("> apt-get {}", arguments.join(" "));
    Command::new("apt-get").args(arguments).stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}
