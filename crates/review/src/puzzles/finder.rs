//! Finding puzzles, and checking them.

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::evaluation::{Evaluator, Measure};
use spieltisch_bots::random::throw;
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::{Bots, Effort, Expert, Level, Thoroughness};
use spieltisch_rules::games::{self, Entry, GameEntry, Registry};
use spieltisch_rules::{Event, Game, ToAct, for_each_game};

use crate::puzzles::day::Day;
use crate::puzzles::list::Puzzle;

/// Games that are searched for one day before it is given up.
const GAMES: u64 = 2000;
/// Decisions with fewer moves are no puzzle.
const FEWEST_MOVES: usize = 4;
/// How often the obvious move is asked for: where several look alike, chance chooses one of them.
const GLANCES: u64 = 4;

/// By how much the move to be found must be better than any other, the obvious one among them.
fn clear(measure: Measure) -> f64 {
    match measure {
        Measure::Win => 0.03,
        Measure::Points => 0.75,
    }
}

/// What a puzzle was found to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The move to be found.
    pub best: String,
    /// The obvious one.
    pub obvious: String,
    /// By how much the best is better than the second.
    pub margin: f64,
    /// What the obvious one costs.
    pub cost: f64,
    /// How many moves there are.
    pub moves: usize,
    /// How many events lead there.
    pub events: usize,
}

/// Why something is no puzzle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoPuzzle {
    /// One of its events is not legal.
    #[error("these events lead to no position")]
    Unreadable,
    /// There is too little to choose from.
    #[error("there are only {0} moves")]
    FewMoves(usize),
    /// The move to be found is not the best one.
    #[error("{best} is better than {wanted}")]
    NotBest {
        /// The move to be found.
        wanted: String,
        /// The best one.
        best: String,
    },
    /// Another move is nearly as good.
    #[error("the second best move is only {0:.4} worse")]
    NotClear(f64),
    /// The move to be found is the one everybody sees.
    #[error("the obvious move is the best one")]
    Obvious,
}

/// Someone who finds and checks puzzles of one game.
pub trait PuzzleFinder: Send + Sync {
    /// The puzzle of a day; the same one every time. `None` where none was found.
    fn find(&self, day: Day) -> Option<Puzzle>;

    /// Whether this is a puzzle: one move is clearly best, and not the obvious one.
    fn check(&self, puzzle: &Puzzle) -> Result<Checked, NoPuzzle>;
}

/// Finds puzzles of one game, as its smallest company plays it.
pub struct Finder<G: Game> {
    game: G,
    expert: Arc<dyn Expert<G>>,
    evaluator: Arc<dyn Evaluator<G>>,
}

impl<G: Bots> Finder<G> {
    /// A finder with the values that come with the program.
    pub fn new() -> Option<Finder<G>> {
        let game = G::new(*G::INFO.players.start(), G::Options::default(), G::Board::default()).ok()?;
        Some(Finder { expert: game.expert(&EmptyValueStore), evaluator: game.evaluator(&EmptyValueStore), game })
    }

    fn measure(&self) -> Measure {
        if self.game.players() == 1 { Measure::Points } else { Measure::Win }
    }

    /// What a quick look says: a puzzle, perhaps.
    fn looks_promising(&self, state: &G::State) -> bool {
        let ToAct::Move(seat) = self.game.to_act(state) else { return false };
        if self.game.count_moves(state) < FEWEST_MOVES {
            return false;
        }
        let values = self.expert.evaluate(state, Effort::of(Thoroughness::Look));
        let worth =
            |at: usize| values.get(at).map(|value| if self.measure() == Measure::Win { value.win[seat] } else { value.points[seat] });
        let (Some(best), Some(second)) = (worth(0), worth(1)) else { return false };
        best - second >= 0.7 * clear(self.measure()) && !self.obvious(state).contains(&values[0].mv.to_string())
    }

    /// The move of a player who does not look ahead.
    fn obvious(&self, state: &G::State) -> Vec<String> {
        let glance = |seed| self.expert.greedy(state, &mut Xoshiro256PlusPlus::seed_from_u64(seed)).to_string();
        (0..GLANCES).map(glance).collect()
    }

    /// Judges a position by the evaluator that reviews stand on.
    fn judge(&self, state: &G::State, events: usize) -> Result<Checked, NoPuzzle> {
        let ToAct::Move(seat) = self.game.to_act(state) else { return Err(NoPuzzle::Unreadable) };
        let mut moves = self.evaluator.turn(state, self.measure()).moves(state);
        if moves.len() < FEWEST_MOVES {
            return Err(NoPuzzle::FewMoves(moves.len()));
        }
        moves.sort_by(|one, other| other.1[seat].total_cmp(&one.1[seat]));
        let (best, margin) = (moves[0].0.to_string(), moves[0].1[seat] - moves[1].1[seat]);
        if margin < clear(self.measure()) {
            return Err(NoPuzzle::NotClear(margin));
        }
        let obvious = self.obvious(state);
        if obvious.contains(&best) {
            return Err(NoPuzzle::Obvious);
        }
        let obvious = obvious.into_iter().next().unwrap_or_default();
        let worth = moves.iter().find(|(mv, _)| mv.to_string() == obvious).map_or(moves[0].1[seat], |(_, worth)| worth[seat]);
        Ok(Checked { best, obvious, margin, cost: moves[0].1[seat] - worth, moves: moves.len(), events })
    }

    /// The first puzzle of a game between middling players, from a decision on that chance names.
    fn in_game(&self, rng: &mut Xoshiro256PlusPlus) -> Option<Puzzle> {
        let (mut state, mut events) = (self.game.start(), Vec::new());
        // The first decision of a game is everybody's: nothing has come of anything yet.
        let from = 1 + rng.random_range(0..(self.expert.decisions_per_game() * self.game.players() as f64 * 0.8).max(1.0) as usize);
        let mut decisions = 0;
        loop {
            let event = match self.game.to_act(&state) {
                ToAct::Over => return None,
                ToAct::Roll { .. } => Event::Roll(throw(&self.game, &state, rng)?),
                ToAct::Move(_) => {
                    decisions += 1;
                    if decisions > from
                        && self.looks_promising(&state)
                        && let Ok(checked) = self.judge(&state, events.len())
                    {
                        return Some(Puzzle { game: G::INFO.name.to_string(), events, best: checked.best });
                    }
                    Event::Move(self.expert.choose(&state, Level::Three, rng))
                }
            };
            self.game.take(&mut state, event).ok()?;
            events.push(event.to_string());
        }
    }
}

impl<G: Bots> PuzzleFinder for Finder<G> {
    fn find(&self, day: Day) -> Option<Puzzle> {
        (0..GAMES).find_map(|game| self.in_game(&mut Xoshiro256PlusPlus::seed_from_u64(u64::from(day.0) << 16 | game)))
    }

    fn check(&self, puzzle: &Puzzle) -> Result<Checked, NoPuzzle> {
        let mut state = self.game.start();
        for event in &puzzle.events {
            let event: Event<G> = event.parse().map_err(|_| NoPuzzle::Unreadable)?;
            self.game.take(&mut state, event).map_err(|_| NoPuzzle::Unreadable)?;
        }
        let checked = self.judge(&state, puzzle.events.len())?;
        if checked.best == puzzle.best { Ok(checked) } else { Err(NoPuzzle::NotBest { wanted: puzzle.best.clone(), best: checked.best }) }
    }
}

/// A game that has puzzles.
trait Puzzled: GameEntry {
    fn finder(&self) -> Option<Box<dyn PuzzleFinder>>;
}

impl<G: Bots> Puzzled for Entry<G> {
    fn finder(&self) -> Option<Box<dyn PuzzleFinder>> {
        Some(Box::new(Finder::<G>::new()?))
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES_BY_NAME: Registry<dyn Puzzled> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// The game of a puzzle that is yet to be found: all games take turns. What was found keeps its game.
pub fn next_game(day: Day) -> &'static str {
    let names = games::names();
    names[day.0 as usize % names.len()]
}

/// Who finds puzzles of the game of this name.
pub fn finder_for(game: &str) -> Option<Box<dyn PuzzleFinder>> {
    GAMES_BY_NAME.find(game)?.finder()
}
