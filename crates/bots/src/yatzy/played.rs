//! Yatzy as computers know it.

use std::any::Any;
use std::sync::Arc;

use spieltisch_rules::yatzy::Yatzy;

use super::expert::YatzyExpert;
use crate::appraisal::{self, Appraiser};
use crate::expert::Expert;
use crate::experts::{self, Played};
use crate::shelf::{Needs, Shelf};
use crate::training::Training;

/// Yatzy is solved whenever it is needed: there is nothing to keep.
impl Played for Yatzy {
    fn expert(&self, _: &dyn Shelf) -> Arc<dyn Expert<Yatzy>> {
        match YatzyExpert::new(self, &|_| true) {
            Some(expert) => Arc::new(expert),
            None => experts::unlearned(self),
        }
    }

    fn appraiser(&self, _: &dyn Shelf) -> Arc<dyn Appraiser<Yatzy>> {
        match YatzyExpert::new(self, &|_| true) {
            Some(expert) => Arc::new(expert),
            None => appraisal::unlearned(self),
        }
    }

    /// Whoever has solved the game for playing has done all the work for reviewing.
    fn appraiser_beside(&self, expert: Arc<dyn Expert<Yatzy>>, shelf: &dyn Shelf) -> Arc<dyn Appraiser<Yatzy>> {
        let expert: Arc<dyn Any + Send + Sync> = expert;
        match expert.downcast::<YatzyExpert>() {
            Ok(solved) => solved,
            Err(_) => self.appraiser(shelf),
        }
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        None
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }
}
