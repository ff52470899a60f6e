//! Training for one board and its options, starting from the shipped values; or for all boards, from nothing.

use spieltisch_rules::Game;
use spieltisch_rules::castro::Castro;

use super::train::{Boards, Checkpoint, TrainConfig, train};
use super::values::Values;
use crate::training::{BadCheckpoint, Learned, Listener, Plan, Training, TrainingProgress};
use crate::value_store::fingerprint;

/// Self-play games for one unit of effort.
const GAMES: u32 = 12_000;

/// The key under which values for this set-up are kept.
pub fn key(game: &Castro) -> String {
    // The form in which values have always been kept; a head start changes neither the board nor what fits it.
    let options = format!("Options {{ full_house_from_yatzy: {} }}", game.options().full_house_from_yatzy);
    let set_up = format!("{:?} {options}", game.board().rows());
    format!("castro-{}-{:016x}", game.players(), fingerprint(set_up.bytes()))
}

/// Learns to play one set-up of Castro.
pub struct CastroTraining {
    game: Castro,
}

impl CastroTraining {
    /// Training for this set-up.
    pub fn new(game: &Castro) -> CastroTraining {
        CastroTraining { game: game.clone() }
    }

    fn start(&self, config: &TrainConfig, resume: Option<&[u8]>) -> Result<Checkpoint, BadCheckpoint> {
        let players = self.game.players();
        match resume {
            Some(bytes) => Checkpoint::from_bytes(bytes, config).map_err(|error| BadCheckpoint { message: error.to_string() }),
            None => Ok(match Values::shipped().network(players) {
                Ok(network) if config.boards == Boards::This => Checkpoint::starting_from(network.clone()),
                _ => Checkpoint::fresh(players, config.seed),
            }),
        }
    }
}

impl Training for CastroTraining {
    fn key(&self) -> String {
        key(&self.game)
    }

    fn knows_any_board(&self) -> bool {
        true
    }

    fn run(&self, plan: Plan, resume: Option<&[u8]>, listener: &Listener<'_>) -> Result<Learned, BadCheckpoint> {
        let boards = if plan.mixed { Boards::Mixed } else { Boards::This };
        let config = TrainConfig { game: self.game.clone(), seed: plan.seed, effort: plan.effort * GAMES, boards };
        let mut state = self.start(&config, resume)?;
        while state.games < config.effort {
            // One round at a time, so that the listener can have a checkpoint of each.
            state = train(&config, Some(state), &|_| false);
            let step = TrainingProgress { done: state.games as f32 / config.effort as f32, note: format!("{} games", state.games) };
            if !listener(&step, &|| state.to_bytes(&config)) {
                return Ok(Learned::Checkpoint(state.to_bytes(&config)));
            }
        }
        Ok(Learned::Values(Values::new([state.network]).to_bytes()))
    }
}
