//! A review as it is kept beside its record and read back: without whatever the record tells, and with numbers of six decimals.

use serde::{Deserialize, Serialize};
use spieltisch_bots::evaluation::Measure;
use spieltisch_rules::{Event, Game, Seat};

use crate::ledger::{EventKind, Ledger, Review, ReviewedEvent};
use crate::reviewer::Reviewer;
use crate::why::Why;

/// Raised whenever values or their form change, so that what was kept before is worked out again.
pub const EDITION: u32 = 3;
/// Decisions of each seat that are explained.
const EXPLAINED: usize = 3;

/// A reviewed game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptReview {
    /// Whether the game has come to its end.
    #[serde(rename = "o")]
    pub over: bool,
    /// The game's own measure first.
    #[serde(rename = "m")]
    pub measures: Vec<Measured>,
    /// How every seat decided.
    #[serde(rename = "p")]
    pub seats: Vec<KeptSeat>,
    /// Every event.
    #[serde(rename = "s")]
    pub steps: Vec<KeptStep>,
    /// The luckiest and the unluckiest roll of each seat.
    #[serde(rename = "x", default)]
    pub extremes: Vec<Extreme>,
    /// Why other moves were better than the costliest decisions, by event.
    #[serde(rename = "y", default, skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<(usize, Why)>,
}

/// Everyone's ledger in one measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Whether it is the chance to win; else points.
    #[serde(rename = "w")]
    pub is_chance: bool,
    /// By seat: start, luck, losses, gifts, drift, end.
    #[serde(rename = "l")]
    ledgers: Vec<[f64; 6]>,
}

/// How a seat decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptSeat {
    /// Decisions with something to choose.
    #[serde(rename = "d")]
    pub decisions: usize,
    /// What they cost together.
    #[serde(rename = "c")]
    pub loss: f64,
    /// The level that loses as much, from 1 to 5.
    #[serde(rename = "l")]
    pub level: Option<f64>,
}

/// What a decision may cost and still be nearly as good as the best: of the chance to win, or in points.
pub const fn nearly_nothing(is_chance: bool) -> f64 {
    if is_chance { 0.005 } else { 0.5 }
}

/// How good a decision was. Marks, the coach and exercises all go by it, so that they never contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The best, or nearly as good.
    Good,
    /// Something was better, and not by much.
    Fine,
    /// It cost much.
    Costly,
}

impl Verdict {
    /// The verdict on a decision that cost this much: of the chance to win, or in points.
    pub fn on(loss: f64, is_chance: bool) -> Verdict {
        /// Up to so many times what is nearly nothing a decision is fine.
        const FINE: f64 = 6.0;
        match loss / nearly_nothing(is_chance) {
            times if times <= 1.0 => Verdict::Good,
            times if times <= FINE => Verdict::Fine,
            _ => Verdict::Costly,
        }
    }
}

/// What one event changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptStep {
    /// Whose roll or decision.
    #[serde(rename = "s")]
    pub seat: Seat,
    /// Whether dice fell.
    #[serde(rename = "r", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_roll: bool,
    /// Whether there was something to choose.
    #[serde(rename = "c", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_choice: bool,
    /// The best move, where another one was made.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// In the game's own measure, for every seat: luck of a roll, or what a decision changed against the best one.
    #[serde(rename = "v")]
    changes: Vec<f64>,
    /// Likewise: how the position is seen otherwise from then on; empty where it is not.
    #[serde(rename = "d", default, skip_serializing_if = "Vec::is_empty")]
    drift: Vec<f64>,
}

/// A roll that stands out, and how likely one like it was.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extreme {
    /// The number of the event, from 1.
    #[serde(rename = "e")]
    pub event: usize,
    /// Whose roll.
    #[serde(rename = "s")]
    pub seat: Seat,
    /// Whether it is the luckiest; else the unluckiest.
    #[serde(rename = "l", default, skip_serializing_if = "std::ops::Not::not")]
    pub lucky: bool,
    /// What it brought its player in the game's own measure.
    #[serde(rename = "v")]
    pub luck: f64,
    /// The chance of a roll at least as good, or for the unluckiest at least as bad.
    #[serde(rename = "p")]
    pub chance: f64,
}

/// Six decimals are read back as they were written.
fn rounded(number: f64) -> f64 {
    let rounded = (number * 1e6).round() / 1e6;
    if rounded == 0.0 { 0.0 } else { rounded }
}

fn all_rounded(numbers: &[f64]) -> Vec<f64> {
    numbers.iter().copied().map(rounded).collect()
}

impl From<&Review> for KeptReview {
    fn from(review: &Review) -> KeptReview {
        let ledgers = |ledgers: &[Ledger]| {
            let numbers = |l: &Ledger| [l.start, l.luck, l.losses, l.gifts, l.drift, l.end].map(rounded);
            ledgers.iter().map(numbers).collect()
        };
        KeptReview {
            over: review.result.is_some(),
            measures: (review.ledgers.iter())
                .map(|(measure, all)| Measured { is_chance: *measure == Measure::Win, ledgers: ledgers(all) })
                .collect(),
            seats: (review.seats.iter())
                .map(|seat| KeptSeat { decisions: seat.decisions, loss: rounded(seat.loss), level: seat.level.map(rounded) })
                .collect(),
            steps: review.steps.iter().map(KeptStep::from).collect(),
            extremes: Vec::new(),
            reasons: Vec::new(),
        }
    }
}

impl From<&ReviewedEvent> for KeptStep {
    fn from(step: &ReviewedEvent) -> KeptStep {
        let own = step.changes.first();
        let drift = own.and_then(|change| change.drift.as_deref()).map(all_rounded).unwrap_or_default();
        KeptStep {
            seat: step.seat,
            is_roll: step.kind == EventKind::Roll,
            is_choice: step.is_choice,
            best: step.best.clone().filter(|best| *best != step.text),
            changes: own.map(|change| all_rounded(&change.by_seat)).unwrap_or_default(),
            drift: if drift.iter().all(|number| *number == 0.0) { Vec::new() } else { drift },
        }
    }
}

impl KeptStep {
    /// What a decision cost the player who made it, in the game's own measure; 0 for a roll.
    pub fn loss(&self) -> f64 {
        if self.is_roll { 0.0 } else { (0.0 - self.own_change()).max(0.0) }
    }

    /// What it changed for the player who rolled or decided, in the game's own measure.
    pub fn own_change(&self) -> f64 {
        self.change(self.seat)
    }

    /// What it changed for a seat, in the game's own measure.
    pub fn change(&self, seat: Seat) -> f64 {
        self.changes.get(seat).copied().unwrap_or(0.0)
    }

    /// How a seat's chance is seen otherwise after it, in the game's own measure.
    pub fn drift(&self, seat: Seat) -> f64 {
        self.drift.get(seat).copied().unwrap_or(0.0)
    }
}

impl Measured {
    /// How many seats it has.
    pub fn seats(&self) -> usize {
        self.ledgers.len()
    }

    /// A seat's ledger.
    pub fn ledger(&self, seat: Seat) -> Ledger {
        let [start, luck, losses, gifts, drift, end] = self.ledgers.get(seat).copied().unwrap_or_default();
        Ledger { start, luck, losses, gifts, drift, end }
    }
}

impl KeptReview {
    /// Reads one back; `None` where it is not a whole review of a game with so many seats and events.
    pub fn read(text: &str, seats: usize, events: usize) -> Option<KeptReview> {
        let review: KeptReview = serde_json::from_str(text).ok()?;
        let is_whole = review.seats.len() == seats && review.steps.len() == events && !review.measures.is_empty();
        let fits = review.measures.iter().all(|measured| measured.seats() == seats) && review.steps.iter().all(|step| step.seat < seats);
        (is_whole && fits).then_some(review)
    }

    /// How it is written down.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() // numbers, texts and lists of them always become JSON
    }

    /// A seat's ledger in the game's own measure.
    pub fn ledger(&self, seat: Seat) -> Ledger {
        self.measures.first().map(|own| own.ledger(seat)).unwrap_or_default()
    }

    /// Whether the game's own measure is the chance to win; else points.
    pub fn is_chance(&self) -> bool {
        self.measures.first().is_some_and(|own| own.is_chance)
    }

    /// What every position was worth to a seat, before the first event and after each.
    pub fn curve(&self, seat: Seat) -> Vec<f64> {
        let mut value = self.ledger(seat).start;
        let mut curve = vec![value];
        for step in &self.steps {
            value += step.change(seat) + step.drift(seat);
            curve.push(value);
        }
        curve
    }

    /// The numbers, from 1, of the events at which a seat, or anybody, decided worse than possible, costliest first.
    pub fn costliest(&self, of: Option<Seat>, most: usize) -> Vec<usize> {
        let counts = |step: &KeptStep| step.loss() > 0.0 && of.is_none_or(|seat| seat == step.seat);
        let mut worst: Vec<usize> = (1..=self.steps.len()).filter(|number| counts(&self.steps[number - 1])).collect();
        worst.sort_by(|a, b| self.steps[b - 1].loss().total_cmp(&self.steps[a - 1].loss()));
        worst.truncate(most);
        worst
    }

    /// The numbers, from 1, of the decisions that are worth an explanation: the costliest of each seat.
    pub fn to_explain(&self) -> Vec<usize> {
        (0..self.seats.len()).flat_map(|seat| self.costliest(Some(seat), EXPLAINED)).collect()
    }

    /// Keeps the reason why another move was better than a decision.
    pub fn add_reason(&mut self, event: usize, why: Why) {
        self.reasons.push((event, why));
    }

    /// Why another move was better than a decision, where that is known.
    pub fn reason(&self, event: usize) -> Option<&Why> {
        self.reasons.iter().find(|(other, _)| *other == event).map(|(_, why)| why)
    }

    /// The numbers, from 1, of all events at which a seat had something to choose.
    pub fn choices(&self, seat: Seat) -> Vec<usize> {
        (1..=self.steps.len()).filter(|number| self.steps[number - 1].is_choice && self.steps[number - 1].seat == seat).collect()
    }

    /// A seat's luckiest roll, or its unluckiest.
    fn extreme_roll(&self, seat: Seat, lucky: bool) -> Option<usize> {
        let luck = |number: &usize| self.steps[number - 1].own_change() * if lucky { 1.0 } else { -1.0 };
        let rolls = (1..=self.steps.len()).filter(|number| self.steps[number - 1].is_roll && self.steps[number - 1].seat == seat);
        rolls.filter(|number| luck(number) > 0.0).max_by(|a, b| luck(a).total_cmp(&luck(b)))
    }

    /// The next roll whose odds are not worked out yet, and works them out; `false` once all are.
    pub fn add_extreme<G: Game>(&mut self, reviewer: &Reviewer<G>, events: &[Event<G>]) -> bool {
        let wanted = (0..self.seats.len()).flat_map(|seat| [(seat, true), (seat, false)]);
        let missing = wanted.filter(|(seat, lucky)| !self.extremes.iter().any(|known| (known.seat, known.lucky) == (*seat, *lucky)));
        for (seat, lucky) in missing.collect::<Vec<_>>() {
            let Some(event) = self.extreme_roll(seat, lucky) else { continue };
            let Some(odds) = reviewer.odds(events, event) else { continue };
            let chance = rounded(if lucky { odds.as_good } else { odds.as_bad });
            self.extremes.push(Extreme { event, seat, lucky, luck: self.steps[event - 1].own_change(), chance });
            return true;
        }
        false
    }
}
