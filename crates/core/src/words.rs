//! Names and numbers in words.

use spieltisch_protocol::GivenName;
use spieltisch_texts::{self as texts, Key, Lang, t};

/// “7 points”.
pub fn points(lang: Lang, n: i32) -> String {
    texts::count_points(lang, n.into())
}

/// A computer's level, 1 to 5, by name.
pub fn level_name(lang: Lang, level: u8) -> &'static str {
    let names = [Key::LevelOne, Key::LevelTwo, Key::LevelThree, Key::LevelFour, Key::LevelFive];
    t(lang, names[usize::from(level.clamp(1, 5)) - 1])
}

/// What the computer in the `n`th seat is called.
pub fn bot_name(lang: Lang, n: usize) -> &'static str {
    let names = [Key::BotName1, Key::BotName2, Key::BotName3, Key::BotName4, Key::BotName5, Key::BotName6, Key::BotName7, Key::BotName8];
    t(lang, names[n % 8])
}

/// Whether the program itself gave this name to a person, so that it is not the person's own.
pub fn is_given_name(name: &str) -> bool {
    name.is_empty()
        || GivenName::read(name).is_some()
        || Lang::ALL.iter().any(|&lang| (1..=8).any(|number| texts::setup_name_default(lang, number) == name))
}

/// A seat's colour and shape by name, so that colour is never alone.
pub fn mark_name(lang: Lang, colour: usize) -> String {
    const COLOURS: [Key; 8] = [
        Key::PlayerColourOrange,
        Key::PlayerColourSky,
        Key::PlayerColourGreen,
        Key::PlayerColourYellow,
        Key::PlayerColourBlue,
        Key::PlayerColourRed,
        Key::PlayerColourPink,
        Key::PlayerColourGrey,
    ];
    const SHAPES: [Key; 8] = [
        Key::PlayerShapeCircle,
        Key::PlayerShapeTriangle,
        Key::PlayerShapeSquare,
        Key::PlayerShapeDiamond,
        Key::PlayerShapeStar,
        Key::PlayerShapeHexagon,
        Key::PlayerShapeCross,
        Key::PlayerShapeRing,
    ];
    format!("{}, {}", t(lang, COLOURS[colour % 8]), t(lang, SHAPES[colour % 8]))
}

/// A file's name: by what is in it and the day, numbered from the second on.
pub fn file_name(what: &str, day: &str, number: usize, ending: &str) -> String {
    match number {
        0 | 1 => format!("{what}-{day}.{ending}"),
        number => format!("{what}-{day}-{number}.{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_game_and_day() {
        assert_eq!(file_name("yatzy", "2026-11-17", 1, "png"), "yatzy-2026-11-17.png");
        assert_eq!(file_name("yatzy", "2026-11-17", 3, "jsonl"), "yatzy-2026-11-17-3.jsonl");
    }
}
