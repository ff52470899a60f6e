//! Compiles the page to wasm with a second cargo and writes the glue that loads it.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

/// The page's code.
pub struct Page {
    pub wasm: Vec<u8>,
    pub glue: String,
}

/// Builds the page into its own target folder; sharing the outer one would wait for its lock for ever.
pub fn build(root: &Path, target: &Path, profile: &str) -> Result<Page, Box<dyn Error>> {
    let mut cargo = Command::new(env::var("CARGO")?);
    cargo.current_dir(root).args(["build", "--locked", "--package", "spieltisch-web", "--lib", "--target", "wasm32-unknown-unknown"]);
    cargo.args(["--profile", profile]).arg("--target-dir").arg(target);
    // What the outer cargo was told does not hold for the page, nor does clippy's wrapper.
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WORKSPACE_WRAPPER", "RUSTC_WRAPPER"] {
        cargo.env_remove(name);
    }
    // Vectors of 128 bits, which every browser has had for years: Yatzy is solved six times as fast.
    // Leptos's views without their types: a download 5 % smaller.
    cargo.env("RUSTFLAGS", "-C target-feature=+simd128 --cfg erase_components");
    if !cargo.status()?.success() {
        return Err("the page does not compile; see the messages above".into());
    }
    let wasm = target.join("wasm32-unknown-unknown").join(profile).join("spieltisch_web.wasm");
    let glue = target.join("glue");
    let _ = fs::remove_dir_all(&glue);
    Bindgen::new().input_path(&wasm).web(true)?.typescript(false).out_name("table").generate(&glue).map_err(|error| error.to_string())?;
    Ok(Page { wasm: fs::read(glue.join("table_bg.wasm"))?, glue: fs::read_to_string(glue.join("table.js"))? })
}
