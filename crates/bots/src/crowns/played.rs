//! Crowns as computers know it.

use std::sync::Arc;

use spieltisch_rules::Game;
use spieltisch_rules::crowns::{Board, Crowns};

use super::expert::{self, CrownsExpert};
use super::learning;
use crate::appraisal::{self, Appraiser};
use crate::expert::Expert;
use crate::experts::{self, Played};
use crate::shelf::{Needs, Shelf};
use crate::training::{Study, Training};

/// Values play the board they were learned for and no other.
impl Played for Crowns {
    fn expert(&self, shelf: &dyn Shelf) -> Arc<dyn Expert<Crowns>> {
        match known(self, shelf) {
            Some(expert) => Arc::new(expert),
            None => experts::unlearned(self),
        }
    }

    fn appraiser(&self, shelf: &dyn Shelf) -> Arc<dyn Appraiser<Crowns>> {
        match known(self, shelf) {
            Some(expert) => Arc::new(expert.with_duel(learning::duel_for(self, shelf))),
            None => appraisal::unlearned(self),
        }
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        Some(Box::new(learning::CrownsTraining::new(self)))
    }

    fn needs(&self) -> Needs {
        if *self.board() == Board::default() {
            return Needs::Values(learning::shipped_as(expert::mode(self)));
        }
        Needs::Study(learning::key(self))
    }

    fn further_needs(&self) -> Option<&'static str> {
        learning::has_duel(self).then_some(learning::DUEL)
    }

    fn study(&self) -> Option<Box<dyn Study>> {
        Some(Box::new(learning::CrownsStudy::new(self)))
    }
}

/// Who knows Crowns as set up.
fn known(game: &Crowns, shelf: &dyn Shelf) -> Option<CrownsExpert> {
    CrownsExpert::new(game, learning::values_for(game, shelf)?)
}
