//! Little pictures for people, drawn by us: a disc in the person's colour, and on it something dark.
//!
//! A table only refers to them, by `#face-3`; they are put into the document once, when a person with a picture is first shown.

use std::fmt::Write;

use spieltisch_core::INK;

use super::people::PICTURES;
use crate::browser::document;
use crate::i18n::Key;

const ID: &str = "faces";

/// Each picture's name, and the picture about 0,0, some eight units in each direction. What has the person's colour is `currentColor`.
pub const FACES: [(Key, &str); PICTURES as usize] = [
    (
        Key::PictureCat,
        r#"<path d="M-6.5-7.5-2.8-4.6H2.8L6.5-7.5Q8.4 0 5.6 4.2 3.4 7.2 0 7.2T-5.6 4.2Q-8.4 0-6.5-7.5Z"/><g fill="currentColor"><circle cx="-2.7" r="1.2"/><circle cx="2.7" r="1.2"/><path d="M-1.2 2.8h2.4L0 4.3z"/></g>"#,
    ),
    (
        Key::PictureRabbit,
        r#"<ellipse cx="-2.7" cy="-4.8" rx="1.7" ry="4.2" transform="rotate(-8 -2.7 -4.8)"/><ellipse cx="2.7" cy="-4.8" rx="1.7" ry="4.2" transform="rotate(8 2.7 -4.8)"/><circle cy="2.8" r="5.2"/><g fill="currentColor"><circle cx="-2" cy="1.9" r="1"/><circle cx="2" cy="1.9" r="1"/><ellipse cy="4.4" rx="1.2" ry=".9"/></g>"#,
    ),
    (
        Key::PictureBear,
        r#"<circle cx="-5" cy="-4.8" r="2.7"/><circle cx="5" cy="-4.8" r="2.7"/><circle cy=".7" r="6.8"/><g fill="currentColor"><circle cx="-2.6" cy="-1.2" r="1.1"/><circle cx="2.6" cy="-1.2" r="1.1"/><ellipse cy="3.2" rx="3.1" ry="2.4"/></g><ellipse cy="2.4" rx="1.3" ry=".9"/>"#,
    ),
    (
        Key::PictureOwl,
        r#"<path d="M-6.2-7.8Q-3-5.6 0-5.6T6.2-7.8Q7.6 6.4 0 8-7.6 6.4-6.2-7.8Z"/><g fill="currentColor"><circle cx="-2.6" cy="-1.8" r="2.1"/><circle cx="2.6" cy="-1.8" r="2.1"/><path d="M-1.1 1.2h2.2L0 3.4z"/></g><circle cx="-2.6" cy="-1.8" r=".9"/><circle cx="2.6" cy="-1.8" r=".9"/>"#,
    ),
    (
        Key::PictureFish,
        r#"<path d="M-8 0Q-3.4-5.8 2-3.4 3.6-2.6 4.4-1.4L8.2-4.6V4.6L4.4 1.4Q3.6 2.6 2 3.4-3.4 5.8-8 0Z"/><circle cx="-3.9" cy="-.9" r="1.1" fill="currentColor"/>"#,
    ),
    (
        Key::PictureBird,
        r#"<path d="M-8.4-2-5-3.6A3.7 3.7 0 0 1 2.2-3.4Q2.5-1.5 4.6-1.2L8.4-2.8Q8.6 5.4 1.6 6.2-5.2 6.6-5.4 1-5.4-.6-5-1.4Z"/><circle cx="-2.2" cy="-3.6" r="1" fill="currentColor"/>"#,
    ),
    (
        Key::PictureHat,
        r#"<path d="M-4.6 3.4-5.2-7H5.2L4.6 3.4H8.2V6H-8.2V3.4Z"/><path fill="currentColor" d="M-4.7 1.6-4.9-1H4.9L4.7 1.6Z"/>"#,
    ),
    (Key::PictureStar, r#"<path d="M0-8.2 2.4-3 8-2.4 3.8 1.4 5 7 0 4.1-5 7-3.8 1.4-8-2.4-2.4-3Z"/>"#),
    (Key::PictureHeart, r#"<path d="M0 7.6C-9.2 1.6-8.2-6.2-3.9-6.2-1.7-6.2-.4-4.7 0-3.4.4-4.7 1.7-6.2 3.9-6.2 8.2-6.2 9.2 1.6 0 7.6Z"/>"#),
    (Key::PictureMoon, r#"<path d="M2.4-7.8A7.8 7.8 0 1 0 7.4 4 6.6 6.6 0 0 1 2.4-7.8Z"/>"#),
    (
        Key::PictureFlower,
        r#"<circle cy="-4.6" r="3.1"/><circle cx="4.4" cy="-1.4" r="3.1"/><circle cx="2.7" cy="3.7" r="3.1"/><circle cx="-2.7" cy="3.7" r="3.1"/><circle cx="-4.4" cy="-1.4" r="3.1"/><circle r="2.2" fill="currentColor"/>"#,
    ),
    (Key::PictureBoat, r#"<path d="M-7.6 3.2H7.6L5.2 7.2H-5.2ZM-.6 2.2V-8L-6.2 2.2ZM.9 2.2V-5.6L5.8 2.2Z"/>"#),
];

/// Puts the pictures into the document, where they are not there yet.
pub fn define() {
    if document().get_element_by_id(ID).is_some() {
        return;
    }
    let mut all = format!(r#"<svg id="{ID}" class="definitions" aria-hidden="true"><defs>"#);
    for (number, (_, drawing)) in FACES.iter().enumerate() {
        let _ = write!(
            all,
            r#"<g id="face-{number}"><circle r="10.8" fill="currentColor" stroke="{INK}" stroke-width="1.4"/><g fill="{INK}">{drawing}</g></g>"#
        );
    }
    all.push_str("</defs></svg>");
    if let Some(body) = document().body() {
        let _ = body.insert_adjacent_html("beforeend", &all);
    }
}
