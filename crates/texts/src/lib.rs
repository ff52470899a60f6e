//! Every text on the page, in six languages.
//!
//! The texts stand in plain files under `lang`. The build checks that all languages have the same
//! keys and arguments and generates [`Key`] for texts without arguments and one function for each
//! text with arguments.
//!
//! ```
//! use spieltisch_texts::{self as texts, Key, Lang, t};
//! assert_eq!(t(Lang::De, Key::ButtonRoll), "Würfeln");
//! assert_eq!(texts::count_points(Lang::Fr, 0), "0 point");
//! assert_eq!(texts::play_turn_of(Lang::En, "Anna"), "Anna’s turn");
//! ```

mod format;
pub mod games;
mod generated;
mod lang;
mod pages;

pub use format::{hundredths, list, number, signed, tenths};
pub use generated::*;
pub use lang::Lang;
pub use pages::{GlanceStep, Paragraph, Section};

/// The text of a key.
pub fn t(lang: Lang, key: Key) -> &'static str {
    generated::text(lang, key as usize)
}

/// The sentence of a rule by its id, as in `castro.build.height`.
pub fn rule_sentence(lang: Lang, id: &str) -> Option<&'static str> {
    generated::rule_text(generated::sentences(), lang, id)
}

/// What the rules page adds to a rule's sentence: an example or a reason. Not every rule has one.
pub fn rule_detail(lang: Lang, id: &str) -> Option<&'static str> {
    generated::rule_text(generated::details(), lang, id)
}

#[cfg(test)]
mod tests;
