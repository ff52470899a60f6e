//! Names of things by what records call them, so that no caller needs a table of its own.

use crate::{Key, Lang, castro_symbol_pair, t};

/// The name of a Yatzy box: `full-house`.
pub fn yatzy_box(name: &str) -> Option<Key> {
    Some(match name {
        "ones" => Key::YatzyBoxOnes,
        "twos" => Key::YatzyBoxTwos,
        "threes" => Key::YatzyBoxThrees,
        "fours" => Key::YatzyBoxFours,
        "fives" => Key::YatzyBoxFives,
        "sixes" => Key::YatzyBoxSixes,
        "pair" => Key::YatzyBoxPair,
        "two-pairs" => Key::YatzyBoxTwoPairs,
        "three-of-a-kind" => Key::YatzyBoxThreeOfAKind,
        "four-of-a-kind" => Key::YatzyBoxFourOfAKind,
        "small-straight" => Key::YatzyBoxSmallStraight,
        "large-straight" => Key::YatzyBoxLargeStraight,
        "full-house" => Key::YatzyBoxFullHouse,
        "chance" => Key::YatzyBoxChance,
        "yatzy" => Key::YatzyBoxYatzy,
        _ => return None,
    })
}

/// The name of a Castro symbol by its letter in board files: `1` to `6`, `T`, `F`, `S`, `H`, `Y`.
pub fn castro_symbol(lang: Lang, letter: char) -> Option<String> {
    let key = match letter {
        '1'..='6' => return Some(castro_symbol_pair(lang, letter)),
        'T' => Key::CastroSymbolThreeOfAKind,
        'F' => Key::CastroSymbolFourOfAKind,
        'S' => Key::CastroSymbolStraight,
        'H' => Key::CastroSymbolFullHouse,
        'Y' => Key::CastroSymbolYatzy,
        _ => return None,
    };
    Some(t(lang, key).to_string())
}

/// The name of a Caro colour: `red`.
pub fn caro_colour(name: &str) -> Option<Key> {
    Some(match name {
        "black" => Key::CaroColourBlack,
        "white" => Key::CaroColourWhite,
        "grey" => Key::CaroColourGrey,
        "red" => Key::CaroColourRed,
        _ => return None,
    })
}

/// A Caro tile of a colour, fit to follow “a” or “no”.
pub fn caro_tile(colour: &str) -> Option<Key> {
    Some(match colour {
        "black" => Key::CaroTileBlack,
        "white" => Key::CaroTileWhite,
        "grey" => Key::CaroTileGrey,
        "red" => Key::CaroTileRed,
        _ => return None,
    })
}

/// The names of the five levels of computer players and what each is like, weakest first.
pub const LEVELS: [(Key, Key); 5] = [
    (Key::LevelOne, Key::LevelAboutOne),
    (Key::LevelTwo, Key::LevelAboutTwo),
    (Key::LevelThree, Key::LevelAboutThree),
    (Key::LevelFour, Key::LevelAboutFour),
    (Key::LevelFive, Key::LevelAboutFive),
];

/// Names for computer players, one for each seat a table can have.
pub const COMPUTERS: [Key; 8] =
    [Key::BotName1, Key::BotName2, Key::BotName3, Key::BotName4, Key::BotName5, Key::BotName6, Key::BotName7, Key::BotName8];

/// Colours of the players, in seat order.
pub const PLAYER_COLOURS: [Key; 8] = [
    Key::PlayerColourOrange,
    Key::PlayerColourSky,
    Key::PlayerColourGreen,
    Key::PlayerColourYellow,
    Key::PlayerColourBlue,
    Key::PlayerColourRed,
    Key::PlayerColourPink,
    Key::PlayerColourGrey,
];

/// Shapes that mark the players beside their colours, in seat order.
pub const PLAYER_SHAPES: [Key; 8] = [
    Key::PlayerShapeCircle,
    Key::PlayerShapeSquare,
    Key::PlayerShapeTriangle,
    Key::PlayerShapeDiamond,
    Key::PlayerShapeStar,
    Key::PlayerShapeHexagon,
    Key::PlayerShapeCross,
    Key::PlayerShapeRing,
];
