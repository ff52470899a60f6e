//! What a review holds.

use spieltisch_bots::evaluation::Measure;
use spieltisch_rules::{GameResult, Seat};

/// Both measures, in the order of the ledgers.
pub const MEASURES: [Measure; 2] = [Measure::Win, Measure::Points];

/// The name of a measure in what the command prints.
pub fn measure_name(measure: Measure) -> &'static str {
    match measure {
        Measure::Win => "win",
        Measure::Points => "points",
    }
}

/// What a game brought one seat: `end = start + luck + losses + gifts + drift`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// What the seat could expect before the first event.
    pub start: f64,
    /// What the dice gave, everyone's.
    pub luck: f64,
    /// What own decisions cost; never positive.
    pub losses: f64,
    /// What the others' decisions gave.
    pub gifts: f64,
    /// What the evaluator saw otherwise one event later.
    pub drift: f64,
    /// What came of it: the result, or what could be expected where the game was left.
    pub end: f64,
}

impl Ledger {
    /// What is left when the columns are taken from the end; zero but for rounding.
    pub fn gap(&self) -> f64 {
        self.end - (self.start + self.luck + self.losses + self.gifts + self.drift)
    }

    /// The end without the luck of the dice.
    pub fn corrected(&self) -> f64 {
        self.end - self.luck
    }
}

/// Whether dice fell or a player decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Dice fell.
    Roll,
    /// A player decided.
    Move,
}

/// What one event changed, in one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The measure.
    pub measure: Measure,
    /// For every seat: luck of a roll, or what a decision changed against the best one.
    pub by_seat: Vec<f64>,
    /// What the decision cost the player who made it; 0 for a roll.
    pub loss: f64,
    /// For every seat: how the position after the event is seen otherwise from then on. `None` where values are exact.
    pub drift: Option<Vec<f64>>,
}

/// One event and what it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedEvent {
    /// The number of the event, from 1.
    pub event: usize,
    /// Roll or decision.
    pub kind: EventKind,
    /// Whose roll or decision.
    pub seat: Seat,
    /// The event as the record writes it.
    pub text: String,
    /// The best move by the game's measure, for a decision.
    pub best: Option<String>,
    /// Whether there was something to choose: moves of different worth.
    pub is_choice: bool,
    /// One for each measure of the game.
    pub changes: Vec<Change>,
}

impl ReviewedEvent {
    /// What the event changed in this measure.
    pub fn change(&self, measure: Measure) -> Option<&Change> {
        self.changes.iter().find(|change| change.measure == measure)
    }
}

/// How likely rolls were that are at least as good for their player as the one that fell, or at least as bad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Odds {
    /// At least as good.
    pub as_good: f64,
    /// At least as bad.
    pub as_bad: f64,
}

/// How a seat decided, in the game's measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatReview {
    /// Decisions with something to choose.
    pub decisions: usize,
    /// What they cost together.
    pub loss: f64,
    /// The level that loses as much, from 1 to 5; `None` without a decision.
    pub level: Option<f64>,
}

impl SeatReview {
    /// What a decision cost on average.
    pub fn loss_per_decision(&self) -> f64 {
        if self.decisions == 0 { 0.0 } else { self.loss / self.decisions as f64 }
    }
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The name of the game.
    pub game: &'static str,
    /// Who played, by seat.
    pub players: Vec<String>,
    /// The result; `None` where the game was left before its end.
    pub result: Option<GameResult>,
    /// For each measure a ledger for every seat; the game's own measure first.
    pub ledgers: Vec<(Measure, Vec<Ledger>)>,
    /// How every seat decided.
    pub seats: Vec<SeatReview>,
    /// Every event.
    pub steps: Vec<ReviewedEvent>,
}

impl Review {
    /// The game's own measure: points alone, else the chance to win.
    pub fn measure(&self) -> Measure {
        if self.players.len() == 1 { Measure::Points } else { Measure::Win }
    }

    /// The ledgers in a measure, by seat.
    pub fn ledger(&self, measure: Measure) -> Option<&[Ledger]> {
        self.ledgers.iter().find(|(own, _)| *own == measure).map(|(_, ledgers)| &ledgers[..])
    }

    /// The decisions that cost most in the game's own measure, costliest first.
    pub fn worst_decisions(&self, most: usize) -> Vec<&ReviewedEvent> {
        let measure = self.measure();
        let loss = |step: &ReviewedEvent| step.change(measure).map_or(0.0, |change| change.loss);
        let mut worst: Vec<&ReviewedEvent> = self.steps.iter().filter(|step| loss(step) > 0.0).collect();
        worst.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
        worst.truncate(most);
        worst
    }
}
