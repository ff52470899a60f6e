//! Yatzy as computers know it.

use std::any::Any;
use std::sync::Arc;

use spieltisch_rules::yatzy::Yatzy;

use super::expert::YatzyExpert;
use crate::evaluation::{self, Evaluator};
use crate::expert::Expert;
use crate::experts::{self, Bots};
use crate::training::Training;
use crate::value_store::{Needs, ValueStore};

/// Yatzy is solved whenever it is needed: there is nothing to keep.
impl Bots for Yatzy {
    fn expert(&self, _: &dyn ValueStore) -> Arc<dyn Expert<Yatzy>> {
        match YatzyExpert::new(self, &|_| true) {
            Some(expert) => Arc::new(expert),
            None => experts::unlearned(self),
        }
    }

    fn evaluator(&self, _: &dyn ValueStore) -> Arc<dyn Evaluator<Yatzy>> {
        match YatzyExpert::new(self, &|_| true) {
            Some(expert) => Arc::new(expert),
            None => evaluation::unlearned(self),
        }
    }

    /// Solving the game for playing is all the work that reviewing needs.
    fn evaluator_beside(&self, expert: Arc<dyn Expert<Yatzy>>, value_store: &dyn ValueStore) -> Arc<dyn Evaluator<Yatzy>> {
        let expert: Arc<dyn Any + Send + Sync> = expert;
        match expert.downcast::<YatzyExpert>() {
            Ok(solved) => solved,
            Err(_) => self.evaluator(value_store),
        }
    }

    fn training(&self) -> Option<Box<dyn Training>> {
        None
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }
}
