//! Why a better move is better, in one sentence of the game's own terms.
//!
//! A reason is a fact of the position, worked out exactly or from the values that the review stands on, and it is only told where it
//! explains the difference: it must point the same way and be large enough. Where nothing clear can be said there is no reason, and
//! the numbers speak for themselves.

pub mod caro;
pub mod castro;
pub mod crowns;
mod dice;
pub mod yatzy;

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use spieltisch_bots::Bots;
use spieltisch_bots::evaluation::{Evaluator, Measure, TurnValues, best_of};
use spieltisch_rules::{Game, Seat, ToAct};

/// Why the better move is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// In Yatzy.
    Yatzy(yatzy::YatzyWhy),
    /// In Castro.
    Castro(castro::CastroWhy),
    /// In Caro.
    Caro(caro::CaroWhy),
    /// In Crowns.
    Crowns(crowns::CrownsWhy),
}

/// What is asked for: a decision, and what is known of it.
pub struct WhyQuery<'a, G: Game> {
    /// The game as set up.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// Who decided.
    pub seat: Seat,
    /// The move made.
    pub played: G::Move,
    /// The best one.
    pub best: G::Move,
    /// What the move cost in the game's own measure.
    pub loss: f64,
    /// The turn in the game's own measure.
    pub turn: &'a (dyn TurnValues<G> + 'a),
    /// Who says what positions are worth.
    pub evaluator: &'a dyn Evaluator<G>,
}

/// A game whose decisions can be explained and told apart.
pub trait Explain: Bots {
    /// Why the best move is better than the one made; `None` where nothing clear can be said.
    fn why(asked: &WhyQuery<'_, Self>) -> Option<Why>;

    /// What kind of decision it was: a short name of small letters, the same for all decisions that ask for the same skill.
    fn kind(&self, state: &Self::State, played: Self::Move, best: Self::Move) -> &'static str;
}

impl<G: Game> WhyQuery<'_, G> {
    /// What a move is worth to the player who decides, in the game's own measure.
    fn worth(&self, mv: G::Move) -> Option<f64> {
        self.turn.moves(self.state).iter().find(|(other, _)| *other == mv).map(|(_, worth)| worth[self.seat])
    }

    /// The position after a move.
    fn after(&self, mv: G::Move) -> G::State {
        let mut after = self.state.clone();
        self.game.play_trusted(&mut after, mv);
        after
    }

    /// By how many expected final points the best move is better, for the player who decides and for each other seat.
    fn points_gained(&self) -> Option<Vec<f64>> {
        let moves = self.evaluator.turn(self.state, Measure::Points).moves(self.state);
        let points = |mv: G::Move| moves.iter().find(|(other, _)| *other == mv).map(|(_, worth)| *worth);
        let (best, played) = (points(self.best)?, points(self.played)?);
        Some((0..self.game.players()).map(|seat| best[seat] - played[seat]).collect())
    }

    /// How the turn ends after a move when all that follows in it is best play.
    fn ends(&self, first: G::Move) -> Vec<End<G::Move>> {
        let mut ends = Vec::new();
        let mut waiting: HashMap<G::State, f64> = HashMap::new();
        self.take(self.state, first, 1.0, self.worth(first).unwrap_or_default(), &mut waiting, &mut ends);
        while !waiting.is_empty() {
            let mut rolled: HashMap<G::State, f64> = HashMap::new();
            for (state, chance) in std::mem::take(&mut waiting) {
                let mut outcomes = Vec::new();
                self.game.each_outcome(&state, |roll, weight| outcomes.push((roll, f64::from(weight))));
                let all: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
                for (roll, weight) in outcomes {
                    let mut after = state.clone();
                    self.game.roll_trusted(&mut after, roll);
                    *rolled.entry(after).or_default() += chance * weight / all;
                }
            }
            for (state, chance) in rolled {
                if let Some((best, worth)) = best_of(&self.turn.moves(&state), self.seat) {
                    self.take(&state, best, chance, worth[self.seat], &mut waiting, &mut ends);
                }
            }
        }
        ends
    }

    fn take(
        &self,
        state: &G::State,
        mv: G::Move,
        chance: f64,
        worth: f64,
        waiting: &mut HashMap<G::State, f64>,
        ends: &mut Vec<End<G::Move>>,
    ) {
        let mut after = state.clone();
        self.game.play_trusted(&mut after, mv);
        if matches!(self.game.to_act(&after), ToAct::Roll { .. }) && !self.game.begins_turn(&after) {
            *waiting.entry(after).or_default() += chance;
        } else {
            ends.push(End { mv, chance, worth });
        }
    }

    /// What each way to end the turn adds to the difference between the two moves, by `name`: the parts of all ends sum to the loss.
    fn parts<N: std::hash::Hash + Eq>(&self, name: impl Fn(G::Move) -> Option<N>) -> HashMap<N, f64> {
        let from = self.worth(self.played).unwrap_or_default();
        let mut parts = HashMap::new();
        for (mv, sign) in [(self.best, 1.0), (self.played, -1.0)] {
            for end in self.ends(mv) {
                if let Some(name) = name(end.mv) {
                    *parts.entry(name).or_default() += sign * end.chance * (end.worth - from);
                }
            }
        }
        parts
    }

    /// The way to end the turn that adds most to the difference, if it is at least half of it.
    fn main_part<N: std::hash::Hash + Eq + Ord>(&self, name: impl Fn(G::Move) -> Option<N>) -> Option<N> {
        let parts = self.parts(name);
        let most = parts.into_iter().max_by(|(a, x), (b, y)| x.total_cmp(y).then_with(|| b.cmp(a)))?;
        (most.1 >= self.loss / 2.0).then_some(most.0)
    }
}

/// One way a turn ends.
struct End<M> {
    mv: M,
    chance: f64,
    worth: f64,
}

/// “1 point”, “12 points”.
fn points(number: i32) -> String {
    format!("{number} {}", if number == 1 { "point" } else { "points" })
}

/// A chance in whole percent, as everyone reads it.
pub fn percent(chance: f64) -> i64 {
    (chance * 100.0).round() as i64
}

/// Whether a chance has grown so much that a reader sees it.
fn has_grown(from: f64, to: f64, least: f64) -> bool {
    to - from >= least && percent(to) > percent(from)
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Yatzy(why) => why.fmt(f),
            Why::Castro(why) => why.fmt(f),
            Why::Caro(why) => why.fmt(f),
            Why::Crowns(why) => why.fmt(f),
        }
    }
}

/// Things that print and parse, kept as their text.
pub(crate) mod as_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
