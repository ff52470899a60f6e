//! Kinds of decisions and opponents by name.

use spieltisch_review::own::Opponent;

use crate::i18n::{Key, lang, level_name, texts, tr};

/// A kind of decision of a game.
pub fn kind(game: &str, kind: &str) -> &'static str {
    tr(match (game, kind) {
        (_, "stop") => Key::OwnKindStop,
        ("yatzy", "box") => Key::OwnKindYatzyBox,
        ("yatzy", "keep-first") => Key::OwnKindYatzyKeepFirst,
        ("yatzy", "keep-second") => Key::OwnKindYatzyKeepSecond,
        ("castro", "square") => Key::OwnKindCastroSquare,
        ("castro", "keep") => Key::OwnKindCastroKeep,
        ("caro", "tile") => Key::OwnKindCaroTile,
        ("caro", "place") => Key::OwnKindCaroPlace,
        ("caro", "object") => Key::OwnKindCaroObject,
        ("caro", "wrong") => Key::OwnKindCaroWrong,
        ("crowns", "more-chips") => Key::OwnKindCrownsMoreChips,
        ("crowns", "fewer-chips") => Key::OwnKindCrownsFewerChips,
        ("crowns", "fields") => Key::OwnKindCrownsFields,
        _ => Key::OwnKindAny,
    })
}

/// Whom one played against.
pub fn opponent(opponent: &Opponent) -> String {
    match opponent {
        Opponent::Person(name) => name.clone(),
        Opponent::Computer(level) => texts::own_computer(lang(), format!("{level}, {}", level_name(*level))),
    }
}
