//! A second, independent reading of Yatzy, Castro, Caro and Crowns.
//!
//! It exists to catch a wrong reading in the fast engine, so it is as plain as it can be: no tables, no
//! bitboards, every rule checked as its sentence says it. `RULES.md` lists which test shows which rule and
//! how open sentences were read.

mod caro;
mod castro;
mod crowns;
mod dice;
mod header;
mod random;
mod yatzy;

pub use random::random_game;

use serde_json::{Value, json};

/// One running game, driven by the event strings of the record format.
pub trait Reference {
    /// What is due now, as the object that the `legal` call prints.
    fn to(&self) -> Value;
    /// Plays one event. A refusal begins with the rule id and leaves the game as it was.
    fn apply(&mut self, event: &str) -> Result<(), String>;
    /// The points of every seat as they stand.
    fn scores(&self) -> Vec<i64>;
    /// When a roll is due: every distinct roll event with the number of ordered throws that give it. Else empty.
    fn outcomes(&self) -> Vec<(String, u64)>;
    /// A copy that can be played on by itself.
    fn clone_box(&self) -> Box<dyn Reference>;

    /// The number of event sequences of exactly `depth` events, or fewer where the game ends before.
    /// Rolls count once per distinct roll event; objections are not counted.
    fn count_sequences(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let events = next_events(&self.to(), self.outcomes());
        if events.is_empty() {
            return 1;
        }
        // Each last event counts one, whatever comes after it.
        if depth == 1 {
            return events.len() as u64;
        }
        let mut sequences = 0;
        for event in events {
            let mut next = self.clone_box();
            if let Err(refusal) = next.apply(&event) {
                panic!("the reference offered {event:?} and then refused it: {refusal}");
            }
            sequences += next.count_sequences(depth - 1);
        }
        sequences
    }
}

/// Opens the game that a record's header describes; the record's events are not played.
pub fn open(header: &Value) -> Result<Box<dyn Reference>, String> {
    match header["game"].as_str() {
        Some("yatzy") => Ok(Box::new(yatzy::Yatzy::open(header)?)),
        Some("castro") => Ok(Box::new(castro::Castro::open(header)?)),
        Some("caro") => Ok(Box::new(caro::Caro::open(header)?)),
        Some("crowns") => Ok(Box::new(crowns::Crowns::open(header)?)),
        Some(other) => Err(format!("There is no game named {other:?}.")),
        None => Err("The record does not say which game it is.".to_string()),
    }
}

/// All events that may come next, without objections; none when the game is over.
fn next_events(to: &Value, outcomes: Vec<(String, u64)>) -> Vec<String> {
    if to["to"] == "roll" {
        return outcomes.into_iter().map(|(event, _)| event).collect();
    }
    let moves = to["moves"].as_array().cloned().unwrap_or_default();
    moves.iter().filter_map(Value::as_str).map(str::to_string).collect()
}

/// The `legal` object of a seat that has to move.
fn to_move(seat: usize, mut moves: Vec<String>) -> Value {
    moves.sort();
    moves.dedup();
    json!({"to": "move", "seat": seat, "moves": moves})
}

/// The `legal` object while dice have to be rolled.
fn to_roll(dice: usize) -> Value {
    json!({"to": "roll", "dice": dice})
}

/// The `legal` object of a finished game.
fn to_over(scores: &[i64], winners: &[usize], reason: &str) -> Value {
    json!({"to": "over", "result": {"scores": scores, "winners": winners, "reason": reason}})
}

/// yatzy.end, castro.end.points, caro.end, crowns.end: most points win, equal points share the win.
fn seats_with_most_points(scores: &[i64]) -> Vec<usize> {
    let most = scores.iter().max();
    (0..scores.len()).filter(|&seat| scores.get(seat) == most).collect()
}

/// The refusal of a text that is no event of this game at all.
fn no_event(event: &str) -> String {
    format!("record.event: {event:?} is no event of this game.")
}
