//! A game as set up, for Python.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};
use serde_json::{Map, Value};

use crate::encoding::{Field, width};
use crate::errors::{IllegalAction, SetupError, setup_error};
use crate::json;
use crate::setup::{self, AnySetup, Header, Reward};
use crate::state::State;

/// A game as set up: players, options, board, and what is rewarded. Made by `load`.
#[pyclass(frozen, module = "spieltisch")]
pub struct Game {
    /// The set-up.
    pub setup: Arc<dyn AnySetup>,
}

/// Sets up a game by name: `load("castro", players=2)`. Without `players`, the fewest that can play it; without `reward`,
/// `"points"` for a player alone and `"win"` for several. `board` is as in a record, all further arguments are options of the rules.
#[pyfunction]
#[pyo3(signature = (game, players=None, *, reward=None, board=None, **options))]
pub fn load(
    game: &str,
    players: Option<usize>,
    reward: Option<&str>,
    board: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Game> {
    let players = players.map_or_else(|| setup::fewest_players(game), Ok).map_err(setup_error)?;
    let options = match options.map(|options| json::value_of(options)).transpose()? {
        Some(Value::Object(options)) => options,
        _ => Map::new(),
    };
    let board = board.map_or(Ok(Value::Null), json::value_of)?;
    let header = Header { game: game.to_string(), players, options, board, reward: reward_named(reward, players)? };
    Ok(Game { setup: setup::load(header).map_err(setup_error)? })
}

/// The names of all games.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    spieltisch_rules::games::names()
}

/// The reward of this name; unnamed, points for a player alone and the win for several.
pub fn reward_named(name: Option<&str>, players: usize) -> PyResult<Reward> {
    match name {
        None if players == 1 => Ok(Reward::Points),
        None => Ok(Reward::Win),
        Some(name) => {
            Reward::named(name).ok_or_else(|| SetupError::new_err(format!("“{name}” cannot be rewarded; the rewards are points and win")))
        }
    }
}

#[pymethods]
impl Game {
    /// The name of the game.
    #[getter]
    fn name(&self) -> &str {
        &self.setup.header().game
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.setup.header().players
    }

    /// The options that were given.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &Value::Object(self.setup.header().options.clone()))
    }

    /// The board as in a record; None for the default.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.setup.header().board)
    }

    /// What is rewarded: "points", as they are made, or "win", at the end.
    #[getter]
    fn reward(&self) -> &'static str {
        self.setup.header().reward.name()
    }

    /// How many actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.setup.action_count()
    }

    /// How many outcomes rolls have; 0 without dice.
    #[getter]
    fn num_outcomes(&self) -> usize {
        self.setup.outcome_count()
    }

    /// Whether players may object to each other's moves (Caro's open table).
    #[getter]
    fn has_objections(&self) -> bool {
        self.setup.has_objections()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        width(&self.setup.fields())
    }

    /// Where each field of an observation stands: its name and its slice.
    #[getter]
    fn observation_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        let mut start = 0;
        for Field { name, len, .. } in self.setup.fields() {
            fields.set_item(name, PySlice::new(py, start, start + len as isize, 1))?;
            start += len as isize;
        }
        Ok(fields)
    }

    /// The lowest value of each number of an observation.
    #[getter]
    fn observation_low<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        bounds(&self.setup.fields(), |field| field.low).into_pyarray(py)
    }

    /// The highest value of each number of an observation.
    #[getter]
    fn observation_high<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        bounds(&self.setup.fields(), |field| field.high).into_pyarray(py)
    }

    /// The position before the first event.
    fn new_initial_state(&self) -> State {
        State::new(self.setup.clone().start())
    }

    /// An action as an event of a record: "keep 6 6".
    pub fn action_to_string(&self, action: usize) -> PyResult<String> {
        let last = self.setup.action_count().saturating_sub(1);
        let text = self.setup.action_text(action);
        text.ok_or_else(|| IllegalAction::new_err(format!("{action} is no action; the actions are 0 to {last}")))
    }

    /// The action of an event: "keep 6 6".
    pub fn string_to_action(&self, event: &str) -> PyResult<usize> {
        self.setup.action_named(event).map_err(IllegalAction::new_err)
    }

    /// An outcome of dice as an event of a record: "roll 1 2 4 6 6".
    pub fn outcome_to_string(&self, outcome: usize) -> PyResult<String> {
        let count = self.setup.outcome_count();
        let none = || match count {
            0 => IllegalAction::new_err("this game is played without dice"),
            _ => IllegalAction::new_err(format!("{outcome} is no outcome of a roll; the outcomes are 0 to {}", count - 1)),
        };
        self.setup.outcome_text(outcome).ok_or_else(none)
    }

    fn __repr__(&self) -> String {
        let Header { game, players, options, reward, .. } = self.setup.header();
        let options: String = options.iter().map(|(name, value)| format!(", {name}={value}")).collect();
        format!("spieltisch.load(\"{game}\", players={players}, reward=\"{}\"{options})", reward.name())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

fn bounds(fields: &[Field], of: impl Fn(&Field) -> i16) -> Vec<i16> {
    fields.iter().flat_map(|field| std::iter::repeat_n(of(field), field.len)).collect()
}
