//! The page's own cargo: what it compiles, and where to.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use crate::target::WASM;

/// The variables of cargo's that hold for every cargo. All others that begin like these tell one build script or
/// program about itself; handed on, they would make crates look changed to the cargo within.
const FOR_EVERY_CARGO: [&str; 8] = [
    "CARGO_HOME",
    "CARGO_MAKEFLAGS",
    "CARGO_INCREMENTAL",
    "CARGO_TERM_",
    "CARGO_NET_",
    "CARGO_HTTP_",
    "CARGO_REGISTRIES_",
    "CARGO_BUILD_JOBS",
];

/// What the outer cargo was told of its own build. Clippy's wrapper holds for the page, too: nowhere else is the page compiled.
const OF_THE_OUTER: [&str; 12] = [
    "RUSTFLAGS",
    "RUSTC_WRAPPER",
    "RUSTC_LINKER",
    "RUSTDOC",
    "TARGET",
    "HOST",
    "NUM_JOBS",
    "OUT_DIR",
    "OPT_LEVEL",
    "PROFILE",
    "DEBUG",
    "LD_LIBRARY_PATH",
];

/// Whether the page is left out of the program: `SPIELTISCH_PAGE=skip`, for work on something else.
pub fn is_left_out() -> bool {
    env::var_os("SPIELTISCH_PAGE").is_some_and(|value| value == "skip")
}

/// The page's code, to be compiled.
pub struct PageBuild {
    root: PathBuf,
    target: PathBuf,
    profile: &'static str,
}

impl PageBuild {
    /// The page of the sources under `root`, for a program that is built into `target`: as it is published, or quickly
    /// compiled for work on it. It has a target folder of its own; in the program's it would wait for the lock for ever.
    pub fn new(root: &Path, target: &Path, release: bool) -> PageBuild {
        PageBuild { root: root.into(), target: target.join("page"), profile: if release { "wasm" } else { "wasm-quick" } }
    }

    /// The command that compiles the page; it does little where nothing has changed, and waits for another that does
    /// the same.
    pub fn compile(&self) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&self.root).args(["build", "--locked", "--package", "spieltisch-web", "--lib", "--target", WASM]);
        cargo.args(["--profile", self.profile]).arg("--target-dir").arg(&self.target);
        for (name, _) in env::vars_os().filter(|(name, _)| !is_for_the_page(name)) {
            cargo.env_remove(name);
        }
        // Vectors of 128 bits, which every browser has had for years: Yatzy is solved six times as fast.
        // Leptos's views without their types: a download 5 % smaller. Relocations: they tell what calls
        // what, so that the page can be taken apart. `opt_level="s"`: writing numbers as JSON computes powers
        // of ten instead of carrying 10 KB of them.
        let flags = "-C target-feature=+simd128 --cfg erase_components --cfg opt_level=\"s\" -C link-args=--emit-relocs";
        cargo.env("RUSTFLAGS", flags);
        cargo
    }

    /// The page as compiled: one module, not yet taken apart.
    pub fn compiled(&self) -> io::Result<Vec<u8>> {
        fs::read(self.target.join(WASM).join(self.profile).join("spieltisch_web.wasm"))
    }

    /// A folder for what the page is taken apart into.
    pub fn parts(&self) -> PathBuf {
        self.target.join("parts").join(self.profile)
    }
}

/// Whether a variable of the environment also holds for the page's cargo.
fn is_for_the_page(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return true };
    match name.strip_prefix("CARGO_") {
        Some(_) => FOR_EVERY_CARGO.iter().any(|kept| name.starts_with(kept)),
        None => !OF_THE_OUTER.contains(&name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_cargo_hears_nothing_of_the_outer_build() {
        for (name, kept) in [
            ("PATH", true),
            ("CARGO", true),
            ("CARGO_HOME", true),
            ("CARGO_MAKEFLAGS", true),
            ("CARGO_TERM_COLOR", true),
            ("CARGO_PKG_NAME", false),
            ("CARGO_MANIFEST_DIR", false),
            ("CARGO_ENCODED_RUSTFLAGS", false),
            ("CARGO_BUILD_TARGET", false),
            ("CARGO_CFG_TARGET_OS", false),
            ("RUSTC_WORKSPACE_WRAPPER", true),
            ("OUT_DIR", false),
        ] {
            assert_eq!(is_for_the_page(OsStr::new(name)), kept, "{name}");
        }
    }
}
