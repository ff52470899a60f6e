//! A position for Python, as OpenSpiel has it: chance is explicit.

use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::prelude::*;
use serde_json::json;
use spieltisch_records::Record;
use spieltisch_rules::{Seat, ToAct};

use crate::encoding::width;
use crate::errors::{ArrayError, IllegalAction, RecordRefused, record_error};
use crate::game::{Game, reward_named};
use crate::json;
use crate::position::AnyPosition;
use crate::rows::shares;
use crate::setup::{self, Header, Reward};

/// The player to act where dice are due, as OpenSpiel numbers it.
pub const CHANCE: i32 = -1;
/// The player to act where the game is over, as OpenSpiel numbers it.
pub const OVER: i32 = -4;

/// A position and what happened before it. Made by `Game.new_initial_state` or `from_record`.
#[pyclass(module = "spieltisch")]
pub struct State {
    /// The position.
    pub position: Box<dyn AnyPosition>,
}

impl State {
    /// This position.
    pub fn new(position: Box<dyn AnyPosition>) -> State {
        State { position }
    }

    fn players(&self) -> usize {
        self.position.setup().header().players
    }

    /// The seat that is asked for; unasked, whose turn it is, and seat 0 once the game is over.
    fn seat(&self, seat: Option<usize>) -> PyResult<Seat> {
        match (seat, self.position.to_act()) {
            (Some(seat), _) if seat < self.players() => Ok(seat),
            (Some(seat), _) => Err(IllegalAction::new_err(format!("there is no seat {seat}; the seats are 0 to {}", self.players() - 1))),
            (None, ToAct::Move(seat) | ToAct::Roll { seat, .. }) => Ok(seat),
            (None, ToAct::Over) => Ok(0),
        }
    }
}

/// The position of a record, after all its events. `record` is a mapping or a line of JSON.
#[pyfunction]
#[pyo3(signature = (record, *, reward=None))]
pub fn from_record(record: &Bound<'_, PyAny>, reward: Option<&str>) -> PyResult<State> {
    let record = Record::from_json(json::text_of(record)?.as_bytes()).map_err(record_error)?;
    let players = record.players.len();
    let reward = reward_named(reward, players)?;
    let header = Header { game: record.game.clone(), players, options: record.options.clone(), board: record.board.clone(), reward };
    let setup = setup::load(header).map_err(record_error)?;
    let position = setup.replay(&record).map_err(record_error)?;
    let result = json!(position.result());
    if !record.result.is_null() && record.result != result {
        return Err(RecordRefused::new_err(format!("record.result: the record states {}, but its events give {result}", record.result)));
    }
    Ok(State::new(position))
}

#[pymethods]
impl State {
    /// The game as set up.
    #[getter]
    fn game(&self) -> Game {
        Game { setup: self.position.setup() }
    }

    /// The seat that decides; CHANCE where dice are due, OVER where the game is over.
    fn current_player(&self) -> i32 {
        match self.position.to_act() {
            ToAct::Move(seat) => seat as i32,
            ToAct::Roll { .. } => CHANCE,
            ToAct::Over => OVER,
        }
    }

    /// Whether dice are due.
    fn is_chance_node(&self) -> bool {
        matches!(self.position.to_act(), ToAct::Roll { .. })
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.position.to_act() == ToAct::Over
    }

    /// The legal actions, ascending; where dice are due, their outcomes.
    fn legal_actions(&self) -> Vec<usize> {
        match self.position.to_act() {
            ToAct::Roll { .. } => self.position.outcomes().into_iter().map(|(outcome, _)| outcome).collect(),
            ToAct::Move(_) | ToAct::Over => self.position.legal(),
        }
    }

    /// The outcomes of the dice that are due, each with its probability; empty where none are due.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let outcomes = self.position.outcomes();
        let all: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        outcomes.into_iter().map(|(outcome, weight)| (outcome, f64::from(weight) / f64::from(all))).collect()
    }

    /// Takes an action; where dice are due, their outcome.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        Ok(self.position.apply(action)?)
    }

    /// An action as an event of a record; where dice are due, an outcome.
    fn action_to_string(&self, action: usize) -> PyResult<String> {
        if self.is_chance_node() { self.game().outcome_to_string(action) } else { self.game().action_to_string(action) }
    }

    /// The action of an event of a record.
    fn string_to_action(&self, event: &str) -> PyResult<usize> {
        self.game().string_to_action(event)
    }

    /// What each seat has gained so far: points, or at the end its share of the win.
    fn returns(&self) -> Vec<f64> {
        match (self.position.setup().header().reward, self.position.result()) {
            (Reward::Points, _) => self.position.scores().iter().map(|&points| points.into()).collect(),
            (Reward::Win, Some(result)) => shares(&result, self.players()).collect(),
            (Reward::Win, None) => vec![0.0; self.players()],
        }
    }

    /// The points of each seat as they stand.
    fn scores(&self) -> Vec<i32> {
        self.position.scores().to_vec()
    }

    /// The result as in a record: scores, winners, reason; None while the game runs.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &json!(self.position.result()))
    }

    /// The seats that may object to the last move, in games where players may do so.
    fn objectors(&self) -> Vec<usize> {
        self.position.objectors().map_or_else(Vec::new, |seats| seats.iter().collect())
    }

    /// The same position, apart from this one. It knows nothing of dice that are still to come.
    fn clone(&self) -> State {
        State::new(self.position.copy())
    }

    /// The position as a seat sees it, whose turn it is where none is named. Written into `out` where that is given.
    #[pyo3(signature = (seat=None, out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
        out: Option<Bound<'py, PyArray1<i16>>>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let (seat, needed) = (self.seat(seat)?, width(&self.position.setup().fields()));
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, needed, false));
        write_into(&array, needed, |row| self.position.observe(seat, row))?;
        Ok(array)
    }

    /// 1 for every legal action of the player to move, 0 for all others. Written into `out` where that is given.
    #[pyo3(signature = (out=None))]
    fn action_mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyArray1<i8>>>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let needed = self.position.setup().action_count();
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, needed, false));
        write_into(&array, needed, |row| self.position.mask(row))?;
        Ok(array)
    }

    /// What happened, as events of a record.
    fn history(&self) -> PyResult<Vec<String>> {
        let unknown = || RecordRefused::new_err("this position came out of a batch, which does not keep what happened before");
        self.position.events().ok_or_else(unknown)
    }

    /// The game so far as a record; `players` are the names, in the order of the seats.
    #[pyo3(signature = (players=None))]
    fn record<'py>(&self, py: Python<'py>, players: Option<Vec<String>>) -> PyResult<Bound<'py, PyAny>> {
        let setup = self.position.setup();
        let header = setup.header();
        let names = players.unwrap_or_else(|| (0..header.players).map(|seat| format!("Player {}", seat + 1)).collect());
        if names.len() != header.players {
            return Err(RecordRefused::new_err(format!("{} names for {} players", names.len(), header.players)));
        }
        let mut record = Record::new(&header.game, names);
        record.options = header.options.clone();
        record.board = header.board.clone();
        record.events = self.history()?;
        record.result = json!(self.position.result());
        py.import("json")?.call_method1("loads", (record.to_json(),))
    }

    fn __str__(&self) -> String {
        self.position.text()
    }

    fn __repr__(&self) -> String {
        format!("<State of {}>", self.game().setup.header().game)
    }

    fn __eq__(&self, other: &State) -> bool {
        self.position.is_same(&*other.position)
    }

    fn __copy__(&self) -> State {
        State::clone(self)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        State::clone(self)
    }

    /// Pickled as the record that it is.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rebuild = py.import("spieltisch")?.getattr("_unpickled")?;
        let reward = self.position.setup().header().reward.name();
        let arguments = (self.record(py, None)?, reward).into_pyobject(py)?;
        Ok((rebuild, arguments).into_pyobject(py)?.into_any())
    }
}

/// Lets `write` fill an array of the caller, after a look at its length.
fn write_into<T: numpy::Element>(array: &Bound<'_, PyArray1<T>>, needed: usize, write: impl FnOnce(&mut [T])) -> PyResult<()> {
    let taken: Result<PyReadwriteArray1<'_, T>, _> = array.try_readwrite();
    let mut taken = taken.map_err(|_| ArrayError::new_err("out: the array cannot be written to"))?;
    let row = taken.as_slice_mut().map_err(|_| ArrayError::new_err("out: the array must be contiguous"))?;
    if row.len() != needed {
        return Err(ArrayError::new_err(format!("out: {} places, but {needed} are needed", row.len())));
    }
    write(row);
    Ok(())
}
