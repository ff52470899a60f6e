//! Trying what was packed, in a throwaway copy of this very system: everything that is written goes to a layer in
//! memory which ends with the try.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::binary::is_static;
use super::{run, tarball};

/// Makes the throwaway copy and runs a script in it with the given arguments.
const THROWAWAY: &str = r#"
set -eu
mount -t tmpfs tmpfs "$0"
mkdir "$0/written" "$0/work" "$0/system"
mount -t overlay overlay -o "lowerdir=/,upperdir=$0/written,workdir=$0/work" "$0/system"
mount -t proc proc "$0/system/proc"
mount --rbind /dev "$0/system/dev"
mkdir "$0/system/try"
cp "$@" "$0/system/try/"
exec chroot "$0/system" /bin/bash /try/try.sh
"#;

/// Installs the package, upgrades it over an older one, removes and purges it, with tables played in between.
const PACKAGE: &str = include_str!("try_package.sh");

/// Runs the tarball's program from where it was unpacked.
pub fn tarball(folder: &Path) -> Result<(), String> {
    let name = tarball::name();
    run(Command::new("tar").current_dir(folder).args(["--extract", "--file"]).arg(format!("{name}.tar.gz")))?;
    let program = folder.join(&name).join("spieltisch");
    let said = run(Command::new(&program).arg("--version"))?;
    if said.trim() != format!("spieltisch {}", super::VERSION) {
        return Err(format!("the tarball's program calls itself “{}”", said.trim()));
    }
    println!("tarball: unpacked and run");
    Ok(())
}

/// Tries the package in a throwaway copy of this system.
pub fn package(old: &Path, new: &Path) -> Result<(), String> {
    if !can_throw_away() {
        println!("package: only built; to install it here as well, Debian, root and overlay mounts are needed");
        return Ok(());
    }
    let told = throwaway(PACKAGE, &[(old, "old.deb"), (new, "new.deb")])?;
    print!("{told}");
    Ok(())
}

/// Runs the program in a folder that holds what the Containerfile copies and nothing else, as its user.
pub fn container(folder: &Path) -> Result<(), String> {
    let recipe = fs::read_to_string(folder.join("Containerfile")).map_err(|error| format!("Containerfile: {error}"))?;
    for line in recipe.lines().filter_map(|line| line.strip_prefix("COPY ")) {
        let from = line.split(' ').find(|word| !word.starts_with("--")).unwrap_or_default();
        if !folder.join(from).exists() {
            return Err(format!("the Containerfile copies {from}, which is not in its folder"));
        }
    }
    if !can_throw_away() || !is_static(&folder.join("spieltisch"))? {
        println!("container: only put together; to run it without an engine, root and the static binary are needed");
        return Ok(());
    }
    let told = throwaway(include_str!("try_container.sh"), &[(&folder.join("spieltisch"), "spieltisch")])?;
    print!("{told}");
    Ok(())
}

/// Whether this machine lets us make a throwaway copy of itself: root, Debian, overlays.
fn can_throw_away() -> bool {
    Path::new("/var/lib/dpkg/status").exists() && throwaway("true", &[]).is_ok()
}

/// Runs a script in the throwaway copy, with these files beside it, and gives back what it printed.
fn throwaway(script: &str, files: &[(&Path, &str)]) -> Result<String, String> {
    let folder = std::env::temp_dir().join(format!("spieltisch-dist-{}", std::process::id()));
    let (layer, input) = (folder.join("layer"), folder.join("input"));
    super::fresh(&layer)?;
    super::fresh(&input)?;
    let mut names = vec![input.join("try.sh")];
    fs::write(&names[0], script).map_err(|error| error.to_string())?;
    for (from, name) in files {
        let to = input.join(name);
        super::copy(from, &to)?;
        names.push(to);
    }
    let ran =
        run(Command::new("unshare").args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", THROWAWAY]).arg(&layer).args(&names));
    let _ = fs::remove_dir_all(&folder);
    ran
}
