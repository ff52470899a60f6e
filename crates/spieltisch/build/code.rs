//! The page's code as files: what everything needs, the parts, and what loads them.

use std::collections::BTreeMap;
use std::error::Error;

use crate::bundle::Bundle;
use crate::page::{GLUE, LINKS, Page};

/// Pieces below this size come in one file with other small ones. A game then takes four or five files instead
/// of 22 to 27, for 1 to 3 % more bytes: many small files compress worse.
const SMALL: usize = 48_000;

/// Packs the code and returns the name of the glue. `shared` is the script that fetches the small pieces.
pub fn pack(bundle: &mut Bundle, page: Page, games: &[String], shared: &str) -> Result<String, Box<dyn Error>> {
    let mut links = page.links;
    let mut pieces: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut lying = Vec::new();
    for (name, part) in page.parts {
        let fetched = fetch(&name);
        let at = links.find(&fetched).ok_or_else(|| format!("the links do not fetch {name}"))?;
        if name.starts_with("chunk") && part.len() < SMALL {
            let file = with_whom(users(&links[..at]), games);
            let together = pieces.entry(file.clone()).or_default();
            lying.push((fetched, file, together.len()..together.len() + part.len()));
            together.extend_from_slice(&part);
        } else {
            links = links.replace(&fetched, &fetch(&bundle.add_hashed(&name, &part)));
        }
    }
    let packed: BTreeMap<&str, String> =
        pieces.iter().map(|(file, pieces)| (file.as_str(), bundle.add_hashed(&format!("{file}.parts"), pieces))).collect();
    for (fetched, file, place) in lying {
        links = links.replace(&fetched, &format!("shared(\"./{}\", {}, {})", packed[file.as_str()], place.start, place.end));
    }
    links.push_str(shared);
    // Glue and links know each other by name: both carry the hash of both.
    let of = [page.glue.as_bytes(), links.as_bytes()].concat();
    let (glue_name, links_name) = (Bundle::hashed_name("table.js", &of), Bundle::hashed_name("links.js", &of));
    bundle.add_under(&glue_name, page.glue.replace(&from(LINKS), &from(&links_name)).as_bytes());
    bundle.add_under(&links_name, links.replace(&from(GLUE), &from(&glue_name)).as_bytes());
    Ok(glue_name)
}

/// The parts that share a piece: the links name them in a comment before they fetch it, `/* aside, caro */`.
fn users(before: &str) -> Vec<&str> {
    let comment = before.rsplit_once("/*").and_then(|(_, after)| after.split_once("*/"));
    comment.map_or_else(Vec::new, |(parts, _)| parts.split(',').map(str::trim).collect())
}

/// The file in which a small piece comes. A person who plays one game fetches what several games need, what that game
/// alone needs, and nothing that only other pages need: however many there are, the first game is as large as before.
fn with_whom(users: Vec<&str>, games: &[String]) -> String {
    let mut of_games = users.iter().filter(|user| games.iter().any(|game| game == *user));
    match (of_games.next(), of_games.next()) {
        _ if users.is_empty() => "games".into(),
        (None, _) => "pages".into(),
        (Some(game), None) => (*game).into(),
        (Some(_), Some(_)) => "games".into(),
    }
}

/// How the links fetch a part.
fn fetch(name: &str) -> String {
    format!("fetch(new URL(\"./{name}\", import.meta.url))")
}

/// How one script names another that it imports from.
fn from(name: &str) -> String {
    format!("from \"./{name}\"")
}
