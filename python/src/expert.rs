//! What actions are worth, for Python.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use spieltisch_bots::Thoroughness;
use spieltisch_rules::ToAct;

use crate::batch::{Rows, all, one_each};
use crate::errors::{IllegalAction, SpieltischError};
use crate::experts::{AnyExpert, NotValued, ValuedAction};
use crate::game::Game;
use crate::position::AnyPosition;
use crate::setup::Reward;
use crate::state::State;

/// Knows one game as it is set up. Making one can take seconds: Yatzy is solved for its options.
#[pyclass(frozen, module = "spieltisch")]
pub struct Expert {
    expert: Box<dyn AnyExpert>,
}

/// A legal action with its value.
#[pyclass(frozen, get_all, module = "spieltisch")]
pub struct Valued {
    /// The action.
    action: usize,
    /// Every seat's expected final points after it.
    points: Vec<f64>,
    /// Every seat's chance to win after it.
    win: Vec<f64>,
}

#[pymethods]
impl Valued {
    fn __repr__(&self) -> String {
        format!("Valued(action={}, points={:?}, win={:?})", self.action, self.points, self.win)
    }
}

fn thoroughness_named(name: &str) -> PyResult<Thoroughness> {
    match name {
        "glance" => Ok(Thoroughness::Glance),
        "look" => Ok(Thoroughness::Look),
        "study" => Ok(Thoroughness::Study),
        _ => Err(SpieltischError::new_err(format!("“{name}” is no effort; the efforts are glance, look and study"))),
    }
}

impl Expert {
    /// The values, and the one number of each that the player to move cares about.
    fn wanted(&self, py: Python<'_>, state: &State, effort: &str) -> PyResult<Vec<(f64, ValuedAction)>> {
        let (thoroughness, position) = (thoroughness_named(effort)?, &*state.position);
        py.detach(|| wanted(&*self.expert, position, thoroughness)).map_err(not_valued)
    }
}

fn wanted(expert: &dyn AnyExpert, position: &dyn AnyPosition, thoroughness: Thoroughness) -> Result<Vec<(f64, ValuedAction)>, NotValued> {
    let values = expert.values(position, thoroughness)?;
    let ToAct::Move(seat) = position.to_act() else { return Err(NotValued::NoDecision) };
    let reward = position.setup().header().reward;
    let worth = |valued: &ValuedAction| match reward {
        Reward::Points => valued.points[seat],
        Reward::Win => valued.win[seat],
    };
    Ok(values.into_iter().map(|valued| (worth(&valued), valued)).collect())
}

fn not_valued(error: NotValued) -> PyErr {
    SpieltischError::new_err(error.to_string())
}

/// The most of these worths.
fn most(values: &[(f64, ValuedAction)]) -> f64 {
    values.iter().map(|(worth, _)| *worth).fold(f64::NEG_INFINITY, f64::max)
}

/// How much less an action is worth than the best; `None` where it is not among them.
fn regret(values: &[(f64, ValuedAction)], action: i64) -> Option<f64> {
    let chosen = values.iter().find(|(_, valued)| usize::try_from(action) == Ok(valued.action));
    chosen.map(|(worth, _)| most(values) - worth)
}

#[pymethods]
impl Expert {
    /// The expert for this set-up.
    #[new]
    fn new(py: Python<'_>, game: &Game) -> Expert {
        let setup = game.setup.clone();
        Expert { expert: py.detach(|| setup.expert()) }
    }

    /// Whether expected points are exact, as they are in Yatzy.
    #[getter]
    fn is_exact(&self) -> bool {
        self.expert.is_exact()
    }

    /// Every legal action with its value, the best one first. `effort` is "glance" (well under a millisecond), "look" or "study"
    /// (up to a tenth of a second). In Yatzy with several players, a glance gives exact points and a rough chance to win.
    #[pyo3(signature = (state, effort="study"))]
    fn values(&self, py: Python<'_>, state: &State, effort: &str) -> PyResult<Vec<Valued>> {
        let mut values = self.wanted(py, state, effort)?;
        // Stable: the expert's own order decides between equals.
        values.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        Ok(values.into_iter().map(|(_, ValuedAction { action, points, win })| Valued { action, points, win }).collect())
    }

    /// The best action, by what the game rewards.
    #[pyo3(signature = (state, effort="study"))]
    fn best(&self, py: Python<'_>, state: &State, effort: &str) -> PyResult<usize> {
        let values = self.wanted(py, state, effort)?;
        let most = most(&values);
        let best = values.iter().find(|(worth, _)| *worth == most).map(|(_, valued)| valued.action);
        best.ok_or_else(|| IllegalAction::new_err("there is no action to choose from"))
    }

    /// How much an action gives away, by what the game rewards: 0 for a best one. Exact for Yatzy alone.
    #[pyo3(signature = (state, action, effort="study"))]
    fn regret(&self, py: Python<'_>, state: &State, action: i64, effort: &str) -> PyResult<f64> {
        let values = self.wanted(py, state, effort)?;
        regret(&values, action).ok_or_else(|| IllegalAction::new_err(format!("{action} is no legal action in this position")))
    }

    /// How much each action of a batch gives away, before it is stepped, into `out`.
    #[pyo3(signature = (rows, actions, out, effort="glance"))]
    fn regrets(
        &self,
        py: Python<'_>,
        rows: &Rows,
        actions: PyReadonlyArray1<'_, i32>,
        mut out: PyReadwriteArray1<'_, f32>,
        effort: &str,
    ) -> PyResult<()> {
        let (actions, out) = (one_each(&actions, rows.size)?, all(&mut out, "out", rows.size, 1)?);
        let thoroughness = thoroughness_named(effort)?;
        py.detach(|| {
            for (row, (&action, out)) in actions.iter().zip(out).enumerate() {
                let Some(position) = rows.rows.position(row) else { continue };
                let values = wanted(&*self.expert, &*position, thoroughness).map_err(not_valued)?;
                let illegal = || IllegalAction::new_err(format!("game {row}: {action} is no legal action in this position"));
                *out = regret(&values, action.into()).ok_or_else(illegal)? as f32;
            }
            Ok(())
        })
    }
}
