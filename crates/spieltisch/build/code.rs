//! The page's code as files: what everything needs, the parts, and what loads them.

use std::error::Error;

use crate::bundle::Bundle;
use crate::page::{GLUE, LINKS, Page};

/// Pieces below this size come in one file with the other small ones. A game then takes three or four files instead
/// of 22 to 27, for 1 to 3 % more bytes: many small files compress worse.
const SMALL: usize = 48_000;

/// Packs the code and returns the name of the glue. `shared` is the script that fetches the small pieces.
pub fn pack(bundle: &mut Bundle, page: Page, shared: &str) -> Result<String, Box<dyn Error>> {
    let mut links = page.links;
    let mut pieces = Vec::new();
    for (name, part) in page.parts {
        let fetched = fetch(&name);
        let by = if name.starts_with("chunk") && part.len() < SMALL {
            let from = pieces.len();
            pieces.extend_from_slice(&part);
            format!("shared({from}, {})", pieces.len())
        } else {
            fetch(&bundle.add_hashed(&name, &part))
        };
        if !links.contains(&fetched) {
            return Err(format!("the links do not fetch {name}").into());
        }
        links = links.replace(&fetched, &by);
    }
    let packed = bundle.add_hashed("shared.parts", &pieces);
    links.push_str(&shared.replace("SHARED", &packed));
    // Glue and links know each other by name: both carry the hash of both.
    let of = [page.glue.as_bytes(), links.as_bytes()].concat();
    let (glue_name, links_name) = (Bundle::hashed_name("table.js", &of), Bundle::hashed_name("links.js", &of));
    bundle.add_under(&glue_name, page.glue.replace(&from(LINKS), &from(&links_name)).as_bytes());
    bundle.add_under(&links_name, links.replace(&from(GLUE), &from(&glue_name)).as_bytes());
    Ok(glue_name)
}

/// How the links fetch a part.
fn fetch(name: &str) -> String {
    format!("fetch(new URL(\"./{name}\", import.meta.url))")
}

/// How one script names another that it imports from.
fn from(name: &str) -> String {
    format!("from \"./{name}\"")
}
