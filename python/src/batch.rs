//! Many games side by side, for Python: `spieltisch.Batch` is made of it.

use numpy::{Element, PyReadonlyArray1, PyReadwriteArray, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::encoding::width;
use crate::errors::{ArrayError, IllegalAction, SetupError};
use crate::game::Game;
use crate::rows::{AnyRows, Gained, Seen};
use crate::state::State;

/// Many games of one set-up, stepped together.
#[pyclass(module = "spieltisch._engine")]
pub struct Rows {
    /// The games.
    pub rows: Box<dyn AnyRows>,
    /// How many there are.
    pub size: usize,
    width: usize,
    actions: usize,
    players: usize,
}

#[pymethods]
impl Rows {
    /// So many games, with dice from this key.
    #[new]
    fn new(game: &Game, size: usize, seed: u64) -> PyResult<Rows> {
        let setup = game.setup.clone();
        if setup.has_objections() {
            return Err(SetupError::new_err("a batch cannot play an open table: there players act out of turn; a State can"));
        }
        let (width, actions, players) = (width(&setup.fields()), setup.action_count(), setup.header().players);
        Ok(Rows { rows: setup.rows(size, seed), size, width, actions, players })
    }

    /// Begins all games anew.
    #[pyo3(signature = (observations, masks, seats, seed=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        mut observations: PyReadwriteArray2<'_, i16>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut seats: PyReadwriteArray1<'_, i8>,
        seed: Option<u64>,
    ) -> PyResult<()> {
        let seen = Seen {
            observations: all(&mut observations, "observations", self.size, self.width)?,
            masks: all(&mut masks, "masks", self.size, self.actions)?,
            seats: all(&mut seats, "seats", self.size, 1)?,
        };
        let rows = &mut self.rows;
        py.detach(|| rows.reset(seed, seen));
        Ok(())
    }

    /// Takes one action in every game.
    #[expect(clippy::too_many_arguments, reason = "one array of the caller each")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i32>,
        mut observations: PyReadwriteArray2<'_, i16>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut seats: PyReadwriteArray1<'_, i8>,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut ends: PyReadwriteArray1<'_, bool>,
        mut scores: PyReadwriteArray2<'_, i32>,
    ) -> PyResult<()> {
        let actions = one_each(&actions, self.size)?;
        let seen = Seen {
            observations: all(&mut observations, "observations", self.size, self.width)?,
            masks: all(&mut masks, "masks", self.size, self.actions)?,
            seats: all(&mut seats, "seats", self.size, 1)?,
        };
        let gained = Gained {
            rewards: all(&mut rewards, "rewards", self.size, self.players)?,
            ends: all(&mut ends, "ends", self.size, 1)?,
            scores: all(&mut scores, "scores", self.size, self.players)?,
        };
        let rows = &mut self.rows;
        let stepped = py.detach(|| rows.step(actions, seen, gained));
        stepped.map_err(|refused| IllegalAction::new_err(format!("game {}: {}; no game was stepped", refused.row, refused.error)))
    }

    /// Writes a legal action for every game, each with the same chance.
    fn sample(&mut self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, i32>) -> PyResult<()> {
        let actions = all(&mut actions, "actions", self.size, 1)?;
        let rows = &mut self.rows;
        py.detach(|| rows.sample(actions));
        Ok(())
    }

    /// The position of one game, for experts and searches. It knows neither what happened before nor what comes.
    fn state(&self, row: usize) -> PyResult<State> {
        let none = || ArrayError::new_err(format!("there is no game {row}; the games are 0 to {}", self.size.saturating_sub(1)));
        self.rows.position(row).map(State::new).ok_or_else(none)
    }
}

/// All places of an array of the caller, row after row.
pub fn all<'a, T: Element, D: numpy::ndarray::Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
    name: &str,
    rows: usize,
    columns: usize,
) -> PyResult<&'a mut [T]> {
    let right = match *array.shape() {
        [one] => one == rows && columns == 1,
        [one, other] => one == rows && other == columns,
        _ => false,
    };
    if !right {
        return Err(wrong_length(name, array.len(), rows, columns));
    }
    array.as_slice_mut().map_err(|_| not_contiguous(name))
}

/// One action of the caller for each game.
pub fn one_each<'a>(actions: &'a PyReadonlyArray1<'_, i32>, size: usize) -> PyResult<&'a [i32]> {
    let actions = actions.as_slice().map_err(|_| not_contiguous("actions"))?;
    if actions.len() == size { Ok(actions) } else { Err(wrong_length("actions", actions.len(), size, 1)) }
}

fn wrong_length(name: &str, found: usize, rows: usize, columns: usize) -> PyErr {
    let needed = if columns == 1 { format!("({rows},)") } else { format!("({rows}, {columns})") };
    ArrayError::new_err(format!("{name}: {found} places, but the shape must be {needed}"))
}

fn not_contiguous(name: &str) -> PyErr {
    ArrayError::new_err(format!("{name}: the array must be contiguous, row after row"))
}
