//! Who knows which game. A game nobody knows yet is played at random.

use std::any::Any;
use std::sync::Arc;

use rand::RngCore;
use spieltisch_rules::Game;
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;

use crate::caro::CaroExpert;
use crate::castro::{self, CastroExpert};
use crate::crowns::{self, CrownsExpert};
use crate::expert::{Effort, Expert, Level, Valued};
use crate::random::random_move;
use crate::shelf::{Shelf, name_for};
use crate::yatzy::YatzyExpert;

/// The expert for a game as set up, with values from the shelf where it has better ones than
/// come with the program.
pub fn expert_for<G: Game>(game: &G, shelf: &dyn Shelf) -> Arc<dyn Expert<G>> {
    let any: &dyn Any = game;
    let known = None
        .or_else(|| any.downcast_ref::<Yatzy>().and_then(|yatzy| known_as(Arc::new(YatzyExpert::new(yatzy, &|_| true)?))))
        .or_else(|| any.downcast_ref::<Castro>().and_then(|castro| known_as(castro_expert(castro, shelf)?)))
        .or_else(|| any.downcast_ref::<Caro>().and_then(|caro| known_as(Arc::new(CaroExpert::new(caro)))))
        .or_else(|| any.downcast_ref::<Crowns>().and_then(|crowns| known_as(crowns_expert(crowns, shelf)?)));
    known.unwrap_or_else(|| unlearned(game))
}

/// The expert of a game nobody has learned.
pub(crate) fn unlearned<G: Game>(game: &G) -> Arc<dyn Expert<G>> {
    Arc::new(Unlearned { game: game.clone() })
}

fn castro_expert(game: &Castro, shelf: &dyn Shelf) -> Option<Arc<dyn Expert<Castro>>> {
    castro_known(game, shelf).map(|expert| Arc::new(expert) as Arc<dyn Expert<Castro>>)
}

fn crowns_expert(game: &Crowns, shelf: &dyn Shelf) -> Option<Arc<dyn Expert<Crowns>>> {
    crowns_known(game, shelf).map(|expert| Arc::new(expert) as Arc<dyn Expert<Crowns>>)
}

/// Who knows Castro as set up.
pub(crate) fn castro_known(game: &Castro, shelf: &dyn Shelf) -> Option<CastroExpert> {
    let shipped_elsewhere = || shelf.find(name_for("castro", game.players(), false)?);
    let kept = shelf.find(&castro::learning::key(game)).or_else(shipped_elsewhere);
    let learned = kept.and_then(|bytes| castro::Values::from_bytes(&bytes).ok());
    let values = learned.as_ref().unwrap_or_else(|| castro::Values::shipped());
    CastroExpert::new(game, values).ok()
}

/// Who knows Crowns as set up.
pub(crate) fn crowns_known(game: &Crowns, shelf: &dyn Shelf) -> Option<CrownsExpert> {
    let values = crowns::learning::values_for(game, shelf)?;
    CrownsExpert::new(game, values)
}

/// The expert as one of `G`, where `G` is the very game it knows.
fn known_as<K: Game, G: Game>(expert: Arc<dyn Expert<K>>) -> Option<Arc<dyn Expert<G>>> {
    let same: Box<dyn Any> = Box::new(expert);
    same.downcast::<Arc<dyn Expert<G>>>().ok().map(|expert| *expert)
}

/// Plays a game nobody has learned: every legal move is as good as any other.
struct Unlearned<G: Game> {
    game: G,
}

impl<G: Game> Expert<G> for Unlearned<G> {
    fn evaluate(&self, state: &G::State, _: Effort<'_>) -> Vec<Valued<G::Move>> {
        let players = self.game.players();
        let (mut points, mut win) = ([0.0; spieltisch_rules::MAX_SEATS], [0.0; spieltisch_rules::MAX_SEATS]);
        for seat in 0..players {
            points[seat] = f64::from(self.game.scores(state)[seat]);
            win[seat] = 1.0 / players as f64;
        }
        self.game.moves(state).into_iter().map(|mv| Valued { mv, points, win }).collect()
    }

    fn choose(&self, state: &G::State, _: Level, rng: &mut dyn RngCore) -> G::Move {
        random_move(&self.game, state, rng).expect("asked only where a move is due")
    }

    fn greedy(&self, state: &G::State, rng: &mut dyn RngCore) -> G::Move {
        self.choose(state, Level::One, rng)
    }
}
