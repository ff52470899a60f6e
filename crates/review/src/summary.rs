//! Many reviews together, by player name.

use std::collections::BTreeMap;

use spieltisch_records::Record;

use crate::details::Details;
use crate::ledger::Review;
use crate::levels::{LevelSetUp, level_of};
use crate::own::{Decided, kinds_of};

/// Half the width of a 95 % interval, in standard errors.
const SURE: f64 = 1.96;

/// A mean in the making.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Takes one more number in.
    pub fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    /// Takes in all numbers of another.
    pub fn take_in(&mut self, other: &Mean) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The standard deviation of the numbers.
    pub fn deviation(&self) -> f64 {
        (self.squares / self.count.max(1.0) - self.mean() * self.mean()).max(0.0).sqrt()
    }

    /// The root of the mean square.
    pub fn size(&self) -> f64 {
        (self.squares / self.count.max(1.0)).sqrt()
    }

    /// Half the width of the 95 % interval of the mean.
    pub fn off(&self) -> f64 {
        SURE * self.deviation() / self.count.max(1.0).sqrt()
    }
}

/// What one player did in all games of one set-up, in the game's own measure.
#[derive(Clone, Debug)]
pub struct PlayerSummary {
    /// The game.
    pub game: &'static str,
    /// How many played.
    pub players: usize,
    /// The player's name.
    pub name: String,
    /// Games counted.
    pub games: u64,
    /// Wins, shared ones in parts; alone none are counted.
    pub wins: f64,
    /// The results: parts of the win, or points alone.
    pub result: Mean,
    /// The luck of each game.
    pub luck: Mean,
    /// The drift of each game.
    pub drift: Mean,
    /// The results without the luck.
    pub corrected: Mean,
    /// Decisions with something to choose.
    pub decisions: u64,
    /// What they cost together.
    pub loss: f64,
    /// What is told beside the table.
    pub details: Details,
    set_up: LevelSetUp,
}

impl PlayerSummary {
    /// What a decision cost on average.
    pub fn loss_per_decision(&self) -> f64 {
        self.loss / (self.decisions as f64).max(1.0)
    }

    /// The level that loses as much.
    pub fn level(&self) -> Option<f64> {
        if self.decisions == 0 { None } else { level_of(self.set_up, self.loss_per_decision()) }
    }

    /// The set-up.
    pub fn set_up(&self) -> LevelSetUp {
        self.set_up
    }

    /// How many times as many games the plain mean needs to be as sure as the corrected one.
    pub fn games_saved(&self) -> f64 {
        (self.result.deviation() / self.corrected.deviation()).powi(2)
    }
}

/// How many games tell two players apart with 95 % certainty, plain and corrected for luck. The two are taken to sit at the
/// same table, where one wins what the other loses.
pub fn games_to_tell_apart(left: &PlayerSummary, right: &PlayerSummary) -> [f64; 2] {
    let needed = |left: &Mean, right: &Mean| {
        let spread = left.deviation() + right.deviation();
        (SURE * spread / (left.mean() - right.mean())).powi(2).max(1.0)
    };
    [needed(&left.result, &right.result), needed(&left.corrected, &right.corrected)]
}

/// All reviews so far. Games that were left before their end are only counted.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    players: BTreeMap<(&'static str, usize, Option<&'static str>, String), PlayerSummary>,
    /// Games left before their end.
    pub unfinished: u64,
}

impl Summary {
    /// Takes a review in.
    pub fn add(&mut self, review: &Review, set_up: LevelSetUp) {
        if review.result.is_none() {
            self.unfinished += 1;
            return;
        }
        let Some(ledgers) = review.ledger(review.measure()) else { return };
        for ((name, ledger), seat) in review.players.iter().zip(ledgers).zip(&review.seats) {
            let key = (review.game, review.players.len(), set_up.variant(), name.clone());
            let player = self.players.entry(key).or_insert_with(|| PlayerSummary {
                game: review.game,
                players: review.players.len(),
                name: name.clone(),
                games: 0,
                wins: 0.0,
                result: Mean::default(),
                luck: Mean::default(),
                drift: Mean::default(),
                corrected: Mean::default(),
                decisions: 0,
                loss: 0.0,
                details: Details::default(),
                set_up,
            });
            player.games += 1;
            player.wins += if review.players.len() > 1 { ledger.end } else { 0.0 };
            player.result.add(ledger.end);
            player.luck.add(ledger.luck);
            player.drift.add(ledger.drift);
            player.corrected.add(ledger.corrected());
            player.decisions += seat.decisions as u64;
            player.loss += seat.loss;
        }
    }

    /// Takes in what a review tells beside the table, for the record of this number; nothing of a game that was left.
    pub fn add_details(&mut self, number: u64, record: &Record, review: &Review, set_up: LevelSetUp) {
        let decided = Decided::all_of(review);
        let (Some(_), Some(kinds), Some(ledgers)) = (&review.result, kinds_of(record, &decided), review.ledger(review.measure())) else {
            return;
        };
        for (seat, (name, ledger)) in review.players.iter().zip(ledgers).enumerate() {
            let own = decided.iter().zip(&kinds).filter(|(decision, _)| decision.seat == seat);
            let costs: Vec<(&'static str, f64)> = own.map(|(decision, kind)| (*kind, decision.loss)).collect();
            let others: Vec<&String> = review.players.iter().filter(|other| *other != name).collect();
            if let Some(player) = self.players.get_mut(&(review.game, review.players.len(), set_up.variant(), name.clone())) {
                player.details.add(number, &costs, &others, ledger.end);
            }
        }
    }

    /// Everyone, by game, number of players and name.
    pub fn players(&self) -> impl Iterator<Item = &PlayerSummary> {
        self.players.values()
    }
}
