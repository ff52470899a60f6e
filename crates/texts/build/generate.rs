//! Writes what the library includes: `keys.rs` and one packed text per language.

use std::fmt::Write;

use crate::catalogue::{Catalogue, DEFERRED, Entries, Key, LANGUAGES, REFERENCE, TextKind};

/// The generated files by name.
pub fn files(catalogue: &Catalogue) -> Vec<(String, String)> {
    let mut files = vec![("keys.rs".to_string(), keys(catalogue))];
    for (language, entries) in LANGUAGES.iter().zip(&catalogue.entries) {
        files.push((format!("{language}.packed"), packed(&catalogue.keys, entries, |file| !DEFERRED.contains(&file))));
        files.push((format!("{language}.later"), packed(&catalogue.keys, entries, |file| DEFERRED.contains(&file))));
    }
    files
}

/// All texts of a language in key order, a zero between them, arguments as the characters 1, 2, … Those of other files are empty.
fn packed(keys: &[Key], entries: &Entries, is_in: impl Fn(&str) -> bool) -> String {
    let mut texts = Vec::new();
    for key in keys {
        for line in key.lines() {
            let mut text = entries.get(&line).filter(|entry| is_in(&entry.file)).map(|entry| entry.text.clone()).unwrap_or_default();
            for (position, name) in (1u8..).zip(&key.arguments) {
                text = text.replace(&format!("{{{name}}}"), &char::from(position).to_string());
            }
            texts.push(text);
        }
    }
    texts.join("\0")
}

fn keys(catalogue: &Catalogue) -> String {
    let english = LANGUAGES.iter().position(|&language| language == REFERENCE).unwrap_or_default();
    let mut variants = String::new();
    let mut functions = String::new();
    let mut tables = [("rule.", "RULE_SENTENCES", String::new()), ("more.", "RULE_DETAILS", String::new())];
    let mut slot = 0;
    for key in &catalogue.keys {
        let lines = key.lines();
        let documentation =
            lines.iter().filter_map(|line| catalogue.entries[english].get(line)).map(|entry| format!("/// {}\n", plain(&entry.text)));
        let documentation = documentation.collect::<String>();
        match key.kind {
            TextKind::Plain => {
                let variant = key.variant();
                let _ = writeln!(variants, "{documentation}{variant},");
                for (prefix, _, table) in &mut tables {
                    if let Some(id) = key.name.strip_prefix(*prefix) {
                        let _ = write!(table, "(\"{id}\", Key::{variant}),");
                    }
                }
            }
            TextKind::Filled | TextKind::Plural => functions.push_str(&function(key, slot, &documentation)),
        }
        slot += lines.len();
    }
    let derives = "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(u16)]";
    let mut out = format!("/// A text without arguments; see [`crate::t`].\n{derives}\npub enum Key {{\n{variants}}}\n{functions}");
    for (_, name, table) in tables {
        let _ = writeln!(out, "const {name}: &[(&str, Key)] = &[{table}];");
    }
    out
}

/// The function of a text with arguments. `r#` lets an argument be called `box` or `move`.
fn function(key: &Key, slot: usize, documentation: &str) -> String {
    let name = key.function();
    let plural = key.kind == TextKind::Plural;
    let parameter = |name: &String| if plural && name == "n" { "n: i64".to_string() } else { format!("r#{name}: impl std::fmt::Display") };
    let parameters = key.arguments.iter().map(parameter).collect::<Vec<_>>().join(", ");
    let argument = |name: &String| if plural && name == "n" { "&number(n)".to_string() } else { format!("&r#{name}") };
    let arguments = key.arguments.iter().map(argument).collect::<Vec<_>>().join(", ");
    let slot = if plural { format!("lang.form({slot}, n)") } else { slot.to_string() };
    let allow = if key.arguments.len() > 6 { "#[allow(clippy::too_many_arguments)]\n" } else { "" };
    format!("{documentation}{allow}pub fn {name}(lang: Lang, {parameters}) -> String {{ fill(lang, {slot}, &[{arguments}]) }}\n")
}

/// A text as documentation: nothing in it is read as a link.
fn plain(text: &str) -> String {
    text.replace('[', "\\[").replace('<', "\\<")
}
