//! The static binary: it runs on any Linux of its processor, whatever C library that has.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::build;

/// With musl everything is in the binary, also what glibc loads at run time (looking up names of hosts).
const MUSL: &str = "x86_64-unknown-linux-musl";

/// Builds the program for musl, and gives back where it lies.
pub fn build() -> Result<PathBuf, String> {
    ensure_musl()?;
    build::with_page(&["build", "--profile", "dist", "--locked", "--package", "spieltisch", "--bin", "spieltisch", "--target", MUSL])?;
    let binary = build::target()?.join(MUSL).join("dist/spieltisch");
    if !is_static(&binary)? {
        return Err(format!("{} is not static: it would need libraries of the machine it runs on", binary.display()));
    }
    Ok(binary)
}

/// Rust's library for musl, and a C compiler for SQLite and the cryptography.
fn ensure_musl() -> Result<(), String> {
    let has_compiler = || Command::new("musl-gcc").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !has_compiler() {
        // A new machine knows no packages before the update.
        for arguments in [&["update"][..], &["install", "--yes", "--no-install-recommends", "musl-tools"]] {
            println!("> apt-get {}", arguments.join(" "));
            let _ = Command::new("apt-get").args(arguments).stdout(Stdio::null()).status();
        }
    }
    if !has_compiler() {
        return Err("musl-gcc is missing. On Debian or Ubuntu: sudo apt-get install musl-tools".into());
    }
    let libraries = super::run(Command::new("rustc").args(["--print", "target-libdir", "--target", MUSL]))?;
    if Path::new(libraries.trim()).exists() {
        return Ok(());
    }
    println!("> rustup target add {MUSL}");
    let added = Command::new("rustup").args(["target", "add", MUSL]).status();
    if added.is_ok_and(|status| status.success()) { Ok(()) } else { Err(format!("This helps: rustup target add {MUSL}")) }
}

/// A copy of a program without names and line numbers, which only who debugs it needs: a third of the size.
pub fn strip(program: &Path, into: &Path) -> Result<PathBuf, String> {
    let stripped = into.join("spieltisch");
    super::run(Command::new("strip").arg("-o").arg(&stripped).arg(program))?;
    Ok(stripped)
}

/// Whether a program needs no loader of libraries: its ELF header names none (a program header of the kind INTERP).
pub fn is_static(program: &Path) -> Result<bool, String> {
    let bytes = std::fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    let number = |at: usize, length: usize| -> Option<usize> {
        let bytes = bytes.get(at..at + length)?;
        Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    };
    let interpreters = || -> Option<usize> {
        const INTERP: usize = 3;
        let (first, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
        Some((0..count).filter(|i| number(first + i * size, 4) == Some(INTERP)).count())
    };
    match interpreters() {
        Some(count) if bytes.starts_with(b"\x7fELF\x02\x01") => Ok(count == 0),
        _ => Err(format!("{} is no program for 64-bit Linux", program.display())),
    }
}
