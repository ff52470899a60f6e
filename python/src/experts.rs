//! What every legal action is worth, by who knows the game.

use std::any::Any;
use std::sync::Arc;

use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::{Bots, Effort, Expert, Thoroughness};
use spieltisch_rules::ToAct;

use crate::encoding::Encode;
use crate::position::{AnyPosition, Position};
use crate::setup::Setup;

/// A legal action with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedAction {
    /// The action.
    pub action: usize,
    /// Every seat's expected final points after it.
    pub points: Vec<f64>,
    /// Every seat's chance to win after it.
    pub win: Vec<f64>,
}

/// Why nothing is said of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotValued {
    /// It belongs to another game or another set-up.
    OtherSetup,
    /// No player decides in it.
    NoDecision,
}

impl std::fmt::Display for NotValued {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NotValued::OtherSetup => "this position belongs to another set-up than the expert was made for",
            NotValued::NoDecision => "no player decides in this position: dice are due, or the game is over",
        })
    }
}

/// An expert without the type of its game.
pub trait AnyExpert: Send + Sync {
    /// Every legal action with its value, best for the player to move first.
    fn values(&self, position: &dyn AnyPosition, thoroughness: Thoroughness) -> Result<Vec<ValuedAction>, NotValued>;
    /// Whether the expected points of a player alone are exact.
    fn is_exact(&self) -> bool;
}

/// An expert of one game.
pub struct TypedExpert<G: Encode> {
    setup: Arc<Setup<G>>,
    expert: Arc<dyn Expert<G>>,
}

impl<G: Encode + Bots> TypedExpert<G> {
    /// Who knows this game. Making one can take seconds.
    pub fn new(setup: Arc<Setup<G>>) -> TypedExpert<G> {
        TypedExpert { expert: setup.game.expert(&EmptyValueStore), setup }
    }
}

impl<G: Encode + Bots> AnyExpert for TypedExpert<G> {
    fn values(&self, position: &dyn AnyPosition, thoroughness: Thoroughness) -> Result<Vec<ValuedAction>, NotValued> {
        let position = (position as &dyn Any).downcast_ref::<Position<G>>().ok_or(NotValued::OtherSetup)?;
        let game = &self.setup.game;
        if !self.setup.is_same(&position.setup) {
            return Err(NotValued::OtherSetup);
        }
        if !matches!(game.to_act(&position.state), ToAct::Move(_)) {
            return Err(NotValued::NoDecision);
        }
        let players = game.players();
        let valued = self.expert.evaluate(&position.state, Effort::of(thoroughness));
        let valued = valued.into_iter().filter_map(|valued| {
            let action = game.action_of(valued.mv)?;
            Some(ValuedAction { action, points: valued.points[..players].to_vec(), win: valued.win[..players].to_vec() })
        });
        Ok(valued.collect())
    }

    fn is_exact(&self) -> bool {
        self.expert.is_solved()
    }
}
