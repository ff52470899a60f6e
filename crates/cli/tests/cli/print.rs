//! Sheets as PDF, and what is said where they cannot be had.

use std::fs;

use tempfile::TempDir;

use crate::tool::run;

/// The arguments that print Crowns for four into a folder.
fn arguments<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["print", "--game", "crowns", "--players", "4", "--out", out], more].concat()
}

#[test]
fn every_game_is_printed_in_every_language() {
    let folder = TempDir::new().expect("a folder");
    let languages = ["de", "en", "es", "fr", "it", "nl"];
    for (number, (game, players)) in
        [("yatzy", "8"), ("castro", "4"), ("caro", "3"), ("crowns", "6"), ("crowns", "1"), ("yatzy", "1")].iter().enumerate()
    {
        let out = folder.path().join(format!("{number}.pdf"));
        let out = out.to_str().expect("a plain name");
        let lang = languages[number];
        let told = run(&["print", "--game", game, "--players", players, "--lang", lang, "--paper", "letter", "--out", out], b"").good();
        assert!(told.trim_end().ends_with(" pages"), "{told}");
        let pdf = fs::read(out).expect("written");
        assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"), "{game}");
    }
}

#[test]
fn a_board_and_an_address_are_taken() {
    let folder = TempDir::new().expect("a folder");
    let board = folder.path().join("mine.toml");
    fs::write(&board, include_str!("../../../../boards/crowns.toml").replace("one   = [0", "one   = [9")).expect("written");
    let out = folder.path().join("crowns.pdf");
    let (board, out) = (board.to_str().expect("a plain name"), out.to_str().expect("a plain name"));
    run(&arguments(out, &["--board", board, "--address", "https://games.example.org"]), b"").good();
    let mine = fs::read(out).expect("written");
    run(&arguments(out, &["--replace", "--address", "https://games.example.org"]), b"").good();
    assert_ne!(mine, fs::read(out).expect("written"), "the usual board is another one");
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 2, "the board and the PDF, and nothing half written: {left:?}");
}

#[test]
fn nothing_is_written_over_unasked() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("letter.pdf");
    fs::write(&out, "a letter to grandmother").expect("written");
    let ran = run(&arguments(out.to_str().expect("a plain name"), &[]), b"");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("there is such a file already; name another one, or add --replace"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&out).expect("still there"), "a letter to grandmother");
}

#[test]
fn bad_input_is_told_with_what_would_be_right() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_string();
    fs::write(path("bad.toml"), "one = [1, 2]").expect("written");
    let (out, nowhere, here, bad) = (path("out.pdf"), path("no/such/folder/out.pdf"), path(""), path("bad.toml"));
    let crowns = |more: &[&str]| arguments(&out, more).iter().map(ToString::to_string).collect::<Vec<_>>();
    let rows: &[(Vec<String>, &str)] = &[
        (crowns(&["--paper", "a5"]), "--paper a5: no such paper; known are a4 and letter"),
        (crowns(&["--lang", "pl"]), "--lang pl: no such language; known are de, en, fr, it, es, nl"),
        (crowns(&["--board", &bad]), "bad.toml: record.board: board, row two: expected two = [ six numbers, 1x to 6x ]"),
        (crowns(&["--board", "no-such.toml"]), "no-such.toml"),
        (crowns(&["--option", "open=1"]), "open"),
        (crowns(&["--address", "games.example.org"]), "expected one as in https://games.example.org"),
        (crowns(&["--address", "https://a b"]), "expected one as in https://games.example.org"),
        (arguments(&nowhere, &[]).iter().map(ToString::to_string).collect(), "--out"),
        (arguments(&here, &[]).iter().map(ToString::to_string).collect(), "this is a folder"),
        (["print", "--game", "caro", "--players", "7", "--out", &out].map(String::from).to_vec(), "caro is for 2 to 4 players, not for 7"),
        (
            ["print", "--game", "go", "--players", "2", "--out", &out].map(String::from).to_vec(),
            "the games are yatzy, castro, caro, crowns",
        ),
        (
            ["print", "--game", "caro", "--players", "2", "--board", &bad, "--out", &out].map(String::from).to_vec(),
            "without a board of one's own",
        ),
        (["print", "--game", "caro", "--players", "2"].map(String::from).to_vec(), "--out"),
    ];
    for (arguments, message) in rows {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = run(&arguments, b"");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(message), "{arguments:?} said {:?}", ran.err);
    }
    assert!(!folder.path().join("out.pdf").exists());
}
