//! The tarball: unpack it anywhere and run; and the checksums of everything.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{DistParts, VERSION, copy, fresh, names_in, run};

/// What the tarball holds beside the program.
const BESIDE: [&str; 6] = ["README.md", "CHANGELOG.md", "LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "docs/operations.md"];

/// The name of the tarball and of the folder in it.
pub fn name() -> String {
    format!("spieltisch-{VERSION}-x86_64-linux")
}

/// Packs the program with its licences and documents.
pub fn make(parts: &DistParts, into: &Path) -> Result<(), String> {
    let name = name();
    let folder = into.join(&name);
    fresh(&folder)?;
    copy(&parts.binary, &folder.join("spieltisch"))?;
    copy(&parts.root.join("deploy/spieltisch.service"), &folder.join("spieltisch.service"))?;
    for file in BESIDE {
        copy(&parts.root.join(file), &folder.join(file))?;
    }
    // The same bytes for the same contents: sorted, without owner or times.
    let packing = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
    let compressor = format!("--use-compress-program=gzip -{}n", parts.effort);
    let mut tar = Command::new("tar");
    tar.current_dir(into).args(packing).arg(compressor).args(["--create", "--file"]).arg(format!("{name}.tar.gz")).arg(&name);
    run(&mut tar)?;
    fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Writes the checksums of all files, and checks them.
pub fn check_sums(folder: &Path) -> Result<(), String> {
    let files: Vec<String> = names_in(folder)?.into_iter().filter(|name| folder.join(name).is_file()).collect();
    let sums = run(Command::new("sha256sum").current_dir(folder).args(&files))?;
    fs::write(folder.join("SHA256SUMS"), sums).map_err(|error| format!("SHA256SUMS: {error}"))?;
    run(Command::new("sha256sum").current_dir(folder).args(["--check", "--quiet", "--strict", "SHA256SUMS"])).map(drop)
}
