//! Castro as computers know it.

use std::sync::Arc;

use spieltisch_rules::Game;
use spieltisch_rules::castro::Castro;

use super::learning;
use super::player::CastroExpert;
use super::values::Values;
use crate::appraisal::{self, Appraiser};
use crate::expert::Expert;
use crate::experts::{self, Played};
use crate::shelf::{Needs, Shelf};
use crate::training::Training;

/// The shipped values play any board; values for one board play it better.
impl Played for Castro {
    fn expert(&self, shelf: &dyn Shelf) -> Arc<dyn Expert<Castro>> {
        match known(self, shelf) {
            Some(expert) => Arc::new(expert),
            None => experts::unlearned(self),
        }
    }

    fn appraiser(&self, shelf: &dyn Shelf) -> Arc<dyn Appraiser<Castro>> {
        match known(self, shelf) {
            Some(expert) => Arc::new(expert),
            None => appraisal::unlearned(self),
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
fn known(game: &Castro, shelf: &dyn Shelf) -> Option<CastroExpert> {
    let kept = shelf.find(&learning::key(game)).or_else(|| shelf.find(game.needs().values()?));
    let learned = kept.and_then(|bytes| Values::from_bytes(&bytes).ok());
    let values = learned.as_ref().unwrap_or_else(|| Values::shipped());
    CastroExpert::new(game, values).ok()
}
