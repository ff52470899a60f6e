//! Learning the values of a board: backward fitted value iteration.
//!
//! Layer by layer from the end, a net is fitted to exact one-turn backups over the layers below. Which covered sets it is fitted on
//! comes from play: round 0 takes sets built around random wishes, later rounds take those the player so far meets, with some
//! wandering, so that it also knows what it should avoid.

use super::board::SolverBoard;
use super::net::{Example, Fitter, Net};
use super::samples::{Set, sets_to_learn};
use super::selfplay::watch;
use super::turn::FIELDS;
use super::values::{Mode, Values};
use crate::parallel::in_order;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How much work training may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Rounds over all layers; round 0 is the one with made-up sets.
    pub rounds: u32,
    /// Examples for each layer and round.
    pub examples: u32,
    /// Passes over the examples for each layer and round.
    pub passes: u32,
    /// Games of self-play from which habits in multiplayer are learned, for each of three turns at it.
    pub games: u32,
}

impl Effort {
    /// What the shipped values for playing alone were learned with; those for multiplayer had 40,000 examples.
    pub const FULL: Self = Self { rounds: 3, examples: 25_000, passes: 20, games: 2000 };
    /// For a board of one's own, when minutes count.
    pub const SHORT: Self = Self { rounds: 2, examples: 10_000, passes: 15, games: 500 };
}

/// What to learn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The board's crowns by field index.
    pub crowns: [u8; FIELDS],
    /// The way of playing.
    pub mode: Mode,
    /// Same seed, same values.
    pub seed: u64,
    /// How much work.
    pub effort: Effort,
}

/// How far training is.
#[derive(Clone, Copy, Debug)]
pub struct CrownsProgress {
    /// Share of the work done, 0 to 1.
    pub done: f32,
    /// Current round.
    pub round: u32,
    /// The layer just fitted.
    pub layer: usize,
    /// Root mean square error in points on examples the net did not see.
    pub error: f32,
}

/// Training between two layers: all that is needed to go on.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// What is learned.
    pub config: Config,
    /// The round under way.
    pub round: u32,
    /// Values of the round before.
    pub before: Option<Values>,
    /// Nets of this round so far.
    pub nets: Vec<Net>,
    /// Turns of self-play done, from which habits in multiplayer come.
    pub watched: u32,
}

impl Checkpoint {
    /// Training that has not begun.
    pub fn start(config: Config) -> Self {
        Self { config, round: 0, before: None, nets: Vec::new(), watched: 0 }
    }

    /// The values, once training is complete.
    pub fn finished(&self) -> Option<&Values> {
        let values = self.before.as_ref()?;
        (self.round >= self.config.effort.rounds && self.watched >= watch_turns(self.config.mode)).then_some(values)
    }
}

/// Turns of self-play; each goes on from the habits of the one before.
fn watch_turns(mode: Mode) -> u32 {
    if mode == Mode::Several { 3 } else { 0 }
}

/// Learns until done or until `progress`, called after each step, says false. The checkpoint can be given back to go on.
pub fn train(mut at: Checkpoint, progress: &dyn Fn(&Checkpoint, CrownsProgress) -> bool) -> Checkpoint {
    let mode = at.config.mode;
    let board = SolverBoard::new(at.config.crowns);
    while at.round < at.config.effort.rounds {
        let sets = sets_to_learn(&at, &board);
        while at.nets.len() < mode.nets() {
            let index = at.nets.len();
            let error = learn_layer(&mut at, &board, &sets[index]);
            let report = CrownsProgress { done: share_done(&at), round: at.round, layer: index + mode.first_layer(), error };
            if at.nets.len() == mode.nets() {
                at.before = Some(Values::new(mode, board.clone(), std::mem::take(&mut at.nets)));
                at.round += 1;
            }
            if !progress(&at, report) {
                return at;
            }
            if at.nets.is_empty() {
                break;
            }
        }
    }
    while at.watched < watch_turns(mode)
        && let Some(values) = at.before.take()
    {
        let habits = watch(&at.config, &values, at.watched);
        at.before = Some(values.with_habits(Some(habits)));
        at.watched += 1;
        let report = CrownsProgress { done: share_done(&at), round: at.round, layer: 0, error: 0.0 };
        if !progress(&at, report) {
            break;
        }
    }
    at
}

/// Share of the work done; a turn of self-play counts as eight layers.
fn share_done(at: &Checkpoint) -> f32 {
    let layers = at.config.mode.nets() as u32;
    let all = at.config.effort.rounds * layers + watch_turns(at.config.mode) * 8;
    (at.round * layers + at.nets.len() as u32 + at.watched * 8) as f32 / all.max(1) as f32
}

/// A random stream of its own for each part of each round.
pub(crate) fn stream(config: &Config, round: u32, part: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(config.seed ^ (u64::from(round) << 56) ^ (part + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Fits the next net and returns its error on unseen examples.
fn learn_layer(at: &mut Checkpoint, board: &SolverBoard, sets: &[Set]) -> f32 {
    let config = &at.config;
    let mode = config.mode;
    let index = at.nets.len();
    let layer = index + mode.first_layer();
    let below = Values::new(mode, board.clone(), std::mem::take(&mut at.nets));
    let examples = label(&below, layer, sets);
    let mut rng = stream(config, at.round, 1_000_000 + layer as u64);
    let mut net = match (&at.before, below.nets().last()) {
        (Some(before), _) => before.nets()[index].clone(),
        (None, Some(last)) => last.clone(),
        (None, None) => {
            let mean = examples.iter().map(|e| f64::from(e.points)).sum::<f64>() / examples.len() as f64;
            Net::fresh(mean as f32, &board.lines().map(|line| line.mask), &mut || rng.random_range(-1.0..1.0))
        }
    };
    let error = fit(&mut net, &examples, config.effort.passes, at.round, &mut rng);
    at.nets = below.nets().to_vec();
    at.nets.push(net);
    error
}

fn label(below: &Values, layer: usize, sets: &[Set]) -> Vec<Example> {
    in_order(sets.len(), 64, |index| {
        let (covered, chips) = sets[index];
        Example { covered, points: below.exact_turn(covered, chips, layer) }
    })
}

const BATCH: usize = 128;

fn fit(net: &mut Net, examples: &[Example], passes: u32, round: u32, rng: &mut Xoshiro256PlusPlus) -> f32 {
    let (unseen, seen) = examples.split_at(examples.len() / 50);
    let mut seen = seen.to_vec();
    let mut fitter = Fitter::default();
    let steps = (passes as usize * seen.len().div_ceil(BATCH)).max(1);
    let highest = if round == 0 { 2e-3 } else { 1e-3 };
    let mut step = 0;
    for _ in 0..passes {
        seen.shuffle(rng);
        for batch in seen.chunks(BATCH) {
            let part = step as f32 / steps as f32;
            fitter.step(net, batch, highest * (1.0 - part) * (1.0 - part) + 1e-5);
            step += 1;
        }
    }
    let squared: f64 = unseen.iter().map(|e| f64::from(net.value(e.covered) - e.points).powi(2)).sum();
    (squared / unseen.len().max(1) as f64).sqrt() as f32
}
