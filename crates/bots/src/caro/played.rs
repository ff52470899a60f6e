//! Caro as computers know it.

use std::sync::Arc;

use spieltisch_rules::caro::Caro;

use super::expert::CaroExpert;
use crate::appraisal::Appraiser;
use crate::expert::Expert;
use crate::experts::Played;
use crate::shelf::{Needs, Shelf};
use crate::training::Training;

/// What is learned of Caro stands in the program.
impl Played for Caro {
    fn expert(&self, _: &dyn Shelf) -> Arc<dyn Expert<Caro>> {
        Arc::new(CaroExpert::new(self))
    }

    fn appraiser(&self, _: &dyn Shelf) -> Arc<dyn Appraiser<Caro>> {
        Arc::new(CaroExpert::new(self))
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        None
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }
}
