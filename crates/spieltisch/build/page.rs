//! Takes the page apart and writes the glue that loads it.

use std::error::Error;
use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

/// The page's code.
pub struct Page {
    /// What everything needs.
    pub wasm: Vec<u8>,
    /// Loads it; imports the links from [`LINKS`].
    pub glue: String,
    /// Loads the parts; imports the glue from [`GLUE`].
    pub links: String,
    /// What is fetched when it is first needed, by the names the links know.
    pub parts: Vec<(String, Vec<u8>)>,
}

/// Under this name the glue finds the links.
pub const LINKS: &str = "links.js";
/// Under this name the links find the glue.
pub const GLUE: &str = "table.js";

/// Compiles the page, or waits until whoever does so already has ended, and takes it apart.
pub fn build(page: &spieltisch_page::Page) -> Result<Page, Box<dyn Error>> {
    spieltisch_page::Tools::here().ensure_target()?;
    if !page.compile().status()?.success() {
        return Err("the page does not compile; see the messages above".into());
    }
    let parts = page.parts();
    let _ = fs::remove_dir_all(&parts);
    take_apart(&page.compiled()?, &parts)
}

/// Takes the page apart into what everything needs and what is fetched when it is first needed.
fn take_apart(whole: &[u8], folder: &Path) -> Result<Page, Box<dyn Error>> {
    let main = folder.join("main.wasm");
    let mut options = wasm_split_cli_support::Options::new(whole);
    (options.output_dir, options.main_out_path) = (folder, &main);
    let (links, glue) = (format!("./{LINKS}"), format!("./{GLUE}"));
    (options.link_name, options.main_module) = (&links, &glue);
    let split = wasm_split_cli_support::transform(options).map_err(|error| error.to_string())?;
    let glue = folder.join("glue");
    Bindgen::new()
        .input_path(&main)
        .web(true)?
        .typescript(false)
        // The parts use the main module's table of functions and its stack.
        .keep_lld_exports(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .out_name("table")
        .generate(&glue)
        .map_err(|error| error.to_string())?;
    let mut parts = Vec::new();
    for path in split.split_modules {
        let name = path.file_name().ok_or("a part without a name")?.to_string_lossy().into_owned();
        parts.push((name, without_names(&fs::read(&path)?)?));
    }
    Ok(Page {
        wasm: fs::read(glue.join("table_bg.wasm"))?,
        glue: fs::read_to_string(glue.join("table.js"))?,
        links: fs::read_to_string(folder.join(LINKS))?,
        parts,
    })
}

/// A module without its custom sections: names and the like, which nothing needs to run.
fn without_names(module: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut kept = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(module) {
        let Some((id, range)) = payload?.as_section() else { continue };
        if id != wasm_encoder::SectionId::Custom as u8 {
            kept.section(&wasm_encoder::RawSection { id, data: &module[range.start as usize..range.end as usize] });
        }
    }
    Ok(kept.finish())
}
