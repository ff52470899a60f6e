//! The catalogue of texts: reading the files of all languages and checking them against English,
//! whose files also name the arguments of each text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fmt, fs};

/// The languages, in the order of `Lang::ALL`.
pub const LANGUAGES: [&str; 6] = ["de", "en", "fr", "it", "es", "nl"];
/// The language that names the arguments and that the others are compared with.
pub const REFERENCE: &str = "en";
/// Files whose texts come with pages that are fetched later: a first game does not need them.
pub const DEFERRED: [&str; 12] = [
    "family.txt",
    "online.txt",
    "own.txt",
    "own_dice.txt",
    "paper.txt",
    "real.txt",
    "review.txt",
    "rules.txt",
    "setup.txt",
    "terminal.txt",
    "welcome.txt",
    "why.txt",
];
/// The most arguments a text can have: in packed texts they stand as control characters below tab.
const MOST_ARGUMENTS: usize = 8;

/// Something wrong with the files, and where.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    pub language: String,
    pub file: String,
    pub key: String,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lang/{}/{}: {}: {}", self.language, self.file, self.key, self.message)
    }
}

/// One line of a file: where it stands, its argument list (English only) and its text.
#[derive(Clone, Debug)]
pub struct TextEntry {
    pub file: String,
    pub arguments: Option<Vec<String>>,
    pub text: String,
}

/// All keys of one language.
pub type Entries = BTreeMap<String, TextEntry>;

/// What one key gives: a plain text, a text with arguments, or one with a singular and a plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    Plain,
    Filled,
    Plural,
}

/// A key every language has.
#[derive(Clone, Debug)]
pub struct Key {
    /// As in the files, without `.one` and `.other`.
    pub name: String,
    pub kind: TextKind,
    pub arguments: Vec<String>,
}

impl Key {
    /// `yatzy.box.full_house` as the variant `YatzyBoxFullHouse`, for a text without arguments.
    pub fn variant(&self) -> String {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        self.name.split(['.', '_']).filter(|word| !word.is_empty()).map(capital).collect()
    }

    /// `play.turn_of` as the function `play_turn_of`, for a text with arguments.
    pub fn function(&self) -> String {
        self.name.replace('.', "_")
    }

    /// The names under which the files hold this key's texts.
    pub fn lines(&self) -> Vec<String> {
        match self.kind {
            TextKind::Plural => vec![format!("{}.one", self.name), format!("{}.other", self.name)],
            _ => vec![self.name.clone()],
        }
    }
}

/// Checked texts of all languages.
pub struct Catalogue {
    /// Plain keys first, in the order of their names.
    pub keys: Vec<Key>,
    /// One per language, in the order of [`LANGUAGES`].
    pub entries: Vec<Entries>,
}

impl Catalogue {
    /// Reads `folder/<language>/*.txt` of every language.
    pub fn read(folder: &Path) -> Result<Catalogue, Vec<Problem>> {
        let mut files = Vec::new();
        for language in LANGUAGES {
            files.push(read_language(&folder.join(language)).map_err(|message| vec![problem(language, "", "", message)])?);
        }
        Catalogue::new(files)
    }

    /// Checks the files of every language: `(file name, content)` lists in the order of [`LANGUAGES`].
    pub fn new(files: Vec<Vec<(String, String)>>) -> Result<Catalogue, Vec<Problem>> {
        let mut problems = Vec::new();
        let entries: Vec<Entries> =
            LANGUAGES.iter().zip(&files).map(|(language, files)| parse_language(language, files, &mut problems)).collect();
        let reference = LANGUAGES.iter().position(|&language| language == REFERENCE).map_or(&entries[0], |at| &entries[at]);
        let keys = keys_of(reference, &mut problems);
        for (language, entries) in LANGUAGES.iter().zip(&entries) {
            compare(language, entries, reference, &mut problems);
            check_arguments(language, entries, &keys, &mut problems);
        }
        if problems.is_empty() { Ok(Catalogue { keys, entries }) } else { Err(problems) }
    }
}

fn read_language(folder: &Path) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for item in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = item.map_err(|error| error.to_string())?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            files.push((name, fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?));
        }
    }
    files.sort();
    Ok(files)
}

fn parse_language(language: &str, files: &[(String, String)], problems: &mut Vec<Problem>) -> Entries {
    let mut entries = Entries::new();
    for (file, content) in files {
        let mut group = String::new();
        for (number, line) in content.lines().enumerate() {
            let line = line.trim();
            let mut wrong = |key: &str, message: &str| {
                problems.push(problem(language, file, key, format!("line {}: {message}", number + 1)));
            };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                group = format!("{name}.");
                continue;
            }
            let Some((left, text)) = line.split_once('=') else {
                wrong(line, "expected “key = text”, “[group]” or “# comment”");
                continue;
            };
            let (name, arguments) = match left.trim().split_once('(') {
                None => (left.trim(), None),
                Some((name, list)) => {
                    (name.trim(), Some(list.trim_end_matches(')').split(',').map(|name| name.trim().to_string()).collect()))
                }
            };
            let key = format!("{group}{name}");
            let text = typography(language, text.trim());
            if text.is_empty() || text.chars().any(char::is_control) {
                wrong(&key, "the text is empty or holds a control character");
            }
            if !key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.' || c == '_') {
                wrong(&key, "a key has small letters, digits, dots and underscores only");
            }
            if arguments.is_some() && language != REFERENCE {
                wrong(&key, "only the English files list the arguments");
            }
            if entries.insert(key.clone(), TextEntry { file: file.clone(), arguments, text }).is_some() {
                wrong(&key, "the key stands here twice");
            }
        }
    }
    entries
}

/// `\-` is a soft hyphen: where a long word may break. French sets a space that never breaks inside guillemets and
/// before high punctuation.
fn typography(language: &str, text: &str) -> String {
    let mut text = text.replace(" %", "\u{a0}%").replace("\\-", "\u{ad}");
    if language == "fr" {
        for mark in ["!", "?", ";", ":", "»"] {
            text = text.replace(&format!(" {mark}"), &format!("\u{a0}{mark}"));
        }
        text = text.replace("« ", "«\u{a0}");
    }
    text
}

fn keys_of(reference: &Entries, problems: &mut Vec<Problem>) -> Vec<Key> {
    let mut keys = Vec::new();
    for (line, entry) in reference {
        let stem = line.strip_suffix(".other").or_else(|| line.strip_suffix(".one"));
        let plural = stem.filter(|stem| reference.contains_key(&format!("{stem}.other")));
        if plural.is_some() && line.ends_with(".one") {
            continue; // its partner `.other` stands for both
        }
        let arguments = entry.arguments.clone().unwrap_or_default();
        let mut wrong = |message: &str| problems.push(problem(REFERENCE, &entry.file, line, message.to_string()));
        if arguments.len() > MOST_ARGUMENTS {
            wrong("too many arguments");
        }
        if let Some(stem) = plural {
            let one = reference.get(&format!("{stem}.one"));
            if one.is_none_or(|one| one.arguments != entry.arguments) || !arguments.iter().any(|name| name == "n") {
                wrong("a plural needs “.one” and “.other” with the same arguments, “n” among them");
            }
            keys.push(Key { name: stem.to_string(), kind: TextKind::Plural, arguments });
        } else {
            let kind = if arguments.is_empty() { TextKind::Plain } else { TextKind::Filled };
            keys.push(Key { name: line.clone(), kind, arguments });
        }
    }
    keys.sort_by_key(|key| key.kind != TextKind::Plain);
    keys
}

fn compare(language: &str, entries: &Entries, reference: &Entries, problems: &mut Vec<Problem>) {
    for (key, entry) in reference {
        match entries.get(key) {
            None => problems.push(problem(language, &entry.file, key, "the key is missing".to_string())),
            Some(own) if own.file != entry.file => {
                problems.push(problem(language, &own.file, key, format!("the key belongs into {}", entry.file)));
            }
            Some(_) => {}
        }
    }
    for (key, entry) in entries.iter().filter(|(key, _)| !reference.contains_key(*key)) {
        problems.push(problem(language, &entry.file, key, "English has no such key".to_string()));
    }
}

fn check_arguments(language: &str, entries: &Entries, keys: &[Key], problems: &mut Vec<Problem>) {
    for key in keys {
        let expected: BTreeSet<&str> = key.arguments.iter().map(String::as_str).collect();
        for line in key.lines() {
            let Some(entry) = entries.get(&line) else { continue };
            let mut found = used_arguments(&entry.text);
            // “one roof” may leave its number out, but not in French, where 0 is singular too
            if key.kind == TextKind::Plural && line.ends_with(".one") && language != "fr" {
                found.insert("n");
            }
            if found != expected {
                problems.push(problem(language, &entry.file, &line, format!("arguments {found:?}, expected {expected:?}")));
            }
        }
    }
}

/// The names in braces.
pub fn used_arguments(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or_default()).collect()
}

fn problem(language: &str, file: &str, key: &str, message: String) -> Problem {
    Problem { language: language.to_string(), file: file.to_string(), key: key.to_string(), message }
}
