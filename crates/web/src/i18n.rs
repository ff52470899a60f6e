//! The language of the page. When it changes, everything is redrawn, so texts are plain values.

use std::cell::{Cell, RefCell};

use js_sys::Promise;
use spieltisch_rules::caro::Colour;
use spieltisch_rules::castro::Symbol;
use spieltisch_rules::yatzy::{BoxName, UPPER};
pub use spieltisch_texts::{self as texts, Key, Lang};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::browser::{document, window};
use crate::games;

thread_local! {
    static LANG: Cell<Lang> = const { Cell::new(Lang::En) };
}

/// The language in use.
pub fn lang() -> Lang {
    LANG.get()
}

/// A text in the language in use.
pub fn tr(key: Key) -> &'static str {
    texts::t(lang(), key)
}

/// Takes a language into use.
pub fn set_lang(lang: Lang) {
    LANG.set(lang);
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", lang.code());
    }
}

thread_local! {
    /// Fetches the texts of a language and hands them in; set when the page starts.
    static FETCH: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// Tells how texts are fetched.
pub fn set_fetch(fetch: js_sys::Function) {
    FETCH.replace(Some(fetch));
}

/// Does something as soon as the texts of a language are here. Where they cannot be had, nothing.
pub fn once_here(lang: Lang, then: impl FnOnce() + 'static) {
    if texts::is_here(lang, false) {
        return then();
    }
    spawn_local(async move {
        if fetch(lang, false).await {
            then();
        }
    });
}

/// Fetches the texts of a language, or those of pages that are fetched later, with their style; `false` where they cannot be had.
pub async fn fetch(lang: Lang, later: bool) -> bool {
    if texts::is_here(lang, later) {
        return true;
    }
    let fetching = FETCH.with_borrow(|fetch| fetch.as_ref()?.call2(&JsValue::NULL, &lang.code().into(), &later.into()).ok());
    if let Some(fetching) = fetching.and_then(|fetching| fetching.dyn_into::<Promise>().ok()) {
        let _ = JsFuture::from(fetching).await;
    }
    texts::is_here(lang, later)
}

/// The first of the browser's languages that the page speaks.
pub fn browser_lang() -> Lang {
    let codes: Vec<String> = window().navigator().languages().iter().filter_map(|code| code.as_string()).collect();
    Lang::from_preferred(&codes)
}

/// “7 points”.
pub fn points(n: i32) -> String {
    texts::count_points(lang(), n.into())
}

/// A game's name.
pub fn game_name(name: &str) -> &'static str {
    games::face(name).map_or("", |game| tr(game.name()))
}

/// A box of the Yatzy sheet.
pub fn box_name(name: BoxName) -> &'static str {
    tr(texts::games::yatzy::BOXES[name as usize])
}

/// What a box of the Yatzy sheet needs and gives.
pub fn box_needs(name: BoxName) -> String {
    match (name as usize).checked_sub(UPPER) {
        None => texts::yatzy_needs_number(lang(), name as usize + 1),
        Some(lower) => tr(texts::games::yatzy::LOWER_NEEDS[lower]).to_string(),
    }
}

/// What the dice must show for a symbol of a Castro square.
pub fn symbol_needs(symbol: Symbol) -> String {
    tr(match symbol {
        Symbol::Pair(number) => return texts::castro_needs_pair(lang(), number),
        Symbol::Three => Key::CastroNeedsThreeOfAKind,
        Symbol::Four => Key::CastroNeedsFourOfAKind,
        Symbol::Straight => Key::CastroNeedsStraight,
        Symbol::FullHouse => Key::CastroNeedsFullHouse,
        Symbol::Yatzy => Key::CastroNeedsYatzy,
    })
    .to_string()
}

/// A symbol of a Castro square.
pub fn symbol_name(symbol: Symbol) -> String {
    tr(match symbol {
        Symbol::Pair(number) => return texts::castro_symbol_pair(lang(), number),
        Symbol::Three => Key::CastroSymbolThreeOfAKind,
        Symbol::Four => Key::CastroSymbolFourOfAKind,
        Symbol::Straight => Key::CastroSymbolStraight,
        Symbol::FullHouse => Key::CastroSymbolFullHouse,
        Symbol::Yatzy => Key::CastroSymbolYatzy,
    })
    .to_string()
}

/// “red”.
pub fn colour_name(colour: Colour) -> &'static str {
    tr(texts::games::caro::COLOURS[colour as usize])
}

/// “red tile”.
pub fn tile_name(colour: Colour) -> &'static str {
    tr([Key::CaroTileBlack, Key::CaroTileWhite, Key::CaroTileGrey, Key::CaroTileRed][colour as usize])
}

/// A computer's level, 1 to 5, by name.
pub fn level_name(level: u8) -> &'static str {
    tr([Key::LevelOne, Key::LevelTwo, Key::LevelThree, Key::LevelFour, Key::LevelFive][(level.clamp(1, 5) - 1) as usize])
}

/// What the computer in the `n`th seat is called.
pub fn bot_name(n: usize) -> &'static str {
    tr([Key::BotName1, Key::BotName2, Key::BotName3, Key::BotName4, Key::BotName5, Key::BotName6, Key::BotName7, Key::BotName8][n % 8])
}

/// Whether the page itself gave this name to a person, so that it is nobody's own.
pub fn is_given_name(name: &str) -> bool {
    name.is_empty() || Lang::ALL.iter().any(|&lang| (1..=8).any(|number| texts::setup_name_default(lang, number) == name))
}

/// A seat's colour and shape by name, so that colour is never alone.
pub fn mark_name(colour: usize) -> String {
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
    format!("{}, {}", tr(COLOURS[colour % 8]), tr(SHAPES[colour % 8]))
}
