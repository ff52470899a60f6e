//! Every set-up that tests play: the one list they all take their games from.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};
use spieltisch_rules::Game;
use spieltisch_rules::games::{Entry, GameEntry};

use crate::conformance::{Conforms, GAMES, conforms};

/// A game with options, for these numbers of players.
#[derive(Clone, Debug, PartialEq)]
pub struct TestSetUp {
    /// The game's name.
    pub game: &'static str,
    /// How many play.
    pub players: RangeInclusive<usize>,
    /// The options that differ from the default.
    pub options: Map<String, Value>,
}

impl TestSetUp {
    /// The options as arguments of the program: `--option name=value`, each.
    pub fn arguments(&self) -> Vec<String> {
        self.options.iter().flat_map(|(name, value)| ["--option".to_string(), format!("{name}={value}")]).collect()
    }
}

/// Every game, first with its usual options, for every number of players worth a try.
pub fn set_ups() -> Vec<TestSetUp> {
    GAMES.all().into_iter().flat_map(Listed::set_ups).collect()
}

/// A game whose trials are known without its type.
pub trait Listed: GameEntry {
    /// Its set-ups.
    fn set_ups(&self) -> Vec<TestSetUp>;
    /// The suite, for all its trials and all numbers of players.
    fn conform(&self);
}

impl<G: Conforms> Listed for Entry<G> {
    fn set_ups(&self) -> Vec<TestSetUp> {
        let set_up = |trial: crate::conformance::Trial<G>| TestSetUp {
            game: G::INFO.name,
            players: trial.players,
            options: changed::<G>(&trial.options),
        };
        G::trials().into_iter().map(set_up).collect()
    }

    fn conform(&self) {
        for trial in G::trials() {
            for players in G::INFO.players {
                let game = G::new(players, trial.options.clone(), G::Board::default()).expect("options are for all numbers of players");
                conforms(&game, trial.games);
            }
        }
    }
}

/// The options that differ from the default, as they stand in a record.
fn changed<G: Game>(options: &G::Options) -> Map<String, Value> {
    let as_map = |options: &G::Options| match serde_json::to_value(options) {
        Ok(Value::Object(map)) => map,
        other => panic!("options are an object, not {other:?}"),
    };
    let usual = as_map(&G::Options::default());
    as_map(options).into_iter().filter(|(name, value)| usual.get(name) != Some(value)).collect()
}
