//! Learning the values of one set-up: seeded, resumable, stoppable.

use std::fmt;

/// How much work training may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The same seed gives the same values.
    pub seed: u64,
    /// 1 is a minute or two on two cores, 10 is what the shipped values had.
    pub effort: u32,
    /// Learn from nothing, half of it on random boards, for values that play any board; only
    /// where [`Training::knows_any_board`].
    pub mixed: bool,
}

/// How far training is.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingProgress {
    /// Share of the work done, 0 to 1.
    pub done: f32,
    /// What is being learned now, for a person to read.
    pub note: String,
}

/// What training came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Learned {
    /// Values to put into the value store.
    Values(Vec<u8>),
    /// It was stopped: a checkpoint to go on from.
    Checkpoint(Vec<u8>),
}

/// A checkpoint that cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCheckpoint {
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for BadCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the checkpoint cannot be taken up: {}", self.message)
    }
}

impl std::error::Error for BadCheckpoint {}

/// Hears of every step with a checkpoint to keep; answers whether to go on.
pub type Listener<'a> = dyn Fn(&TrainingProgress, &dyn Fn() -> Vec<u8>) -> bool + 'a;

/// Learning for one set-up.
pub trait Training {
    /// The key under which its values go into the value store.
    fn key(&self) -> String;
    /// Whether values can be learned that play any board.
    fn knows_any_board(&self) -> bool {
        false
    }
    /// Learns, from the beginning or from a checkpoint.
    fn run(&self, plan: Plan, resume: Option<&[u8]>, listener: &Listener<'_>) -> Result<Learned, BadCheckpoint>;
}

/// Learning one set-up in a hurry, step by step, for a worker that has to answer other questions in between.
pub trait Study {
    /// Learns until all is learned, or until `go_on`, which hears the share done, says no; the values once all is learned.
    fn step(&mut self, go_on: &dyn Fn(f32) -> bool) -> Option<Vec<u8>>;
    /// Ends learning at once; values to make do with.
    fn make_do(&mut self) -> Option<Vec<u8>>;
}
