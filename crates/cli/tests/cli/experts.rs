//! `best`, `arena`, `solve`, `train` and named players.

use serde_json::Value;

use crate::tool::{record, run};

fn best(record: &str) -> Value {
    serde_json::from_str(&run(&["best"], record.as_bytes()).good()).expect("one JSON object")
}

#[test]
fn best_lists_every_legal_move_best_first() {
    let judged = best(&record("yatzy", &["roll 6 6 6 6 6"]));
    let moves = judged["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &judged["seat"]), (5 + 15, &Value::from(0)), "five proper parts and fifteen boxes");
    assert_eq!(moves[0]["move"], "score yatzy");
    let wins: Vec<f64> = moves.iter().map(|mv| mv["win"][0].as_f64().unwrap()).collect();
    assert!(wins.is_sorted_by(|a, b| a >= b), "{wins:?}");
    assert_eq!(moves[0]["points"].as_array().unwrap().len(), 2);
    assert_eq!(best(&record("castro", &[])), serde_json::json!({"to": "roll", "dice": 5}));
}

#[test]
fn best_tells_bad_records_like_replay() {
    let ran = run(&["best"], record("caro", &["lay red 0,0", "lay red 0,1"]).as_bytes());
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("record 1, event 2: caro.lay.colour"), "{}", ran.err);
}

#[test]
fn arena_tells_wins_with_their_interval() {
    let table = run(&["arena", "--game", "caro", "--players", "2", "--bots", "level3,random", "--games", "40", "--seed", "3"], b"").good();
    let wins = |name: &str| {
        let line = table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{table}"));
        line.split_whitespace().nth(2).unwrap().parse::<f64>().unwrap()
    };
    assert!(wins("level3") > 90.0 && (wins("level3") + wins("random") - 100.0).abs() < 0.1, "{table}");
    assert!(table.contains("95 % interval") && table.contains('±'), "{table}");
}

#[test]
fn players_are_named_seat_by_seat_and_same_seeds_give_same_games() {
    let play = || run(&["simulate", "--game", "crowns", "--players", "3", "--bots", "level1,greedy,level3", "--seed", "9"], b"").good();
    let game = play();
    assert!(game.contains("\"players\":[\"level1 1\",\"greedy 2\",\"level3 3\"]"), "{game}");
    assert_eq!(game, play());
    assert_eq!(run(&["replay"], game.as_bytes()).good(), game);
}

#[test]
fn computers_object_on_an_open_table() {
    let arguments =
        ["simulate", "--game", "caro", "--players", "3", "--option", "open_table=true", "--bots", "level1,level1,level5", "--games", "20"];
    let games = run(&arguments, b"").good();
    assert!(games.contains("\"object "), "in twenty games a beginner lays a wrong tile and an opponent sees it");
    assert_eq!(run(&["replay"], games.as_bytes()).good(), games);
}

#[test]
fn solve_tells_what_perfect_play_is_worth() {
    let told = run(&["solve", "yatzy"], b"").good();
    assert!(told.starts_with("expected score      323.6195054"), "{told}");
    let kinder = run(&["solve", "yatzy", "--option", "bonus_at_least=63"], b"").good();
    let score = |text: &str| text.lines().next().unwrap().split_whitespace().last().unwrap().parse::<f64>().unwrap();
    assert!(score(&kinder) > score(&told), "an easier bonus is worth more");
}

#[test]
fn wrong_calls_say_what_would_be_right() {
    let rows: &[(&[&str], &str)] = &[
        (&["arena", "--game", "castro", "--players", "2", "--bots", "optimal,random", "--games", "1"], "castro is not solved"),
        (&["arena", "--game", "castro", "--players", "2", "--bots", "level9", "--games", "1"], "level1, level2, level3, level4, level5"),
        (&["arena", "--game", "castro", "--players", "2", "--bots", "random,random,random"], "3 players for 2 seats"),
        (&["train", "--game", "yatzy", "--players", "1"], "yatzy needs no training"),
        (&["train", "--game", "caro", "--players", "2"], "caro needs no training"),
        (&["train", "--game", "crowns", "--players", "1", "--mixed", "--out", "any.values"], "--mixed is for castro"),
        (&["train", "--game", "castro", "--players", "2", "--mixed"], "--out"),
        (&["solve", "castro"], "yatzy"),
    ];
    for (arguments, message) in rows {
        let ran = run(arguments, b"");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(message), "{arguments:?} said {:?}", ran.err);
    }
}
