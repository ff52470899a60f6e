//! Building with the page, from the first second.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use spieltisch_build::{PageBuild, Tools, is_left_out};

/// Whether the page can be compiled here, before anything else is fetched or compiled.
pub fn check() -> Result<(), String> {
    if is_left_out() { Ok(()) } else { Tools::here().ensure_target().map_err(|missing| missing.to_string()) }
}

/// Runs a cargo that needs the page, with the page compiled beside it.
pub fn with_page(arguments: &[&str]) -> Result<(), String> {
    println!("> cargo {}", arguments.join(" "));
    // All profiles but the one for work on it build the page as it is published.
    let published = arguments.iter().any(|argument| ["--release", "--profile"].contains(argument));
    let page = PageBuild::new(&root(), &target()?, published);
    page.build_beside(Command::new(crate::cargo_path()).args(arguments)).map_err(|error| error.to_string())
}

/// The folder of the whole project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder that cargo builds into: this program lies in target/PROFILE.
pub fn target() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| format!("where xtask lies cannot be told: {error}"))?;
    program.ancestors().nth(2).map(PathBuf::from).ok_or_else(|| "xtask lies outside of a target folder".into())
}
