//! What `cargo run` starts: it checks that the toolchain can compile the page, builds page and program side by side, and
//! becomes the program.
//!
//! The program's own packages cannot do that: cargo compiles three hundred others before it runs their build scripts.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, io};

use spieltisch_build::{BuildError, PageBuild};

fn main() -> ExitCode {
    let Some(folder) = env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf)) else {
        return failed(&"where the program lies cannot be told; build it with `cargo build --release --package spieltisch`");
    };
    match build(&folder) {
        Ok(()) => failed(&format!("the program cannot be run: {}", run(&folder))),
        Err(error) => failed(&error),
    }
}

fn failed(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("start: {error}");
    ExitCode::FAILURE
}

/// Builds the program as this one was built, into the same folder.
fn build(folder: &Path) -> Result<(), BuildError> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let release = folder.ends_with("release");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(&root).args(["build", "--package", "spieltisch", "--bin", "spieltisch"]);
    if release {
        cargo.arg("--release");
    }
    let target = folder.parent().unwrap_or(folder);
    cargo.arg("--target-dir").arg(target);
    PageBuild::new(&root, target, release).build_beside(&mut cargo)
}

/// Runs the program with the arguments given here; returns only where that fails.
#[cfg(unix)]
fn run(folder: &Path) -> io::Error {
    use std::os::unix::process::CommandExt;
    Command::new(folder.join("spieltisch")).args(env::args_os().skip(1)).exec()
}

/// Runs the program with the arguments given here and ends as it does; returns only where that fails.
#[cfg(not(unix))]
fn run(folder: &Path) -> io::Error {
    match Command::new(folder.join("spieltisch.exe")).args(env::args_os().skip(1)).status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
