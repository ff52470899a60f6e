//! Dice with a key that is the caller's.

use pyo3::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::errors::IllegalAction;
use crate::state::State;

/// Throws dice for states. The same key gives the same dice. A state never holds dice: whoever has it, or a clone of it,
/// cannot know what comes.
#[pyclass(module = "spieltisch")]
pub struct Dice {
    rng: Xoshiro256PlusPlus,
}

#[pymethods]
impl Dice {
    /// Dice of this key.
    #[new]
    fn new(key: u64) -> Dice {
        Dice { rng: Xoshiro256PlusPlus::seed_from_u64(key) }
    }

    /// An outcome of the roll that is due, which is not applied.
    fn outcome(&mut self, state: &State) -> PyResult<usize> {
        let outcome = state.position.throw(&mut self.rng);
        outcome.ok_or_else(|| IllegalAction::new_err("no dice are due in this position"))
    }

    /// Throws the dice that are due and applies their outcome, which it returns.
    fn roll(&mut self, state: &mut State) -> PyResult<usize> {
        let outcome = self.outcome(state)?;
        state.position.apply(outcome as i64)?;
        Ok(outcome)
    }
}
