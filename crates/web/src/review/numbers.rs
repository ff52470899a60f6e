//! Numbers of a review as people read them: chances in points of percent, points as they are.

use crate::i18n::{lang, texts};

/// In how many parts a number of the game's measure is told: a chance in percent.
fn scaled(is_chance: bool, number: f64) -> f64 {
    if is_chance { 100.0 * number } else { number }
}

/// Whole points.
pub fn whole(is_chance: bool, number: f64) -> i64 {
    scaled(is_chance, number).round() as i64
}

/// Points with one decimal.
pub fn plain(is_chance: bool, number: f64) -> String {
    texts::tenths(lang(), (10.0 * scaled(is_chance, number)).round() as i64)
}

/// The same with its sign, for what was won or lost.
pub fn signed(is_chance: bool, number: f64) -> String {
    let shown = plain(is_chance, number);
    if (10.0 * scaled(is_chance, number)).round() > 0.0 { format!("+{shown}") } else { shown }
}

/// A small cost, with two decimals.
pub fn fine(is_chance: bool, number: f64) -> String {
    texts::hundredths(lang(), (100.0 * scaled(is_chance, number)).round() as i64)
}

/// What a seat has at a moment: a chance in percent, or points.
pub fn value(is_chance: bool, number: f64) -> String {
    if is_chance { texts::format_percent(lang(), whole(true, number)) } else { plain(false, number) }
}

/// How likely something is: whole percents, and tenths where it is rare.
pub fn chance(chance: f64) -> String {
    let percent = 100.0 * chance;
    let shown = if percent >= 9.95 {
        texts::number(percent.round() as i64)
    } else {
        texts::tenths(lang(), (10.0 * percent).round().max(1.0) as i64)
    };
    texts::format_percent(lang(), shown)
}
