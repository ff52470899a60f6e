use std::collections::BTreeMap;

use serde_json::json;
use spieltisch_testkit::reference::random_game;

use crate::reference::{Table, allowed, moves, play, refused, seat, table};

fn caro() -> Table {
    table("caro", 2, json!({}))
}

/// 24 tiles that break no rule: x + 2y picks the colour, and the seats change sides after two rows so that
/// both use up their three tiles of every colour.
pub fn full_game() -> Vec<String> {
    let colours = ["black", "white", "grey", "red"];
    let mut events = Vec::new();
    for y in 0..4 {
        for step in 0..6 {
            let x = if y < 2 { step } else { 5 - step };
            events.push(format!("lay {} {x},{y}", colours[(x + 2 * y) % 4]));
        }
    }
    events
}

/// A game in which seat 1, with two red tiles left, has to pass after 21 tiles while seat 0 can lay its last
/// grey one; after that no player can lay.
pub const GAME_WITH_A_PASS: [&str; 23] = [
    "lay red 0,0",
    "lay grey 0,-1",
    "lay red 1,-1",
    "lay grey 1,0",
    "lay white 1,-2",
    "lay black 2,-1",
    "lay red 2,-2",
    "lay white 3,-2",
    "lay black 2,-3",
    "lay black 1,1",
    "lay grey 1,2",
    "lay white 2,2",
    "lay white 0,2",
    "lay white 2,0",
    "lay black -1,2",
    "lay grey -2,2",
    "lay black 3,2",
    "lay black 3,0",
    "lay white 3,1",
    "lay red -2,1",
    "lay grey -1,1",
    "pass",
    "lay grey 3,-3",
];

/// A game that ends while seat 1 still has a red tile.
pub const GAME_THAT_GETS_STUCK: [&str; 23] = [
    "lay red 0,0",
    "lay white 1,0",
    "lay red 1,-1",
    "lay white 0,-1",
    "lay grey 2,-1",
    "lay black 1,-2",
    "lay red 2,-2",
    "lay black 3,-2",
    "lay grey 2,-3",
    "lay black 0,1",
    "lay white 2,-4",
    "lay grey -1,0",
    "lay grey 1,-4",
    "lay white 1,-3",
    "lay white -2,0",
    "lay grey -2,1",
    "lay black 3,-4",
    "lay grey 0,-2",
    "lay black 0,-4",
    "lay red -2,-1",
    "lay white -1,-2",
    "lay red -1,-3",
    "lay black -2,-2",
];

#[test]
fn caro_first() {
    let mut table = caro();
    assert_eq!(table.to(), json!({"to": "move", "seat": 0, "moves": ["lay black 0,0", "lay grey 0,0", "lay red 0,0", "lay white 0,0"]}));
    refused(&table, "lay red 1,0", "caro.first");
    play(&mut table, &["lay white 0,0"]);
    assert_eq!(table.scores(), [10, 0]);
}

#[test]
fn caro_start() {
    let mut table = table("caro", 3, json!({}));
    for (expected, event) in [(0, "lay red 0,0"), (1, "lay black 1,0"), (2, "lay red 2,0"), (0, "lay black 3,0")] {
        assert_eq!(seat(&table), expected);
        play(&mut table, &[event]);
    }
}

#[test]
fn caro_lay_adjacent() {
    let mut table = caro();
    play(&mut table, &["lay red 0,0"]);
    for place in ["1,1", "-1,1", "2,0", "0,-2", "2147483647,0", "-2147483648,2147483647"] {
        refused(&table, &format!("lay black {place}"), "caro.lay.adjacent");
    }
    for place in ["1,0", "-1,0", "0,1", "0,-1"] {
        allowed(&table, &format!("lay black {place}"));
    }
}

#[test]
fn caro_lay_area() {
    for (players, side) in [(2, 6), (3, 7), (4, 8)] {
        for along_x in [true, false] {
            let place = |along: i32, aside: i32| {
                if along_x { format!("{along},{aside}") } else { format!("{aside},{along}") }
            };
            let mut table = table("caro", players, json!({}));
            play(&mut table, &["lay red 0,0"]);
            // The square is not fixed: one tile to the other side first.
            play(&mut table, &[&format!("lay black {}", place(-1, 0))]);
            for along in 1..side - 1 {
                let colour = if along % 2 == 0 { "red" } else { "black" };
                play(&mut table, &[&format!("lay {colour} {}", place(along, 0))]);
            }
            refused(&table, &format!("lay grey {}", place(side - 1, 0)), "caro.lay.area");
            refused(&table, &format!("lay grey {}", place(-2, 0)), "caro.lay.area");
            allowed(&table, &format!("lay grey {}", place(side - 2, 1)));
            allowed(&table, &format!("lay grey {}", place(-1, -1)));
        }
    }
}

#[test]
fn caro_lay_colour() {
    let mut table = caro();
    for colour in ["black", "white", "grey", "red"] {
        let mut table = table.clone_box();
        play(&mut table, &[&format!("lay {colour} 0,0")]);
        refused(&table, &format!("lay {colour} 0,1"), "caro.lay.colour");
        assert_eq!(moves(&table).len(), 3 * 4);
    }
    play(&mut table, &["lay red 0,0", "lay black 1,0"]);
    // Corner to corner is allowed.
    allowed(&table, "lay red 1,1");
    refused(&table, "lay red 0,1", "caro.lay.colour");
}

#[test]
fn caro_lay_two_at_the_new_tile() {
    let mut table = caro();
    play(&mut table, &["lay black 0,0", "lay red 1,0", "lay red 0,1", "lay black 0,2"]);
    allowed(&table, "lay white 1,1");
    play(&mut table, &["lay red 1,2"]);
    refused(&table, "lay white 1,1", "caro.lay.two");
    refused(&table, "lay black 1,1", "caro.lay.two");
}

#[test]
fn caro_lay_two_at_a_neighbour() {
    let mut table = caro();
    play(&mut table, &["lay black 0,0", "lay red 1,0", "lay red -1,0"]);
    refused(&table, "lay red 0,1", "caro.lay.two");
    allowed(&table, "lay white 0,1");
}

#[test]
fn caro_lay_diagonal() {
    for mirror in [1, -1] {
        let lay = |colour: &str, x: i32, y: i32| format!("lay {colour} {},{y}", mirror * x);
        let mut table = caro();
        for (colour, x, y) in [("red", 0, 0), ("black", 1, 0), ("red", 1, 1), ("black", 2, 1)] {
            play(&mut table, &[&lay(colour, x, y)]);
        }
        // Three are allowed, and a fourth beyond a gap.
        allowed(&table, &lay("red", 2, 2));
        let mut with_gap = table.clone_box();
        play(&mut table, &[&lay("red", 2, 2), &lay("black", 3, 2), &lay("grey", 0, 1)]);
        refused(&table, &lay("red", 3, 3), "caro.lay.diagonal");
        // Also where the new tile joins two parts.
        for (colour, x, y) in [("white", 3, 1), ("grey", 3, 2), ("white", 1, -1), ("red", 3, 3)] {
            play(&mut with_gap, &[&lay(colour, x, y)]);
        }
        refused(&with_gap, &lay("red", 2, 2), "caro.lay.diagonal");
        allowed(&with_gap, &lay("white", 2, 2));
    }
}

#[test]
fn caro_lay_fixed() {
    let mut table = caro();
    play(&mut table, &["lay red 0,0", "lay black 1,0"]);
    refused(&table, "lay white 0,0", "caro.lay.fixed");
    allowed(&table, "lay white 0,1");
    play(&mut table, &["lay red 2,0", "lay black 3,0", "lay red 4,0", "lay black 5,0"]);
    // All three red tiles of seat 0 lie, those of seat 1 do not.
    refused(&table, "lay red 5,1", "caro.lay.fixed");
    play(&mut table, &["lay grey 5,1"]);
    allowed(&table, "lay red 5,2");
}

#[test]
fn caro_score_edges() {
    for (one, other, points) in
        [("red", "black", 10), ("red", "white", 6), ("red", "grey", 8), ("black", "white", 2), ("black", "grey", 4), ("grey", "white", 1)]
    {
        for (first, second) in [(one, other), (other, one)] {
            let mut table = caro();
            play(&mut table, &[&format!("lay {first} 0,0"), &format!("lay {second} 0,-1")]);
            assert_eq!(table.scores(), [10, points], "{first} and {second}");
        }
    }
}

/// A place at 1,1 with two red neighbours and a white one.
fn two_reds_and_a_white() -> Table {
    let mut table = caro();
    play(&mut table, &["lay black 0,0", "lay red 1,0", "lay red 0,1", "lay black 0,2", "lay white 1,2"]);
    table
}

#[test]
fn caro_score_edges_example() {
    let mut table = two_reds_and_a_white();
    let before = table.scores()[1];
    play(&mut table, &["lay grey 1,1"]);
    assert_eq!(table.scores()[1] - before, 17);
}

#[test]
fn caro_score_last() {
    let mut table = two_reds_and_a_white();
    play(&mut table, &["lay grey 0,-1", "lay white -1,0", "lay grey 2,0", "lay white -1,2"]);
    // Seat 0 laid its third white tile against a black one: 2 × 2.
    let before = table.scores();
    assert_eq!(before[0], 10 + 10 + 2 + 2 + 4);
    play(&mut table, &["lay grey 1,1"]);
    assert_eq!(table.scores()[1] - before[1], 34);
}

#[test]
fn caro_score_open() {
    let mut table = caro();
    let mut seen = Vec::new();
    for event in ["lay red 0,0", "lay black 1,0", "lay red 2,0"] {
        play(&mut table, &[event]);
        seen.push(table.scores());
    }
    assert_eq!(seen, [[10, 0], [10, 10], [20, 10]]);
    refused(&table, "lay red 2,0", "caro.lay.fixed");
}

#[test]
fn caro_turn_pass() {
    let mut table = caro();
    refused(&table, "pass", "caro.turn.pass");
    play(&mut table, &["lay red 0,0"]);
    refused(&table, "pass", "caro.turn.pass");
    let mut table = caro();
    play(&mut table, &GAME_WITH_A_PASS[..21]);
    assert_eq!(table.to(), json!({"to": "move", "seat": 1, "moves": ["pass"]}));
    play(&mut table, &["pass"]);
    assert_eq!(seat(&table), 0);
    assert_eq!(moves(&table), ["lay grey 1,-3", "lay grey 3,-1", "lay grey 3,-3"]);
    refused(&table, "pass", "caro.turn.pass");
}

#[test]
fn caro_end_when_no_player_can_lay() {
    for (game, tiles_left) in [(GAME_WITH_A_PASS, 2), (GAME_THAT_GETS_STUCK, 1)] {
        let mut table = caro();
        for event in game {
            assert_eq!(table.to()["to"], "move");
            play(&mut table, &[event]);
        }
        assert_eq!(table.to()["to"], "over");
        let laid = game.iter().filter(|event| event.starts_with("lay ")).count();
        assert_eq!(24 - laid, tiles_left);
        refused(&table, "pass", "caro.end");
    }
}

#[test]
fn caro_end_when_all_tiles_are_laid() {
    let mut table = caro();
    for event in full_game() {
        assert_eq!(table.to()["to"], "move");
        play(&mut table, &[&event]);
    }
    let to = table.to();
    assert_eq!(to["to"], "over");
    assert_eq!(to["result"]["reason"], "points");
    assert_eq!(to["result"]["scores"], json!(table.scores()));
    refused(&table, "pass", "caro.end");
    refused(&table, "lay red 0,4", "caro.end");
}

#[test]
fn caro_record_event() {
    let table = caro();
    for event in [
        "",
        "lay",
        "lay red",
        "lay red 0",
        "lay red 0, 0",
        "lay red 0,0 ",
        "lay Red 0,0",
        "lay blue 0,0",
        "lay red +0,0",
        "lay red -0,0",
        "lay red 00,0",
        "lay red 0,0,0",
        "pass 1",
        "object",
        "object -1",
        "object 01",
        "object x",
        "roll 1 2 3 4 5",
        "place a1",
        "lay red 99999999999,0",
    ] {
        refused(&table, event, "record.event");
    }
}

#[test]
fn caro_count_sequences() {
    let table = caro();
    assert_eq!(table.count_sequences(1), 4);
    assert_eq!(table.count_sequences(2), 4 * 4 * 3);
    // The third tile: 4 × 12 positions, each the same but for turning and colours. Six places touch exactly
    // one tile, three colours each; no place touches both, and nothing else is refused yet.
    assert_eq!(table.count_sequences(3), 48 * 6 * 3);
    let open = crate::reference::table("caro", 2, json!({"open_table": true}));
    assert_eq!(open.count_sequences(2), 4 * 4 * 4);
    assert_eq!(open.count_sequences(3), 64 * 6 * 4);
}

type Grid = BTreeMap<(i32, i32), String>;

/// The rules for laying, checked over the whole table at once instead of around one tile.
fn whole_table_is_right(grid: &Grid, side: i32) -> bool {
    let at = |x: i32, y: i32| grid.get(&(x, y));
    let spread = |numbers: Vec<i32>| numbers.iter().max().zip(numbers.iter().min()).map_or(0, |(most, least)| most - least);
    let fits = spread(grid.keys().map(|place| place.0).collect()) < side && spread(grid.keys().map(|place| place.1).collect()) < side;
    fits && grid.iter().all(|(&(x, y), colour)| {
        let around: Vec<&String> = [at(x + 1, y), at(x - 1, y), at(x, y + 1), at(x, y - 1)].into_iter().flatten().collect();
        let equal_beside = around.contains(&colour);
        let three_equal = around.iter().any(|one| around.iter().filter(|other| *other == one).count() > 2);
        let four_on = |up: i32| (0..4).all(|step| at(x + step, y + step * up) == Some(colour));
        (grid.len() == 1 || !around.is_empty()) && !equal_beside && !three_equal && !four_on(1) && !four_on(-1)
    })
}

/// Whether one more tile leaves the whole table right, for every colour of a hand and every place.
fn right_lays(grid: &Grid, side: i32, hand: &BTreeMap<&str, i32>) -> Vec<String> {
    let mut lays = Vec::new();
    for (colour, _) in hand.iter().filter(|(_, tiles)| **tiles > 0) {
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let mut next = grid.clone();
            if next.insert((x, y), colour.to_string()).is_none() && whole_table_is_right(&next, side) {
                lays.push(format!("lay {colour} {x},{y}"));
            }
        }
    }
    lays.sort();
    lays
}

/// Replays a game of the referee and compares its moves with those that keep the whole table right.
fn compare_with_whole_table(players: usize, side: i32, events: &[String]) {
    let mut table = table("caro", players, json!({}));
    let mut grid = Grid::new();
    let hand = BTreeMap::from([("black", 3), ("grey", 3), ("red", 3), ("white", 3)]);
    let mut hands = vec![hand; players];
    for (turn, event) in events.iter().enumerate() {
        let seat = turn % players;
        if turn > 0 {
            let mut expected = right_lays(&grid, side, &hands[seat]);
            if expected.is_empty() {
                expected.push("pass".to_string());
            }
            assert_eq!(moves(&table), expected, "turn {turn} of {events:?}");
        }
        play(&mut table, &[event]);
        let Some((colour, place)) = event.strip_prefix("lay ").and_then(|lay| lay.split_once(' ')) else {
            continue;
        };
        let numbers: Vec<i32> = place.split(',').filter_map(|number| number.parse().ok()).collect();
        grid.insert((numbers[0], numbers[1]), colour.to_string());
        for (name, tiles) in hands[seat].iter_mut() {
            *tiles -= i32::from(*name == colour);
        }
    }
    assert_eq!(table.to()["to"], "over");
    for hand in &hands {
        assert!(right_lays(&grid, side, hand).is_empty(), "a player could still lay after {events:?}");
    }
}

#[test]
fn caro_moves_are_those_that_keep_the_whole_table_right() {
    for (players, side, seed) in [(2, 6, 1), (2, 6, 2), (3, 7, 3), (4, 8, 4)] {
        compare_with_whole_table(players, side, &random_game("caro", players, &json!({}), seed));
    }
    for game in [GAME_WITH_A_PASS, GAME_THAT_GETS_STUCK] {
        compare_with_whole_table(2, 6, &game.map(str::to_string));
    }
}
