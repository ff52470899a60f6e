//! The fast engine and the slow second reading of the rules agree, event by event.

use std::sync::Mutex;

use rand::{RngExt, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde_json::{Value, json};
use spieltisch_records::{DynGame, Record, open, turn_json};
use spieltisch_testkit::conformance::TestSetUp;
use spieltisch_testkit::reference::Reference;

const OTHER_CASTRO: [&str; 6] = ["Y Y Y 1 2 3", "4 5 6 T T T", "F F F F F F", "S S S S S S", "H H H H H H", "T T T T F S"];

/// Every set-up that is compared: game, players, options, board, games to play.
fn set_ups() -> Vec<(&'static str, usize, Value, Value, u64)> {
    let crowns_board: Vec<Vec<i64>> = (0..6).map(|row| (0..6).map(|column| (row * 5 + column * 7) % 10).collect()).collect();
    let mut all = Vec::new();
    for TestSetUp { game, players, options } in spieltisch_testkit::conformance::set_ups() {
        all.extend(players.map(|players| (game, players, Value::Object(options.clone()), Value::Null, 10)));
    }
    all.push(("yatzy", 2, json!({"bonus_at_least": 20, "two_pairs_from_four": true, "full_house_from_yatzy": true}), Value::Null, 10));
    for players in 2..=4 {
        all.push(("castro", players, json!({"full_house_from_yatzy": true}), json!(OTHER_CASTRO), 25));
        all.push(("caro", players, json!({}), Value::Null, 60));
        all.push(("caro", players, json!({"open_table": true}), Value::Null, 60));
    }
    for players in 1..=6 {
        all.push(("crowns", players, json!({}), json!(crowns_board), 3));
    }
    all
}

struct Pair {
    game: Box<dyn DynGame>,
    reference: Box<dyn Reference>,
    events: Vec<String>,
}

impl Pair {
    fn new(header: &Value) -> Pair {
        let mut record = Record::from_json(header.to_string().as_bytes()).expect("a header as it should be");
        Pair {
            game: open(&mut record).expect("the engine sets the table up"),
            reference: spieltisch_testkit::reference::open(header).expect("the reference sets the table up"),
            events: Vec::new(),
        }
    }

    fn assert_same(&self, name: &str) {
        assert_eq!(turn_json(&*self.game), self.reference.to(), "{name} after {:?}", self.events);
        let scores: Vec<i64> = self.game.scores().iter().map(|&points| points as i64).collect();
        assert_eq!(scores, self.reference.scores(), "{name} after {:?}", self.events);
    }

    /// Both take the event, or both refuse it.
    fn take(&mut self, name: &str, event: &str) {
        let (fast, slow) = (self.game.take(event), self.reference.apply(event));
        assert_eq!(fast.is_ok(), slow.is_ok(), "{name}: {event} after {:?}: engine {fast:?}, reference {slow:?}", self.events);
        if fast.is_ok() {
            self.events.push(event.to_string());
        }
    }
}

/// What is tried although it will mostly be refused: events of other moments and plain nonsense.
fn stray_event(pool: &[String], rng: &mut Xoshiro256PlusPlus) -> String {
    const NONSENSE: [&str; 14] = [
        "",
        "roll",
        "keep 7",
        "roll 1 1 1 1 1 1 1",
        "place",
        "place z9",
        "lay red 0,0",
        "lay blue 0,1",
        "pass",
        "object 0",
        "object 1",
        "remove",
        "lose",
        "score ones",
    ];
    if rng.random_bool(0.3) {
        NONSENSE.choose(rng).map(ToString::to_string).unwrap_or_default()
    } else {
        pool.choose(rng).cloned().unwrap_or_default()
    }
}

/// All set-ups, as many at a time as there are cores.
#[test]
fn engine_and_second_reading_agree_on_random_games_in_full() {
    let left = Mutex::new(set_ups().into_iter());
    let next = || left.lock().expect("not poisoned").next();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((game, players, options, board, games)) = next() {
                    agree(game, players, &options, &board, games);
                }
            });
        }
    });
}

/// Plays so many games of a set-up with both.
fn agree(game: &str, players: usize, options: &Value, board: &Value, games: u64) {
    let names: Vec<String> = (1..=players).map(|seat| format!("player {seat}")).collect();
    let header = json!({"format": "spieltisch/1", "game": game, "players": names, "options": options, "board": board, "events": []});
    let mut pool: Vec<String> = Vec::new();
    for seed in 0..games {
        let name = format!("{game} for {players}, {options}, seed {seed}");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut pair = Pair::new(&header);
        loop {
            pair.assert_same(&name);
            if rng.random_bool(0.2) {
                let stray = stray_event(&pool, &mut rng);
                pair.take(&name, &stray);
                pair.assert_same(&name);
            }
            let turn = pair.reference.to();
            let event = match turn["to"].as_str() {
                Some("move") => objection(&turn, &mut rng).unwrap_or_else(|| random_of(&turn["moves"], &mut rng)),
                Some("roll") => random_roll(&*pair.reference, &mut rng),
                _ => break,
            };
            pair.take(&name, &event);
            assert_eq!(pair.events.last(), Some(&event), "{name}: a legal event was refused");
            pool.push(event);
        }
    }
}

fn random_of(moves: &Value, rng: &mut Xoshiro256PlusPlus) -> String {
    let moves = moves.as_array().expect("a list of moves");
    moves.choose(rng).and_then(Value::as_str).expect("a player to move has a move").to_string()
}

fn objection(turn: &Value, rng: &mut Xoshiro256PlusPlus) -> Option<String> {
    let objectors = turn.get("objectors")?.as_array()?;
    let seat = objectors.choose(rng)?;
    rng.random_bool(0.3).then(|| format!("object {seat}"))
}

fn random_roll(reference: &dyn Reference, rng: &mut Xoshiro256PlusPlus) -> String {
    let outcomes = reference.outcomes();
    let mut left = rng.random_range(0..outcomes.iter().map(|(_, weight)| weight).sum());
    let chosen = outcomes.into_iter().find(|(_, weight)| {
        let here = left < *weight;
        left = left.saturating_sub(*weight);
        here
    });
    chosen.expect("a roll has outcomes").0
}
