//! Exercises from one's own mistakes, spaced in time.

use serde::{Deserialize, Serialize};

use super::digest::{Digest, Mistake};
use crate::kept::nearly_nothing;

/// Days until an exercise comes again: first after the game, then after each right answer in a row. After as many right answers in a row it is done.
pub const SPACING: [u64; 5] = [1, 3, 7, 21, 60];
const DAY: u64 = 24 * 3_600_000;

/// How an exercise went so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExerciseProgress {
    /// Right answers in a row.
    #[serde(rename = "r")]
    pub right: u32,
    /// When it was tried last, in milliseconds since the beginning of 1970; 0 for never.
    #[serde(rename = "t")]
    pub tried: u64,
}

impl ExerciseProgress {
    /// Notes an answer.
    pub fn note(&mut self, right: bool, now: u64) {
        self.right = if right { self.right + 1 } else { 0 };
        self.tried = now;
    }

    /// When it is due, for a game played then; `None` once it is done.
    pub fn due(&self, played: u64) -> Option<u64> {
        let days = SPACING.get(self.right as usize)?;
        Some(played.max(self.tried) + days * DAY)
    }
}

/// A decision to make again.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The game, by its fingerprint.
    pub id: String,
    /// The name of the game.
    pub game: String,
    /// The number of the event, from 1.
    pub event: usize,
    /// The kind of decision.
    pub kind: String,
    /// What the decision cost then.
    pub loss: f64,
    /// Whether that is points; else parts of the win.
    pub alone: bool,
    /// The same as a part of all that may be lost, to compare games.
    pub(super) share: f64,
    /// How it went so far.
    pub progress: ExerciseProgress,
    /// When it is due; `None` once it is done, which comes last.
    pub due: Due,
}

/// When an exercise is due; those that are done come after all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// At this moment.
    At(u64),
    /// Never again.
    Done,
}

impl Exercise {
    pub(super) fn new(digest: &Digest, mistake: &Mistake, progress: ExerciseProgress) -> Exercise {
        /// A point alone weighs about as much as this part of a win.
        const PER_POINT: f64 = 0.01;
        let alone = digest.is_alone();
        Exercise {
            id: digest.id.clone(),
            game: digest.game.clone(),
            event: mistake.event,
            kind: mistake.kind.clone(),
            loss: mistake.loss,
            alone,
            share: if alone { mistake.loss * PER_POINT } else { mistake.loss },
            progress,
            due: progress.due(digest.time).map_or(Due::Done, Due::At),
        }
    }

    /// Whether it is due on the day that ends then: days count, so that what was answered late in the evening comes in the morning, and
    /// what was answered in the morning does not come in the evening.
    pub fn is_due(&self, day_ends: u64) -> bool {
        matches!(self.due, Due::At(due) if due < day_ends)
    }

    /// Whether it becomes due on the day after the one that ends then.
    pub fn is_due_next_day(&self, day_ends: u64) -> bool {
        !self.is_due(day_ends) && self.is_due(day_ends + DAY)
    }
}

/// Whether an answer that costs this much is right: nearly as good as the best, and far better than what was played then.
pub fn accepts(loss: f64, played: f64, alone: bool) -> bool {
    loss <= nearly_nothing(!alone) && loss <= played / 2.0 || loss <= played / 10.0
}
