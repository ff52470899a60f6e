//! What a line can ask for beside a move.

use spieltisch_texts::{Key, Lang, t};

/// Something a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Help,
    Roll,
    Moves,
    Board,
    Score,
    History,
    Hint,
    Undo,
    Rules,
    Review,
    Again,
    Quit,
}

/// Each word in English, and the button that says it in the reader's language.
const WORDS: [(Word, &str, Option<Key>); 14] = [
    (Word::Help, "help", Some(Key::TerminalKeyHelp)),
    (Word::Help, "?", None),
    (Word::Roll, "roll", Some(Key::ButtonRoll)),
    (Word::Moves, "moves", None),
    (Word::Board, "board", Some(Key::SetupBoard)),
    (Word::Score, "score", Some(Key::PlayScore)),
    (Word::History, "history", Some(Key::TerminalKeyHistory)),
    (Word::Hint, "hint", Some(Key::ButtonHint)),
    (Word::Undo, "undo", Some(Key::ButtonUndo)),
    (Word::Rules, "rules", Some(Key::ButtonRules)),
    (Word::Review, "review", Some(Key::ButtonReview)),
    (Word::Again, "again", Some(Key::ButtonRematch)),
    (Word::Quit, "quit", Some(Key::TerminalKeyLeave)),
    (Word::Quit, "q", None),
];

/// The word a line asks with.
pub fn read(lang: Lang, line: &str) -> Option<Word> {
    let line = line.to_lowercase();
    let said = |(_, word, key): &&(Word, &str, Option<Key>)| {
        line == *word || key.is_some_and(|key| line == t(lang, key).replace('\u{ad}', "").to_lowercase())
    };
    WORDS.iter().find(said).map(|(word, ..)| *word)
}

/// Whether a line asks to leave.
pub fn is_leaving(line: &str) -> bool {
    read(Lang::En, line) == Some(Word::Quit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_english_or_the_reader_s() {
        assert_eq!(read(Lang::De, "hint"), Some(Word::Hint));
        assert_eq!(read(Lang::De, "Würfeln"), Some(Word::Roll));
        assert_eq!(read(Lang::En, "roll 1 2 3 4 5"), None, "that is an event");
        assert!(is_leaving("quit") && !is_leaving("keep"));
    }
}
