//! The way in which dice are thrown, and what players add to it.

/// The name of this way to throw dice; a change to it gets a new number.
pub const SCHEME: &str = "spieltisch-dice/1";
/// The most hexadecimal digits of a player's part.
pub const PART_DIGITS: usize = 32;

/// Whether this can be a player's part in the dice; an empty one means none.
pub fn is_part(text: &str) -> bool {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() <= PART_DIGITS && text.len().is_multiple_of(2) && text.bytes().all(digit)
}
