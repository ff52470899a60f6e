use serde_json::json;

use crate::reference::caro::{GAME_THAT_GETS_STUCK, GAME_WITH_A_PASS, full_game};
use crate::reference::{Table, allowed, moves, play, refused, seat, table};

fn open_table(players: usize) -> Table {
    table("caro", players, json!({"open_table": true}))
}

fn objectors(table: &Table) -> serde_json::Value {
    table.to()["objectors"].clone()
}

#[test]
fn caro_open_wrong() {
    let mut table = open_table(2);
    play(&mut table, &["lay black 0,0"]);
    // caro.lay.colour is not watched; equal colours give 0.
    play(&mut table, &["lay black 1,0"]);
    assert_eq!(table.scores(), [10, 0]);
    // caro.lay.two is not watched.
    play(&mut table, &["lay red 0,1", "lay red 0,-1", "lay red -1,0"]);
    assert_eq!(table.scores(), [30, 10]);
    // A wrong tile counts its right edges: red at 1,1 touches black below and red to the left.
    play(&mut table, &["lay red 1,1"]);
    assert_eq!(table.scores(), [30, 20]);
    // Touching, area, the places taken and the hand are still watched.
    refused(&table, "lay white 3,3", "caro.lay.adjacent");
    refused(&table, "lay white 0,0", "caro.lay.fixed");
    play(&mut table, &["lay white 2,0", "lay white 3,0", "lay white 4,0", "lay white -1,1"]);
    refused(&table, "lay grey 5,0", "caro.lay.area");
    refused(&table, "lay grey -2,0", "caro.lay.area");
}

#[test]
fn caro_open_wrong_diagonal() {
    let mut table = open_table(2);
    play(&mut table, &["lay red 0,0", "lay black 1,0", "lay red 1,1", "lay black 2,1", "lay red 2,2", "lay black 3,2"]);
    play(&mut table, &["lay grey 0,1"]);
    play(&mut table, &["lay red 3,3"]);
    assert_eq!(table.scores(), [10 + 10 + 20 + 16, 10 + 10 + 20 + 10], "red and black last tiles count double");
    play(&mut table, &["object 0"]);
    assert_eq!(table.scores(), [56, 30], "taken back, and 10 lost");
}

#[test]
fn caro_open_wrong_moves_are_offered() {
    let mut table = open_table(2);
    refused(&table, "lay red 1,0", "caro.first");
    play(&mut table, &["lay red 0,0"]);
    assert_eq!(moves(&table).len(), 4 * 4);
    allowed(&table, "lay red 0,1");
}

#[test]
fn caro_open_object_example() {
    let mut table = open_table(2);
    play(&mut table, &["lay red 0,0", "lay red 0,1"]);
    assert_eq!(table.scores(), [10, 0]);
    assert_eq!(objectors(&table), json!([0]));
    play(&mut table, &["object 0"]);
    assert_eq!(table.scores(), [10, -10]);
    assert_eq!(seat(&table), 1);
    assert_eq!(objectors(&table), json!([]));
    // Red fits nowhere, so any other colour, rightly: caro.open.nowhere.
    assert_eq!(moves(&table).len(), 3 * 4);
    refused(&table, "lay red 0,1", "caro.lay.colour");
    refused(&table, "pass", "caro.open.pass");
    play(&mut table, &["lay black 0,1"]);
    assert_eq!(table.scores(), [10, 0]);
    assert_eq!(seat(&table), 0);
}

#[test]
fn caro_open_object_once_per_other_seat() {
    let mut table = open_table(3);
    assert_eq!(objectors(&table), json!([]));
    refused(&table, "object 1", "caro.open.object");
    play(&mut table, &["lay red 0,0"]);
    assert_eq!(objectors(&table), json!([1, 2]));
    refused(&table, "object 0", "caro.open.object");
    refused(&table, "object 3", "caro.open.object");
    // The tile is right: nothing happens, but the objection is used up.
    play(&mut table, &["object 2"]);
    assert_eq!(objectors(&table), json!([1]));
    assert_eq!(seat(&table), 1);
    assert_eq!(table.scores(), [10, 0, 0]);
    refused(&table, "object 2", "caro.open.object");
    play(&mut table, &["object 1"]);
    assert_eq!(objectors(&table), json!([]));
    // A new tile brings new objections, also for those who objected before.
    play(&mut table, &["lay black 0,1"]);
    assert_eq!(objectors(&table), json!([0, 2]));
}

#[test]
fn caro_open_object_same_tile_again() {
    let mut table = open_table(3);
    play(&mut table, &["lay red 0,0", "lay black 1,0", "lay red 0,1"]);
    play(&mut table, &["object 1"]);
    assert_eq!(table.scores(), [10, 10, -10]);
    assert_eq!(seat(&table), 2);
    // Only right places for the same colour: beside the black tile, away from the red one.
    assert_eq!(moves(&table), ["lay red 1,-1", "lay red 1,1", "lay red 2,0"]);
    refused(&table, "lay white 0,1", "caro.open.object");
    refused(&table, "lay red 0,1", "caro.lay.colour");
    refused(&table, "pass", "caro.open.pass");
    refused(&table, "object 0", "caro.open.object");
    play(&mut table, &["lay red 2,0"]);
    assert_eq!(table.scores(), [10, 10, 0]);
    // No objection against the second laying.
    assert_eq!(objectors(&table), json!([]));
    refused(&table, "object 0", "caro.open.object");
    assert_eq!(seat(&table), 0);
}

#[test]
fn caro_open_object_by_the_last_of_several() {
    // A wrong tile can be caught by anybody at the table, also after it was the first seat's turn again.
    let mut table = open_table(4);
    play(&mut table, &["lay red 0,0", "lay black 0,1", "lay red 0,2", "lay red 1,2"]);
    assert_eq!(objectors(&table), json!([0, 1, 2]));
    assert_eq!(seat(&table), 0);
    play(&mut table, &["object 2"]);
    assert_eq!(seat(&table), 3);
    assert_eq!(table.scores()[3], -10);
}

#[test]
fn caro_open_object_doubles_anew_but_not_the_lost_points() {
    let mut table = open_table(2);
    play(&mut table, &["lay red 0,0", "lay black 1,0", "lay white 2,0", "lay black 3,0", "lay red 4,0"]);
    let before = table.scores();
    // The last black tile, wrong beside a black one and touching no other: 0 points.
    play(&mut table, &["lay black 3,1"]);
    assert_eq!(table.scores(), before);
    play(&mut table, &["object 0"]);
    assert_eq!(table.scores()[1], before[1] - 10);
    play(&mut table, &["lay black 5,0"]);
    // Scored anew as the last black one: 2 × 10; the lost 10 are not doubled.
    assert_eq!(table.scores()[1], before[1] - 10 + 20);
}

#[test]
fn caro_open_object_not_with_a_referee() {
    let mut table = table("caro", 2, json!({}));
    play(&mut table, &["lay red 0,0"]);
    refused(&table, "object 1", "caro.open.object");
    assert!(table.to().get("objectors").is_none());
}

#[test]
fn caro_open_late() {
    let mut table = open_table(3);
    play(&mut table, &["lay black 0,0", "lay black 1,0", "lay red 2,0"]);
    // Seat 2 has laid: an objection is now to its tile, which is right, and the wrong tile stays.
    assert_eq!(objectors(&table), json!([0, 1]));
    play(&mut table, &["object 0"]);
    assert_eq!(table.scores(), [10, 0, 10]);
    refused(&table, "lay grey 1,0", "caro.lay.fixed");
    refused(&table, "object 2", "caro.open.object");
    assert_eq!(seat(&table), 0);
}

#[test]
fn caro_open_older_faults_do_not_count() {
    let mut table = open_table(2);
    // Black at 0,0 has three red neighbours: the third was wrong and stayed.
    play(&mut table, &["lay black 0,0", "lay red 1,0", "lay red -1,0", "lay red 0,1", "lay white 0,-1"]);
    // White is the fourth neighbour; the fault among the reds is not its own.
    let before = table.scores();
    play(&mut table, &["object 1"]);
    assert_eq!(table.scores(), before);
    // A fourth red one would be wrong.
    let mut table = open_table(2);
    play(&mut table, &["lay black 0,0", "lay red 1,0", "lay red -1,0", "lay red 0,1", "lay red 0,-1"]);
    play(&mut table, &["object 1"]);
    assert_eq!(seat(&table), 0);
    // A place between three reds is wrong for every new tile, whose own rule it breaks.
    let mut table = open_table(2);
    play(&mut table, &["lay black 0,0", "lay red 1,0", "lay red 0,1", "lay black 0,2", "lay red 1,2", "lay white 1,1"]);
    play(&mut table, &["object 0"]);
    assert_eq!(seat(&table), 1);
}

#[test]
fn caro_open_older_equal_neighbours_do_not_count() {
    let mut table = open_table(2);
    // Two blacks side by side stayed; a red tile beside one of them is right.
    play(&mut table, &["lay black 0,0", "lay black 1,0", "lay red 2,0", "object 1"]);
    assert_eq!(table.scores(), [20, 0]);
    assert_eq!(seat(&table), 1);
}

#[test]
fn caro_open_nowhere() {
    // Red fits nowhere beside a lone red tile (the example); with a black one it does, and must be laid.
    let mut table = open_table(2);
    play(&mut table, &["lay red 0,0", "lay red 1,0", "object 0"]);
    allowed(&table, "lay white 1,0");
    refused(&table, "lay red 0,1", "caro.lay.colour");
    refused(&table, "lay white 1,1", "caro.lay.adjacent");
}

#[test]
fn caro_open_nowhere_for_any_tile() {
    // Seat 1 has only red tiles and no right place for them: laid wrongly and caught, the turn passes.
    let mut table = open_table(2);
    play(&mut table, &GAME_WITH_A_PASS[..21]);
    let before = table.scores();
    play(&mut table, &["lay red -1,0", "object 0"]);
    assert_eq!(table.scores(), [before[0], before[1] - 10]);
    assert_eq!(table.to(), json!({"to": "move", "seat": 1, "moves": ["pass"], "objectors": []}));
    refused(&table, "lay red -1,0", "caro.lay.colour");
    // Seat 0 has a right place, so the game goes on, and the 10 points stay lost.
    play(&mut table, &["pass"]);
    assert_eq!(seat(&table), 0);
    assert_eq!(table.scores(), [before[0], before[1] - 10]);
    // The same where no player has a right place: that pass ends the game.
    let mut table = open_table(2);
    play(&mut table, &GAME_THAT_GETS_STUCK);
    let before = table.scores();
    // The fourth red tile on a diagonal, and the last one of seat 1: 2 × (10 + 8 + 8), all taken back.
    play(&mut table, &["lay red -1,1"]);
    assert_eq!(table.scores(), [before[0], before[1] + 52]);
    play(&mut table, &["object 0"]);
    refused(&table, "lay red -1,1", "caro.lay.diagonal");
    assert_eq!(moves(&table), ["pass"]);
    play(&mut table, &["pass"]);
    assert_eq!(table.to()["to"], "over");
    assert_eq!(table.scores(), [before[0], before[1] - 10]);
}

#[test]
fn caro_open_pass() {
    let mut table = open_table(2);
    refused(&table, "pass", "caro.open.pass");
    play(&mut table, &["lay red 0,0"]);
    refused(&table, "pass", "caro.open.pass");
    // Who has tiles but no right place may pass or lay wrongly.
    play(&mut table, &["object 1"]);
    let mut table = open_table(2);
    play(&mut table, &GAME_WITH_A_PASS[..21]);
    assert_eq!(seat(&table), 1);
    let moves = moves(&table);
    assert!(moves.contains(&"pass".to_string()));
    assert!(moves.len() > 1 && moves.iter().all(|event| event == "pass" || event.starts_with("lay red ")));
}

/// The full game on an open table, before the closing pass.
fn all_laid() -> Table {
    let mut table = open_table(2);
    for event in full_game() {
        play(&mut table, &[&event]);
    }
    table
}

#[test]
fn caro_open_end() {
    let mut table = all_laid();
    // After the last tile the next player's pass closes the time for objections.
    assert_eq!(table.to(), json!({"to": "move", "seat": 0, "moves": ["pass"], "objectors": [0]}));
    play(&mut table, &["object 0"]);
    assert_eq!(table.to(), json!({"to": "move", "seat": 0, "moves": ["pass"], "objectors": []}));
    play(&mut table, &["pass"]);
    assert_eq!(table.to()["to"], "over");
    assert!(table.to().get("objectors").is_none());
    refused(&table, "object 0", "caro.open.end");
    refused(&table, "pass", "caro.open.end");
}

#[test]
fn caro_open_end_after_the_last_tile_was_wrong() {
    let mut table = open_table(2);
    let events = full_game();
    for event in &events[..23] {
        play(&mut table, &[event]);
    }
    assert_eq!(events[23], "lay grey 0,3");
    play(&mut table, &["lay grey 4,4"]);
    let wrong = table.scores();
    play(&mut table, &["object 0"]);
    assert_eq!(seat(&table), 1);
    assert_eq!(wrong[1] - table.scores()[1], 10, "grey beside grey gave 0");
    play(&mut table, &["lay grey 0,3"]);
    assert_eq!(table.to(), json!({"to": "move", "seat": 0, "moves": ["pass"], "objectors": []}));
    play(&mut table, &["pass"]);
    assert_eq!(table.to()["to"], "over");
}

#[test]
fn caro_open_end_not_while_a_player_has_a_right_place() {
    let mut table = open_table(2);
    play(&mut table, &GAME_WITH_A_PASS[..21]);
    assert_eq!(objectors(&table), json!([1]));
    play(&mut table, &["pass"]);
    // Seat 0 has a right place: the game goes on, and the time for objections is over.
    assert_eq!(seat(&table), 0);
    assert_eq!(objectors(&table), json!([]));
    refused(&table, "object 1", "caro.open.object");
    play(&mut table, &["lay grey 3,-3"]);
    assert_eq!(table.to()["to"], "move", "only a pass ends the game");
    play(&mut table, &["pass"]);
    assert_eq!(table.to()["to"], "over");
}

#[test]
fn caro_open_end_with_tiles_left() {
    let mut table = open_table(2);
    play(&mut table, &GAME_THAT_GETS_STUCK);
    // No player has a right place, but seat 1 may still lay its red tile wrongly.
    assert_eq!(seat(&table), 1);
    assert_eq!(objectors(&table), json!([1]));
    allowed(&table, "lay red -1,1");
    play(&mut table, &["pass"]);
    assert_eq!(table.to()["to"], "over");
}
