//! The one interface of everyone who knows a game.

use std::any::Any;
use std::fmt;

use rand::Rng;
use spieltisch_rules::{Game, MAX_SEATS};

/// One number for each seat; seats beyond the players hold 0.
pub type PerSeat = [f64; MAX_SEATS];

/// A legal move with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued<M> {
    /// The move.
    pub mv: M,
    /// Every seat's expected final points after it.
    pub points: PerSeat,
    /// Every seat's chance to win after it; shared wins are counted in parts, so they sum to 1.
    pub win: PerSeat,
}

/// How much work an evaluation may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thoroughness {
    /// Well under a millisecond: the values as learned, no search.
    Glance,
    /// A few milliseconds: the middle level.
    Look,
    /// Up to about 100 milliseconds: the top level.
    Study,
}

/// How much thought a position gets, and when to stop.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// How much work it may be.
    pub thoroughness: Thoroughness,
    /// Asked now and then; `true` means: answer at once with the best known.
    pub stop: &'a dyn Fn() -> bool,
}

impl Effort<'_> {
    /// As much work as this, without a deadline.
    pub fn of(thoroughness: Thoroughness) -> Effort<'static> {
        Effort { thoroughness, stop: &|| false }
    }
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Effort({:?})", self.thoroughness)
    }
}

/// How strong an opponent plays, 1 (a child's first games) to 5 (as well as it can).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the levels")]
pub enum Level {
    One,
    Two,
    Three,
    Four,
    Five,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] = [Level::One, Level::Two, Level::Three, Level::Four, Level::Five];

    /// 1 to 5.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The level of this number; the nearest one where there is none.
    pub fn numbered(number: u8) -> Level {
        Level::ALL[usize::from(number.clamp(1, 5)) - 1]
    }
}

/// Someone who knows one game as it is set up (players, options, board).
pub trait Expert<G: Game>: Any + Send + Sync {
    /// Every legal move with its value, best for the player to move first.
    /// Deterministic for the same position and effort, as long as it is not stopped.
    fn evaluate(&self, state: &G::State, effort: Effort<'_>) -> Vec<Valued<G::Move>>;

    /// A move as a player of this level would choose it; deterministic for the same random numbers.
    fn choose(&self, state: &G::State, level: Level, rng: &mut dyn Rng) -> G::Move;

    /// The move that looks best at once, without a thought of later.
    fn greedy(&self, state: &G::State, rng: &mut dyn Rng) -> G::Move;

    /// Where players watch each other (Caro's open table): whether a player of this level sees that
    /// the last move broke a rule, and objects.
    fn notices_fault(&self, _state: &G::State, _level: Level, _rng: &mut dyn Rng) -> bool {
        false
    }

    /// Whether the game is solved, so that [`Expert::optimal`] answers.
    fn is_solved(&self) -> bool {
        false
    }

    /// The exact solution's move, where the game is solved.
    fn optimal(&self, _state: &G::State) -> Option<G::Move> {
        None
    }

    /// About how many bytes it holds in memory, for a cache of several.
    fn bytes(&self) -> usize {
        1 << 20
    }

    /// About how many real decisions a player has in a game; a handicap is spread over them.
    fn decisions_per_game(&self) -> f64 {
        15.0
    }
}
