//! The pieces that games share, drawn by us as SVG: crisp at any size, weight and shadow included. A game's own stand in its
//! folder, `table/<game>/`.
//!
//! Each function gives the inside of an `<svg>`; what depends on the position is decided by
//! the caller.

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

/// A list of what happened.
pub const LIST: &str = r#"<path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" d="M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5"/>"#;

/// The picture for settings.
pub const GEAR: &str = r#"<path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M3 7h9m5 0h4M3 17h4m5 0h9"/><circle cx="14.5" cy="7" r="2.5" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="9.5" cy="17" r="2.5" fill="none" stroke="currentColor" stroke-width="2"/>"#;

/// Going on with a game.
pub const GO_ON: &str =
    r#"<circle cx="12" cy="12" r="10" fill="currentColor" opacity="0.16"/><path fill="currentColor" d="M9.5 7v10l8-5z"/>"#;

/// Two who play together.
pub const FRIENDS: &str = r##"<g stroke="#0006" stroke-width="0.7"><path fill="#56b4e9" d="M10.5 21c0-5 2-8.2 5.5-8.2s5.5 3.2 5.5 8.2z"/><circle cx="16" cy="9.6" r="3.8" fill="#56b4e9"/><path fill="#e69f00" d="M2.5 21c0-5 2-8.2 5.5-8.2s5.5 3.2 5.5 8.2z"/><circle cx="8" cy="9.6" r="3.8" fill="#e69f00"/></g>"##;

/// A piece of a puzzle.
pub const PUZZLE: &str = r##"<path fill="#009e73" stroke="#0006" stroke-width="0.7" d="M3 9h5.2a2.9 2.9 0 1 1 5.6 0H19v4.2a2.9 2.9 0 1 1 0 5.6V22H3v-4.2a2.4 2.4 0 1 0 0-4.6z"/>"##;

/// Games that were played, one on the other.
pub const SHEETS: &str = r##"<path fill="#e9dcc2" stroke="#0008" stroke-width="0.9" d="M8 2.5h12.5V17H8z"/><path fill="#fffaf0" stroke="#0008" stroke-width="0.9" d="M3.5 6.5H16v15H3.5z"/><path stroke="#7a6546" stroke-width="1.4" stroke-linecap="round" d="M6.5 11H13m-6.5 3.5H13M6.5 18h4"/>"##;

/// A record that grows.
pub const CURVE: &str = r##"<path fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" opacity="0.5" d="M3 3v18h18"/><path fill="none" stroke="#c0392b" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" d="m6 16 4-5 4 3 6-8"/>"##;

/// A person at this screen.
pub const PERSON: &str =
    r#"<path fill="currentColor" d="M5 21c0-5.5 2.5-8.5 7-8.5s7 3 7 8.5z"/><circle cx="12" cy="8" r="4.5" fill="currentColor"/>"#;

/// A computer that plays.
pub const COMPUTER: &str = r#"<path fill="currentColor" fill-rule="evenodd" d="M11 2h2v3h5a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM9 9.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3zm6 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3zM7 19.5h10V22H7z"/>"#;

/// A link to a person elsewhere.
pub const CHAIN: &str = r#"<path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" d="M10 14a4 4 0 0 0 5.7.3l3.5-3.5a4 4 0 0 0-5.7-5.7L12 6.6M14 10a4 4 0 0 0-5.7-.3l-3.5 3.5a4 4 0 0 0 5.7 5.7L12 17.4"/>"#;

/// Seats in another order.
pub const SHUFFLE: &str = r#"<path fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" d="M3 7h3.5c5 0 6 10 11 10H21m-3-3 3 3-3 3M3 17h3.5c2 0 3.3-1.6 4.4-3.5m2.3-3.2C14.3 8.5 15.6 7 17.5 7H21m-3-3 3 3-3 3"/>"#;
