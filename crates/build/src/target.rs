//! Whether the toolchain can compile for the browser at all, found out before anything is compiled.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fmt, fs};

/// What the page is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The package that brings the target to a Rust installed by the distribution, by the distribution's id.
const PACKAGES: [(&str, &str); 4] = [
    ("debian", "sudo apt-get install libstd-rust-dev-wasm32"),
    ("fedora", "sudo dnf install rust-std-static-wasm32-unknown-unknown"),
    ("arch", "sudo pacman -S rust-wasm"),
    ("alpine", "sudo apk add rust-wasm"),
];

/// The programs that are asked, and where the distribution says which it is.
pub struct Tools {
    /// The compiler that the page would be compiled with.
    pub rustc: OsString,
    /// The installer of toolchains; it need not be there.
    pub rustup: OsString,
    /// The file that names the distribution.
    pub os_release: PathBuf,
}

/// The target is not there and could not be installed: the sentence holds the one command that helps.
#[derive(Debug, PartialEq, Eq)]
pub struct MissingTarget {
    help: String,
}

impl Tools {
    /// Those that cargo uses here.
    pub fn here() -> Tools {
        Tools {
            rustc: env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()),
            rustup: "rustup".into(),
            os_release: "/etc/os-release".into(),
        }
    }

    /// Makes sure that the toolchain has the target, and installs it where rustup can.
    pub fn ensure_target(&self) -> Result<(), MissingTarget> {
        if self.has_target() {
            return Ok(());
        }
        let of_rustup = self.is_of_rustup();
        if of_rustup {
            eprintln!("The page needs Rust's target {WASM}, which this toolchain lacks: rustup adds it.");
            let mut add = Command::new(&self.rustup);
            add.args(["target", "add", WASM]).stdin(Stdio::null()).env_remove("RUST_BACKTRACE");
            if add.status().is_ok_and(|status| status.success()) && self.has_target() {
                return Ok(());
            }
        }
        Err(MissingTarget { help: self.help(of_rustup) })
    }

    /// Whether the standard library lies there compiled for the target.
    fn has_target(&self) -> bool {
        let Some(folder) = answer(&self.rustc, &["--print", "target-libdir", "--target", WASM]) else { return false };
        let Ok(files) = fs::read_dir(folder) else { return false };
        files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
    }

    /// Whether rustup is there and the compiler is one of its own: it cannot add to a distribution's.
    fn is_of_rustup(&self) -> bool {
        let (of_rustup, used) = (answer(&self.rustup, &["which", "rustc"]), answer(&self.rustc, &["--print", "sysroot"]));
        let root = of_rustup.as_deref().map(Path::new).and_then(Path::parent).and_then(Path::parent);
        matches!((root, used), (Some(root), Some(used)) if root.canonicalize().ok() == Path::new(&used).canonicalize().ok())
    }

    /// The one command that helps.
    fn help(&self, of_rustup: bool) -> String {
        if of_rustup {
            return format!("rustup target add {WASM}");
        }
        let release = fs::read_to_string(&self.os_release).unwrap_or_default();
        // Relatives name what they come from in ID_LIKE: Ubuntu is like Debian.
        let ids: Vec<&str> = release
            .lines()
            .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
            .flat_map(|ids| ids.trim_matches('"').split(' '))
            .collect();
        match PACKAGES.iter().find(|(id, _)| ids.contains(id)) {
            Some((_, command)) => (*command).to_string(),
            None => format!("install Rust from https://rustup.rs, then: rustup target add {WASM}"),
        }
    }
}

/// What a program answers in one line; `None` where it is not there or fails.
fn answer(program: &OsStr, arguments: &[&str]) -> Option<String> {
    let asked = Command::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    asked.status.success().then(|| String::from_utf8_lossy(&asked.stdout).trim().to_string())
}

impl fmt::Display for MissingTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the page is compiled for {WASM}, which this Rust toolchain lacks, and which could not be installed from here.\n\
             This helps: {}",
            self.help
        )
    }
}

impl std::error::Error for MissingTarget {}
