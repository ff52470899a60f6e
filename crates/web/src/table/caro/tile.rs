//! Caro's wooden tiles: a colour and a sign each.

use std::fmt::Write;

use spieltisch_rules::caro::Colour;

use crate::pieces::mark;

/// A tile in a square of 100, with grain, edge and sign.
pub fn markup(colour: Colour) -> String {
    let name = colour.name();
    let (edge, grain, sign) = match colour {
        Colour::Black => ("#120d0a", "#6b5a4c", "#d9cdbd"),
        Colour::White => ("#a8946d", "#c9b48c", "#6b5a3c"),
        Colour::Grey => ("#57524b", "#66615a", "#1d1916"),
        Colour::Red => ("#5f170c", "#7d2012", "#ffe9df"),
    };
    let sign_shape = match colour {
        Colour::Black => r#"<path d="M38 38l24 24M62 38L38 62"/>"#,
        Colour::White => r#"<path d="M50 34L66 62H34z"/>"#,
        Colour::Grey => r#"<path d="M33 50h34"/>"#,
        Colour::Red => r#"<circle cx="50" cy="50" r="15"/>"#,
    };
    format!(
        r##"<rect x="3" y="7" width="94" height="92" rx="9" fill="#000" opacity="0.3"/><rect x="3" y="4" width="94" height="92" rx="9" fill="{edge}"/><rect x="3" y="3" width="94" height="89" rx="9" fill="url(#wood-{name})"/><g fill="none" stroke="{grain}" stroke-width="1.6" opacity="0.55"><path d="M6 20c24-9 42 7 88-4"/><path d="M6 34c30-11 50 8 88-2"/><path d="M6 62c20 9 56-9 88 2"/><path d="M6 78c34 8 52-8 88 1"/><path d="M6 48c10-2 18-4 24-2m40 3c10 2 16 0 24-1"/></g><g fill="none" stroke="{sign}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">{sign_shape}</g>"##
    )
}

/// On a tile that has just been laid: whose it is, and what each edge brought (above, right, below, left).
pub fn laid_by(colour: usize, edges: [Option<i32>; 4]) -> String {
    let mut drawn = format!(r#"<g transform="translate(5 5)">{}</g>"#, mark::markup(colour));
    for (worth, (x, y)) in edges.into_iter().zip([(50, 17), (82, 50), (50, 80), (18, 50)]) {
        if let Some(worth) = worth {
            let _ = write!(
                drawn,
                r##"<circle cx="{x}" cy="{y}" r="13" fill="#f7d27a" stroke="#2a211a" stroke-width="1.5"/><text x="{x}" y="{}" text-anchor="middle" font-size="17" font-weight="700" fill="#2a1d08">{worth}</text>"##,
                y + 6
            );
        }
    }
    drawn
}
