//! Caro at a glance: where tiles are laid, what their edges score, and what is not allowed.

use leptos::prelude::*;
use spieltisch_rules::caro::Colour::{self, Black, Grey, Red, White};

use super::tile;
use crate::i18n::{Key, colour_name};
use crate::pages::rules::{RING, drawn, lettered, picture};
use crate::pieces::put;

/// The picture of a step.
pub fn drawing(step: Key) -> Option<AnyView> {
    Some(match step {
        Key::GlanceCaroLay => picture(408.0, 304.0, tiles(&LAID) + &put(306.0, 102.0, 100.0, 0.0, tile::markup(Red) + RING)),
        Key::GlanceCaroEdges => edges(),
        Key::GlanceCaroSum => sum(),
        Key::GlanceCaroForbidden => forbidden(),
        Key::GlanceCaroArea => area(),
        _ => return None,
    })
}

/// Column, row and colour of tiles on the table.
type Tiles = [(u8, u8, Colour)];

/// Tiles before one more is laid.
const LAID: [(u8, u8, Colour); 6] = [(0, 1, Red), (1, 1, Black), (1, 0, White), (2, 1, Grey), (1, 2, Red), (2, 2, Black)];

fn tiles(tiles: &Tiles) -> String {
    let at = |n: u8| 102.0 * f64::from(n);
    tiles.iter().map(|&(x, y, colour)| put(at(x), at(y), 100.0, 0.0, tile::markup(colour))).collect()
}

/// What each two colours score.
fn edges() -> AnyView {
    let pairs = [(Red, Black), (Red, Grey), (Red, White), (Black, Grey), (Black, White), (Grey, White)];
    let rows = pairs.map(|(one, other)| {
        let name = format!("{}, {}", colour_name(one), colour_name(other));
        view! { <li aria-label=name><span class="pair">{drawn(tile::markup(one))}{drawn(tile::markup(other))}</span><b>{one.edge(other)}</b></li> }
    });
    view! { <ul class="figures">{rows.into_iter().collect::<Vec<_>>()}</ul> }.into_any()
}

/// A tile that touches three others: its edges are added up, and the last of its colour counts double.
fn sum() -> AnyView {
    let around = [(1, 0, Red), (2, 1, White), (0, 1, Red)];
    let [above, right, left] = around.map(|(_, _, colour)| Grey.edge(colour));
    let laid = put(102.0, 102.0, 100.0, 0.0, tile::markup(Grey) + RING);
    let worth = [(153.0, 101.0, above), (203.0, 152.0, right), (101.0, 152.0, left)].map(|(x, y, points)| {
        format!(r##"<circle cx="{x}" cy="{y}" r="24" fill="#f7d27a" stroke="#2a211a" stroke-width="3"/><text x="{x}" y="{}" text-anchor="middle" font-size="34" font-weight="700" fill="#2a1d08">{points}</text>"##, y + 12.0)
    });
    let total = above + right + left;
    let lines = [format!("{above} + {left} + {right}"), format!("= {total}"), format!("×2 = {}", 2 * total)];
    let sum = lines.iter().enumerate().map(|(i, line)| lettered(470.0, 72.0 + 58.0 * i as f64, 46.0, line)).collect::<String>();
    picture(580.0, 204.0, tiles(&around) + &laid + &worth.concat() + &sum)
}

/// Tiles that reach from rim to rim of the square they must fit into.
fn area() -> AnyView {
    const LAID: [(u8, u8, Colour); 12] = [
        (0, 2, Red),
        (1, 2, Black),
        (2, 2, Grey),
        (3, 2, Red),
        (4, 2, White),
        (5, 2, Red),
        (2, 0, Red),
        (2, 1, Black),
        (3, 3, Grey),
        (3, 4, Black),
        (3, 5, Red),
        (2, 4, Red),
    ];
    let frame = r#"<rect x="-8" y="-8" width="628" height="628" rx="14" fill="none" stroke="currentColor" stroke-width="8" stroke-dasharray="26 16"/>"#;
    picture(312.0, 312.0, put(4.0, 4.0, 50.0, 0.0, tiles(&LAID) + frame))
}

/// Three tiles that must not be laid: the ringed ones.
fn forbidden() -> AnyView {
    let cases: [(&Tiles, (u8, u8, Colour)); 3] = [
        (&[(0, 1, Red)], (1, 1, Red)),
        (&[(1, 1, Black), (0, 1, White), (1, 0, White)], (2, 1, White)),
        (&[(0, 0, Grey), (1, 1, Grey), (2, 2, Grey)], (3, 3, Grey)),
    ];
    // Red on white with a dark rim: seen on every felt, and without colours.
    let cross = [("#2a1d08", 26), ("#fff", 20), ("#c8281a", 12)]
        .map(|(colour, width)| {
            format!(r#"<path d="M26 26l48 48M74 26 26 74" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>"#)
        })
        .concat();
    let drawn = cases.iter().zip([0.0, 160.0, 380.0]).map(|(&(before, (x, y, colour)), left)| {
        let wrong = put(102.0 * f64::from(x), 102.0 * f64::from(y), 100.0, 0.0, tile::markup(colour) + RING + &cross);
        put(left, if y == 1 { 40.0 } else { 0.0 }, 60.0, 0.0, tiles(before) + &wrong)
    });
    picture(624.0, 244.0, drawn.collect())
}
