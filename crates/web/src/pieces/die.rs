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

/// A die as a cube of six drawings, to be turned in space; `face` in front. A blank die has blank sides.
pub fn cube(face: u8) -> String {
    let sides = if (1..=6).contains(&face) { spieltisch_core::cube(face) } else { [0; 6] };
    // Light falls from above and in front.
    let shades = [0.0, 0.0, 0.1, 0.16, 0.03, 0.26];
    let mut drawn = String::new();
    for (side, shade) in sides.into_iter().zip(shades) {
        drawn.push_str(r##"<svg viewBox="0 0 100 100"><rect width="100" height="100" rx="13" fill="#efe4cd"/>"##);
        for (x, y) in PIPS.get((side as usize).wrapping_sub(1)).copied().unwrap_or_default() {
            let _ = write!(drawn, r##"<circle cx="{x}" cy="{y}" r="10.5" fill="#2b221b"/>"##);
        }
        let _ = write!(drawn, r##"<rect width="100" height="100" rx="13" opacity="{shade}"/></svg>"##);
    }
    drawn
}
