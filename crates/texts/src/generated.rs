//! What the build generates from the files under `lang`, and how a text is found and filled.

use std::fmt::{Display, Write};
use std::sync::OnceLock;

use crate::Lang;
use crate::format::number;

include!(concat!(env!("OUT_DIR"), "/keys.rs"));

/// The texts of each language, a zero between them: no table of offsets to download. First those that everyone needs, then those of pages that
/// are fetched later; what is in one is empty in the other.
#[cfg(not(target_arch = "wasm32"))]
const PACKED: [[&str; 2]; 6] = [
    [include_str!(concat!(env!("OUT_DIR"), "/de.packed")), include_str!(concat!(env!("OUT_DIR"), "/de.later"))],
    [include_str!(concat!(env!("OUT_DIR"), "/en.packed")), include_str!(concat!(env!("OUT_DIR"), "/en.later"))],
    [include_str!(concat!(env!("OUT_DIR"), "/fr.packed")), include_str!(concat!(env!("OUT_DIR"), "/fr.later"))],
    [include_str!(concat!(env!("OUT_DIR"), "/it.packed")), include_str!(concat!(env!("OUT_DIR"), "/it.later"))],
    [include_str!(concat!(env!("OUT_DIR"), "/es.packed")), include_str!(concat!(env!("OUT_DIR"), "/es.later"))],
    [include_str!(concat!(env!("OUT_DIR"), "/nl.packed")), include_str!(concat!(env!("OUT_DIR"), "/nl.later"))],
];

/// The texts of each language by slot: those that everyone needs, and the later ones.
static SLOTS: [[OnceLock<Box<[&'static str]>>; 2]; 6] = [const { [const { OnceLock::new() }; 2] }; 6];

/// All texts of a language as one, or those of pages that are fetched later, for [`hand_in`].
#[cfg(not(target_arch = "wasm32"))]
pub fn packed(lang: Lang, later: bool) -> &'static str {
    PACKED[lang as usize][usize::from(later)]
}

/// Takes the texts of a language in the browser, where no language comes with the program: a person
/// reads one of six. What was [`packed`] from the same sources fits, nothing else.
pub fn hand_in(lang: Lang, later: bool, packed: String) {
    SLOTS[lang as usize][usize::from(later)].get_or_init(|| packed.leak().split('\0').collect());
}

/// Whether the texts of a language are here, or its later ones. Outside the browser they always are.
pub fn is_here(lang: Lang, later: bool) -> bool {
    cfg!(not(target_arch = "wasm32")) || SLOTS[lang as usize][usize::from(later)].get().is_some()
}

/// The text in a slot of a language; the slots are found once, when a language is first used.
pub(crate) fn text(lang: Lang, slot: usize) -> &'static str {
    let found = |later: bool| {
        #[cfg(not(target_arch = "wasm32"))]
        let slots = Some(SLOTS[lang as usize][usize::from(later)].get_or_init(|| packed(lang, later).split('\0').collect()));
        #[cfg(target_arch = "wasm32")]
        let slots = SLOTS[lang as usize][usize::from(later)].get();
        slots.and_then(|slots| slots.get(slot).copied()).filter(|text| !text.is_empty())
    };
    found(false).or_else(|| found(true)).unwrap_or_default()
}

/// The text in a slot with its arguments, which stand in it as the characters 1, 2, …
fn fill(lang: Lang, slot: usize, arguments: &[&dyn Display]) -> String {
    let mut filled = String::new();
    for character in text(lang, slot).chars() {
        match arguments.get((character as usize).wrapping_sub(1)) {
            Some(argument) => {
                let _ = write!(filled, "{argument}"); // writing to a string cannot fail
            }
            None => filled.push(character),
        }
    }
    filled
}

/// Rule ids with the keys of their sentences.
pub(crate) fn sentences() -> &'static [(&'static str, Key)] {
    RULE_SENTENCES
}

/// Rule ids with the keys of what the rules page adds.
pub(crate) fn details() -> &'static [(&'static str, Key)] {
    RULE_DETAILS
}

/// The text a table has for a rule id.
pub(crate) fn rule_text(table: &[(&str, Key)], lang: Lang, id: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == id).map(|(_, key)| crate::t(lang, *key))
}
