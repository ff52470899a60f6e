//! Reads the files under `lang`, checks that all languages say the same things, and writes the
//! key enum, one function per text with arguments, and one packed text per language.

mod catalogue;
mod generate;

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=lang");
    let result = catalogue::Catalogue::read(Path::new("lang")).map_err(|problems| problems.iter().map(ToString::to_string).collect());
    if let Err(problems) = result.and_then(|catalogue| write_all(&catalogue).map_err(|error| vec![error])) {
        for problem in problems {
            println!("cargo::error={problem}");
        }
    }
}

fn write_all(catalogue: &catalogue::Catalogue) -> Result<(), String> {
    let out = env::var("OUT_DIR").map_err(|error| format!("OUT_DIR: {error}"))?;
    for (name, content) in generate::files(catalogue) {
        let path = Path::new(&out).join(name);
        fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
