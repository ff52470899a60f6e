//! The Python package: built, installed into a fresh virtual environment, and tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{build, cargo_path, finish};

/// Form and lints of its crate, then everything in `python/tests`, with the program beside it to compare with.
pub fn test() -> Result<(), String> {
    let package = build::root().join("python");
    finish("cargo fmt", Command::new(cargo_path()).args(["fmt", "--check"]).current_dir(&package).status())?;
    build::with_page(&["build", "-p", "spieltisch"])?;
    let venv = fresh_environment()?;
    lint(&package, &venv)?;
    install(&package, &venv)?;
    println!("> pytest python/tests");
    let mut tests = Command::new(venv.join("bin/pytest"));
    tests.arg("--quiet").arg(package.join("tests")).env("SPIELTISCH", build::target()?.join("debug/spieltisch"));
    // Elsewhere than in the package's folder: what is installed is tested, not what lies there.
    finish("pytest", tests.current_dir(&venv).status())
}

/// What was installed before must not help.
fn fresh_environment() -> Result<PathBuf, String> {
    let venv = folder()?.join("venv");
    if venv.exists() {
        fs::remove_dir_all(&venv).map_err(|error| format!("{} cannot be removed: {error}", venv.display()))?;
    }
    println!("> python3 -m venv {}", venv.display());
    let made = Command::new("python3").args(["-m", "venv"]).arg(&venv).status();
    finish("python3 -m venv (Debian: python3-venv)", made)?;
    Ok(venv)
}

fn lint(package: &Path, venv: &Path) -> Result<(), String> {
    let mut clippy = cargo_in(package, venv)?;
    clippy.args(["clippy", "--locked", "--quiet", "--", "-D", "warnings"]);
    finish("cargo clippy", clippy.status())
}

/// As anyone installs it, and what its tests need.
fn install(package: &Path, venv: &Path) -> Result<(), String> {
    println!("> pip install ./python");
    let mut pip = Command::new(venv.join("bin/pip"));
    pip.args(["install", "--quiet", "--disable-pip-version-check"]).arg(package);
    pip.arg("--requirement").arg(package.join("tests/requirements.txt"));
    pip.env("CARGO_TARGET_DIR", folder()?.join("build")).env_remove("RUSTC_WORKSPACE_WRAPPER");
    finish("pip install", pip.status())
}

fn cargo_in(package: &Path, venv: &Path) -> Result<Command, String> {
    let mut cargo = Command::new(cargo_path());
    cargo.current_dir(package).env("CARGO_TARGET_DIR", folder()?.join("build")).env("PYO3_PYTHON", venv.join("bin/python"));
    Ok(cargo)
}

fn folder() -> Result<PathBuf, String> {
    Ok(build::target()?.join("python"))
}
