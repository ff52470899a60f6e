//! Castro's roofs: stacked, each in its owner's colour, the top one with its owner's shape.

use std::fmt::Write;

use crate::pieces::mark;

/// How much higher each roof lies than the one below.
const STEP: f64 = 8.0;
/// The ridge above the eaves.
const RIDGE: f64 = 30.0;

/// The roofs on a square, lowest first by their owners' colours, in a square of 100 standing on its lower edge.
pub fn stack(colours: &[usize]) -> String {
    let mut drawn = String::new();
    let floor = 88.0;
    if !colours.is_empty() {
        let _ = write!(drawn, r##"<ellipse cx="50" cy="{}" rx="44" ry="6" fill="#000" opacity="0.28"/>"##, floor + 2.0);
    }
    for (level, &colour) in colours.iter().enumerate() {
        let eaves = floor - STEP * level as f64;
        let fill = mark::COLOURS[colour % 8];
        let (left, right) =
            (format!("M8 {eaves}L50 {}V{}z", eaves - RIDGE, eaves + 3.0), format!("M92 {eaves}L50 {}V{}z", eaves - RIDGE, eaves + 3.0));
        let _ = write!(
            drawn,
            r##"<g stroke="#2a211a" stroke-width="1.5" stroke-linejoin="round"><path d="{left}" fill="{fill}"/><path d="{right}" fill="{fill}"/><path d="{right}" fill="#000" opacity="0.22" stroke="none"/></g>"##
        );
    }
    if let Some(&top) = colours.last() {
        let middle = floor - STEP * (colours.len() - 1) as f64 - 10.0;
        let _ = write!(
            drawn,
            r##"<g transform="translate(50 {middle}) scale(0.82)" fill="#fff" stroke="#2a211a" stroke-width="1">{}</g>"##,
            mark::shape(top)
        );
    }
    drawn
}
