//! `cargo run` on a real toolchain that lacks the wasm target.

use std::fs;
use std::process::Command;

use crate::script;

/// The real compiler, told to look for its libraries where there are none: it says what helps, and nothing has been
/// compiled by then.
#[test]
fn without_the_target_it_stops_before_anything_is_compiled() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    script(&at("rustc"), &format!("exec {rustc} --sysroot {} \"$@\"", folder.path().display()));
    script(&at("cargo"), &format!("touch {}", at("compiled").display()));
    let ran = Command::new(env!("CARGO_BIN_EXE_start"))
        .env("RUSTC", at("rustc"))
        .env("CARGO", at("cargo"))
        .env_remove("SPIELTISCH_PAGE")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{said}");
    assert!(said.contains("which this Rust toolchain lacks") && said.contains("This helps: "), "{said}");
    assert!(!at("compiled").exists(), "cargo was started");
}

/// After the build it is the program: the same arguments, the same exit code.
#[test]
fn it_becomes_the_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let start = folder.path().join("start");
    fs::copy(env!("CARGO_BIN_EXE_start"), &start).expect("a copy");
    script(&folder.path().join("cargo"), "exit 0");
    script(&folder.path().join("spieltisch"), "echo \"$# arguments: $*\"; exit 7");
    let cargo = folder.path().join("cargo");
    let ran = Command::new(start).args(["simulate", "two words"]).env("CARGO", cargo).env("SPIELTISCH_PAGE", "skip").output();
    let ran = ran.expect("it runs");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "2 arguments: simulate two words\n");
    assert_eq!(ran.status.code(), Some(7));
}
