//! The pieces that games share, drawn by us as SVG: crisp at any size, weight and shadow included. A game's own stand in its
//! folder, `table/<game>/`.
//!
//! Each function gives the inside of an `<svg>`; what depends on the position is decided by
//! whoever shows the piece.

pub mod die;
pub mod mark;
pub mod qr;

/// A piece drawn in a square of 100, put at a place, with a size and turned by so many degrees.
pub fn put(x: f64, y: f64, size: f64, turn: f64, what: String) -> String {
    format!(r#"<g transform="translate({x} {y}) rotate({turn}) scale({})">{what}</g>"#, size / 100.0)
}

/// An empty square of a board, 50 wide.
pub fn square(x: f64, y: f64) -> String {
    format!(
        r##"<rect x="{x}" y="{}" width="50" height="50" rx="8" fill="#000" opacity="0.25"/><rect x="{x}" y="{y}" width="50" height="50" rx="8" fill="url(#ivory)"/>"##,
        y + 3.0
    )
}

/// Shadings that all pieces share; shown once, invisibly.
pub const DEFINITIONS: &str = r##"<defs>
<linearGradient id="ivory" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="#e6d9c0"/></linearGradient>
<radialGradient id="pip" cx="0.4" cy="0.35" r="0.7"><stop offset="0" stop-color="#4a3d33"/><stop offset="1" stop-color="#1c1511"/></radialGradient>
<linearGradient id="brass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f0c56c"/><stop offset="1" stop-color="#b57d1e"/></linearGradient>
<linearGradient id="wood-black" x1="0" y1="0" x2="0.5" y2="1"><stop offset="0" stop-color="#463a31"/><stop offset="1" stop-color="#211a15"/></linearGradient>
<linearGradient id="wood-white" x1="0" y1="0" x2="0.5" y2="1"><stop offset="0" stop-color="#fbf4e6"/><stop offset="1" stop-color="#dccbab"/></linearGradient>
<linearGradient id="wood-grey" x1="0" y1="0" x2="0.5" y2="1"><stop offset="0" stop-color="#a8a39c"/><stop offset="1" stop-color="#7d776f"/></linearGradient>
<linearGradient id="wood-red" x1="0" y1="0" x2="0.5" y2="1"><stop offset="0" stop-color="#c8432f"/><stop offset="1" stop-color="#942817"/></linearGradient>
<linearGradient id="gloss" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.45"/><stop offset="0.6" stop-color="#fff" stop-opacity="0"/></linearGradient>
</defs>"##;

/// Taking back: an arrow that turns round to where it came from.
pub const BACK: &str = r#"<path fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" d="M8 4 3.5 8.5 8 13M4 8.5h9.5a5.5 5.5 0 0 1 0 11H8"/>"#;

/// The picture for settings.
pub const GEAR: &str = r#"<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M3 7h9m5 0h4M3 17h4m5 0h9"/><circle cx="14.5" cy="7" r="2.5" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="9.5" cy="17" r="2.5" fill="none" stroke="currentColor" stroke-width="2"/>"#;
