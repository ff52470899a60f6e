//! What computers know of it: nothing yet, so they play at random.

use std::sync::Arc;

use spieltisch_bots::Expert;
use spieltisch_bots::evaluation::{self, Evaluator};
use spieltisch_bots::experts::{self, Bots};
use spieltisch_bots::training::Training;
use spieltisch_bots::value_store::{Needs, ValueStore};
use spieltisch_review::{Explain, Why, WhyQuery};

use crate::fifth::notation::Move;
use crate::fifth::pig::{Pig, State};

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

/// Without values there are no reasons either.
impl Explain for Pig {
    fn why(_: &WhyQuery<'_, Pig>) -> Option<Why> {
        None
    }

    fn kind(&self, _: &State, _: Move, _: Move) -> &'static str {
        "decision"
    }
}
