//! The page's code as files: what everything needs, the parts, and what loads them.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;

use crate::bundle::Bundle;
use crate::page::{GLUE, LINKS, PageFiles};

/// Pieces below this size come in one file with other small ones. A game then takes four or five files instead of two
/// hundred: many small files compress worse.
const SMALL: usize = 48_000;
/// The page on which a game is set up: the first that most people fetch after a game.
const SET_UP: &str = "aside";

/// Packs the code and returns the name of the glue. `shared` is the script that fetches the pieces.
pub fn pack(bundle: &mut Bundle, page: PageFiles, games: &[String], shared: &str) -> Result<String, Box<dyn Error>> {
    let PageFiles { glue, links, parts, .. } = page;
    let links = Links::read(&links).ok_or("the links are not written as they were: see what the splitter writes now")?;
    let mut code: BTreeMap<String, Vec<u8>> = parts.into_iter().collect();
    let names: Vec<&str> = links.parts.iter().map(|part| part.name).collect();
    let mut files: BTreeMap<String, File> = BTreeMap::new();
    for piece in &links.pieces {
        let bytes = code.remove(&format!("{}.wasm", piece.name)).ok_or_else(|| format!("the piece {} is missing", piece.name))?;
        let name = if bytes.len() < SMALL { format!("{}.parts", with_whom(piece, games)) } else { format!("{}.wasm", piece.name) };
        files.entry(name).or_default().add(&bytes, mask(piece, &names)?);
    }
    let mut script = links.head.to_string();
    script.push_str("const FILES = [\n");
    for (name, file) in files {
        writeln!(script, "[\"./{}\", \"{}\"],", bundle.add_hashed(&name, &file.bytes), file.pieces)?;
    }
    write!(script, "];\n{shared}\n")?;
    for (number, part) in links.parts.iter().enumerate() {
        let name = format!("split_{}.wasm", part.name);
        let bytes = code.remove(&name).ok_or_else(|| format!("the part {} is missing", part.name))?;
        let (before, after) = part.code.split_once(&name).ok_or_else(|| format!("the links do not fetch {name}"))?;
        write!(script, "{before}{}{after}\n, of({number})));\n", bundle.add_hashed(&name, &bytes))?;
    }
    if let Some(forgotten) = code.keys().next() {
        return Err(format!("the links do not know {forgotten}").into());
    }
    // Glue and links know each other by name: both carry the hash of both.
    let both = [glue.as_bytes(), script.as_bytes()].concat();
    let (glue_name, links_name) = (Bundle::hashed_name("table.js", &both), Bundle::hashed_name("links.js", &both));
    bundle.add_under(&glue_name, glue.replace(&from(LINKS), &from(&links_name)).as_bytes());
    bundle.add_under(&links_name, script.replace(&from(GLUE), &from(&glue_name)).as_bytes());
    Ok(glue_name)
}

/// Pieces that lie in one file, one after another.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    /// The length of each, and which parts need it.
    pieces: String,
}

impl File {
    fn add(&mut self, piece: &[u8], mask: String) {
        let space = if self.bytes.is_empty() { "" } else { " " };
        self.pieces.push_str(&format!("{space}{} {mask}", piece.len()));
        self.bytes.extend_from_slice(piece);
    }
}

/// The links as the splitter writes them.
struct Links<'a> {
    /// What they all use.
    head: &'a str,
    pieces: Vec<Piece<'a>>,
    parts: Vec<Part<'a>>,
}

/// A piece that several parts share.
struct Piece<'a> {
    name: &'a str,
    users: BTreeSet<&'a str>,
}

/// What is fetched when it is first needed.
struct Part<'a> {
    name: &'a str,
    /// How it is loaded, without the pieces that it needs.
    code: &'a str,
}

impl<'a> Links<'a> {
    /// `/* aside, caro */ const __chunk_22 = makeLoad(…, []);` for each piece, and
    /// `export const __wasm_split_load_caro = wrapAsyncCb(makeLoad(…, [__chunk_22, …]));` for each part.
    fn read(links: &'a str) -> Option<Links<'a>> {
        let (head, mut rest) = links.split_at(links.find("/* ")?);
        let mut pieces = Vec::new();
        while let Some(piece) = rest.strip_prefix("/* ") {
            let (users, piece) = piece.split_once(" */\nconst __")?;
            let (name, piece) = piece.split_once(" = ")?;
            pieces.push(Piece { name, users: users.split(", ").collect() });
            rest = piece.split_once("\n, []);\n")?.1;
        }
        let mut parts = Vec::new();
        while !rest.trim().is_empty() {
            let name = rest.trim_start().strip_prefix("export const __wasm_split_load_")?.split_once(" = ")?.0;
            let (code, after) = rest.split_once("\n, [")?;
            parts.push(Part { name, code });
            rest = after.split_once("]));")?.1;
        }
        Some(Links { head, pieces, parts })
    }
}

/// The parts that need a piece, one bit for each, in base 36.
fn mask(piece: &Piece<'_>, parts: &[&str]) -> Result<String, String> {
    let mut mask = 0u64;
    for user in &piece.users {
        let number =
            parts.iter().position(|part| part == user).ok_or_else(|| format!("{} is needed by the unknown part {user}", piece.name))?;
        // What the script can count to.
        mask |= 1u64.checked_shl(number as u32).filter(|bit| *bit < 1 << 53).ok_or("more parts than 53")?;
    }
    let mut digits = Vec::new();
    while mask > 0 {
        digits.extend(char::from_digit((mask % 36) as u32, 36));
        mask /= 36;
    }
    Ok(digits.into_iter().rev().collect())
}

/// The file in which a small piece comes. A person who plays one game fetches what several games need, what that game alone
/// needs, and nothing that only other pages need: however many there are, the first game stays as large as it was. A file
/// for each company of games was larger for half of them: what is alike compresses best side by side. The set-up does not fetch
/// what only still other pages share.
fn with_whom(piece: &Piece<'_>, games: &[String]) -> String {
    let mut company = games.iter().filter(|game| piece.users.contains(game.as_str()));
    match (company.next(), company.next()) {
        (None, _) if piece.users.contains(SET_UP) => SET_UP.into(),
        (None, _) => "pages".into(),
        (Some(game), None) => game.clone(),
        (Some(_), Some(_)) => "games".into(),
    }
}

/// How one script names another that it imports from.
fn from(name: &str) -> String {
    format!("from \"./{name}\"")
}
