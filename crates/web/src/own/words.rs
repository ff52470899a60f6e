//! Kinds of decisions and opponents by name.

use spieltisch_core::kind_name;
use spieltisch_review::own::Opponent;

use crate::i18n::{lang, level_name, texts};

/// A kind of decision of a game.
pub fn kind(game: &str, kind: &str) -> &'static str {
    kind_name(lang(), game, kind)
}

/// Whom one played against.
pub fn opponent(opponent: &Opponent) -> String {
    match opponent {
        Opponent::Person(name) => name.clone(),
        Opponent::Computer(level) => texts::own_computer(lang(), format!("{level}, {}", level_name(*level))),
    }
}
