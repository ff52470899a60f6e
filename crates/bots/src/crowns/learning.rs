//! Values for one board: shipped, from the value store, or learned.

use spieltisch_rules::Game;
use spieltisch_rules::crowns::Crowns;

use super::board::DEFAULT_CROWNS;
use super::duel::Duel;
use super::expert::{crowns, mode};
use super::train::{Checkpoint, Config, Effort, train};
use super::values::{Mode, Values};
use crate::training::{BadCheckpoint, Learned, Listener, Plan, Study, Training, TrainingProgress};
use crate::value_store::{ValueStore, fingerprint};

/// The key under which values for this set-up are kept. All companies of two to six share one.
pub fn key(game: &Crowns) -> String {
    let way = match mode(game) {
        Mode::Alone => "alone",
        Mode::HardAlone => "hard",
        Mode::Several => "several",
    };
    format!("crowns-{way}-{:016x}", fingerprint(crowns(game)))
}

/// The values for a set-up: from the value store, else shipped where the board is the default one, else
/// learned in a hurry, which is enough not to be foolish.
pub fn values_for(game: &Crowns, value_store: &dyn ValueStore) -> Option<Values> {
    let fits = |values: &Values| values.mode() == mode(game) && *values.board().crowns() == crowns(game);
    let kept = value_store.find(&key(game)).and_then(|bytes| Values::from_bytes(&bytes).ok()).filter(fits);
    let handed_in = || value_store.find(shipped_as(mode(game))).and_then(|bytes| Values::from_bytes(&bytes).ok()).filter(fits);
    kept.or_else(handed_in).or_else(|| shipped(mode(game)).filter(fits)).or_else(|| in_a_hurry(game))
}

/// The name under which a value store holds what is shipped elsewhere.
pub(super) fn shipped_as(mode: Mode) -> &'static str {
    match mode {
        Mode::Alone => "crowns-alone",
        Mode::HardAlone => "crowns-hard",
        Mode::Several => "crowns-several",
    }
}

/// The name under which a value store holds the net for two players.
pub(super) const DUEL: &str = "crowns-duel";

/// Whether there is a net for two players for this set-up.
pub(super) fn has_duel(game: &Crowns) -> bool {
    game.players() == 2 && crowns(game) == DEFAULT_CROWNS
}

/// The net for two players on the default board.
pub(super) fn duel_for(game: &Crowns, value_store: &dyn ValueStore) -> Option<Duel> {
    if !has_duel(game) {
        return None;
    }
    let handed_in = value_store.find(DUEL).and_then(|bytes| Duel::from_bytes(&bytes).ok());
    handed_in.or_else(shipped_duel)
}

#[cfg(target_arch = "wasm32")]
fn shipped_duel() -> Option<Duel> {
    None
}

#[cfg(not(target_arch = "wasm32"))]
fn shipped_duel() -> Option<Duel> {
    Duel::from_bytes(include_bytes!("crowns-duel.values")).ok()
}

/// In the browser the values for the default board are files of their own, see [`crate::value_store`].
#[cfg(target_arch = "wasm32")]
pub fn shipped(_: Mode) -> Option<Values> {
    None
}

/// The values that come with the program, for the default board.
#[cfg(not(target_arch = "wasm32"))]
pub fn shipped(mode: Mode) -> Option<Values> {
    let bytes: &[u8] = match mode {
        Mode::Alone => include_bytes!("crowns-alone.values"),
        Mode::HardAlone => include_bytes!("crowns-hard.values"),
        Mode::Several => include_bytes!("crowns-several.values"),
    };
    Values::from_bytes(bytes).ok()
}

/// A few seconds of learning.
fn in_a_hurry(game: &Crowns) -> Option<Values> {
    train(hurry(game), &|_, _| true).finished().cloned()
}

/// Learning in a hurry before its first step.
fn hurry(game: &Crowns) -> Checkpoint {
    let effort = Effort { rounds: 2, examples: 1_500, passes: 8, games: 60 };
    Checkpoint::start(Config { crowns: crowns(game), mode: mode(game), seed: 1, effort })
}

/// Ends learning at once: the last whole round counts, and what the first one lacks is learned in a
/// rush.
fn make_do(mut at: Checkpoint) -> Option<Values> {
    if at.round > 0 {
        at.nets.clear();
    }
    at.config.effort = Effort { rounds: at.round.max(1), examples: 100, passes: 3, games: 6 };
    train(at, &|_, _| true).finished().cloned()
}

/// Learns a board in a hurry, step by step.
pub struct CrownsStudy {
    /// How far it is; nothing once the values were handed out.
    at: Option<Checkpoint>,
}

impl CrownsStudy {
    /// Learning for this set-up, before its first step.
    pub fn new(game: &Crowns) -> CrownsStudy {
        CrownsStudy { at: Some(hurry(game)) }
    }
}

impl Study for CrownsStudy {
    fn step(&mut self, go_on: &dyn Fn(f32) -> bool) -> Option<Vec<u8>> {
        let at = train(self.at.take()?, &|_, progress| go_on(progress.done));
        let values = at.finished().map(|values| values.to_bytes());
        if values.is_none() {
            self.at = Some(at);
        }
        values
    }

    fn make_do(&mut self) -> Option<Vec<u8>> {
        make_do(self.at.take()?).map(|values| values.to_bytes())
    }
}

/// Learns to play one set-up of Crowns.
pub struct CrownsTraining {
    game: Crowns,
}

impl CrownsTraining {
    /// Training for this set-up.
    pub fn new(game: &Crowns) -> CrownsTraining {
        CrownsTraining { game: game.clone() }
    }

    fn start(&self, plan: Plan, resume: Option<&[u8]>) -> Result<Checkpoint, BadCheckpoint> {
        let config = Config { crowns: crowns(&self.game), mode: mode(&self.game), seed: plan.seed, effort: effort(plan.effort) };
        let Some(bytes) = resume else { return Ok(Checkpoint::start(config)) };
        let at = Checkpoint::from_bytes(bytes).map_err(|error| BadCheckpoint { message: error.to_string() })?;
        if at.config != config {
            return Err(BadCheckpoint { message: "it is for another board, seed or effort".into() });
        }
        Ok(at)
    }
}

/// What a unit of effort buys: more examples, and from 3 on more rounds.
fn effort(units: u32) -> Effort {
    Effort { rounds: if units < 3 { 2 } else { 3 }, examples: 2_500 * units, passes: 20, games: 200 * units }
}

impl Training for CrownsTraining {
    fn key(&self) -> String {
        key(&self.game)
    }

    fn run(&self, plan: Plan, resume: Option<&[u8]>, listener: &Listener<'_>) -> Result<Learned, BadCheckpoint> {
        let at = train(self.start(plan, resume)?, &|at, progress| {
            let note = format!("round {}, {} chips or turns left", progress.round + 1, progress.layer);
            listener(&TrainingProgress { done: progress.done, note }, &|| at.to_bytes())
        });
        match at.finished() {
            Some(values) => Ok(Learned::Values(values.to_bytes())),
            None => Ok(Learned::Checkpoint(at.to_bytes())),
        }
    }
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::crowns::Board;

    use super::*;

    #[test]
    fn learning_that_is_stopped_leaves_values_to_play_with() {
        let board = Board::from_rows(&[[1; 6], [2; 6], [3; 6], [4; 6], [5; 6], [6; 6]]).unwrap();
        for players in [1, 2] {
            let game = Crowns::new(players, Default::default(), board.clone()).unwrap();
            let stopped = train(hurry(&game), &|_, _| false);
            let values = make_do(stopped).expect("something to play with");
            assert!(crate::crowns::CrownsExpert::new(&game, values).is_some());
        }
    }
}
