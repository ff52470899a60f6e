//! What computers know of it: nothing yet, so they play at random.

use std::sync::Arc;

use spieltisch_bots::Expert;
use spieltisch_bots::appraisal::{self, Appraiser};
use spieltisch_bots::experts::{self, Played};
use spieltisch_bots::shelf::{Needs, Shelf};
use spieltisch_bots::training::Training;
use spieltisch_review::Explained;

use crate::pig::Pig;

impl Played for Pig {
    fn expert(&self, _: &dyn Shelf) -> Arc<dyn Expert<Pig>> {
        experts::unlearned(self)
    }

    fn appraiser(&self, _: &dyn Shelf) -> Arc<dyn Appraiser<Pig>> {
        appraisal::unlearned(self)
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        None
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }
}

/// Who knows nothing of it has no reasons either.
impl Explained for Pig {}
