//! Digests added up.

use std::collections::BTreeMap;

use super::digest::Digest;
use super::kinds::KindCost;
use crate::summary::Mean;

/// What some games of one player say together, all of them alone or all with others.
#[derive(Clone, Debug, Default)]
pub struct Tally<'a> {
    /// Games.
    pub games: u32,
    /// Wins, shared ones in parts.
    pub wins: f64,
    /// The results: parts of the win, or points alone.
    pub result: Mean,
    /// The luck of each game.
    pub luck: Mean,
    /// The results without the luck.
    pub corrected: Mean,
    /// Decisions with something to choose.
    pub decisions: u32,
    /// What they cost together.
    pub loss: f64,
    /// What each kind of decision cost.
    pub kinds: BTreeMap<&'a str, KindCost>,
    /// The game with the smallest loss per decision.
    pub best: Option<&'a Digest>,
    /// The game with the largest.
    pub worst: Option<&'a Digest>,
    /// The levels of the games, by decisions.
    levels: f64,
    levelled: u32,
}

impl<'a> Tally<'a> {
    /// All of these.
    pub fn of(digests: impl IntoIterator<Item = &'a Digest>) -> Tally<'a> {
        let mut tally = Tally::default();
        digests.into_iter().for_each(|digest| tally.add(digest));
        tally
    }

    /// Takes one more game in.
    pub fn add(&mut self, digest: &'a Digest) {
        self.games += 1;
        self.wins += if digest.is_alone() { 0.0 } else { digest.result };
        self.result.add(digest.result);
        self.luck.add(digest.luck);
        self.corrected.add(digest.result - digest.luck);
        self.decisions += digest.decisions;
        self.loss += digest.loss;
        for (kind, cost) in &digest.kinds {
            self.kinds.entry(kind).or_default().add_all(cost);
        }
        if let Some(level) = digest.level {
            self.levels += level * f64::from(digest.decisions);
            self.levelled += digest.decisions;
        }
        let worse = |one: &Digest, other: &Digest| per_decision(one) > per_decision(other);
        if self.best.is_none_or(|best| worse(best, digest)) {
            self.best = Some(digest);
        }
        if self.worst.is_none_or(|worst| worse(digest, worst)) {
            self.worst = Some(digest);
        }
    }

    /// What a decision cost on average.
    pub fn loss_per_decision(&self) -> f64 {
        self.loss / f64::from(self.decisions.max(1))
    }

    /// The level one played like, over all decisions.
    pub fn level(&self) -> Option<f64> {
        (self.levelled > 0).then(|| self.levels / f64::from(self.levelled))
    }

    /// The kinds of decisions, those that cost most together first.
    pub fn costliest_kinds(&self) -> Vec<(&'a str, KindCost)> {
        let mut kinds: Vec<(&str, KindCost)> = self.kinds.iter().map(|(kind, cost)| (*kind, *cost)).collect();
        kinds.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
        kinds
    }
}

fn per_decision(digest: &Digest) -> f64 {
    digest.loss / f64::from(digest.decisions.max(1))
}

/// Tallies of the games that have the same name by `name`; a game may have several.
pub fn tally_by<'a, N: Ord>(digests: &[&'a Digest], name: impl Fn(&Digest) -> Vec<N>) -> Vec<(N, Tally<'a>)> {
    let mut tallies: BTreeMap<N, Tally<'a>> = BTreeMap::new();
    for digest in digests {
        let mut names = name(digest);
        names.sort_unstable();
        names.dedup();
        for name in names {
            tallies.entry(name).or_default().add(digest);
        }
    }
    tallies.into_iter().collect()
}

/// A place of a curve over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// When the game was played.
    pub time: u64,
    /// The number.
    pub value: f64,
}

impl Point {
    /// What a decision cost in each game, smoothed: each place is the mean over this many games up to it.
    pub fn losses(digests: &[&Digest], over: usize) -> Vec<Point> {
        let window = |last: usize| Tally::of(digests[(last + 1).saturating_sub(over.max(1))..=last].iter().copied());
        (0..digests.len()).map(|last| Point { time: digests[last].time, value: window(last).loss_per_decision() }).collect()
    }

    /// The luck of all games up to each, added up.
    pub fn lucks(digests: &[&Digest]) -> Vec<Point> {
        let mut sum = 0.0;
        let mut add = |digest: &&Digest| {
            sum += digest.luck;
            Point { time: digest.time, value: sum }
        };
        digests.iter().map(&mut add).collect()
    }
}
