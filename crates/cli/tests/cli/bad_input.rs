//! Bad input of any kind: a message with line, event and rule, exit code 2, and the good
//! records beside it are still handled.

use crate::tool::{record, run};

const GOOD: &str =
    r#"{"format":"spieltisch/1","game":"caro","players":["A","B"],"options":{},"board":null,"events":["lay red 0,0"],"result":null}"#;

/// Between two good records the bad one is told with its line, and both others are printed.
#[track_caller]
fn refused(bad: &[u8], message: &str) {
    let input = [GOOD.as_bytes(), b"\n", bad, b"\n", GOOD.as_bytes(), b"\n"].concat();
    for command in ["replay", "legal"] {
        let ran = run(&[command], &input);
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        assert!(ran.err.starts_with(message), "{command} said {:?}, expected {message:?}", ran.err);
        assert_eq!(ran.lines().len(), 2, "{command}: both good records are handled: {}", ran.out);
        assert_eq!(ran.err.lines().count(), 1, "one line of error: {:?}", ran.err);
    }
}

#[test]
fn not_a_record() {
    refused(b"hello", "record 2: record.json: not JSON");
    refused(b"[1, 2]", "record 2: record.json: expected a record in braces, found a list");
    refused(b"{}", "record 2: record.format: the field format is missing");
    refused(b"{\"format\":\"spieltisch/2\"}", "record 2: record.format: expected \"spieltisch/1\"");
    refused(&[0xff, 0xfe, 0x00, 0x80, 0x1b], "record 2: record.json: not JSON");
    refused("{".repeat(100_000).as_bytes(), "record 2: record.json: not JSON");
    refused("[".repeat(100_000).as_bytes(), "record 2: record.json: not JSON");
}

#[test]
fn a_hundred_megabytes_in_one_line() {
    let mut line = vec![b'x'; 100 * 1024 * 1024];
    line[0] = b'"';
    refused(&line, "record 2: record.json: the line is longer than the 16 MB a record can have");
}

#[test]
fn bad_headers() {
    let with = |from: &str, to: &str| GOOD.replacen(from, to, 1).into_bytes();
    refused(&with("caro", "chess"), "record 2: record.game: “chess” is no game here; the games are yatzy, castro, caro, crowns");
    refused(&with("\"caro\"", "7"), "record 2: record.game: expected the name of a game");
    refused(&with("[\"A\",\"B\"]", "[\"A\"]"), "record 2: record.players: caro is for 2 to 4 players, not for 1");
    refused(&with("[\"A\",\"B\"]", "[\"A\",2]"), "record 2: record.players: players must be a list of strings, but entry 2 is a number");
    refused(&with("\"options\":{}", "\"options\":{\"tempo\":1}"), "record 2: record.options: tempo: unknown field `tempo`");
    refused(&with("\"options\":{}", "\"options\":{\"open_table\":\"yes\"}"), "record 2: record.options: open_table: invalid type");
    refused(&with("\"board\":null", "\"board\":[]"), "record 2: record.board: this game is played without a board");
    refused(
        &with("\"events\":[\"lay red 0,0\"]", "\"events\":3"),
        "record 2: record.events: events must be a list of strings, found a number",
    );
    refused(&with("\"events\"", "\"happenings\""), "record 2: record.events: events must be a list of strings, but is missing");
}

#[test]
fn bad_boards() {
    let crowns = record("crowns", &[])
        .replace("null,\"events\"", "[[0,0,1,2,3,2],[0,0,1,3,4,3],[0,1,2,3,4,4],[1,1,2,3,5,5],[1,2,3,4,16,6],[1,2,3,4,5,6]],\"events\"");
    refused(crowns.as_bytes(), "record 2: record.board: board, row five, field 5x5: 16 crowns, but a field shows 0 to 9");
    let castro = record("castro", &[]).replace("null,\"events\"", "[\"S T H F 1 S\"],\"events\"");
    refused(castro.as_bytes(), "record 2: record.board: board: 1 rows, but a Castro board has six");
}

#[test]
fn bad_events() {
    let rows: &[(&str, &[&str], &str)] = &[
        ("yatzy", &["roll 1 2 3 4 5 6 6"], "event 1: yatzy.turn.rolls: 7 dice"),
        ("yatzy", &["roll 1 2 3 4 7"], "event 1: yatzy.turn.rolls: “7” is no face of a die"),
        ("yatzy", &["roll 2 1 3 4 5"], "event 1: yatzy.turn.rolls: the dice are not in ascending order"),
        ("yatzy", &["roll 1 2 3 4 5", "score all"], "event 2: yatzy.turn.score: “all” is no box"),
        ("yatzy", &["roll 1 2 3 4 5", "dance"], "event 2: record.event: “dance” is no event here"),
        ("castro", &["place c4"], "event 1: castro.turn.place: the dice must be rolled first"),
        ("castro", &["roll 1 1 1 2 3", "place b6", "place b6"], "event 3: castro.turn.place: the dice must be rolled first"),
        (
            "castro",
            &[
                "roll 1 1 1 2 3",
                "place b6",
                "roll 1 1 1 2 3",
                "keep 1 1 1 2",
                "roll 1 1 1 2 2",
                "keep 1 1 1 2",
                "roll 1 1 1 2 2",
                "keep 1 1 1 2",
                "roll 1 1 1 2 2",
                "keep 1 1 1 2",
                "roll 1 1 1 2 2",
                "place b6",
            ],
            "event 12: castro.build.height: b6 has 1 roof, but after 5 rolls a roof goes on at most 0",
        ),
        ("caro", &["lay red 0,0", "lay red 0,1"], "event 2: caro.lay.colour"),
        ("caro", &["lay red 0,0", "object 1"], "event 2: caro.open.object"),
        ("caro", &["roll 1"], "event 1: record.event: Caro is played without dice"),
        ("crowns", &["roll 1 2 4 4 6 6", "place 3x6"], "event 2: crowns.turn.lower"),
        ("crowns", &["roll 1 2 4 4 6 6", "place 7x6"], "event 2: crowns.turn.place: “7x6” is no field"),
    ];
    for (game, events, message) in rows {
        refused(record(game, events).as_bytes(), &format!("record 2, {message}"));
    }
}

#[test]
fn an_event_after_the_end() {
    let finished = run(&["simulate", "--game", "castro", "--players", "2", "--seed", "5"], b"").good();
    let longer = finished.trim_end().replace("],\"result\"", ",\"roll 1 1 1 1 1\"],\"result\"");
    let ran = run(&["replay"], longer.as_bytes());
    assert!(ran.code == 2 && ran.err.contains(": castro.end."), "{}", ran.err);
}

#[test]
fn a_result_that_disagrees() {
    let running =
        record("caro", &["lay red 0,0"]).replace("\"result\":null", "\"result\":{\"scores\":[10,0],\"winners\":[0],\"reason\":\"points\"}");
    let ran = run(&["replay"], running.as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("record 1, event 1: record.result: the record states {\"scores\":[10,0]"), "{}", ran.err);
}

#[test]
fn bad_calls() {
    let rows: &[(&[&str], &str)] = &[
        (&["replay", "no-such-file.jsonl"], "no-such-file.jsonl"),
        (&["simulate", "--game", "go", "--players", "2"], "the games are yatzy, castro, caro, crowns"),
        (&["simulate", "--game", "caro", "--players", "5"], "caro is for 2 to 4 players, not for 5"),
        (&["simulate", "--game", "caro", "--players", "2", "--bots", "hal"], "known are"),
        (&["simulate", "--game", "caro", "--players", "2", "--bots", "random,random,random"], "3 players for 2 seats"),
        (&["simulate", "--game", "caro", "--players", "2", "--option", "open_table"], "expected NAME=VALUE"),
        (&["simulate", "--game", "caro", "--players", "2", "--option", "open=true"], "unknown field `open`"),
        (&["simulate", "--game", "castro", "--players", "2", "--board", "Cargo.toml"], "rows"),
        (&["simulate", "--players", "2"], "--game"),
        (&["frobnicate"], "frobnicate"),
    ];
    for (arguments, message) in rows {
        let ran = run(arguments, b"");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(message), "{arguments:?} said {:?}", ran.err);
    }
}
