//! What is kept of one player's game.

use std::collections::BTreeMap;
use std::hash::Hasher;

use serde::{Deserialize, Serialize};
use spieltisch_records::header::{BOTS, SAVED, STARTED};
use spieltisch_records::{Record, SeatSheet};
use spieltisch_rules::Seat;

use super::kinds::{Decided, KindCost, kinds_of};
use crate::ledger::Ledger;

/// Mistakes kept of each game.
const MISTAKES: usize = 3;
/// Decisions that cost less are no exercise: in parts of the win, and in points alone.
const LEAST: [f64; 2] = [0.01, 1.0];

/// One player's game, in brief.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Digest {
    /// Tells the game from every other; see [`fingerprint`].
    #[serde(rename = "i")]
    pub id: String,
    /// The name of the game.
    #[serde(rename = "g")]
    pub game: String,
    /// When it was played, in milliseconds since the beginning of 1970.
    #[serde(rename = "t")]
    pub time: u64,
    /// The player's seat.
    #[serde(rename = "s")]
    pub seat: Seat,
    /// Everyone, by seat.
    #[serde(rename = "n")]
    pub names: Vec<String>,
    /// The levels of computers, by seat.
    #[serde(rename = "b")]
    pub levels: Vec<Option<u8>>,
    /// The result: the part of the win, or points alone.
    #[serde(rename = "r")]
    pub result: f64,
    /// The final points.
    #[serde(rename = "p")]
    pub points: i64,
    /// What the dice gave.
    #[serde(rename = "l")]
    pub luck: f64,
    /// Decisions with something to choose.
    #[serde(rename = "d")]
    pub decisions: u32,
    /// What they cost together.
    #[serde(rename = "c")]
    pub loss: f64,
    /// The level that loses as much.
    #[serde(rename = "v")]
    pub level: Option<f64>,
    /// What each kind of decision cost.
    #[serde(rename = "k")]
    pub kinds: BTreeMap<String, KindCost>,
    /// The costliest decisions.
    #[serde(rename = "m")]
    pub mistakes: Vec<Mistake>,
}

/// A decision that cost much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mistake {
    /// The number of the event, from 1.
    #[serde(rename = "e")]
    pub event: usize,
    /// What it cost.
    #[serde(rename = "c")]
    pub loss: f64,
    /// Its kind.
    #[serde(rename = "k")]
    pub kind: String,
}

/// Whom one played against.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opponent {
    /// A person of this name.
    Person(String),
    /// A computer of this level.
    Computer(u8),
}

/// Tells a game from every other: the same game and the same events give the same, wherever they are kept.
pub fn fingerprint(record: &Record) -> String {
    let mut hasher = fnv::FnvHasher::default();
    let set_up = format!("{} {} {}", record.game, record.players.len(), serde_json::Value::Object(record.options.clone()));
    for text in [&set_up, &record.board.to_string()].into_iter().chain(&record.events) {
        hasher.write(text.as_bytes());
        hasher.write_u8(b'\n');
    }
    format!("{:016x}", hasher.finish())
}

/// Six decimals are more than anyone reads.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

impl Digest {
    /// The digest of a finished game for one seat: its ledger in the game's own measure, the level it played like, and everybody's decisions with
    /// something to choose. `None` where the record is not finished or does not fit the review.
    pub fn new(record: &Record, seat: Seat, ledger: &Ledger, level: Option<f64>, decided: &[Decided]) -> Option<Digest> {
        let points = record.result.get("scores")?.get(seat)?.as_i64()?;
        let own: Vec<Decided> = decided.iter().filter(|decision| decision.seat == seat).cloned().collect();
        let kinds = kinds_of(record, &own)?;
        let mut costs: BTreeMap<String, KindCost> = BTreeMap::new();
        for (decision, kind) in own.iter().zip(&kinds) {
            costs.entry(kind.to_string()).or_default().add(decision.loss);
        }
        let alone = record.players.len() == 1;
        let mut worst: Vec<(&Decided, &&str)> = own.iter().zip(&kinds).filter(|(one, _)| one.loss >= LEAST[usize::from(alone)]).collect();
        worst.sort_by(|(a, _), (b, _)| b.loss.total_cmp(&a.loss));
        let mistake = |(one, kind): &(&Decided, &&str)| Mistake { event: one.event, loss: rounded(one.loss), kind: kind.to_string() };
        let levels = SeatSheet::of_all(record).iter().map(|sheet| sheet.computer).collect();
        Some(Digest {
            id: fingerprint(record),
            game: record.game.clone(),
            time: STARTED.read(record).or_else(|| SAVED.read(record)).map_or(0, |time| time.0),
            seat,
            names: record.players.clone(),
            levels,
            result: rounded(ledger.end),
            points,
            luck: rounded(ledger.luck),
            decisions: own.len() as u32,
            loss: rounded(own.iter().map(|decision| decision.loss).sum()),
            level: level.map(|level| (level * 10.0).round() / 10.0),
            kinds: costs,
            mistakes: worst.iter().take(MISTAKES).map(mistake).collect(),
        })
    }

    /// The seats of a record in which people sat: those are kept a record of.
    pub fn seats_of_people(record: &Record) -> Vec<Seat> {
        if BOTS.is_in(record) {
            return Vec::new(); // a simulation
        }
        let sheets = SeatSheet::of_all(record);
        (0..record.players.len()).filter(|seat| sheets.get(*seat).is_some_and(SeatSheet::is_person)).collect()
    }

    /// The player's name.
    pub fn name(&self) -> &str {
        self.names.get(self.seat).map_or("", String::as_str)
    }

    /// Whether one played alone: the result is points then.
    pub fn is_alone(&self) -> bool {
        self.names.len() == 1
    }

    /// Everyone else.
    pub fn opponents(&self) -> Vec<Opponent> {
        let others = (0..self.names.len()).filter(|seat| *seat != self.seat);
        let opponent = |seat: Seat| match self.levels.get(seat).copied().flatten() {
            Some(level) => Opponent::Computer(level),
            None => Opponent::Person(self.names[seat].clone()),
        };
        others.map(opponent).collect()
    }

    pub(super) fn key(&self) -> String {
        format!("{}/{}", self.id, self.seat)
    }
}
