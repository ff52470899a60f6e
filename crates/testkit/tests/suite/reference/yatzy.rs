use serde_json::{Value, json};

use crate::reference::{Table, allowed, moves, play, refused, seat, table};

const BOXES: [&str; 15] = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "four-of-a-kind",
    "small-straight",
    "large-straight",
    "full-house",
    "chance",
    "yatzy",
];

fn turn(table: &mut Table, dice: &str, box_name: &str) {
    play(table, &[&format!("roll {dice}"), &format!("score {box_name}")]);
}

#[test]
fn yatzy_boxes() {
    let none = json!({});
    let two_pairs = json!({"two_pairs_from_four": true});
    let full_house = json!({"full_house_from_yatzy": true});
    let rows: Vec<(&str, &str, &Value, i64)> = vec![
        // The worked examples.
        ("3 3 4 5 6", "pair", &none, 21),
        ("3 3 5 5 6", "two-pairs", &none, 22),
        ("4 4 4 4 6", "two-pairs", &none, 0),
        ("4 4 4 4 6", "two-pairs", &two_pairs, 22),
        ("2 2 2 5 6", "three-of-a-kind", &none, 17),
        ("1 2 3 4 4", "small-straight", &none, 30),
        ("1 2 3 4 6", "large-straight", &none, 0),
        ("6 6 6 6 6", "full-house", &none, 0),
        ("6 6 6 6 6", "full-house", &full_house, 25),
        ("6 6 6 6 6", "four-of-a-kind", &none, 30),
        // The upper boxes count their number only.
        ("1 1 2 3 4", "ones", &none, 2),
        ("1 1 2 3 4", "sixes", &none, 0),
        ("2 2 2 2 3", "twos", &none, 8),
        ("3 3 3 3 3", "threes", &none, 15),
        ("1 4 4 6 6", "fours", &none, 8),
        ("5 5 5 6 6", "fives", &none, 15),
        ("5 5 5 6 6", "sixes", &none, 12),
        // The others.
        ("1 2 3 4 6", "pair", &none, 0),
        ("6 6 6 6 6", "pair", &none, 30),
        ("1 1 1 6 6", "two-pairs", &none, 15),
        ("1 1 1 6 6", "pair", &none, 15),
        ("3 3 3 3 3", "two-pairs", &none, 0),
        ("3 3 3 3 3", "two-pairs", &two_pairs, 15),
        ("1 1 1 2 3", "two-pairs", &two_pairs, 0),
        ("1 1 2 2 3", "three-of-a-kind", &none, 0),
        ("1 1 1 1 3", "three-of-a-kind", &none, 7),
        ("1 1 1 2 2", "four-of-a-kind", &none, 0),
        ("1 1 1 1 2", "four-of-a-kind", &none, 6),
        ("2 3 4 5 5", "small-straight", &none, 30),
        ("1 3 4 5 6", "small-straight", &none, 30),
        ("2 3 4 5 6", "small-straight", &none, 30),
        ("1 2 3 5 6", "small-straight", &none, 0),
        ("1 2 3 4 5", "large-straight", &none, 40),
        ("2 3 4 5 6", "large-straight", &none, 40),
        ("1 3 4 5 6", "large-straight", &none, 0),
        ("2 2 5 5 5", "full-house", &none, 25),
        ("2 2 5 5 6", "full-house", &none, 0),
        ("2 5 5 5 5", "full-house", &full_house, 0),
        ("1 2 4 5 6", "chance", &none, 18),
        ("5 5 5 5 5", "yatzy", &none, 100),
        ("5 5 5 5 6", "yatzy", &none, 0),
        ("5 5 5 5 5", "chance", &none, 25),
    ];
    for (dice, box_name, options, points) in rows {
        let mut table = table("yatzy", 1, options.clone());
        turn(&mut table, dice, box_name);
        assert_eq!(table.scores(), [points], "{dice} in {box_name} with {options}");
    }
}

#[test]
fn yatzy_bonus() {
    let ones_and_rest = |ones: &str, options: Value| {
        let mut table = table("yatzy", 1, options);
        turn(&mut table, "2 2 2 3 4", "twos");
        turn(&mut table, "1 2 3 3 3", "threes");
        turn(&mut table, "1 2 4 4 4", "fours");
        turn(&mut table, "1 2 5 5 5", "fives");
        turn(&mut table, "1 2 6 6 6", "sixes");
        turn(&mut table, ones, "ones");
        table.scores()[0]
    };
    assert_eq!(ones_and_rest("1 1 1 2 3", json!({})), 63);
    assert_eq!(ones_and_rest("1 1 1 1 3", json!({})), 64 + 35);
    assert_eq!(ones_and_rest("1 1 1 2 3", json!({"bonus_at_least": 63})), 63 + 35);
    assert_eq!(ones_and_rest("1 1 1 1 3", json!({"bonus_at_least": 65})), 64);
    assert_eq!(ones_and_rest("2 2 3 4 5", json!({"bonus_at_least": 0})), 60 + 35);
}

#[test]
fn yatzy_bonus_comes_when_the_upper_part_is_complete() {
    let mut table = table("yatzy", 1, json!({}));
    turn(&mut table, "6 6 6 6 6", "sixes");
    turn(&mut table, "5 5 5 5 5", "fives");
    turn(&mut table, "4 4 4 4 4", "fours");
    turn(&mut table, "3 3 3 3 3", "threes");
    turn(&mut table, "1 3 4 5 6", "twos");
    assert_eq!(table.scores(), [90], "the ones are still open");
    turn(&mut table, "2 3 4 5 6", "ones");
    assert_eq!(table.scores(), [125], "a struck box completes the upper part too");
}

#[test]
fn yatzy_start() {
    let mut table = table("yatzy", 3, json!({}));
    assert_eq!(table.to(), json!({"to": "roll", "dice": 5}));
    for (expected, box_name) in [(0, "chance"), (1, "chance"), (2, "chance"), (0, "ones")] {
        refused(&table, "score chance", "yatzy.turn.rolls");
        play(&mut table, &["roll 1 2 4 5 6"]);
        assert_eq!(seat(&table), expected);
        play(&mut table, &[&format!("score {box_name}")]);
    }
}

#[test]
fn yatzy_turn_rolls() {
    let mut table = table("yatzy", 1, json!({}));
    refused(&table, "keep", "yatzy.turn.rolls");
    refused(&table, "score chance", "yatzy.turn.rolls");
    play(&mut table, &["roll 1 2 4 6 6"]);
    refused(&table, "roll 1 2 4 6 6", "yatzy.turn.rolls");
    refused(&table, "keep 3", "yatzy.turn.rolls");
    refused(&table, "keep 6 6 6", "yatzy.turn.rolls");
    allowed(&table, "keep");
    allowed(&table, "score ones");
    play(&mut table, &["keep 6 6"]);
    assert_eq!(table.to(), json!({"to": "roll", "dice": 3}));
    refused(&table, "keep 6", "yatzy.turn.rolls");
    refused(&table, "roll 1 2 3 4 6", "yatzy.turn.rolls");
    play(&mut table, &["roll 1 4 6 6 6"]);
    // Dice set aside earlier may be rolled again.
    play(&mut table, &["keep 1 4"]);
    refused(&table, "roll 2 3 4 5 6", "yatzy.turn.rolls");
    play(&mut table, &["roll 1 2 2 2 4"]);
    refused(&table, "keep 2 2 2", "yatzy.turn.rolls");
    refused(&table, "keep", "yatzy.turn.rolls");
    let mut every_box: Vec<String> = BOXES.iter().map(|name| format!("score {name}")).collect();
    every_box.sort();
    assert_eq!(moves(&table), every_box);
}

#[test]
fn yatzy_keeps_are_the_different_choices() {
    let mut table = table("yatzy", 1, json!({}));
    play(&mut table, &["roll 2 2 2 2 2"]);
    let keeps: Vec<String> = moves(&table).into_iter().filter(|event| event.starts_with("keep")).collect();
    assert_eq!(keeps, ["keep", "keep 2", "keep 2 2", "keep 2 2 2", "keep 2 2 2 2"]);
    play(&mut table, &["keep"]);
    assert_eq!(table.to(), json!({"to": "roll", "dice": 5}));
}

#[test]
fn yatzy_turn_score() {
    let mut table = table("yatzy", 1, json!({}));
    // Any free box may be struck, also where others fit.
    turn(&mut table, "1 1 1 1 1", "large-straight");
    assert_eq!(table.scores(), [0]);
    play(&mut table, &["roll 2 3 4 5 6"]);
    refused(&table, "score large-straight", "yatzy.turn.score");
    assert!(!moves(&table).contains(&"score large-straight".to_string()));
    play(&mut table, &["score small-straight"]);
    assert_eq!(table.scores(), [30]);
}

#[test]
fn yatzy_end() {
    let mut table = table("yatzy", 2, json!({}));
    for (turns, name) in BOXES.iter().enumerate() {
        turn(&mut table, "1 1 1 1 1", name);
        assert_eq!(table.to()["to"], "roll", "seat 1 has a turn left in round {turns}");
        turn(&mut table, "1 1 1 1 1", name);
    }
    // Ones 5, the sums of pair, three, four and chance 5 each, Yatzy 100.
    let result = json!({"scores": [125, 125], "winners": [0, 1], "reason": "points"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
    refused(&table, "roll 1 1 1 1 1", "yatzy.end");
    assert!(table.outcomes().is_empty());
}

#[test]
fn yatzy_end_most_points_win() {
    let mut table = table("yatzy", 2, json!({}));
    for name in BOXES {
        turn(&mut table, "1 1 1 1 1", name);
        turn(&mut table, "2 2 2 2 2", name);
    }
    // 10 in the twos, 4 × 10 and 100.
    let result = json!({"scores": [125, 150], "winners": [1], "reason": "points"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
}

#[test]
fn yatzy_record_event() {
    let mut table = table("yatzy", 1, json!({}));
    for event in [
        "",
        "roll",
        "roll 1 2 3 4",
        "roll 1 2 3 4 5 6",
        "roll 2 1 3 4 5",
        "roll 1 2 3 4 7",
        "roll 0 1 2 3 4",
        "roll  1 2 3 4 5",
        "roll 1 2 3 4 5 ",
        " roll 1 2 3 4 5",
        "Roll 1 2 3 4 5",
        "roll 01 2 3 4 5",
        "score",
        "score bonus",
        "score Ones",
        "score ones twos",
        "place a1",
        "lose",
        "pass",
    ] {
        refused(&table, event, "record.event");
    }
    play(&mut table, &["roll 1 2 3 4 5"]);
    // Keeping all five is no move.
    for event in ["keep 1 2 3 4 5", "keep 2 1", "keep ", "keep 7", "keep  1"] {
        refused(&table, event, "record.event");
    }
}

#[test]
fn yatzy_outcomes() {
    let mut table = table("yatzy", 1, json!({}));
    let outcomes = table.outcomes();
    assert_eq!(outcomes.len(), 252);
    assert_eq!(outcomes.iter().map(|(_, ways)| ways).sum::<u64>(), 7776);
    assert!(outcomes.contains(&("roll 1 2 3 4 5".to_string(), 120)));
    assert!(outcomes.contains(&("roll 6 6 6 6 6".to_string(), 1)));
    play(&mut table, &["roll 1 2 4 6 6"]);
    assert!(table.outcomes().is_empty());
    play(&mut table, &["keep 1 4 6"]);
    let outcomes = table.outcomes();
    assert_eq!(outcomes.len(), 21);
    assert_eq!(outcomes.iter().map(|(_, ways)| ways).sum::<u64>(), 36);
    assert!(outcomes.contains(&("roll 1 1 2 4 6".to_string(), 2)));
    assert!(outcomes.contains(&("roll 1 4 6 6 6".to_string(), 1)));
}

#[test]
fn yatzy_count_sequences() {
    let table = table("yatzy", 2, json!({}));
    assert_eq!(table.count_sequences(0), 1);
    assert_eq!(table.count_sequences(1), 252);
    // Pairs of a roll and a part of it are lists of 5 out of 12 kinds: C(16,5) = 4368, less the 252 whole
    // rolls, and 15 boxes for each of the 252 rolls.
    assert_eq!(table.count_sequences(2), 4368 - 252 + 15 * 252);
}
