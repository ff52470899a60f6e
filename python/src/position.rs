//! A position with what happened before it, for those who know the game only by name.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand::Rng;
use spieltisch_bots::Bots;
use spieltisch_bots::random::throw;
use spieltisch_records::EventRefused;
use spieltisch_rules::{Event, GameResult, Scores, Seat, SeatSet, ToAct};

use crate::encoding::Encode;
use crate::errors::ActionError;
use crate::setup::{AnySetup, Setup};

/// A position without its type. It has no random source: what dice show is always told from outside.
pub trait AnyPosition: Any + Send + Sync {
    /// The game as set up.
    fn setup(&self) -> Arc<dyn AnySetup>;
    /// The same position, apart from this one.
    fn copy(&self) -> Box<dyn AnyPosition>;
    /// Whether this is the same position of the same set-up; what happened before does not matter.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;
    /// Who must act.
    fn to_act(&self) -> ToAct;
    /// The legal actions, ascending.
    fn legal(&self) -> Vec<usize>;
    /// The outcomes of the roll that is due, ascending, with the number of throws that give each.
    fn outcomes(&self) -> Vec<(usize, u32)>;
    /// Throws the dice that are due with these random numbers; `None` where none are due.
    fn throw(&self, rng: &mut dyn Rng) -> Option<usize>;
    /// Takes an action, or an outcome where a roll is due.
    fn apply(&mut self, number: i64) -> Result<(), ActionError>;
    /// The points as they stand.
    fn scores(&self) -> Scores;
    /// The result, once the game is over.
    fn result(&self) -> Option<GameResult>;
    /// The seats that may object now, where players may do so.
    fn objectors(&self) -> Option<SeatSet>;
    /// Writes the legal actions.
    fn mask(&self, out: &mut [i8]);
    /// Writes the position as a seat sees it.
    fn observe(&self, seat: Seat, out: &mut [i16]);
    /// What happened, as events of a record; `None` where nobody kept it.
    fn events(&self) -> Option<Vec<String>>;
    /// The position for people.
    fn text(&self) -> String;
}

/// A position of one game.
pub struct Position<G: Encode> {
    /// The game as set up.
    pub setup: Arc<Setup<G>>,
    /// The position.
    pub state: G::State,
    /// What happened before it; `None` where nobody kept it.
    pub events: Option<Vec<Event<G>>>,
}

impl<G: Encode> Position<G> {
    /// Takes an event in record notation.
    pub fn take_text(&mut self, text: &str) -> Result<Event<G>, EventRefused> {
        let event: Event<G> = text.parse().map_err(EventRefused::unreadable)?;
        self.setup.game.take(&mut self.state, event)?;
        Ok(event)
    }
}

impl<G: Encode + Bots> AnyPosition for Position<G> {
    fn setup(&self) -> Arc<dyn AnySetup> {
        self.setup.clone()
    }

    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(Position { setup: self.setup.clone(), state: self.state.clone(), events: self.events.clone() })
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Position<G>>();
        other.is_some_and(|other| self.setup.is_same(&other.setup) && self.state == other.state)
    }

    fn to_act(&self) -> ToAct {
        self.setup.game.to_act(&self.state)
    }

    fn legal(&self) -> Vec<usize> {
        let game = &self.setup.game;
        let mut legal = Vec::with_capacity(48);
        let _ = game.each_move(&self.state, |mv| -> ControlFlow<()> {
            legal.extend(game.action_of(mv));
            ControlFlow::Continue(())
        });
        // The rules visit them in this order already, but do not promise it.
        legal.sort_unstable();
        legal
    }

    fn outcomes(&self) -> Vec<(usize, u32)> {
        let game = &self.setup.game;
        let mut outcomes = Vec::new();
        game.each_outcome(&self.state, |roll, weight| outcomes.push((game.outcome_of(roll), weight)));
        outcomes.sort_unstable();
        outcomes
    }

    fn throw(&self, rng: &mut dyn Rng) -> Option<usize> {
        let game = &self.setup.game;
        throw(game, &self.state, rng).map(|roll| game.outcome_of(roll))
    }

    fn apply(&mut self, number: i64) -> Result<(), ActionError> {
        let game = &self.setup.game;
        // A number that is none of ours, negative ones among them, is beyond all others.
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        let refused = |refusal: G::Refusal| ActionError::Refused(refusal.into());
        let event = match game.to_act(&self.state) {
            ToAct::Over => return Err(ActionError::Over),
            ToAct::Move(_) => {
                let mv = game.move_of(index).ok_or(ActionError::NoAction { action: number, count: game.action_count() })?;
                game.play(&mut self.state, mv).map_err(refused)?;
                Event::Move(mv)
            }
            ToAct::Roll { .. } => {
                let roll = game.roll_of(index).ok_or(ActionError::NoOutcome { outcome: number, count: game.outcome_count() })?;
                game.roll(&mut self.state, roll).map_err(refused)?;
                Event::Roll(roll)
            }
        };
        if let Some(events) = &mut self.events {
            events.push(event);
        }
        Ok(())
    }

    fn scores(&self) -> Scores {
        self.setup.game.scores(&self.state)
    }

    fn result(&self) -> Option<GameResult> {
        self.setup.game.result(&self.state)
    }

    fn objectors(&self) -> Option<SeatSet> {
        self.setup.game.objectors(&self.state)
    }

    fn mask(&self, out: &mut [i8]) {
        self.setup.game.mask(&self.state, out);
    }

    fn observe(&self, seat: Seat, out: &mut [i16]) {
        self.setup.game.observe(&self.setup.tables, &self.state, &self.scores(), seat, out);
    }

    fn events(&self) -> Option<Vec<String>> {
        self.events.as_ref().map(|events| events.iter().map(ToString::to_string).collect())
    }

    fn text(&self) -> String {
        self.setup.game.text(&self.state)
    }
}
