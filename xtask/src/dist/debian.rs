//! The Debian package, put together by `dpkg-deb` from a small tree: it needs nothing that Debian does not have, and what is
//! installed can be read in `deploy/debian`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{DistParts, copy, fresh, run};

/// What goes where, with its permissions.
const FILES: [(&str, &str, &str); 8] = [
    ("deploy/spieltisch.service", "usr/lib/systemd/system/spieltisch.service", "644"),
    ("deploy/debian/default", "etc/default/spieltisch", "644"),
    ("deploy/debian/copyright", "usr/share/doc/spieltisch/copyright", "644"),
    ("LICENSE-APACHE", "usr/share/doc/spieltisch/LICENSE-APACHE", "644"),
    ("LICENSE-MIT", "usr/share/doc/spieltisch/LICENSE-MIT", "644"),
    ("README.md", "usr/share/doc/spieltisch/README.md", "644"),
    ("CHANGELOG.md", "usr/share/doc/spieltisch/CHANGELOG.md", "644"),
    ("docs/operations.md", "usr/share/doc/spieltisch/operations.md", "644"),
];

/// What runs when the package comes and goes.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// Packs the program as this version, and gives back where the package lies.
pub fn make(parts: &DistParts, version: &str, into: &Path) -> Result<PathBuf, String> {
    let tree = into.join("debian-tree");
    fresh(&tree)?;
    let put = |from: &Path, to: &str, mode: &str| {
        let to = tree.join(to);
        copy(from, &to)?;
        run(Command::new("chmod").arg(mode).arg(&to))
    };
    put(&parts.binary, "usr/bin/spieltisch", "755")?;
    for (from, to, mode) in FILES {
        put(&parts.root.join(from), to, mode)?;
    }
    let scripts = parts.root.join("deploy/debian");
    for script in SCRIPTS {
        put(&scripts.join(script), &format!("DEBIAN/{script}"), "755")?;
    }
    let write = |name: &str, text: String| fs::write(tree.join("DEBIAN").join(name), text).map_err(|error| format!("{name}: {error}"));
    // What the person running it has changed is kept, whatever version comes.
    write("conffiles", "/etc/default/spieltisch\n".into())?;
    let control = fs::read_to_string(scripts.join("control")).map_err(|error| format!("deploy/debian/control: {error}"))?;
    let kilobytes = fs::metadata(&parts.binary).map_err(|error| error.to_string())?.len() / 1024;
    write("control", control.replace("VERSION", version).replace("SIZE", &kilobytes.to_string()))?;
    let package = into.join(format!("spieltisch_{version}_amd64.deb"));
    let effort = format!("-z{}", parts.effort);
    run(Command::new("dpkg-deb").args(["--build", "--root-owner-group", "-Zxz", &effort]).arg(&tree).arg(&package))?;
    fs::remove_dir_all(&tree).map_err(|error| format!("{}: {error}", tree.display()))?;
    Ok(package)
}
