//! Numbers and lists as each language writes them, without floating-point formatting.

use crate::{Key, Lang, t};

/// `12`, `−12`: a number with a true minus sign.
pub fn number(n: i64) -> String {
    let minus = if n < 0 { "−" } else { "" };
    format!("{minus}{}", n.unsigned_abs())
}

/// `−12`, `0`, `+5`: points won or lost, with a true minus sign.
pub fn signed(n: i64) -> String {
    if n > 0 { format!("+{n}") } else { number(n) }
}

/// A number given in tenths: 34 is `3,4` in German and `3.4` in English.
pub fn tenths(lang: Lang, value: i64) -> String {
    decimal(lang, value, 10)
}

/// A number given in hundredths: 307 is `3,07` in German.
pub fn hundredths(lang: Lang, value: i64) -> String {
    decimal(lang, value, 100)
}

fn decimal(lang: Lang, value: i64, parts: u64) -> String {
    let minus = if value < 0 { "−" } else { "" };
    let (whole, rest) = (value.unsigned_abs() / parts, value.unsigned_abs() % parts);
    let width = if parts == 10 { 1 } else { 2 };
    format!("{minus}{whole}{}{rest:0width$}", t(lang, Key::FormatDecimalMark))
}

/// `Anna`, `Anna and Ben`, `Anna, Ben and Cleo`.
pub fn list<S: AsRef<str>>(lang: Lang, items: &[S]) -> String {
    let mut listed = String::new();
    for (position, item) in items.iter().map(AsRef::as_ref).enumerate() {
        if position > 0 && position + 1 == items.len() {
            listed.push(' ');
            listed.push_str(and(lang, item));
            listed.push(' ');
        } else if position > 0 {
            listed.push_str(", ");
        }
        listed.push_str(item);
    }
    listed
}

/// “And” before a word: Spanish says “e” before a word that sounds like “i”.
fn and(lang: Lang, word: &str) -> &'static str {
    // Without the tables of all capital letters, which every visitor of the page would fetch.
    let sounds_like_i = || word.strip_prefix(['h', 'H']).unwrap_or(word).starts_with(['i', 'I', 'í', 'Í']);
    if lang == Lang::Es && sounds_like_i() { "e" } else { t(lang, Key::FormatAnd) }
}
