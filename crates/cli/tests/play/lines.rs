//! `play --plain`: whole games from files of moves, and what stands on the lines.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

/// Plays with these lines as input.
fn play(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .arg("play")
        .args(arguments)
        .arg("--data")
        .arg(data)
        .env("LANG", "en_US.UTF-8")
        .env_remove("LC_ALL")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_string();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes())); // whoever leaves early reads not all
    let done = child.wait_with_output().expect("the binary ends");
    let _ = writer.join();
    done
}

#[track_caller]
fn good(done: Output) -> String {
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let out = String::from_utf8(done.stdout).expect("UTF-8");
    let strange: Vec<char> = out.chars().filter(|letter| letter.is_control() && *letter != '\n').collect();
    assert!(strange.is_empty(), "no escape sequences: {strange:?}");
    out
}

/// The one game in a folder.
fn kept(data: &Path) -> Value {
    let mut files = std::fs::read_dir(data.join("games")).expect("the folder of games").flatten().map(|file| file.path());
    let file = files.find(|file| file.extension().is_some_and(|ending| ending == "json")).expect("a game");
    serde_json::from_slice(&std::fs::read(file).expect("it can be read")).expect("JSON")
}

/// A finished game of two that a seed gives, as the record tells it.
fn simulated(game: &str, seed: &str) -> Value {
    let made = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .args(["simulate", "--game", game, "--players", "2", "--seed", seed])
        .output()
        .expect("the binary runs");
    serde_json::from_slice(&made.stdout).expect("a record")
}

/// A whole game of each kind from a file of moves: with own dice, the events of a record are such a file.
#[test]
fn whole_games_are_played_from_files_of_moves() {
    for (game, roll_off) in [("yatzy", "6 6 6 6 6\n1 1 1 1 1\n"), ("castro", "6\n1\n"), ("caro", ""), ("crowns", "")] {
        let seed = "11";
        let record = simulated(game, seed);
        let events: Vec<&str> = record["events"].as_array().expect("events").iter().filter_map(Value::as_str).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let input = format!("{roll_off}{}\n", events.join("\n"));
        let out = good(play(folder.path(), &[game, "--plain", "--with", "Anna,Ben", "--dice", "own"], &input));
        let kept = kept(folder.path());
        assert_eq!(kept["events"], record["events"], "{game}, seed {seed}: {out}");
        assert_eq!(kept["result"], record["result"], "{game}, seed {seed}");
        let told = out.lines().rev().take(30).any(|line| line.contains("wins") || line.contains("share the win"));
        assert!(told, "{game}: who has won is told: {out}");
    }
}

#[test]
fn a_game_alone_against_the_program_s_dice_is_played_by_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let boxes = [
        "Ones",
        "Twos",
        "Threes",
        "Fours",
        "Fives",
        "Sixes",
        "Pair",
        "Two pairs",
        "Three of a kind",
        "Four of a kind",
        "Small straight",
        "Large straight",
        "Full house",
        "Chance",
        "Yatzy",
    ];
    let moves: String = boxes.iter().map(|name| format!("roll\nkeep\n{name}\n")).collect();
    let out = good(play(folder.path(), &["yatzy", "--players", "1", "--seed", "3"], &format!("{moves}review\nagain\nquit\n")));
    assert!(out.contains("What decided this game"), "{out}");
    assert_eq!(kept_results(folder.path()), [false, true], "one is over, the next has begun");
}

fn kept_results(data: &Path) -> Vec<bool> {
    let files = std::fs::read_dir(data.join("games")).expect("the folder of games").flatten();
    let read = |file: std::fs::DirEntry| serde_json::from_slice::<Value>(&std::fs::read(file.path()).ok()?).ok();
    let mut waiting: Vec<bool> = files.filter_map(read).map(|game| game["result"].is_null()).collect();
    waiting.sort_unstable();
    waiting
}

#[test]
fn every_language_speaks_and_every_word_is_answered() {
    let words = "help\nmoves\nroll\nboard\nmoves\nscore\nhistory\nhint\nundo\nrules\nnonsense\nkeep 9\nagain\nquit\n";
    for lang in ["de", "en", "fr", "it", "es", "nl"] {
        for game in ["yatzy", "castro", "caro", "crowns"] {
            let folder = tempfile::tempdir().expect("a folder");
            let out = good(play(folder.path(), &[game, "--plain", "--lang", lang, "--seed", "5", "--with", "Anna,Ben"], words));
            assert!(out.lines().count() > 20, "{lang}, {game}: {out}");
        }
    }
}

#[test]
fn games_to_go_on_with_are_offered_by_number() {
    let folder = tempfile::tempdir().expect("a folder");
    good(play(folder.path(), &["crowns", "--players", "1", "--option", "solo_hard=true", "--seed", "1"], "roll\nquit\n"));
    let before = kept(folder.path());
    let out = good(play(folder.path(), &[], "1\nboard\nquit\n"));
    assert!(out.contains("Crowns, alone"), "{out}");
    assert_eq!((&kept(folder.path())["events"], &kept(folder.path())["options"]), (&before["events"], &before["options"]));
}

#[test]
fn at_an_open_table_a_wrong_tile_is_objected_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = "lay red 0,0\nlay red 0,1\nobject 0\nblack 0,1\nquit\n";
    let out = good(play(folder.path(), &["caro", "--plain", "--with", "Anna,Ben", "--option", "open_table=true"], input));
    assert!(out.contains("Anna objects, and rightly: Ben loses 10 points"), "{out}");
    assert_eq!(kept(folder.path())["events"], serde_json::json!(["lay red 0,0", "lay red 0,1", "object 0", "lay black 0,1"]));
}

#[test]
fn what_cannot_be_kept_is_told_once_and_played_on() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games"), "a file where the folder should be").expect("it can be written");
    let out = good(play(folder.path(), &["yatzy", "--players", "1", "--seed", "3"], "roll\nchance\nroll\n"));
    assert_eq!(out.matches("Not saved").count(), 1, "{out}");
    assert_eq!(out.matches("rolled").count(), 2, "{out}");
}

#[test]
fn a_wrong_set_up_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, says) in [
        (&["chess"][..], "no such game"),
        (&["caro", "--players", "1"], "2"),
        (&["yatzy", "--option", "bonus=3"], "bonus"),
        (&["yatzy", "--with", "Anna,Anna"], "twice"),
    ] {
        let done = play(folder.path(), arguments, "");
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&done.stderr).to_string();
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
}
