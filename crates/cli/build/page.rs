//! Takes the page apart and writes the glue that loads it.

use std::error::Error;
use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

/// The page's code.
pub struct PageFiles {
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
pub fn build(page: &spieltisch_build::PageBuild) -> Result<PageFiles, Box<dyn Error>> {
    spieltisch_build::Tools::here().ensure_target()?;
    if !page.compile().status()?.success() {
        return Err("the page does not compile; see the messages above".into());
    }
    let parts = page.parts();
    let _ = fs::remove_dir_all(&parts);
    take_apart(&page.compiled()?, &parts)
}

/// Takes the page apart into what everything needs and what is fetched when it is first needed.
fn take_apart(whole: &[u8], folder: &Path) -> Result<PageFiles, Box<dyn Error>> {
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
    let (wasm, glue) = with_short_names(&fs::read(glue.join("table_bg.wasm"))?, fs::read_to_string(glue.join("table.js"))?)?;
    Ok(PageFiles { wasm, glue, links: fs::read_to_string(folder.join(LINKS))?, parts })
}

/// The main module and its glue with short names for what the one takes from the other: the long ones have hashes in them,
/// which cannot be compressed, in both files.
fn with_short_names(wasm: &[u8], mut glue: String) -> Result<(Vec<u8>, String), Box<dyn Error>> {
    let mut short = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        if let wasmparser::Payload::ImportSection(imports) = &payload {
            let mut section = wasm_encoder::ImportSection::new();
            for (number, import) in imports.clone().into_imports().enumerate() {
                let wasmparser::Import { module, name, ty: wasmparser::TypeRef::Func(ty) } = import? else {
                    return Err("the page imports something that is no function".into());
                };
                let function = wasm_encoder::EntityType::Function(ty);
                if !ends_in_hash(name) {
                    section.import(module, name, function);
                    continue;
                }
                let (told, short) = (format!("{name}:"), format!("i{number}"));
                if glue.matches(&told).count() != 1 {
                    return Err(format!("the glue does not tell once what {name} is").into());
                }
                glue = glue.replace(&told, &format!("{short}:"));
                section.import(module, &short, function);
            }
            short.section(&section);
        } else if let Some((id, range)) = payload.as_section() {
            short.section(&wasm_encoder::RawSection { id, data: &wasm[range.start as usize..range.end as usize] });
        }
    }
    Ok((short.finish(), glue))
}

fn ends_in_hash(name: &str) -> bool {
    name.rsplit('_').next().is_some_and(|end| end.len() == 16 && end.chars().all(|digit| digit.is_ascii_hexdigit()))
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
