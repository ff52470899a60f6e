//! What is too long, in one place for both sides.

pub use spieltisch_records::fair::{PART_DIGITS as PART, is_part};

use crate::visible;
pub use crate::visible::is_invisible;

/// Letters in a name.
pub const NAME: usize = 24;
/// Letters in a line of the chat.
pub const LINE: usize = 300;
/// Lines of the chat a table keeps.
pub const LINES: usize = 500;
/// Hexadecimal digits of a table's name.
pub const TABLE_NAME: usize = 16;
/// Letters in a code that is told on the telephone.
pub const CODE: usize = 6;
/// The letters of such a code: none that is read as a digit, and no vowel, so that it is never a word.
pub const CODE_LETTERS: &str = "BCDFGHJKLMNPRSTVWXZ";
/// The colours and shapes of seats.
pub const COLOURS: u8 = 8;
/// Bytes of a message from a client.
pub const MESSAGE: usize = 4 * 1024;
/// Bytes of a request for a new table, its board included.
pub const NEW_TABLE: usize = 32 * 1024;
/// Bytes of the address at which messages to a browser are handed in.
pub const ENDPOINT: usize = 1_000;
/// Letters in the words that a browser shows to a player who is away.
pub const WORDS: usize = 120;
/// Browsers that are told for one seat; the one that asked first makes room for another.
pub const BROWSERS: usize = 5;
/// The reactions there are: a hand, a heart, a laugh, a surprise, a tear, a clock.
pub const REACTIONS: &[&str] = &["clap", "heart", "laugh", "wow", "sad", "hurry"];

/// A name as it is kept: nothing invisible in it, single spaces, not empty, not too long.
pub fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let seen: String = text.chars().filter(|&letter| !visible::is_invisible(letter)).collect();
    let name = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = !name.is_empty() && name.chars().count() <= NAME && !text.chars().any(char::is_control);
    fits.then_some(name)
}

/// A line of the chat as it is kept: nothing in it that hides letters or turns their order.
pub fn line(text: &str) -> Option<String> {
    shown(text, LINE)
}

/// Words that are shown to a player who is away, as they are kept.
pub fn words(text: &str) -> Option<String> {
    shown(text, WORDS)
}

fn shown(text: &str, most: usize) -> Option<String> {
    let text = text.trim();
    let line: String = text.chars().filter(|&letter| !visible::is_invisible(letter) || visible::joins_letters(letter)).collect();
    let says_something = line.chars().any(|letter| !letter.is_whitespace() && !visible::is_invisible(letter));
    let fits = says_something && line.chars().count() <= most && !text.chars().any(char::is_control);
    fits.then(|| line.trim().to_string())
}

/// Whether this can be the name of a table: 16 hexadecimal digits, as all of them have.
pub fn is_table_name(text: &str) -> bool {
    text.len() == TABLE_NAME && text.bytes().all(is_hex)
}

/// A code as it is kept, however it was typed: in small letters, with gaps or dashes. `None` where it cannot be one.
pub fn code(text: &str) -> Option<String> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').map(|letter| letter.to_ascii_uppercase());
    let code: String = letters.take(CODE + 1).collect();
    (code.len() == CODE && code.chars().all(|letter| CODE_LETTERS.contains(letter))).then_some(code)
}

/// Whether this can be a token: 32 hexadecimal digits.
pub fn is_token(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(is_hex)
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        for typed in ["BCDFGH", "bcd fgh", " bcd-fgh ", "B C D F G H"] {
            assert_eq!(code(typed).as_deref(), Some("BCDFGH"), "{typed:?}");
        }
        for other in ["", "BCDFG", "BCDFGHJ", "BCDFGA", "BCDFG1", "bcdfgß", "ＢCDFGH"] {
            assert_eq!(code(other), None, "{other:?}");
        }
    }

    #[test]
    fn a_name_is_what_is_seen_of_it() {
        assert_eq!(name("  Anna \u{2003} Lena ").as_deref(), Some("Anna Lena"));
        for hidden in
            ["An\u{200b}na", "\u{202e}Anna\u{202c}", "Anna\u{2066}", "An\u{ad}na", "\u{feff}Anna", "Anna\u{fe0f}", "Anna\u{e0041}"]
        {
            assert_eq!(name(hidden).as_deref(), Some("Anna"), "{hidden:?}");
        }
        for nothing in ["", "  ", "\u{200b}", "\u{3164}", "\u{2800}\u{2800}", "\u{200d}\u{fe0f}"] {
            assert_eq!(name(nothing), None, "{nothing:?}");
        }
        assert_eq!(name("An\nna"), None);
        assert_eq!(name(&"n".repeat(NAME + 1)), None);
        assert_eq!(name(&"n\u{200b}".repeat(NAME)), Some("n".repeat(NAME)), "what is not kept does not count");
    }

    #[test]
    fn a_line_keeps_its_emoji_and_its_order() {
        for kept in [
            "👩\u{200d}👩\u{200d}👧 hello",
            "❤\u{fe0f}",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "می\u{200c}خواهم",
            "שלום",
        ] {
            assert_eq!(line(kept).as_deref(), Some(kept));
        }
        assert_eq!(line("you \u{202e}won\u{202c}\u{200b}").as_deref(), Some("you won"));
        for nothing in ["\u{200d}", "\u{200d} \u{fe0f}", "\u{202e}", "\u{2800}"] {
            assert_eq!(line(nothing), None, "{nothing:?}");
        }
        assert_eq!(line("\u{200b} said "), Some("said".into()));
    }

    #[test]
    fn a_table_is_named_by_sixteen_digits() {
        assert!(is_table_name("0123456789abcdef"));
        for no_name in ["", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "0123456789abcde\0", "0123456789abcdeé"] {
            assert!(!is_table_name(no_name), "{no_name:?}");
        }
    }
}
