//! `review` as other programs see it.

use crate::records::{set_ups, simulate};
use crate::tool::{record, run};
use serde_json::Value;

fn reviewed(records: &str) -> Vec<Value> {
    let out = run(&["review", "--json"], records.as_bytes()).good();
    out.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

/// `end = start + luck + losses + gifts + drift`, and the steps add up to it.
fn closes(review: &Value) {
    for (measure, seats) in review["ledgers"].as_object().expect("ledgers") {
        for (seat, ledger) in seats.as_array().expect("one a seat").iter().enumerate() {
            let columns = ["start", "luck", "losses", "gifts", "drift"].map(|column| number(&ledger[column]));
            assert!((columns.iter().sum::<f64>() - number(&ledger["end"])).abs() < 1e-9, "{measure} of seat {seat}: {ledger}");
            let mut value = number(&ledger["start"]);
            for step in review["steps"].as_array().expect("steps") {
                value += number(&step[measure][seat]) + step["drift"][measure][seat].as_f64().unwrap_or(0.0);
            }
            assert!((value - number(&ledger["end"])).abs() < 1e-9, "{measure} of seat {seat}");
        }
    }
}

#[test]
fn reviews_of_every_set_up_close() {
    for (game, players, options) in set_ups().into_iter().filter(|(game, ..)| *game != "yatzy") {
        let records = simulate(game, players, &options, 1, 5);
        let reviews = reviewed(&records);
        assert_eq!(reviews.len(), 1);
        let review = &reviews[0];
        let told: Value = serde_json::from_str(&records).expect("a record");
        assert_eq!((&review["game"], &review["players"], &review["result"]), (&told["game"], &told["players"], &told["result"]));
        assert_eq!(review["ledgers"]["win"].is_array(), players > 1);
        assert_eq!(review["ledgers"]["points"].is_array(), players == 1);
        assert_eq!(review["seats"].as_array().map(Vec::len), Some(players));
        closes(review);
    }
}

#[test]
fn yatzy_keeps_both_measures_by_their_fixed_names() {
    let review = &reviewed(&simulate("yatzy", 2, &[], 1, 5))[0];
    closes(review);
    assert!((number(&review["ledgers"]["points"][0]["start"]) - 323.619_505).abs() < 1e-6);
    let steps = review["steps"].as_array().expect("steps");
    let (roll, decision) = (&steps[0], &steps[1]);
    assert_eq!((&roll["event"], &roll["is"], &roll["seat"]), (&1.into(), &"roll".into(), &0.into()));
    assert!(
        roll["text"].as_str().is_some_and(|text| text.starts_with("roll ")) && roll.get("loss").is_none() && roll.get("drift").is_none()
    );
    assert_eq!((&decision["event"], &decision["is"]), (&2.into(), &"move".into()));
    assert!(decision["best"].is_string() && number(&decision["loss"]["win"]) >= 0.0 && number(&decision["loss"]["points"]) >= 0.0);
    assert!(decision["drift"]["win"].is_array() && decision["drift"].get("points").is_none(), "points are exact: {decision}");
    let seat = &review["seats"][0];
    assert!(number(&seat["decisions"]) > 20.0 && number(&seat["loss_per_decision"]) > 0.0, "{seat}");
}

#[test]
fn a_game_that_was_left_is_reviewed_as_far_as_it_went() {
    let review = &reviewed(&record("crowns", &["roll 1 2 3 4 5 6", "place 1x2 1x1", "roll 6 6 6 6 6 6"]))[0];
    assert!(review["result"].is_null());
    assert_eq!(review["steps"].as_array().map(Vec::len), Some(3));
    closes(review);
}

#[test]
fn a_wrong_record_is_named_and_the_others_are_reviewed() {
    let good = simulate("caro", 2, &[], 2, 1);
    let lines: Vec<&str> = good.lines().collect();
    let input = format!("{}\nnot a record\n{}\n{}\n", lines[0], record("caro", &["lay red 5,5"]), lines[1]);
    let ran = run(&["review", "--json"], input.as_bytes());
    assert_eq!((ran.code, ran.lines().len()), (2, 2), "{}", ran.err);
    assert!(ran.err.contains("record 2: record.json") && ran.err.contains("record 3, event 1: caro."), "{}", ran.err);
    let missing = run(&["review", "no-such-file"], b"");
    assert!(missing.code == 2 && missing.err.contains("no-such-file"), "{}", missing.err);
}

#[test]
fn a_person_reads_a_table_and_the_worst_decisions() {
    let out = run(&["review"], simulate("caro", 2, &[], 1, 1).as_bytes()).good();
    for part in [
        "record 1: caro",
        "chance to win, %",
        "start",
        "luck",
        "losses",
        "gifts",
        "drift",
        "end",
        "random 1",
        "costliest",
        "best: lay ",
        "because ",
    ] {
        assert!(out.contains(part), "{part} is in\n{out}");
    }
}

#[test]
fn a_summary_tells_players_apart_by_name() {
    let records = simulate("crowns", 2, &["--bots".into(), "level1,level4".into()], 6, 1);
    let out = run(&["review", "--summary"], records.as_bytes()).good();
    assert!(out.contains("level1 1") && out.contains("level4 2") && out.contains("without luck"), "{out}");
    let games: Vec<&str> = out.lines().filter(|line| line.starts_with("level")).filter_map(|line| line.split_whitespace().nth(2)).collect();
    assert_eq!(games, ["6", "6"], "{out}");
    for part in ["level1 1: loss a decision over time", "best game record", "worst record", "of all losses", "fields "] {
        assert!(out.contains(part), "{part} is in\n{out}");
    }
}
