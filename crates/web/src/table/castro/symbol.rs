//! What Castro's squares ask for, drawn so that it is read at a glance.

use std::fmt::Write;

use spieltisch_rules::castro::Symbol;

const INK: &str = "#7a6546";
const PALE: &str = "#c3ab80";

/// A symbol in a square of 100.
pub fn markup(symbol: Symbol) -> String {
    let mut drawn = String::new();
    let mut block = |x: f64, y: f64, colour: &str| {
        let _ = write!(drawn, r#"<rect x="{x}" y="{y}" width="23" height="23" rx="6" fill="{colour}"/>"#);
    };
    match symbol {
        Symbol::Pair(number) => return pair(number),
        Symbol::Three => [11.5, 38.5, 65.5].into_iter().for_each(|x| block(x, 38.5, INK)),
        Symbol::Four => [(25.0, 25.0), (52.0, 25.0), (25.0, 52.0), (52.0, 52.0)].into_iter().for_each(|(x, y)| block(x, y, INK)),
        Symbol::FullHouse => {
            [11.5, 38.5, 65.5].into_iter().for_each(|x| block(x, 25.0, INK));
            [25.0, 52.0].into_iter().for_each(|x| block(x, 52.0, PALE));
        }
        Symbol::Straight => {
            for step in 0..5 {
                let height = 14 + 12 * step;
                let _ =
                    write!(drawn, r#"<rect x="{}" y="{}" width="11" height="{height}" rx="4" fill="{INK}"/>"#, 15 + 15 * step, 82 - height);
            }
        }
        Symbol::Yatzy => {
            drawn.push_str(r##"<path d="M50 14l10.6 24.6 26.7 2.4-20.2 17.6 6 26.1L50 70.8 26.9 84.7l6-26.1L12.7 41l26.7-2.4z" fill="url(#brass)" stroke="#7d5613" stroke-width="2" stroke-linejoin="round"/>"##);
        }
    }
    drawn
}

fn pair(number: u8) -> String {
    let die = crate::pieces::die::markup(number);
    format!(r#"<g transform="translate(7 29) scale(0.42)">{die}</g><g transform="translate(51 29) scale(0.42)">{die}</g>"#)
}
