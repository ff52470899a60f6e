//! Licences, sources and doubles of everything that comes into the build, as `deny.toml` allows them, and known faults.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{build, cargo_path, finish};

/// The version whose findings are known; another may ask for other fields in `deny.toml`.
const PACKAGE: &str = "cargo-deny@0.20.2";

/// Checks everything. Known faults are looked up where their database can be fetched.
pub fn deny() -> Result<(), String> {
    let program = match found()? {
        Some(program) => program,
        None => build_it()?,
    };
    check(&program)
}

fn check(program: &Path) -> Result<(), String> {
    let check = |what: &[&str]| Command::new(program).args(["--locked", "check"]).args(what).current_dir(build::root()).status();
    finish("cargo deny", check(&["licenses", "sources", "bans"]))?;
    let fetched = Command::new(program).arg("fetch").arg("db").current_dir(build::root()).stderr(Stdio::null()).status();
    if fetched.is_ok_and(|status| status.success()) {
        finish("cargo deny", check(&["--disable-fetch", "advisories"]))
    } else {
        println!("Known faults (advisories) were NOT checked: their database cannot be fetched from here.");
        Ok(())
    }
}

/// The program, installed on this machine or built here before.
fn found() -> Result<Option<PathBuf>, String> {
    let runs = |program: &PathBuf| {
        let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    let candidates = [PathBuf::from("cargo-deny"), tools()?.join("bin/cargo-deny")];
    Ok(candidates.into_iter().find(runs))
}

/// Builds the program, once. Unoptimised, because it runs for seconds and is built in minutes.
fn build_it() -> Result<PathBuf, String> {
    let tools = tools()?;
    println!("> cargo install {PACKAGE}, into {}", tools.display());
    let mut install = Command::new(cargo_path());
    install.args(["install", "--locked", "--debug", "--quiet", PACKAGE, "--root"]).arg(&tools);
    // Who checks our own code, as clippy in CI, has nothing to say about it.
    install.env_remove("RUSTC_WORKSPACE_WRAPPER");
    let folder = tools.join("build");
    finish("cargo install", install.arg("--target-dir").arg(&folder).status())?;
    let _ = std::fs::remove_dir_all(folder);
    Ok(tools.join("bin/cargo-deny"))
}

fn tools() -> Result<PathBuf, String> {
    Ok(build::target()?.join("tools"))
}
