use serde_json::{Value, json};
use spieltisch_testkit::reference::open;

use crate::reference::{Table, allowed, moves, play, refused, seat, table};

fn alone() -> Table {
    table("crowns", 1, json!({}))
}

fn hard() -> Table {
    table("crowns", 1, json!({"solo_hard": true}))
}

fn two() -> Table {
    table("crowns", 2, json!({}))
}

/// One roll of which just this field is used; the other dice show a lower or a higher number.
#[track_caller]
fn one_chip(table: &mut Table, count: usize, number: usize) {
    let other = if number == 1 { 2 } else { 1 };
    let mut dice = vec![number; count];
    dice.resize(6, other);
    dice.sort();
    let dice: Vec<String> = dice.iter().map(usize::to_string).collect();
    play(table, &[&format!("roll {}", dice.join(" ")), &format!("place {count}x{number}")]);
}

/// Six turns that place all 18 chips.
const EIGHTEEN: [(&str, &str); 6] = [
    ("roll 1 2 3 4 5 6", "place 1x6 1x5 1x4 1x3 1x2 1x1"),
    ("roll 1 1 2 2 3 3", "place 2x3 2x2 2x1"),
    ("roll 4 4 5 5 6 6", "place 2x6 2x5 2x4"),
    ("roll 1 1 1 2 2 2", "place 3x2 3x1"),
    ("roll 3 3 3 4 4 4", "place 3x4 3x3"),
    ("roll 5 5 5 6 6 6", "place 3x6 3x5"),
];

#[test]
fn crowns_start() {
    let mut table = table("crowns", 3, json!({}));
    for expected in [0, 1, 2, 0] {
        assert_eq!(table.to(), json!({"to": "roll", "dice": 6}));
        play(&mut table, &["roll 1 2 3 4 5 6"]);
        assert_eq!(seat(&table), expected);
        play(&mut table, &["place"]);
    }
}

#[test]
fn crowns_turn_roll() {
    let mut table = two();
    refused(&table, "place", "crowns.turn.roll");
    refused(&table, "remove", "crowns.turn.roll");
    play(&mut table, &["roll 1 2 3 4 5 6"]);
    refused(&table, "roll 1 2 3 4 5 6", "crowns.turn.roll");
    assert!(table.outcomes().is_empty());
}

#[test]
fn crowns_turn_place_example() {
    let mut table = two();
    play(&mut table, &["roll 1 2 4 4 6 6"]);
    for whole in ["2x6 2x4 1x2 1x1", "6x1", "5x2 1x1", "4x4 2x1", "1x6 3x4 1x2 1x1"] {
        // Any part of it, also none.
        let fields: Vec<&str> = whole.split(' ').collect();
        for chosen in 0..1 << fields.len() {
            let mut event = "place".to_string();
            for (step, field) in fields.iter().enumerate() {
                if chosen >> step & 1 == 1 {
                    event += &format!(" {field}");
                }
            }
            allowed(&table, &event);
            assert!(moves(&table).contains(&event), "{event}");
        }
    }
}

#[test]
fn crowns_turn_lower() {
    let mut table = two();
    play(&mut table, &["roll 1 2 4 4 6 6"]);
    // Never up.
    refused(&table, "place 3x6", "crowns.turn.lower");
    refused(&table, "place 5x4", "crowns.turn.lower");
    refused(&table, "place 6x2", "crowns.turn.lower");
    // Never to a number that is not in the roll.
    refused(&table, "place 1x5", "crowns.turn.lower");
    refused(&table, "place 2x3", "crowns.turn.lower");
    // More dice than there are.
    refused(&table, "place 2x6 3x4 2x1", "crowns.turn.lower");
    allowed(&table, "place 4x4");
    allowed(&table, "place 5x2");
    allowed(&table, "place 6x1");
    // A number may be turned away altogether: both sixes and both fours to 2 and 1.
    allowed(&table, "place 3x2 3x1");
    assert!(!moves(&table).iter().any(|event| event.contains("x5") || event.contains("x3")));
}

#[test]
fn crowns_turn_lower_numbers_of_the_roll_stay_aims() {
    // "In the roll": also a number that no die shows any more. The 4 turns to 2, the 6 to 4.
    let mut table = two();
    play(&mut table, &["roll 1 1 1 2 4 6"]);
    allowed(&table, "place 1x4 2x2 3x1");
    allowed(&table, "place 2x4 4x1");
    refused(&table, "place 2x6", "crowns.turn.lower");
}

#[test]
fn crowns_turn_place() {
    let mut table = two();
    play(&mut table, &["roll 1 1 1 5 5 5"]);
    // The count is exact: the ones cannot become fewer, the fives can.
    refused(&table, "place 2x1", "crowns.turn.place");
    refused(&table, "place 1x1", "crowns.turn.place");
    refused(&table, "place 2x5 3x1", "crowns.turn.place");
    refused(&table, "place 1x5 2x5", "crowns.turn.place");
    allowed(&table, "place 2x5 4x1");
    assert_eq!(
        moves(&table),
        [
            "place",
            "place 1x5",
            "place 1x5 5x1",
            "place 2x5",
            "place 2x5 4x1",
            "place 3x1",
            "place 3x5",
            "place 3x5 3x1",
            "place 4x1",
            "place 5x1",
            "place 6x1",
        ]
    );
}

#[test]
fn crowns_turn_place_never_more_than_the_chips_left() {
    let mut table = two();
    // Seventeen chips, leaving 4x2 and 2x5 free.
    let fields = [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (1, 2),
        (2, 2),
        (3, 2),
        (1, 3),
        (2, 3),
        (3, 3),
        (4, 3),
        (5, 3),
        (1, 4),
        (2, 4),
        (3, 4),
        (4, 4),
    ];
    for (count, number) in fields {
        one_chip(&mut table, count, number);
        play(&mut table, &["roll 1 1 1 1 1 1", "place"]);
    }
    play(&mut table, &["roll 2 2 2 2 5 5"]);
    allowed(&table, "place 2x5");
    allowed(&table, "place 4x2");
    refused(&table, "place 2x5 4x2", "crowns.turn.place");
    assert!(moves(&table).iter().all(|event| event.split(' ').count() <= 2));
}

#[test]
fn crowns_field_one() {
    let mut table = two();
    play(&mut table, &["roll 1 2 4 4 6 6", "place 2x6", "roll 1 2 4 4 6 6"]);
    // Everyone has a board of their own.
    allowed(&table, "place 2x6");
    play(&mut table, &["place", "roll 1 2 4 4 6 6"]);
    refused(&table, "place 2x6", "crowns.field.one");
    refused(&table, "place 2x6 2x4", "crowns.field.one");
    // The dice may show a covered field while others are used.
    allowed(&table, "place 2x4 1x2 1x1");
}

#[test]
fn crowns_end() {
    // Seat 0 places its last chip first: seat 1 still has its turn.
    let mut table = two();
    for (turn, (roll, place)) in EIGHTEEN.iter().enumerate() {
        assert_eq!(table.to()["to"], "roll", "round {turn}");
        play(&mut table, &[roll, place]);
        assert_eq!(table.to()["to"], "roll", "the round is played to its end");
        play(&mut table, &["roll 6 6 6 6 6 6", if turn == 0 { "place 6x6" } else { "place" }]);
    }
    // Edge 1 + 2 + 3; the columns 1x (0+0+0+1+1), 2x (0+0+1+1+2) and 3x (1+1+2+2+3).
    let result = json!({"scores": [6 + 2 + 4 + 9, 6], "winners": [0], "reason": "points"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
    refused(&table, "roll 1 1 1 1 1 1", "crowns.end");
    assert!(table.outcomes().is_empty());
}

#[test]
fn crowns_end_by_the_last_seat() {
    let mut table = two();
    for (roll, place) in EIGHTEEN {
        assert_eq!(table.to()["to"], "roll");
        play(&mut table, &["roll 6 6 6 6 6 6", "place", roll, place]);
    }
    let result = json!({"scores": [0, 21], "winners": [1], "reason": "points"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
}

#[test]
fn crowns_end_shared() {
    let mut table = two();
    for (roll, place) in EIGHTEEN {
        play(&mut table, &[roll, place, roll, place]);
    }
    assert_eq!(table.to()["result"]["winners"], json!([0, 1]));
}

#[test]
fn crowns_score_edge() {
    let default = [
        ("6x1", 2),
        ("6x2", 3),
        ("6x3", 4),
        ("6x4", 5),
        ("6x5", 6),
        ("6x6", 6),
        ("1x6", 1),
        ("2x6", 2),
        ("3x6", 3),
        ("4x6", 4),
        ("5x6", 5),
    ];
    for (field, crowns) in default {
        let mut table = two();
        let digits: Vec<usize> = field.split('x').filter_map(|digit| digit.parse().ok()).collect();
        one_chip(&mut table, digits[0], digits[1]);
        assert_eq!(table.scores(), [crowns, 0], "{field}");
    }
    // A single core chip scores nothing.
    let mut table = two();
    one_chip(&mut table, 5, 5);
    assert_eq!(table.scores(), [0, 0]);
}

#[test]
fn crowns_score_example() {
    let mut table = alone();
    for (count, number) in [(6, 2), (6, 3), (1, 6)] {
        one_chip(&mut table, count, number);
    }
    assert_eq!(table.scores(), [8]);
    for count in 1..=5 {
        one_chip(&mut table, count, 1);
        one_chip(&mut table, count, 4);
    }
    for (count, number) in [(1, 5), (2, 5), (3, 3), (4, 3), (5, 2)] {
        one_chip(&mut table, count, number);
    }
    let result = json!({"scores": [26], "winners": [0], "reason": "points"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
}

#[test]
fn crowns_score_line() {
    let line = |fields: &[(usize, usize)]| {
        let mut table = two();
        let mut before_last = 0;
        for (count, number) in fields {
            before_last = table.scores()[0];
            one_chip(&mut table, *count, *number);
            play(&mut table, &["roll 1 1 1 1 1 1", "place"]);
        }
        (before_last, table.scores()[0])
    };
    let row = |number: usize| (1..=5).map(|count| (count, number)).collect::<Vec<_>>();
    let column = |count: usize| (1..=5).map(|number| (count, number)).collect::<Vec<_>>();
    for (number, crowns) in [(1, 6), (2, 8), (3, 10), (4, 12), (5, 16)] {
        assert_eq!(line(&row(number)), (0, crowns), "row {number}");
    }
    for (count, crowns) in [(1, 2), (2, 4), (3, 9), (4, 15), (5, 22)] {
        assert_eq!(line(&column(count)), (0, crowns), "column {count}");
    }
    let rising: Vec<_> = (1..=5).map(|step| (step, step)).collect();
    let falling: Vec<_> = (1..=5).map(|step| (6 - step, step)).collect();
    assert_eq!(line(&rising), (0, 11), "0 + 0 + 2 + 3 + 6");
    assert_eq!(line(&falling), (0, 10), "3 + 3 + 2 + 1 + 1");
}

#[test]
fn crowns_score_line_counts_in_each() {
    let mut table = two();
    // The row of the fives and the column 5x share 5x5.
    for (count, number) in [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (5, 1), (5, 2), (5, 3), (5, 4)] {
        one_chip(&mut table, count, number);
        play(&mut table, &["roll 1 1 1 1 1 1", "place"]);
    }
    assert_eq!(table.scores(), [16 + 22, 0]);
    // Edge fields are never part of a line: six in the row of the sixes score once each.
    let mut table = two();
    for count in 1..=6 {
        one_chip(&mut table, count, 6);
        play(&mut table, &["roll 1 1 1 1 1 1", "place"]);
    }
    assert_eq!(table.scores(), [21, 0]);
    // And an edge field does not complete one.
    let mut table = two();
    for (count, number) in [(2, 5), (3, 5), (4, 5), (5, 5), (6, 5)] {
        one_chip(&mut table, count, number);
        play(&mut table, &["roll 1 1 1 1 1 1", "place"]);
    }
    assert_eq!(table.scores(), [6, 0]);
}

#[test]
fn crowns_solo_must() {
    let mut table = alone();
    play(&mut table, &["roll 1 1 1 1 1 1"]);
    assert_eq!(moves(&table), ["place 6x1"]);
    refused(&table, "place", "crowns.solo.must");
    refused(&table, "remove", "crowns.solo.must");
    play(&mut table, &["place 6x1", "roll 1 1 1 1 1 1"]);
    assert_eq!(table.to(), json!({"to": "move", "seat": 0, "moves": ["remove"]}));
    refused(&table, "place", "crowns.solo.must");
    refused(&table, "place 6x1", "crowns.field.one");
    play(&mut table, &["remove", "roll 1 1 1 2 2 2"]);
    // One is enough.
    allowed(&table, "place 3x1");
    // With several players none must be placed, and nothing is removed.
    let mut table = two();
    play(&mut table, &["roll 1 1 1 1 1 1", "place 6x1", "roll 1 1 1 1 1 1", "place", "roll 1 1 1 1 1 1"]);
    assert_eq!(moves(&table), ["place"]);
    refused(&table, "remove", "crowns.solo.must");
}

#[test]
fn crowns_solo_hard() {
    let mut table = hard();
    play(&mut table, &["roll 1 1 1 2 2 2"]);
    assert_eq!(moves(&table), ["place 1x2 5x1", "place 2x2 4x1", "place 3x2 3x1"]);
    refused(&table, "place 6x1", "crowns.solo.hard");
    refused(&table, "place 3x1", "crowns.solo.hard");
    refused(&table, "place", "crowns.solo.must");
    // Only one is possible: that one.
    let mut table = hard();
    play(&mut table, &["roll 1 1 1 1 1 1"]);
    assert_eq!(moves(&table), ["place 6x1"]);
    // None is possible: one chip is removed.
    play(&mut table, &["place 6x1"]);
    for _ in 0..16 {
        play(&mut table, &["roll 1 1 1 1 1 1"]);
        assert_eq!(moves(&table), ["remove"]);
        play(&mut table, &["remove"]);
    }
    // One chip is left: only one is possible.
    play(&mut table, &["roll 1 1 1 2 2 2"]);
    assert_eq!(moves(&table), ["place 1x2", "place 2x2", "place 3x1", "place 3x2", "place 4x1", "place 5x1"]);
    // The option is about playing alone.
    let mut table = crate::reference::table("crowns", 2, json!({"solo_hard": true}));
    play(&mut table, &["roll 1 1 1 2 2 2"]);
    allowed(&table, "place");
}

#[test]
fn crowns_solo_end() {
    let mut table = alone();
    play(&mut table, &["roll 1 1 1 1 1 1", "place 6x1"]);
    for _ in 0..17 {
        assert_eq!(table.to()["to"], "roll");
        play(&mut table, &["roll 1 1 1 1 1 1", "remove"]);
    }
    let result = json!({"scores": [2], "winners": [0], "reason": "points"});
    assert_eq!(table.to(), json!({"to": "over", "result": result}));
    refused(&table, "roll 1 1 1 1 1 1", "crowns.solo.end");
    assert_eq!(table.count_sequences(3), 1);
}

#[test]
fn crowns_board() {
    let header = |board: Value| json!({"game": "crowns", "players": ["A", "B"], "board": board});
    let mut rows = vec![vec![0; 6]; 6];
    rows[0][5] = 9;
    rows[5][0] = 7;
    let mut table = match open(&header(json!(rows))) {
        Ok(table) => table,
        Err(sentence) => panic!("{sentence}"),
    };
    one_chip(&mut table, 6, 1);
    one_chip(&mut table, 1, 6);
    assert_eq!(table.scores(), [9, 7]);
    let mut too_many = rows.clone();
    too_many[2][2] = 10;
    assert!(open(&header(json!(too_many))).is_err());
    assert!(open(&header(json!(rows[..5]))).is_err());
    assert!(open(&header(json!([[0], [0], [0], [0], [0], [0]]))).is_err());
    let with_text = json!([0, 0, 0, 0, 0, 0, "x"]);
    assert!(open(&header(json!([with_text, with_text, with_text, with_text, with_text, with_text]))).is_err());
    assert!(open(&header(json!(1))).is_err());
}

#[test]
fn crowns_record_event() {
    let mut table = two();
    for event in ["", "roll 1 2 3 4 5", "roll 6 5 4 3 2 1", "roll 1 2 3 4 5 6 6", "keep 1", "pass", "remove 1"] {
        refused(&table, event, "record.event");
    }
    play(&mut table, &["roll 1 2 4 4 6 6"]);
    for event in [
        "place ",
        "place 2x4 2x6",
        "place 2x6 2x6",
        "place 2x6 1x6",
        "place 2x6  2x4",
        "place 0x6",
        "place 7x1",
        "place 1x7",
        "place 2X6",
        "place 2x6,2x4",
        "place a1",
    ] {
        refused(&table, event, "record.event");
    }
}

#[test]
fn crowns_outcomes() {
    let outcomes = two().outcomes();
    assert_eq!(outcomes.len(), 462);
    assert_eq!(outcomes.iter().map(|(_, ways)| ways).sum::<u64>(), 46656);
    assert!(outcomes.contains(&("roll 1 2 3 4 5 6".to_string(), 720)));
    assert!(outcomes.contains(&("roll 1 1 1 2 2 2".to_string(), 20)));
}

#[test]
fn crowns_count_sequences() {
    assert_eq!(two().count_sequences(1), 462);
    assert_eq!(alone().count_sequences(1), 462);
    // Alone the one move less than with two is placing none, once for each roll.
    assert_eq!(two().count_sequences(2) - alone().count_sequences(2), 462);
}
