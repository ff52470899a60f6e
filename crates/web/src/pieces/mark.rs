//! The players' marks: a colour and a shape each, so that colour is never alone.

pub use spieltisch_core::COLOURS;

/// The shape of a colour about 0,0, some ten units wide.
pub fn shape(colour: usize) -> &'static str {
    [
        r#"<circle r="9"/>"#,
        r#"<path d="M0-10 10 8-10 8z"/>"#,
        r#"<rect x="-8.5" y="-8.5" width="17" height="17"/>"#,
        r#"<path d="M0-11 9.5 0 0 11-9.5 0z"/>"#,
        r#"<path d="M0-11 3-3.6 10.6-3.2 4.6 1.7 6.6 9.2 0 5-6.6 9.2-4.6 1.7-10.6-3.2-3-3.6z"/>"#,
        r#"<path d="M-5.2-9h10.4l5.2 9-5.2 9h-10.4l-5.2-9z"/>"#,
        r#"<path d="M-3.5-10h7v6.5h6.5v7h-6.5v6.5h-7v-6.5h-6.5v-7h6.5z"/>"#,
        r#"<path fill-rule="evenodd" d="M0-10a10 10 0 1 1 0 20a10 10 0 0 1 0-20zm0 5a5 5 0 1 0 0 10a5 5 0 0 0 0-10z"/>"#,
    ][colour % 8]
}

/// A player's mark in a square of 24.
pub fn markup(colour: usize) -> String {
    format!(
        r##"<g transform="translate(12 12)" fill="{}" stroke="#2a211a" stroke-width="1.2" stroke-linejoin="round">{}</g>"##,
        COLOURS[colour % 8],
        shape(colour)
    )
}
