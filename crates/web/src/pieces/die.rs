//! Dice.

use std::fmt::Write;

/// Where the pips of each face are, in ninths of the die.
const PIPS: [&[(u8, u8)]; 6] = [
    &[(50, 50)],
    &[(27, 27), (73, 73)],
    &[(25, 25), (50, 50), (75, 75)],
    &[(27, 27), (73, 27), (27, 73), (73, 73)],
    &[(26, 26), (74, 26), (50, 50), (26, 74), (74, 74)],
    &[(28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)],
];

/// A die showing `face`, in a square of 100; any other number is a blank die.
pub fn markup(face: u8) -> String {
    let mut drawn = String::from(
        r##"<rect x="5" y="9" width="90" height="90" rx="20" fill="#000" opacity="0.35"/><rect x="5" y="4" width="90" height="90" rx="20" fill="#bda983"/><rect x="5" y="3" width="90" height="88" rx="20" fill="url(#ivory)"/>"##,
    );
    let pips = PIPS.get((face as usize).wrapping_sub(1)).copied().unwrap_or_default();
    for (x, y) in pips {
        let _ = write!(drawn, r#"<circle cx="{x}" cy="{}" r="9.5" fill="url(#pip)"/>"#, y - 2);
    }
    drawn
}
