//! Crowns as computers know it.

use std::sync::Arc;

use spieltisch_rules::Game;
use spieltisch_rules::crowns::{Board, Crowns};

use super::expert::{self, CrownsExpert};
use super::learning;
use crate::evaluation::{self, Evaluator};
use crate::expert::Expert;
use crate::experts::{self, Bots};
use crate::training::{Study, Training};
use crate::value_store::{Needs, ValueStore};

/// Values play the board they were learned for and no other.
impl Bots for Crowns {
    fn expert(&self, value_store: &dyn ValueStore) -> Arc<dyn Expert<Crowns>> {
        match known(self, value_store) {
            Some(expert) => Arc::new(expert),
            None => experts::unlearned(self),
        }
    }

    fn evaluator(&self, value_store: &dyn ValueStore) -> Arc<dyn Evaluator<Crowns>> {
        match known(self, value_store) {
            Some(expert) => Arc::new(expert.with_duel(learning::duel_for(self, value_store))),
            None => evaluation::unlearned(self),
        }
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        Some(Box::new(learning::CrownsTraining::new(self)))
    }

    fn needs(&self) -> Needs {
        if *self.board() == Board::default() {
            return Needs::Values(learning::shipped_as(expert::mode(self)));
        }
        Needs::Training(learning::key(self))
    }

    fn further_needs(&self) -> Option<&'static str> {
        learning::has_duel(self).then_some(learning::DUEL)
    }

    fn study(&self) -> Option<Box<dyn Study>> {
        Some(Box::new(learning::CrownsStudy::new(self)))
    }
}

/// Who knows Crowns as set up.
fn known(game: &Crowns, value_store: &dyn ValueStore) -> Option<CrownsExpert> {
    CrownsExpert::new(game, learning::values_for(game, value_store)?)
}
