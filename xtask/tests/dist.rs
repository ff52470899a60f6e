//! What people install, tried with the program as the tests have it.
#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::process::Command;

/// Packed, and as far as the machine allows: the package installed, started, upgraded over an older version, removed with
/// the tables left where they are, purged.
#[test]
fn what_is_packed_can_be_installed() {
    // This test lies in target/PROFILE/deps, the binary in target/PROFILE.
    let here = std::env::current_exe().expect("this test lies somewhere");
    let program: PathBuf = here.ancestors().nth(2).expect("a target folder").join("spieltisch");
    assert!(program.exists(), "{} is not there: cargo build", program.display());
    let tried = Command::new(env!("CARGO_BIN_EXE_xtask")).args(["dist", "--test"]).arg(program).output().expect("xtask runs");
    let said = [tried.stdout, tried.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    println!("{said}");
    assert!(tried.status.success(), "{said}");
    for part in ["tarball: ", "package: ", "container: "] {
        assert!(said.contains(part), "{part} is not tried:\n{said}");
    }
}
