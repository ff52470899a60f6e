//! The check for the wasm target, with toolchains that have it, can get it, and cannot.

use std::fs;
use std::path::PathBuf;

use spieltisch_build::Tools;

use crate::script;

/// A toolchain in a folder, made of scripts that answer as the real programs do.
struct Toolchain {
    folder: tempfile::TempDir,
}

impl Toolchain {
    /// One that lacks the target.
    fn without_target(os_release: &str) -> Toolchain {
        let toolchain = Toolchain { folder: tempfile::tempdir().expect("a temporary folder") };
        let sysroot = toolchain.path("sysroot");
        fs::create_dir_all(sysroot.join("bin")).expect("a folder");
        fs::write(toolchain.path("os-release"), os_release).expect("a file");
        let (sysroot, libdir) = (sysroot.display(), toolchain.libdir());
        toolchain.script("rustc", &format!("case $2 in sysroot) echo {sysroot};; target-libdir) echo {};; esac", libdir.display()));
        toolchain
    }

    /// With a rustup whose toolchain it is, and which does `add` when it is asked for the target.
    fn with_rustup(self, add: &str) -> Toolchain {
        let (rustc, asked) = (self.path("sysroot/bin/rustc"), self.path("asked"));
        let script = format!("case $1 in which) echo {};; target) echo $@ >> {}; {add};; esac", rustc.display(), asked.display());
        self.script("rustup", &script);
        self
    }

    fn tools(&self) -> Tools {
        Tools { rustc: self.path("rustc").into(), rustup: self.path("rustup").into(), os_release: self.path("os-release") }
    }

    /// What rustup was asked to add.
    fn asked(&self) -> String {
        fs::read_to_string(self.path("asked")).unwrap_or_default()
    }

    fn libdir(&self) -> PathBuf {
        self.path("sysroot/lib/rustlib/wasm32-unknown-unknown/lib")
    }

    fn add(&self) -> String {
        format!("mkdir -p {0} && touch {0}/libstd-1.rlib", self.libdir().display())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn script(&self, name: &str, text: &str) {
        script(&self.path(name), text);
    }
}

const DEBIAN: &str = "PRETTY_NAME=\"Debian GNU/Linux 13\"\nID=debian\n";

#[test]
fn nothing_is_installed_where_the_target_is_there() {
    let toolchain = Toolchain::without_target(DEBIAN).with_rustup("exit 1");
    fs::create_dir_all(toolchain.libdir()).expect("a folder");
    fs::write(toolchain.libdir().join("libstd-1.rlib"), "").expect("a file");
    assert_eq!(toolchain.tools().ensure_target(), Ok(()));
    assert_eq!(toolchain.asked(), "");
}

#[test]
fn rustup_adds_the_target() {
    let toolchain = Toolchain::without_target(DEBIAN);
    let add = toolchain.add();
    let toolchain = toolchain.with_rustup(&add);
    assert_eq!(toolchain.tools().ensure_target(), Ok(()));
    assert_eq!(toolchain.asked(), "target add wasm32-unknown-unknown\n");
}

#[test]
fn a_rustup_that_cannot_add_it_is_named() {
    let toolchain = Toolchain::without_target(DEBIAN).with_rustup("exit 1");
    let message = toolchain.tools().ensure_target().expect_err("it is missing").to_string();
    assert!(message.ends_with("This helps: rustup target add wasm32-unknown-unknown"), "{message}");
}

/// An installation that was cut off leaves a folder behind that holds nothing.
#[test]
fn an_empty_folder_is_no_target() {
    let toolchain = Toolchain::without_target(DEBIAN).with_rustup("exit 0");
    fs::create_dir_all(toolchain.libdir()).expect("a folder");
    assert!(toolchain.tools().ensure_target().is_err());
}

/// A distribution's Rust: rustup, where there is one too, has no say in it.
#[test]
fn a_distributions_package_is_named() {
    for (os_release, command) in [
        (DEBIAN, "sudo apt-get install libstd-rust-dev-wasm32"),
        ("ID=ubuntu\nID_LIKE=debian\n", "sudo apt-get install libstd-rust-dev-wasm32"),
        ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", "sudo dnf install rust-std-static-wasm32-unknown-unknown"),
        ("ID=arch\n", "sudo pacman -S rust-wasm"),
        ("ID=nowhere\n", "install Rust from https://rustup.rs, then: rustup target add wasm32-unknown-unknown"),
    ] {
        let toolchain = Toolchain::without_target(os_release);
        let other = Toolchain::without_target(os_release);
        let message = toolchain.tools().ensure_target().expect_err("it is missing").to_string();
        assert!(message.ends_with(&format!("This helps: {command}")), "{message}");
        let other = other.with_rustup("exit 0");
        let tools = Tools { rustup: other.path("rustup").into(), ..toolchain.tools() };
        assert_eq!(tools.ensure_target().expect_err("it is missing").to_string(), message);
        assert_eq!(other.asked(), "", "its toolchain is another");
    }
}
