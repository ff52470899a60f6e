//! Caro as computers know it.

use std::sync::Arc;

use spieltisch_rules::caro::Caro;

use super::expert::CaroExpert;
use crate::evaluation::Evaluator;
use crate::expert::Expert;
use crate::experts::Bots;
use crate::training::Training;
use crate::value_store::{Needs, ValueStore};

/// What is learned of Caro stands in the program.
impl Bots for Caro {
    fn expert(&self, _: &dyn ValueStore) -> Arc<dyn Expert<Caro>> {
        Arc::new(CaroExpert::new(self))
    }

    fn evaluator(&self, _: &dyn ValueStore) -> Arc<dyn Evaluator<Caro>> {
        Arc::new(CaroExpert::new(self))
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        None
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }
}
