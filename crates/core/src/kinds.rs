//! Kinds of decisions by name.

use spieltisch_texts::{Key, Lang, t};

use crate::game_text::kinds;

/// A kind of decision of the game of this name; one that is not known, as of a later version, is any.
pub fn kind_name(lang: Lang, game: &str, kind: &str) -> &'static str {
    t(lang, kinds(game).iter().find(|(known, _)| *known == kind).map_or(Key::OwnKindAny, |(_, name)| *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_names_its_own_kinds() {
        assert_eq!(kind_name(Lang::En, "yatzy", "box"), t(Lang::En, Key::OwnKindYatzyBox));
        assert_eq!(kind_name(Lang::De, "castro", "stop"), t(Lang::De, Key::OwnKindStop));
        assert_eq!(kind_name(Lang::De, "castro", "box"), t(Lang::De, Key::OwnKindAny), "another game's");
        assert_eq!(kind_name(Lang::De, "pig", "box"), t(Lang::De, Key::OwnKindAny), "an unknown game's");
    }
}
