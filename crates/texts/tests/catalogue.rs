//! The build's checks, and what holds for the wording of every language.

// The build script is no library: its checks are tried by including them.
#[path = "../build/catalogue.rs"]
mod catalogue;

use std::path::Path;

use catalogue::{Catalogue, LANGUAGES, Problem, REFERENCE, used_arguments};

/// The same small file in every language, with one line of one language changed.
fn with_change(language: &str, from: &str, to: &str) -> Result<Catalogue, Vec<Problem>> {
    let english = "[play]\nroll = Roll\nturn(name) = {name}’s turn\nleft.one(n) = {n} roll\nleft.other(n) = {n} rolls\n";
    let others = english.replace("(name)", "").replace("(n)", "");
    let files = LANGUAGES.iter().map(|&each| {
        let content = if each == REFERENCE { english } else { &others };
        let content = if each == language { content.replace(from, to) } else { content.to_string() };
        vec![("play.txt".to_string(), content)]
    });
    Catalogue::new(files.collect())
}

#[track_caller]
fn refuses(language: &str, from: &str, to: &str, expected: &str) {
    let problems = with_change(language, from, to).err().unwrap_or_default();
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|problem| problem.contains(expected)), "{told:?}");
}

#[test]
fn what_is_right_is_taken() {
    let catalogue = with_change("", "", "").unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(catalogue.keys.iter().map(|key| key.name.as_str()).collect::<Vec<_>>(), ["play.roll", "play.left", "play.turn"]);
}

#[test]
fn problems_name_language_file_and_key() {
    refuses("fr", "roll = Roll\n", "", "lang/fr/play.txt: play.roll: the key is missing");
    refuses("nl", "roll = Roll", "roll = Roll\nthrow = Gooi", "lang/nl/play.txt: play.throw: English has no such key");
    refuses("de", "{name}’s", "{player}’s", "lang/de/play.txt: play.turn: arguments {\"player\"}, expected {\"name\"}");
    refuses("de", "{name}’s", "Your", "lang/de/play.txt: play.turn: arguments {}");
    refuses("en", "turn(name)", "turn", "lang/en/play.txt: play.turn: arguments");
    refuses("it", "roll = Roll", "roll = Roll\nroll = Tira", "lang/it/play.txt: play.roll: line 3: the key stands here twice");
    refuses("es", "roll = Roll", "roll", "expected “key = text”");
    refuses("es", "roll = Roll", "roll =", "the text is empty");
    refuses("de", "turn = ", "turn(name) = ", "only the English files list the arguments");
}

#[test]
fn a_singular_may_leave_its_number_out_except_in_french() {
    assert!(with_change("de", "{n} roll\n", "one roll\n").is_ok());
    refuses("fr", "{n} roll\n", "one roll\n", "lang/fr/play.txt: play.left.one: arguments {}");
    refuses("de", "{n} rolls\n", "rolls\n", "lang/de/play.txt: play.left.other");
    refuses("en", "left.one(n) = {n} roll\n", "", "a plural needs “.one” and “.other”");
}

#[test]
fn a_key_stays_in_its_file() {
    let files = |language: &str| {
        let name = if language == "nl" { "end.txt" } else { "play.txt" };
        vec![(name.to_string(), "roll = Roll\n".to_string())]
    };
    let problems = Catalogue::new(LANGUAGES.iter().map(|language| files(language)).collect()).err().unwrap_or_default();
    assert_eq!(problems.iter().map(ToString::to_string).collect::<Vec<_>>(), ["lang/nl/end.txt: roll: the key belongs into play.txt"]);
}

/// Every text: language, key, text.
fn texts() -> Vec<(&'static str, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lang");
    let catalogue = Catalogue::read(&folder).unwrap_or_else(|problems| panic!("{problems:?}"));
    let of_language = |(language, entries): (&&'static str, catalogue::Entries)| {
        let language = *language;
        entries.into_iter().map(move |(key, entry)| (language, key, entry.text))
    };
    LANGUAGES.iter().zip(catalogue.entries).flat_map(of_language).collect()
}

/// Texts that do not pass, as lines to read.
#[track_caller]
fn all_pass(pass: impl Fn(&str, &str, &str) -> bool) {
    let failing = texts().into_iter().filter(|(language, key, text)| !pass(language, key, text));
    let lines: Vec<String> = failing.map(|(language, key, text)| format!("{language} {key} = {text}")).collect();
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}

/// A text with its arguments at their usual length.
fn as_shown(text: &str) -> String {
    used_arguments(text).iter().fold(text.to_string(), |shown, name| shown.replace(&format!("{{{name}}}"), "5"))
}

#[test]
fn buttons_are_short() {
    all_pass(|_, key, text| !key.starts_with("button.") || as_shown(text).chars().count() <= 22);
}

#[test]
fn rules_refusals_and_tips_are_sentences() {
    let sentence = |key: &str| {
        ["rule.", "more.", "glance.", "tips.", "about."].iter().any(|start| key.starts_with(start)) || key.contains(".refusal.")
    };
    all_pass(|_, key, text| !sentence(key) || text.ends_with(['.', '!', '?']));
}

#[test]
fn marks_are_set_as_printed() {
    all_pass(|language, _, text| {
        let plain = text.contains(['\'', '"']) || text.contains("...") || text.contains("  ");
        let quotes = match language {
            "de" => !text.contains(['”', '«', '»']),
            "en" => !text.contains(['„', '«', '»']),
            // One kind of quotation marks: ‘ could only open another.
            "nl" => !text.contains(['„', '«', '»', '‘']),
            _ => !text.contains(['“', '”', '„']),
        };
        let as_many = |open: char, close: char| text.matches(open).count() == text.matches(close).count();
        let paired = as_many('«', '»') && (language != "de" || as_many('„', '“'));
        !plain && quotes && paired
    });
}

/// The build makes the spaces before these marks unbreakable, but it does not add any.
#[test]
fn french_marks_stand_apart() {
    const SPACE: char = '\u{a0}';
    let apart = |text: &str| {
        let chars: Vec<char> = text.chars().collect();
        chars.windows(2).all(|pair| match *pair {
            [before, '!' | '?' | ';' | ':' | '»'] => before == SPACE,
            ['«', after] => after == SPACE,
            _ => true,
        })
    };
    assert!(apart("«\u{a0}Full\u{a0}»\u{a0}: 25") && !apart("Cher: 3") && !apart("«Full\u{a0}»"));
    all_pass(|language, _, text| language != "fr" || apart(text));
}

#[test]
fn spanish_questions_and_calls_open_as_they_close() {
    let count = |text: &str, mark: char| text.matches(mark).count();
    all_pass(|language, _, text| language != "es" || (count(text, '¡') == count(text, '!') && count(text, '¿') == count(text, '?')));
}

/// Groups and keys that are the same in many languages: names, signs and mere arrangements of arguments.
const SAME_EVERYWHERE: [&str; 14] = [
    "game.",
    "bot_name.",
    "format.",
    "online.chat",
    "online.talk",
    "crowns.term.field",
    "yatzy.box.bonus",
    "yatzy.box.chance",
    "yatzy.box.yatzy",
    "castro.symbol.yatzy",
    "button.ok",
    "end.yatzy_bonus",
    "settings.speed_normal",
    "setup.computer",
];

#[test]
fn nothing_is_left_untranslated() {
    let texts = texts();
    let letters = |text: &str| {
        let bare = used_arguments(text).iter().fold(text.to_string(), |bare, name| bare.replace(&format!("{{{name}}}"), ""));
        bare.chars().any(char::is_alphabetic)
    };
    let english = texts.iter().filter(|(language, key, text)| {
        *language == REFERENCE && letters(text) && !SAME_EVERYWHERE.iter().any(|same| key.starts_with(same))
    });
    let left: Vec<&str> = english
        .filter(|(_, key, text)| texts.iter().filter(|other| other.1 == *key && other.2 == *text).count() > 3)
        .map(|(_, key, _)| key.as_str())
        .collect();
    assert!(left.is_empty(), "the same as English in three or more other languages: {left:?}");
}

/// Everything that is written in the Rust files under a folder, tests apart.
fn sources_under(folder: &Path) -> String {
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path()).collect();
    entries.retain(|path| path.is_dir() || path.extension().is_some_and(|ending| ending == "rs"));
    entries.retain(|path| !path.ends_with("tests.rs"));
    let read = |path: &Path| if path.is_dir() { sources_under(path) } else { std::fs::read_to_string(path).expect("readable") };
    entries.iter().map(|path| read(path)).collect()
}

/// How the page or the rules pages name a key: as a variant, as a function, or by the rule's id.
fn as_written(key: &catalogue::Key) -> String {
    if let Some(id) = key.name.strip_prefix("rule.").or_else(|| key.name.strip_prefix("more.")) {
        format!("\"{id}\"")
    } else if key.kind == catalogue::TextKind::Plain {
        format!("Key::{}", key.variant())
    } else {
        format!("texts::{}", key.function())
    }
}

/// Whether a source names this, and not only something longer that begins with it.
fn names(source: &str, wanted: &str) -> bool {
    let goes_on = |after: &str| after.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    source.match_indices(wanted).any(|(place, _)| wanted.ends_with('"') || !goes_on(&source[place + wanted.len()..]))
}

/// What the page shows before anything is fetched later: only a word of tables by link, whose texts are here by then.
#[test]
fn a_first_game_needs_no_later_text() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src");
    let mut source = ["app", "live", "store", "table", "../../core/src"].map(|folder| first_sources(&page.join(folder))).concat();
    for file in ["pages/start.rs", "pages/tally.rs", "parts/lazy.rs"] {
        source += &std::fs::read_to_string(page.join(file)).expect("readable");
    }
    let catalogue = Catalogue::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("lang")).unwrap_or_else(|problems| panic!("{problems:?}"));
    let english = LANGUAGES.iter().position(|&language| language == REFERENCE).expect("English");
    let is_later = |key: &&catalogue::Key| {
        key.lines().iter().any(|line| catalogue::DEFERRED.contains(&catalogue.entries[english][line].file.as_str()))
    };
    let later: Vec<&catalogue::Key> = catalogue.keys.iter().filter(is_later).collect();
    assert!(later.len() > 100, "the later texts are found");
    let named: Vec<&str> = later.iter().filter(|key| names(&source, &as_written(key))).map(|key| key.name.as_str()).collect();
    // What a game is played for stands with its picture, and is shown by the page of an invitation alone.
    assert_eq!(named, ["online.asked", "page.caro.aim", "page.castro.aim", "page.crowns.aim", "page.yatzy.aim"]);
}

/// The sources under a folder of the page, without what only the pages aside say: boards of one's own, names to choose from,
/// lessons, reviews and tables by link; and without what only a terminal says.
fn first_sources(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let first = entries.filter(|path| {
        let aside = ["aside.rs", "editor.rs", "glance.rs", "faults.rs", "kinds.rs", "lesson.rs", "link.rs", "seating.rs", "words.rs"];
        let elsewhere = ["account.rs", "in_words.rs", "linked.rs"];
        !aside.iter().chain(&elsewhere).any(|aside| path.ends_with(aside))
    });
    first.map(|path| if path.is_dir() { first_sources(&path) } else { std::fs::read_to_string(&path).unwrap_or_default() }).collect()
}

#[test]
fn every_key_is_used() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source: String = ["src", "../core/src", "../web/src", "../draw/src", "../server/src", "../cli/src"]
        .map(|folder| sources_under(&here.join(folder)))
        .concat();
    let catalogue = Catalogue::read(&here.join("lang")).unwrap_or_else(|problems| panic!("{problems:?}"));
    let unused = catalogue.keys.iter().filter(|key| !names(&source, &as_written(key)));
    let unused: Vec<&str> = unused.map(|key| key.name.as_str()).collect();
    assert!(unused.is_empty(), "these texts are unused: {unused:?}");
}
