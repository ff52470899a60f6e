//! Who knows which game: every game of the list says so itself.

use std::sync::Arc;

use rand::Rng;
use spieltisch_rules::{Game, for_each_game};

use crate::evaluation::Evaluator;
use crate::expert::{Effort, Expert, Level, Valued};
use crate::random::random_move;
use crate::training::{Study, Training};
use crate::value_store::{Needs, ValueStore};

/// What computers know of a game. A game without learned values says so with [`unlearned`] and
/// [`crate::evaluation::unlearned`], and has nothing to train.
pub trait Bots: Game {
    /// The expert for the game as set up, with values from the value store where it has better ones than come with the program.
    fn expert(&self, value_store: &dyn ValueStore) -> Arc<dyn Expert<Self>>;

    /// Who says what positions are worth, with values found in the same way.
    fn evaluator(&self, value_store: &dyn ValueStore) -> Arc<dyn Evaluator<Self>>;

    /// The same, by someone who may know what takes long to learn already.
    fn evaluator_beside(&self, _expert: Arc<dyn Expert<Self>>, value_store: &dyn ValueStore) -> Arc<dyn Evaluator<Self>> {
        self.evaluator(value_store)
    }

    /// How values for this set-up are learned; `None` where there is nothing to learn.
    fn training(&self) -> Option<Box<dyn Training>>;

    /// What this set-up needs to be played well where no values come with the program, as in the browser.
    fn needs(&self) -> Needs;

    /// What [`Bots::evaluator`] needs beside that: values by their name as in [`Needs::Values`].
    fn further_needs(&self) -> Option<&'static str> {
        None
    }

    /// How values for this set-up are learned in a hurry; `None` where [`Bots::needs`] never asks for it.
    fn study(&self) -> Option<Box<dyn Study>> {
        None
    }
}

macro_rules! ask {
    ($($folder:ident: $game:ty),* $(,)?) => {
        /// The compiler names the game that lacks an `impl Bots`.
        const _: () = {
            const fn is_played<G: Bots>() {}
            $(is_played::<$game>();)*
        };
    };
}
for_each_game!(ask);

/// The expert of a game without learned values: it plays at random.
pub fn unlearned<G: Game>(game: &G) -> Arc<dyn Expert<G>> {
    Arc::new(Unlearned { game: game.clone() })
}

/// Plays a game without learned values: every legal move is as good as any other.
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

    fn choose(&self, state: &G::State, _: Level, rng: &mut dyn Rng) -> G::Move {
        random_move(&self.game, state, rng).expect("asked only where a move is due")
    }

    fn greedy(&self, state: &G::State, rng: &mut dyn Rng) -> G::Move {
        self.choose(state, Level::One, rng)
    }
}
