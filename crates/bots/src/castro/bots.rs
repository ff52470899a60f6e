//! Castro as computers know it.

use std::sync::Arc;

use spieltisch_rules::Game;
use spieltisch_rules::castro::Castro;

use super::learning;
use super::player::CastroExpert;
use super::values::Values;
use crate::evaluation::{self, Evaluator};
use crate::expert::Expert;
use crate::experts::{self, Bots};
use crate::training::Training;
use crate::value_store::{Needs, ValueStore};

/// The shipped values play any board; values for one board play it better.
impl Bots for Castro {
    fn expert(&self, value_store: &dyn ValueStore) -> Arc<dyn Expert<Castro>> {
        match known(self, value_store) {
            Some(expert) => Arc::new(expert),
            None => experts::unlearned(self),
        }
    }

    fn evaluator(&self, value_store: &dyn ValueStore) -> Arc<dyn Evaluator<Castro>> {
        match known(self, value_store) {
            Some(expert) => Arc::new(expert),
            None => evaluation::unlearned(self),
        }
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        Some(Box::new(learning::CastroTraining::new(self)))
    }

    fn needs(&self) -> Needs {
        match self.players() {
            2 => Needs::Values("castro-2"),
            3 => Needs::Values("castro-3"),
            _ => Needs::Values("castro-4"),
        }
    }
}

/// Who knows Castro as set up.
fn known(game: &Castro, value_store: &dyn ValueStore) -> Option<CastroExpert> {
    let kept = value_store.find(&learning::key(game)).or_else(|| value_store.find(game.needs().values()?));
    let learned = kept.and_then(|bytes| Values::from_bytes(&bytes).ok());
    let values = learned.as_ref().unwrap_or_else(|| Values::shipped());
    CastroExpert::new(game, values).ok()
}
