//! Every rule id with at least one case that it allows and one that it refuses, played through events only.

mod caro;
mod caro_open;
mod castro;
mod conformance;
mod crowns;
mod headers;
mod index;
mod yatzy;

use serde_json::{Value, json};
use spieltisch_testkit::reference::{Reference, open};

type Table = Box<dyn Reference>;

/// A fresh game with so many players.
#[track_caller]
fn table(game: &str, players: usize, options: Value) -> Table {
    let names: Vec<String> = (0..players).map(|seat| format!("player {seat}")).collect();
    match open(&json!({"game": game, "players": names, "options": options, "board": null})) {
        Ok(table) => table,
        Err(sentence) => panic!("{sentence}"),
    }
}

/// Plays all events; each must be accepted.
#[track_caller]
fn play(table: &mut Table, events: &[&str]) {
    for event in events {
        if let Err(refusal) = table.apply(event) {
            panic!("{event:?} was refused: {refusal}");
        }
    }
}

/// The event must be accepted, but is not played.
#[track_caller]
fn allowed(table: &Table, event: &str) {
    if let Err(refusal) = table.clone_box().apply(event) {
        panic!("{event:?} was refused: {refusal}");
    }
}

/// The event must be refused by this rule and change nothing.
#[track_caller]
fn refused(table: &Table, event: &str, rule: &str) {
    let mut copy = table.clone_box();
    let Err(refusal) = copy.apply(event) else {
        panic!("{event:?} was accepted, {rule} should refuse it");
    };
    assert!(refusal.starts_with(&format!("{rule}: ")), "{event:?}: {refusal}, not {rule}");
    assert_eq!(copy.to(), table.to(), "the refused {event:?} changed something");
    assert_eq!(copy.scores(), table.scores(), "the refused {event:?} changed the scores");
}

/// All legal moves, empty when no move is due.
fn moves(table: &Table) -> Vec<String> {
    let to = table.to();
    let moves = to["moves"].as_array().cloned().unwrap_or_default();
    moves.iter().map(|event| event.as_str().unwrap_or_default().to_string()).collect()
}

/// The seat that has to move.
fn seat(table: &Table) -> Value {
    table.to()["seat"].clone()
}
