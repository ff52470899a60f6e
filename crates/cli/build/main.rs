//! Builds the page and packs it for the binary: wasm, glue, styles, icons, all compressed, with
//! names that carry their content's hash.
//!
//! `SPIELTISCH_PAGE=skip` leaves the page out, for work on something else.

mod bundle;
mod code;
mod page;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use bundle::Bundle;
use spieltisch_texts::Lang;

/// Everything the page is made of; a change in one of these rebuilds it.
const SOURCES: [&str; 12] = [
    "crates/web",
    "crates/texts",
    "crates/rules",
    "crates/records",
    "crates/core",
    "crates/bots",
    "crates/review",
    "crates/draw",
    "Cargo.toml",
    "crates/protocol",
    "boards",
    "Cargo.lock",
];

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../..");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let release = env::var("PROFILE")? == "release";
    println!("cargo::rerun-if-env-changed=SPIELTISCH_PAGE");
    println!("cargo::rerun-if-changed=build");
    let mut bundle = Bundle::new(&out, if release { 11 } else { 4 });
    if spieltisch_build::is_left_out() {
        bundle.add_plain("index.html", b"<!doctype html><title>Spieltisch</title>built without the page");
    } else {
        for source in SOURCES {
            println!("cargo::rerun-if-changed={}", root.join(source).display());
        }
        // The target folder: OUT_DIR is PROFILE/build/PACKAGE/out in it, or in a folder there named by the platform.
        let folder = out.ancestors().nth(4).unwrap_or(&out);
        let target = if folder.ends_with(env::var("TARGET")?) { folder.parent().unwrap_or(folder) } else { folder };
        pack_page(&mut bundle, &root, &spieltisch_build::PageBuild::new(&root, target, release))?;
    }
    fs::write(out.join("bundle.rs"), bundle.into_rust()?)?;
    Ok(())
}

/// What players have learned, a file each, by the names the bots crate knows them by (`Needs::Values`).
fn pack_values(bundle: &mut Bundle, bots: &Path) -> Result<String, Box<dyn Error>> {
    let mut table = Vec::new();
    for file in files_in_folders(bots, "values")? {
        let (Some(name), Some(file_name)) = (file.file_stem(), file.file_name()) else { continue };
        let packed = bundle.add_hashed(&file_name.to_string_lossy(), &fs::read(&file)?);
        table.push(format!("\"{}\": \"./{packed}\"", name.to_string_lossy()));
    }
    Ok(format!("{{ {} }}", table.join(", ")))
}

/// The files with this ending in the folders within a folder, by name.
fn files_in_folders(outer: &Path, ending: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for folder in fs::read_dir(outer)? {
        let folder = folder?.path();
        if folder.is_dir() {
            let files = fs::read_dir(folder)?.map(|file| file.map(|file| file.path())).collect::<Result<Vec<_>, _>>()?;
            found.extend(files.into_iter().filter(|file| file.extension().is_some_and(|found| found == ending)));
        }
    }
    found.sort();
    Ok(found)
}

/// The games, which are called as their part of the page is: each table has a folder of its own.
fn games(tables: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let folders = fs::read_dir(tables)?.collect::<Result<Vec<_>, _>>()?;
    let folders = folders.into_iter().filter(|folder| folder.path().is_dir());
    Ok(folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect())
}

/// The texts of each language by its code, two files each: what everyone needs, and what comes later.
fn pack_texts(bundle: &mut Bundle) -> Result<String, Box<dyn Error>> {
    let mut table = Vec::new();
    for lang in Lang::ALL {
        let mut add = |name: &str, later| {
            let packed = bundle.add_hashed(&format!("{}{name}.texts", lang.code()), spieltisch_texts::packed(lang, later).as_bytes());
            format!("\"./{packed}\"")
        };
        table.push(format!("\"{}\": [{}, {}]", lang.code(), add("", false), add("-later", true)));
    }
    Ok(format!("{{ {} }}", table.join(", ")))
}

/// The style of the page, with that of each game where it says `GAMES`.
fn style(all: &str, tables: &Path) -> Result<String, Box<dyn Error>> {
    let (before, after) = all.split_once("/* GAMES").ok_or("style.css has no place for the games")?;
    let games = files_in_folders(tables, "css")?.into_iter().map(fs::read_to_string).collect::<Result<String, _>>()?;
    Ok(format!("{before}{games}/*{after}"))
}

fn pack_page(bundle: &mut Bundle, root: &Path, page: &spieltisch_build::PageBuild) -> Result<(), Box<dyn Error>> {
    let built = page::build(page)?;
    let files = root.join("crates/web/static");
    let read = |name: &str| fs::read_to_string(files.join(name));

    let style = bundle.add_hashed("style.css", style(&read("style.css")?, &root.join("crates/web/src/table"))?.as_bytes());
    let wasm = bundle.add_hashed("table.wasm", &built.wasm);
    let glue = code::pack(bundle, built, &games(&root.join("crates/web/src/table"))?, &read("shared.js")?)?;
    let fill = |text: String, names: &[(&str, &str)]| names.iter().fold(text, |text, (mark, name)| text.replace(mark, name));
    let values = pack_values(bundle, &root.join("crates/bots/src"))?;
    let module = [("VALUES", values.as_str()), ("GLUE", &glue), ("WASM", &wasm)];
    let worker = bundle.add_hashed("worker.js", fill(read("worker.js")?, &module).as_bytes());
    let texts = pack_texts(bundle)?;
    let later = bundle.add_hashed("later.css", read("later.css")?.as_bytes());
    let main =
        fill(read("main.js")?, &[("TEXTS", texts.as_str()), ("LATER", &later), ("WORKER", &worker), ("GLUE", &glue), ("WASM", &wasm)]);
    let main = bundle.add_hashed("main.js", main.as_bytes());

    let mut icon = |name: &str| -> std::io::Result<String> { Ok(bundle.add_hashed(name, &fs::read(files.join(name))?)) };
    let (svg, small, large) = (icon("icon.svg")?, icon("icon-192.png")?, icon("icon-512.png")?);
    let icons = [("ICON_SVG", svg.as_str()), ("ICON_192", small.as_str()), ("ICON_512", large.as_str())];
    bundle.add_plain("manifest.webmanifest", fill(read("manifest.webmanifest")?, &icons).as_bytes());

    let names = [("STYLE", style.as_str()), ("MAIN", &main), ("GLUE", &glue), ("WASM", &wasm), ("ICON_SVG", &svg), ("ICON_192", &small)];
    bundle.add_plain("index.html", fill(read("index.html")?, &names).as_bytes());
    let (list, version) = bundle.precache();
    let worker = read("sw.js")?.replace("FILES", &list).replace("VERSION", &version).replace("ICON_192", &small);
    bundle.add_plain("sw.js", worker.as_bytes());
    Ok(())
}
