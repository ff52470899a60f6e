//! Crowns and the chips that cover them.

use std::fmt::Write;

use spieltisch_draw::sheets::crown_rows;

use crate::pieces::mark;

/// One crown, thirty wide and twenty high, from 0,0.
const CROWN: &str = "M1 19V4l7.5 7L15 0l6.5 11L29 4v15z";

/// This many crowns in the middle of a square of 100, its upper quarter left free for the field's name.
pub fn crowns(count: u8) -> String {
    let rows = crown_rows(count);
    let mut drawn = String::new();
    for (row, &in_row) in rows.iter().enumerate() {
        let top = 63.0 - 12.5 * rows.len() as f64 + 25.0 * row as f64;
        for i in 0..in_row {
            let left = 50.0 - 14.0 * f64::from(in_row) + 28.0 * f64::from(i) + 1.0;
            let _ = write!(
                drawn,
                r##"<path transform="translate({left} {top}) scale(0.88)" d="{CROWN}" fill="#a8761a" stroke="#6f4b0c" stroke-width="1"/>"##
            );
        }
    }
    drawn
}

/// A chip in its owner's colour on a field with so many crowns, in a square of 100: the crowns
/// stay readable as a number under a crown.
pub fn chip(colour: usize, count: u8) -> String {
    let fill = mark::COLOURS[colour % 8];
    let number = format!(r##"<text x="50" y="78" text-anchor="middle" font-size="30" font-weight="700" fill="#2a211a">{count}</text>"##);
    format!(
        r##"<circle cx="50" cy="61" r="35" fill="#000" opacity="0.3"/><circle cx="50" cy="57" r="35" fill="{fill}" stroke="#2a211a" stroke-width="2"/><circle cx="50" cy="57" r="35" fill="url(#gloss)"/><circle cx="50" cy="57" r="27.5" fill="none" stroke="#fff" stroke-opacity="0.75" stroke-width="2.5" stroke-dasharray="5 3.6"/><path transform="translate(37 32) scale(0.87)" d="{CROWN}" fill="#2a211a"/>{number}"##
    )
}
