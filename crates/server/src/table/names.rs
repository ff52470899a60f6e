//! Which names look the same to people at a table.

use spieltisch_protocol::limits;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// Whether two names look the same: upper or lower case, another way to write the same letter (`ﬁ` for `fi`, full-width
/// letters, accents apart), invisible characters, and letters of another script that look alike (UTS 39) make no difference.
pub fn look_the_same(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    one.text == other.text || one.skeleton == other.skeleton || one.skeleton_of_capitals == other.skeleton_of_capitals
}

struct Folded {
    text: String,
    /// What its small letters look like.
    skeleton: String,
    /// The same after looking at the letters as they were written: a Cyrillic В looks like B, but its small letter not like b.
    skeleton_of_capitals: String,
}

fn folded(name: &str) -> Folded {
    let seen: String = name.nfkc().filter(|&letter| !limits::is_invisible(letter)).collect();
    let text = in_small_letters(&seen);
    let drawn: String = skeleton(&seen).collect();
    Folded { skeleton: skeleton(&text).collect(), skeleton_of_capitals: skeleton(&in_small_letters(&drawn)).collect(), text }
}

fn in_small_letters(text: &str) -> String {
    // To upper case first: only so ß is SS.
    let lower: String = text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfkc().collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for (one, other) in [
            ("Anna", "ANNA"),
            ("Ida", "ida"),
            ("Zo\u{eb}", "Zoe\u{308}"),
            ("Anna", "Ａｎｎａ"),
            ("ﬁn", "FIN"),
            ("Ann\u{200b}a", "Anna"),
            ("Straße", "STRASSE"),
            // Cyrillic, Greek and Armenian letters among Latin ones, or in place of them all.
            ("Anna", "\u{410}nna"),
            ("ANNA", "\u{410}nn\u{430}"),
            ("Ben", "\u{412}en"),
            ("ben", "\u{412}EN"),
            ("Hans", "\u{41d}\u{410}NS"),
            ("Emma", "\u{415}mm\u{430}"),
            ("Oma", "\u{39f}ma"),
            ("Cora", "\u{421}\u{43e}r\u{430}"),
            ("Zoë", "Zo\u{451}"),
            ("Paul", "Pau\u{399}"),
        ] {
            assert!(look_the_same(one, other), "{one:?} {other:?}");
            assert!(look_the_same(other, one), "{other:?} {one:?}");
        }
    }

    #[test]
    fn names_that_look_different_are_different() {
        for (one, other) in [
            ("Anna", "Anne"),
            ("Zoe", "Zoë"),
            ("Ole", "Øle"),
            ("Jan", "Ján"),
            ("Computer 1", "Computer 2"),
            ("Анна", "Яна"),
            ("Müller", "Muller"),
            ("Tom", "Tim"),
        ] {
            assert!(!look_the_same(one, other), "{one:?} {other:?}");
        }
    }
}
