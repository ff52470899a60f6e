//! Licences, sources and doubles of everything that comes into the build, as `deny.toml` allows them, and known faults.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{build, cargo_path, finish};

/// The version whose findings are known; another may ask for other fields in `deny.toml`.
const PACKAGE: &str = "cargo-deny@0.20.2";

/// Checks everything. Known faults are looked up where their database can be fetched.
pub fn deny() -> Result<(), String> {
    let program = installed()?;
    let check = |what: &[&str]| Command::new(&program).args(["--locked", "check"]).args(what).current_dir(build::root()).status();
    finish("cargo deny", check(&["licenses", "sources", "bans"]))?;
    let fetched = Command::new(&program).arg("fetch").arg("db").current_dir(build::root()).stderr(Stdio::null()).status();
    if fetched.is_ok_and(|status| status.success()) {
        finish("cargo deny", check(&["--disable-fetch", "advisories"]))
    } else {
        println!("Known faults (advisories) were NOT checked: their database cannot be fetched from here.");
        Ok(())
    }
}

/// The program: as somebody installed it, or built here once. Unoptimised, because it runs for seconds and is built in minutes.
fn installed() -> Result<PathBuf, String> {
    let runs = |program: &PathBuf| {
        let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    let tools = build::target()?.join("tools");
    let candidates = [PathBuf::from("cargo-deny"), tools.join("bin/cargo-deny")];
    if let Some(found) = candidates.iter().find(|program| runs(program)) {
        return Ok(found.clone());
    }
    println!("> cargo install {PACKAGE}, into {}", tools.display());
    let mut install = Command::new(cargo_path());
    install.args(["install", "--locked", "--debug", "--quiet", PACKAGE, "--root"]).arg(&tools);
    let folder = tools.join("build");
    finish("cargo install", install.arg("--target-dir").arg(&folder).status())?;
    let _ = std::fs::remove_dir_all(folder);
    Ok(tools.join("bin/cargo-deny"))
}
