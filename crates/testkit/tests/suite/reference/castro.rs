use serde_json::json;
use spieltisch_testkit::reference::open;

use crate::reference::{Table, allowed, moves, play, refused, seat, table};

/// One roll and a roof.
#[track_caller]
fn turn(table: &mut Table, dice: &str, square: &str) {
    play(table, &[&format!("roll {dice}"), &format!("place {square}")]);
}

/// Rolls so often that the dice named lie after the given number of rolls.
#[track_caller]
fn roll_times(table: &mut Table, rolls: usize, dice: &str) {
    for _ in 1..rolls {
        play(table, &["roll 1 2 3 4 6", "keep"]);
    }
    play(table, &[&format!("roll {dice}")]);
}

/// Five rolls that fit nothing.
#[track_caller]
fn lose(table: &mut Table) {
    roll_times(table, 5, "1 2 3 4 6");
    play(table, &["lose"]);
}

fn castro() -> Table {
    table("castro", 2, json!({}))
}

fn placements(table: &Table) -> Vec<String> {
    moves(table).iter().filter_map(|event| event.strip_prefix("place ").map(str::to_string)).collect()
}

#[test]
fn castro_record_of_the_format_page() {
    let mut table = castro();
    play(&mut table, &["roll 1 2 4 6 6", "keep 6 6", "roll 3 5 6 6 6", "place c4"]);
    assert_eq!(table.to(), json!({"to": "roll", "dice": 5}));
    assert_eq!(table.scores(), [1, 0]);
}

#[test]
fn castro_start() {
    let mut table = table("castro", 3, json!({}));
    for expected in [0, 1, 2, 0] {
        refused(&table, "place a4", "castro.turn.rolls");
        play(&mut table, &["roll 1 1 1 2 3"]);
        assert_eq!(seat(&table), expected);
        play(&mut table, &["place a4"]);
    }
}

#[test]
fn castro_turn_rolls() {
    let mut table = castro();
    refused(&table, "keep", "castro.turn.rolls");
    refused(&table, "lose", "castro.turn.rolls");
    play(&mut table, &["roll 1 1 2 3 4"]);
    refused(&table, "roll 1 1 2 3 4", "castro.turn.rolls");
    refused(&table, "keep 5", "castro.turn.rolls");
    refused(&table, "keep 1 1 1", "castro.turn.rolls");
    play(&mut table, &["keep 1 1"]);
    assert_eq!(table.to(), json!({"to": "roll", "dice": 3}));
    refused(&table, "roll 1 2 3 4 5", "castro.turn.rolls");
    play(&mut table, &["roll 1 1 5 5 6"]);
    // Kept dice may be rolled again later.
    play(&mut table, &["keep 5 5 6", "roll 2 3 5 5 6", "keep", "roll 2 2 3 3 4", "keep 2 2 3 3", "roll 2 2 3 3 6"]);
    refused(&table, "keep 2 2", "castro.turn.rolls");
    refused(&table, "keep", "castro.turn.rolls");
    assert_eq!(moves(&table), ["place a1", "place c2"]);
}

#[test]
fn castro_turn_last() {
    let mut table = castro();
    play(&mut table, &["roll 6 6 6 6 6"]);
    allowed(&table, "place d5");
    play(&mut table, &["keep 6", "roll 1 1 2 3 6"]);
    refused(&table, "place d5", "castro.turn.place");
    refused(&table, "place d4", "castro.turn.place");
    allowed(&table, "place e6");
}

#[test]
fn castro_turn_place() {
    let mut table = castro();
    play(&mut table, &["roll 1 2 3 4 6"]);
    assert!(placements(&table).is_empty());
    refused(&table, "place b1", "castro.turn.place");
    play(&mut table, &["keep 1 2 3 4", "roll 1 2 3 4 5"]);
    assert_eq!(placements(&table), ["a3", "a6", "b1", "c5", "d2", "e4", "f6"]);
    // Keeping is the other choice: 31 parts of five different dice are not all of them.
    assert_eq!(moves(&table).len(), 7 + 31);
    play(&mut table, &["place d2"]);
    play(&mut table, &["roll 2 3 4 5 6"]);
    allowed(&table, "place d2");
}

#[test]
fn castro_turn_lose() {
    let mut table = castro();
    // The worked example: 1 1 2 3 4 on the fifth roll with the square of the ones taken.
    roll_times(&mut table, 4, "1 1 2 3 4");
    refused(&table, "lose", "castro.turn.lose");
    play(&mut table, &["keep", "roll 1 1 2 3 4"]);
    // With the square free the player must place.
    assert_eq!(moves(&table), ["place e6"]);
    refused(&table, "lose", "castro.turn.lose");
    play(&mut table, &["place e6"]);
    roll_times(&mut table, 4, "1 2 3 4 6");
    refused(&table, "lose", "castro.turn.lose");
    play(&mut table, &["keep", "roll 1 1 2 3 4"]);
    assert_eq!(moves(&table), ["lose"]);
    refused(&table, "place e6", "castro.build.height");
    play(&mut table, &["lose"]);
    assert_eq!(table.scores(), [1, 0]);
    play(&mut table, &["roll 1 1 1 1 1"]);
    assert_eq!(seat(&table), 0);
}

#[test]
fn castro_symbol_lower() {
    let threes = ["a4", "b2", "b6", "c4", "d3", "e1", "f5"];
    let fours = ["a5", "b3", "c1", "d6", "e2", "f4"];
    let full_houses = ["a2", "b4", "c6", "d1", "e3", "e5", "f1"];
    let yatzys = ["c3", "d5", "f2"];
    let rows: Vec<(&str, bool, Vec<&[&str]>)> = vec![
        ("1 1 2 2 3", false, vec![&["e6"], &["c2"]]),
        ("3 3 3 4 5", false, vec![&threes, &["a1"]]),
        ("3 3 3 3 5", false, vec![&threes, &fours, &["a1"]]),
        ("2 2 5 5 5", false, vec![&threes, &full_houses, &["b5"], &["c2"]]),
        ("6 6 6 6 6", false, vec![&threes, &fours, &yatzys, &["d4"]]),
        ("6 6 6 6 6", true, vec![&threes, &fours, &yatzys, &full_houses, &["d4"]]),
        ("4 4 4 4 5", true, vec![&threes, &fours, &["f3"]]),
        ("1 2 3 5 6", false, vec![]),
    ];
    for (dice, option, groups) in rows {
        let mut table = table("castro", 2, json!({"full_house_from_yatzy": option}));
        play(&mut table, &[&format!("roll {dice}")]);
        let mut expected: Vec<String> = groups.concat().iter().map(|name| name.to_string()).collect();
        expected.sort();
        assert_eq!(placements(&table), expected, "{dice}, option {option}");
    }
}

#[test]
fn castro_symbol_pair() {
    for (dice, square) in
        [("1 1 2 3 4", "e6"), ("1 2 2 3 4", "c2"), ("1 2 3 3 4", "a1"), ("1 2 3 4 4", "f3"), ("1 2 3 5 5", "b5"), ("1 2 3 6 6", "d4")]
    {
        let mut table = castro();
        play(&mut table, &[&format!("roll {dice}")]);
        assert_eq!(placements(&table), [square]);
        let other = if square == "e6" { "d4" } else { "e6" };
        refused(&table, &format!("place {other}"), "castro.turn.place");
    }
}

/// A stack of so many roofs on b2, laid in turn on the first roll.
fn stack_on_b2(height: usize) -> Table {
    let mut table = castro();
    for _ in 0..height {
        turn(&mut table, "1 1 1 2 3", "b2");
    }
    table
}

#[test]
fn castro_build_height() {
    for rolls in 1..=5 {
        for height in 0..=4 {
            let mut table = stack_on_b2(height);
            roll_times(&mut table, rolls, "1 1 1 2 3");
            if height <= 5 - rolls {
                allowed(&table, "place b2");
            } else {
                refused(&table, "place b2", "castro.build.height");
            }
            // Empty squares are always allowed.
            allowed(&table, "place a4");
        }
    }
}

#[test]
fn castro_build_height_example() {
    // 5 5 5 2 2 on the second roll: every T and H, the 5 and the 2, on up to three roofs.
    for (height, fits) in [(3, true), (4, false)] {
        let mut table = stack_on_b2(height);
        roll_times(&mut table, 2, "2 2 5 5 5");
        assert_eq!(placements(&table).contains(&"b2".to_string()), fits, "{height} roofs");
        assert_eq!(placements(&table).len(), 7 + 7 + 2 - usize::from(!fits));
    }
}

#[test]
fn castro_build_safe() {
    let mut table = stack_on_b2(5);
    assert_eq!(table.scores(), [5, 0]);
    for dice in ["1 1 1 2 3", "1 1 1 1 1"] {
        let mut table = table.clone_box();
        play(&mut table, &[&format!("roll {dice}")]);
        refused(&table, "place b2", "castro.build.safe");
    }
    // Its owner cannot build on it either.
    turn(&mut table, "1 1 1 2 3", "a4");
    play(&mut table, &["roll 1 1 1 2 3"]);
    refused(&table, "place b2", "castro.build.safe");
}

#[test]
fn castro_end_row() {
    let full = "1 1 6 6 6";
    let straight = "1 2 3 4 5";
    let lines: Vec<[(&str, &str); 4]> = vec![
        [(full, "a4"), (full, "b4"), (full, "c4"), (full, "d4")],
        [("1 1 1 2 2", "e6"), ("1 1 1 2 2", "e5"), (straight, "e4"), ("1 1 1 2 2", "e3")],
        [("5 5 5 5 5", "b5"), ("5 5 5 5 5", "c4"), ("5 5 5 5 5", "d3"), ("5 5 5 5 5", "e2")],
        [("3 3 3 3 3", "a1"), ("3 3 3 3 3", "b2"), ("3 3 3 3 3", "c3"), ("6 6 6 6 6", "d4")],
    ];
    for line in lines {
        // Whichever roof comes last closes the line.
        for last in 0..4 {
            let mut table = castro();
            for (dice, square) in (0..4).filter(|&step| step != last).map(|step| line[step]) {
                turn(&mut table, dice, square);
                lose(&mut table);
            }
            assert_eq!(table.to()["to"], "roll", "three are not enough");
            turn(&mut table, line[last].0, line[last].1);
            let result = json!({"scores": [4, 0], "winners": [0], "reason": "four-in-a-row"});
            assert_eq!(table.to(), json!({"to": "over", "result": result}));
            refused(&table, "roll 1 1 1 1 1", "castro.end.row");
        }
    }
}

#[test]
fn castro_end_row_counts_tops_only() {
    let mut table = castro();
    let full = "1 1 6 6 6";
    turn(&mut table, full, "a4");
    lose(&mut table);
    turn(&mut table, full, "b4");
    turn(&mut table, full, "b4");
    turn(&mut table, full, "c4");
    lose(&mut table);
    turn(&mut table, full, "d4");
    assert_eq!(table.to()["to"], "roll", "b4 belongs to seat 1");
    assert_eq!(table.scores(), [3, 2]);
    lose(&mut table);
    turn(&mut table, full, "b4");
    let result = json!({"scores": [6, 0], "winners": [0], "reason": "four-in-a-row"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
}

#[test]
fn castro_end_row_does_not_run_over_the_board_edge() {
    let mut table = castro();
    let fives = "5 5 5 5 5";
    for (dice, square) in [("1 2 3 4 5", "e4"), (fives, "f4"), (fives, "a5"), (fives, "b5")] {
        turn(&mut table, dice, square);
        lose(&mut table);
    }
    assert_eq!(table.to()["to"], "roll");
}

#[test]
fn castro_end_row_needs_adjacent_squares() {
    let mut table = castro();
    for (dice, square) in [("1 1 1 1 1", "a4"), ("1 1 1 2 2", "b4"), ("6 6 6 6 6", "d4"), ("1 2 3 4 5", "e4"), ("1 1 1 1 1", "f4")] {
        turn(&mut table, dice, square);
        lose(&mut table);
    }
    assert_eq!(table.to()["to"], "roll", "c4 is missing");
}

#[test]
fn castro_end_yatzy() {
    let mut table = castro();
    let ones = "1 1 1 1 1";
    turn(&mut table, ones, "d5");
    turn(&mut table, ones, "d5");
    turn(&mut table, ones, "c3");
    turn(&mut table, ones, "c3");
    assert_eq!(table.to()["to"], "roll");
    turn(&mut table, ones, "f2");
    // Both others are covered: any level counts.
    let result = json!({"scores": [1, 4], "winners": [0], "reason": "three-yatzy"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
    refused(&table, "roll 1 1 1 1 1", "castro.end.yatzy");
}

#[test]
fn castro_end_yatzy_counts_squares_not_roofs() {
    let mut table = castro();
    for square in ["d5", "c3", "d5", "c3"] {
        turn(&mut table, "1 1 1 1 1", square);
        lose(&mut table);
    }
    assert_eq!(table.to()["to"], "roll");
}

#[test]
fn castro_end_row_is_named_before_yatzy() {
    let mut table = castro();
    let ones = "1 1 1 1 1";
    for (dice, square) in [(ones, "d5"), (ones, "f2"), ("1 2 3 4 5", "a3"), (ones, "b3"), (ones, "d3")] {
        turn(&mut table, dice, square);
        lose(&mut table);
    }
    turn(&mut table, ones, "c3");
    assert_eq!(table.to()["result"]["reason"], "four-in-a-row");
}

#[test]
fn castro_end_points() {
    // The worked example: tops at heights 4, 3, 3, 2, 1, 1, 1 use up all fifteen roofs.
    let mut table = castro();
    let heights = [("b6", 4), ("a4", 3), ("e1", 3), ("c1", 2), ("f5", 1), ("d3", 1), ("b2", 1)];
    for (square, height) in heights {
        for _ in 0..height {
            assert_eq!(table.to()["to"], "roll");
            turn(&mut table, "1 1 1 1 1", square);
            lose(&mut table);
        }
    }
    let result = json!({"scores": [15, 0], "winners": [0], "reason": "points"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
    refused(&table, "roll 1 1 1 1 1", "castro.end.points");
}

#[test]
fn castro_end_points_after_fifteen_rounds_shared() {
    let mut table = table("castro", 3, json!({}));
    for round in 1..=15 {
        for seat in 0..3 {
            assert_eq!(table.to()["to"], "roll", "round {round}, seat {seat}");
            lose(&mut table);
        }
    }
    let result = json!({"scores": [0, 0, 0], "winners": [0, 1, 2], "reason": "points"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
}

#[test]
fn castro_end_row_in_the_last_turn() {
    let mut table = castro();
    let full = "1 1 6 6 6";
    for _ in 0..11 {
        lose(&mut table);
        lose(&mut table);
    }
    for square in ["a4", "b4", "c4", "d4"] {
        lose(&mut table);
        turn(&mut table, full, square);
    }
    let result = json!({"scores": [0, 4], "winners": [1], "reason": "four-in-a-row"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
}

#[test]
fn castro_board() {
    let header = |board: serde_json::Value| json!({"game": "castro", "players": ["A", "B"], "board": board});
    let lines = ["Y Y Y 1 2 3", "4 5 6 S S S", "S S S S S S", "S S S S S S", "S S S S S S", "S S S S S T"];
    let mut table = match open(&header(json!(lines))) {
        Ok(table) => table,
        Err(sentence) => panic!("{sentence}"),
    };
    play(&mut table, &["roll 3 3 3 3 3"]);
    assert_eq!(placements(&table), ["a6", "b6", "c6", "f1", "f6"]);
    for (line, text) in [
        (0, "Y Y S 1 2 3"),
        (0, "Y Y Y Y 2 3"),
        (2, "Y S S S S S"),
        (2, "1 S S S S S"),
        (2, "S S S S S"),
        (2, "S S S S S S S"),
        (2, "S S S S S X"),
        (2, "SSSSSS"),
    ] {
        let mut wrong = lines;
        wrong[line] = text;
        assert!(open(&header(json!(wrong))).is_err(), "{text}");
    }
    assert!(open(&header(json!(lines[..5]))).is_err());
    assert!(open(&header(json!("S"))).is_err());
    assert!(open(&header(json!([1, 2, 3, 4, 5, 6]))).is_err());
}

#[test]
fn castro_record_event() {
    let mut table = castro();
    for event in ["", "roll 1 1 1 1", "roll 6 5 4 3 2", "score ones", "lay red 0,0", "pass", "place", "lose 1"] {
        refused(&table, event, "record.event");
    }
    play(&mut table, &["roll 1 1 1 1 1"]);
    for event in ["keep 1 1 1 1 1", "place g1", "place a7", "place a0", "place A1", "place a4 a4", "place 4a", "place  a4"] {
        refused(&table, event, "record.event");
    }
}

#[test]
fn castro_count_sequences() {
    let table = castro();
    assert_eq!(table.count_sequences(1), 252);
    // The parts to keep as in Yatzy, and one placement for each fitting square, counted here from the
    // numbers of squares that the rules give for each symbol.
    let mut placements = 0;
    for (event, _) in table.outcomes() {
        let dice: Vec<&str> = event.split(' ').skip(1).collect();
        let mut shown: Vec<usize> =
            ["1", "2", "3", "4", "5", "6"].iter().map(|number| dice.iter().filter(|die| *die == number).count()).collect();
        placements += shown.iter().filter(|&&times| times >= 2).count() as u64;
        if dice == ["1", "2", "3", "4", "5"] || dice == ["2", "3", "4", "5", "6"] {
            placements += 7;
        }
        shown.sort();
        placements += match shown[..] {
            [.., 0, 5] => 7 + 6 + 3,
            [.., 1, 4] => 7 + 6,
            [.., 2, 3] => 7 + 7,
            [.., 3] => 7,
            _ => 0,
        };
    }
    assert_eq!(table.count_sequences(2), 4368 - 252 + placements);
}
