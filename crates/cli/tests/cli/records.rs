//! `replay`, `legal` and `simulate` on good records.

use std::process::{Command, Stdio};
use std::{fs, io::Read};

use crate::tool::{record, run};

/// Every game with every number of players it is tried with, and the arguments for its options.
pub fn set_ups() -> Vec<(&'static str, usize, Vec<String>)> {
    let all = spieltisch_testkit::conformance::set_ups().into_iter();
    all.flat_map(|set_up| set_up.players.clone().map(move |players| (set_up.game, players, set_up.arguments()))).collect()
}

/// The records of `simulate` for one set-up.
pub fn simulate(game: &str, players: usize, options: &[String], games: u32, seed: u32) -> String {
    let (players, games, seed) = (players.to_string(), games.to_string(), seed.to_string());
    let mut arguments = vec!["simulate", "--game", game, "--players", &players, "--games", &games, "--seed", &seed];
    arguments.extend(options.iter().map(String::as_str));
    run(&arguments, b"").good()
}

#[test]
fn simulated_games_replay_without_a_difference() {
    for (game, players, options) in set_ups() {
        let records = simulate(game, players, &options, 100, 11);
        assert_eq!(run(&["replay"], records.as_bytes()).good(), records, "{game} for {players} {options:?}");
    }
}

#[test]
fn same_seed_same_records() {
    let first = simulate("crowns", 3, &[], 5, 42);
    assert_eq!(first, simulate("crowns", 3, &[], 5, 42));
    assert_ne!(first, simulate("crowns", 3, &[], 5, 43));
    assert!(simulate("crowns", 3, &[], 7, 42).starts_with(&first), "more games begin like fewer");
}

#[test]
fn legal_tells_what_can_happen() {
    let legal = |record: String| run(&["legal"], record.as_bytes()).good();
    assert_eq!(legal(record("yatzy", &[])), "{\"to\":\"roll\",\"dice\":5}\n");
    assert_eq!(legal(record("castro", &["roll 1 2 4 6 6", "keep 6 6"])), "{\"to\":\"roll\",\"dice\":3}\n");
    assert_eq!(
        legal(record("caro", &[])),
        "{\"to\":\"move\",\"seat\":0,\"moves\":[\"lay black 0,0\",\"lay grey 0,0\",\"lay red 0,0\",\"lay white 0,0\"]}\n"
    );
    let open = record("caro", &["lay red 0,0"]).replace("{},\"board\"", "{\"open_table\":true},\"board\"");
    assert!(legal(open).ends_with("\"objectors\":[1]}\n"));
    let crowns = legal(record("crowns", &["roll 6 6 6 6 6 6"]));
    assert_eq!(crowns, "{\"to\":\"move\",\"seat\":0,\"moves\":[\"place\",\"place 6x6\"]}\n");
    let over = legal(simulate("caro", 2, &[], 1, 1));
    assert!(over.starts_with("{\"to\":\"over\",\"result\":{\"scores\":["), "{over}");
}

#[test]
fn replay_fills_in_the_result_and_keeps_what_it_does_not_know() {
    let finished = simulate("caro", 2, &[], 1, 3);
    let (head, _) = finished.split_once(",\"result\"").unwrap();
    let bare = format!("{head},\"date\":\"2026-11-15\"}}\n");
    let filled = run(&["replay"], bare.as_bytes()).good();
    assert!(filled.contains("\"result\":{\"scores\":[") && filled.contains("\"date\":\"2026-11-15\""), "{filled}");
}

#[test]
fn records_come_from_a_file_too_and_blank_lines_count() {
    let folder = std::env::temp_dir().join(format!("spieltisch-cli-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.jsonl");
    fs::write(&file, format!("\n{}\r\n\nnot a record\n", record("yatzy", &[]))).unwrap();
    let ran = run(&["replay", file.to_str().unwrap()], b"");
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(ran.lines().len(), 1);
    assert!(ran.err.starts_with("record 4: record.json"), "{}", ran.err);
}

#[test]
fn own_boards_come_from_a_file() {
    let board = concat!(env!("CARGO_MANIFEST_DIR"), "/../../boards/crowns.toml");
    let records = simulate("crowns", 1, &["--board".into(), board.into()], 2, 8);
    assert!(records.contains("\"board\":[[0,0,1,2,3,2],"), "the board stands in the record");
    assert_eq!(run(&["replay"], records.as_bytes()).good(), records);
}

/// A million games would fill memory if they were kept: take the first and walk away.
#[test]
fn simulate_streams() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
        .args(["simulate", "--game", "caro", "--players", "2", "--games", "1000000000"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = vec![0; 100];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert!(first.starts_with(b"{\"format\":\"spieltisch/1\""));
    let status = child.wait().unwrap();
    assert!(status.success(), "a reader who leaves is no error");
}
