//! What is too long, in one place for both sides.

pub use spieltisch_fair::{PART_DIGITS as PART, is_part};

/// Letters in a name.
pub const NAME: usize = 24;
/// Letters in a line of the chat.
pub const LINE: usize = 300;
/// Lines of the chat a table keeps.
pub const LINES: usize = 500;
/// Bytes of a message from a client.
pub const MESSAGE: usize = 4 * 1024;
/// Bytes of a request for a new table, its board included.
pub const NEW_TABLE: usize = 32 * 1024;
/// The reactions there are: a hand, a heart, a laugh, a surprise, a tear, a clock.
pub const REACTIONS: &[&str] = &["clap", "heart", "laugh", "wow", "sad", "hurry"];

/// A name as it is kept: trimmed, not empty, not too long, without control characters.
pub fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= NAME && !text.chars().any(char::is_control);
    fits.then(|| text.to_string())
}

/// A line of the chat as it is kept.
pub fn line(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= LINE && !text.chars().any(char::is_control);
    fits.then(|| text.to_string())
}

/// Whether this can be a token: 32 hexadecimal digits.
pub fn is_token(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}
