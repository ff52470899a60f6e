//! The bots of `docs/bots.md`, as they stand there.

use std::fs;
use std::path::Path;

use crate::tool::run;

fn document() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bots.md")).expect("docs/bots.md")
}

/// The bot in Python, saved as the document says.
fn in_python(folder: &Path) -> String {
    let document = document();
    let bot = document.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a bot in Python");
    assert!(bot.lines().count() <= 20, "twenty lines");
    let file = folder.join("bot.py");
    fs::write(&file, bot).expect("a file");
    format!("cmd:python3 '{}'", file.display())
}

/// The example that cargo puts beside the program.
fn in_rust() -> String {
    let name = format!("bot{}", std::env::consts::EXE_SUFFIX);
    let example = Path::new(env!("CARGO_BIN_EXE_spieltisch")).with_file_name("examples").join(name);
    assert!(example.exists(), "`cargo build -p spieltisch --example bot` builds it first");
    format!("cmd:'{}'", example.display())
}

#[test]
fn both_play_all_games_without_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let bots = [in_python(folder.path()), in_rust()].join(",");
    for (game, players) in [("yatzy", "2"), ("castro", "3"), ("caro", "2"), ("crowns", "4")] {
        let arguments = ["arena", "--game", game, "--players", players, "--bots", &bots, "--games", "4", "--deadline", "60000"];
        let table = run(&arguments, b"").good();
        assert_eq!(table.matches(": no faults in ").count(), 2, "{table}");
    }
}

/// At the table in a terminal a bot decides for the computer, by its own name.
#[test]
fn a_bot_plays_in_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = in_python(folder.path());
    let data = folder.path().display().to_string();
    let boxes = "Ones,Twos,Threes,Fours,Fives,Sixes,Pair,Two pairs,Three of a kind,Four of a kind,Small straight,Large straight,Full house,Chance,Yatzy";
    let moves: String = boxes.split(',').map(|name| format!("roll\n{name}\n")).collect();
    let arguments = ["play", "yatzy", "--plain", "--lang", "en", "--seed", "3", "--data", &data, "--bot", &bot];
    let told = run(&arguments, format!("{moves}quit\n").as_bytes()).good();
    assert!(told.contains("Collector rolled") && told.contains("Collector: "), "{told}");
}

#[test]
fn the_check_tells_manners_and_strength() {
    let told = run(&["bot-check", &in_rust(), "--game", "caro", "--games", "6", "--deadline", "60000"], b"").good();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "First come is ready and plays caro.");
    assert!(lines[1].starts_with("caro: 9 games with every number of players: no faults in ") && lines[1].contains(" ms"), "{told}");
    for level in 1..=5 {
        assert!(
            lines[1 + level].starts_with(&format!("caro against level {level}: ")) && lines[1 + level].contains(" %, 95 % sure between "),
            "{told}"
        );
    }
    assert!(lines[7].starts_with("caro: ") && lines[7].contains("level"), "{told}");
}

#[test]
fn the_check_says_what_is_wrong() {
    let lives = super::Lives::new();
    let ran = run(&["bot-check", &lives.bot("breaks rules"), "--games", "2", "--deadline", "60000"], b"");
    assert_eq!(ran.code, 2);
    assert!(
        ran.out.contains("To mend: it answered wrong twice, at last “{\"is\": \"move\"") && ran.err.contains("yatzy.turn.rolls"),
        "{ran:?}"
    );
    let ran = run(&["bot-check", &lives.bot("breaks rules"), "--game", "chess"], b"");
    assert!(ran.code == 2 && ran.err.contains("there is nothing to play; the games are yatzy"), "{ran:?}");
    lives.all_gone();
}

/// Control-C ends the games, and what is known by then is told.
#[cfg(unix)]
#[test]
fn a_check_that_is_stopped_tells_what_is_known() {
    use std::process::{Command, Stdio};
    let lives = super::Lives::new();
    let check = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .args(["bot-check", &lives.bot("learns"), "--games", "1000000", "--deadline", "60000"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let first = lives.next(); // asked what it plays
    let second = lives.next(); // plays
    let asked = Command::new("kill").args(["-INT", &check.id().to_string()]).status();
    assert!(asked.is_ok_and(|status| status.success()));
    let done = check.wait_with_output().expect("it ends");
    let told = String::from_utf8(done.stdout).expect("UTF-8");
    assert!(done.status.code() == Some(0) && told.contains("yatzy: stopped before level "), "{told}");
    [first, second].into_iter().for_each(super::gone);
    lives.all_gone();
}
