//! Random games, for tests that compare two engines event by event.

use serde_json::{Value, json};

use crate::reference::{dice, open};

/// Plays one random game to its end and returns its events. The same seed gives the same game.
/// On an open Caro table players also object at random.
///
/// # Panics
/// When there is no such game for so many players with these options.
pub fn random_game(game: &str, players: usize, options: &Value, seed: u64) -> Vec<String> {
    let names: Vec<String> = (0..players).map(|seat| format!("player {seat}")).collect();
    let mut table = match open(&json!({"game": game, "players": names, "options": options})) {
        Ok(table) => table,
        Err(sentence) => panic!("no random game of {game:?} can be played: {sentence}"),
    };
    let mut random = Xorshift::new(seed);
    let mut events: Vec<String> = Vec::new();
    loop {
        let to = table.to();
        let event = match to["to"].as_str() {
            Some("roll") => random_roll(&to, events.last(), &mut random),
            Some("move") => random_move(&to, &mut random),
            _ => return events,
        };
        if let Err(refusal) = table.apply(&event) {
            panic!("seed {seed}: {event:?} was offered and then refused: {refusal}");
        }
        events.push(event);
    }
}

fn random_roll(to: &Value, before: Option<&String>, random: &mut Xorshift) -> String {
    let kept = before.and_then(|event| event.strip_prefix("keep "));
    let words: Vec<&str> = kept.map(|kept| kept.split(' ').collect()).unwrap_or_default();
    let mut dice = dice::read(&words).unwrap_or_default();
    for _ in 0..to["dice"].as_u64().unwrap_or(0) {
        dice.push(1 + random.below(6) as u8);
    }
    dice.sort();
    dice::event("roll", &dice)
}

fn random_move(to: &Value, random: &mut Xorshift) -> String {
    let objectors = to["objectors"].as_array().cloned().unwrap_or_default();
    if !objectors.is_empty() && random.below(3) == 0 {
        return format!("object {}", objectors[random.below(objectors.len())]);
    }
    let moves = to["moves"].as_array().cloned().unwrap_or_default();
    moves[random.below(moves.len())].as_str().unwrap_or_default().to_string()
}

/// The xorshift64* generator: small, and good enough to pick moves.
struct Xorshift(u64);

impl Xorshift {
    fn new(seed: u64) -> Self {
        // Spread neighbouring seeds apart; the state may not be 0.
        Self((seed ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        (high % limit as u64) as usize
    }
}
