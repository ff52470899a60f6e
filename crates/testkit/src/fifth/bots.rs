//! What computers know of it: nothing yet, so they play at random.

use std::sync::Arc;

use spieltisch_bots::Expert;
use spieltisch_bots::evaluation::{self, Evaluator};
use spieltisch_bots::experts::{self, Bots};
use spieltisch_bots::training::Training;
use spieltisch_bots::value_store::{Needs, ValueStore};
use spieltisch_review::Explain;

use crate::fifth::pig::Pig;

impl Bots for Pig {
    fn expert(&self, _: &dyn ValueStore) -> Arc<dyn Expert<Pig>> {
        experts::unlearned(self)
    }

    fn evaluator(&self, _: &dyn ValueStore) -> Arc<dyn Evaluator<Pig>> {
        evaluation::unlearned(self)
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        None
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }
}

/// Who knows nothing of it has no reasons either.
impl Explain for Pig {}
