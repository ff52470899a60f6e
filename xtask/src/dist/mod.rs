//! What people install: a tarball, a Debian package, and the folder a container image is built from.

mod binary;
mod debian;
mod tarball;
mod try_it;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::build;

/// The version all of it carries.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What everything is made of.
struct DistParts {
    /// The program.
    binary: PathBuf,
    /// The project's folder, for licences, documents and what lies in `deploy`.
    root: PathBuf,
    /// How hard it is all compressed: 9 for those who download it, little for a try.
    effort: u8,
}

/// Builds the static binary and packs it into `target/dist`.
pub fn dist() -> Result<PathBuf, String> {
    let built = binary::build()?;
    let folder = build::target()?.join("dist");
    fresh(&folder)?;
    let parts = DistParts { binary: binary::strip(&built, &folder)?, root: build::root(), effort: 9 };
    tarball::make(&parts, &folder)?;
    debian::make(&parts, VERSION, &folder)?;
    container(&parts, &folder.join("container"))?;
    fs::remove_file(&parts.binary).map_err(|error| format!("{}: {error}", parts.binary.display()))?;
    tarball::check_sums(&folder)?;
    println!("{} holds what can be installed:", folder.display());
    for name in names_in(&folder)? {
        println!("  {name}");
    }
    Ok(built)
}

/// Packs a binary and tries everything as far as this machine allows, in a throwaway copy of it.
pub fn test(binary: &Path) -> Result<(), String> {
    let folder = build::target()?.join("dist-test");
    fresh(&folder)?;
    let parts = DistParts { binary: binary::strip(binary, &folder)?, root: build::root(), effort: 1 };
    tarball::make(&parts, &folder)?;
    let old = debian::make(&parts, "0.0.1", &folder)?;
    let new = debian::make(&parts, VERSION, &folder)?;
    container(&parts, &folder.join("container"))?;
    tarball::check_sums(&folder)?;
    try_it::tarball(&folder)?;
    try_it::package(&old, &new)?;
    try_it::container(&folder.join("container"))
}

/// The folder a container image is built from.
fn container(parts: &DistParts, folder: &Path) -> Result<(), String> {
    fresh(&folder.join("data"))?;
    copy(&parts.root.join("deploy/Containerfile"), &folder.join("Containerfile"))?;
    copy(&parts.binary, &folder.join("spieltisch"))
}

/// An empty folder, whatever was there.
fn fresh(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(format!("{}: {error}", folder.display())),
        _ => {}
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Copies a file, and makes the folders above it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::copy(from, to).map(drop).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

fn names_in(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Runs a program of the system and gives back what it printed.
fn run(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.output().map_err(|error| format!("{name}: {error}"))?;
    let printed = String::from_utf8_lossy(&done.stdout).into_owned();
    if done.status.success() {
        return Ok(printed);
    }
    Err(format!("{name} ended with {}\n{printed}{}", done.status, String::from_utf8_lossy(&done.stderr)))
}
