//! Play for the win: the chance of every seat to win, for every move.

use std::sync::Arc;

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BONUS, BoxSet, Move, Options, Sheet};

use super::distribution::{Distribution, LastBoxes};
use super::endgame::{Endgame, most_to_come};
use super::layout::SheetState;
use super::lead::LeadTable;
use super::normal::{self, Normal};
use super::solver::ScoreTable;
use super::spread::SpreadTable;
use super::turn::{Turn, TurnError};

/// How a sheet stands at the start of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetStanding {
    /// The free boxes.
    pub free: BoxSet,
    /// The sum of the upper boxes.
    pub upper_sum: u16,
    /// All points so far, with the bonus as soon as the upper sum has reached it.
    pub points: u16,
}

impl SheetStanding {
    /// How a sheet stands.
    pub fn of(sheet: &Sheet, options: &Options) -> Self {
        let reached = sheet.upper_sum() >= options.bonus_at_least;
        let without_bonus = sheet.total(options) - sheet.bonus(options);
        Self { free: sheet.free(), upper_sum: sheet.upper_sum(), points: without_bonus + if reached { BONUS } else { 0 } }
    }
}

/// How much is worked out beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinSettings {
    /// Lead curves for sheets with at most this many free boxes; before that scores are taken as normally distributed.
    pub lead_boxes: usize,
    /// The last boxes that are played exactly against the exact distributions of the opponents' scores.
    pub exact_boxes: usize,
}

impl Default for WinSettings {
    fn default() -> Self {
        Self { lead_boxes: 6, exact_boxes: 4 }
    }
}

/// All that is needed to play for the win.
pub struct WinModel {
    table: Arc<ScoreTable>,
    spread: SpreadTable,
    lead: LeadTable,
    last: LastBoxes,
    exact_boxes: usize,
}

/// Why a position cannot be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WinError {
    /// There is no such seat.
    #[error("There is no player at seat {seat}.")]
    NoSuchSeat {
        /// The seat that was given.
        seat: usize,
    },
    /// The dice are not those of a turn.
    #[error("{0}")]
    Turn(TurnError),
}

impl From<TurnError> for WinError {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}

/// A move, what it is expected to score and who wins after it.
#[derive(Clone, Debug, PartialEq)]
pub struct WinJudged {
    /// The move.
    pub mv: Move,
    /// The expected final score of the player to move when playing on for points.
    pub expected_score: f64,
    /// The chance of every seat to win, shared wins in parts.
    pub chances: Vec<f64>,
}

/// One turn of one seat, with the chances of everything that can happen in it.
pub struct WinTurn {
    seat: usize,
    points_so_far: f64,
    for_points: Turn,
    for_win: Turn,
    /// The chance of each seat to be the best of the opponents; 0 for the own seat.
    best_opponent: Vec<f64>,
}

/// A difference in expected points counts this much, so that a game that is decided is still played well.
const WORTH_OF_A_POINT: f64 = 1e-7;

impl WinModel {
    /// About how many bytes the model has beside the table of scores.
    pub(super) fn bytes(&self) -> usize {
        self.spread.bytes() + self.lead.bytes() + self.last.bytes()
    }

    /// Works out the tables. `progress` hears the part done, from 0 to 1; when it answers `false` the work stops with `None`.
    pub fn new(table: Arc<ScoreTable>, settings: WinSettings, progress: &(dyn Fn(f32) -> bool + Sync)) -> Option<Self> {
        const SPREAD_PART: f32 = 0.2;
        let spread = table.rough_spread(&|part| progress(part * SPREAD_PART))?;
        let lead_boxes = settings.lead_boxes.min(table.most_free());
        let lead =
            LeadTable::solve(&table, spread.turn_variance(), lead_boxes, &|part| progress(SPREAD_PART + part * (1.0 - SPREAD_PART)))?;
        // The distributions of one more box are worked out when they are needed.
        let last = LastBoxes::new(&table, settings.exact_boxes.saturating_sub(1).min(table.most_free()));
        Some(Self { table, spread, lead, last, exact_boxes: settings.exact_boxes })
    }

    /// The table of expected scores underneath.
    pub fn table(&self) -> &ScoreTable {
        &self.table
    }

    /// Works out the turn of a seat.
    pub fn turn(&self, seats: &[SheetStanding], seat: usize) -> Result<WinTurn, WinError> {
        let own = seats.get(seat).ok_or(WinError::NoSuchSeat { seat })?;
        let opponents: Vec<&SheetStanding> = seats.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, one)| one).collect();
        let scores: Vec<Normal> = opponents.iter().map(|one| self.final_score(one)).collect();
        let mut best_opponent = normal::chances_to_be_largest(&scores);
        best_opponent.insert(seat, 0.0);
        Ok(WinTurn {
            seat,
            points_so_far: f64::from(own.points),
            for_points: self.table.turn(own.free, own.upper_sum),
            for_win: self.turn_for_win(own, &opponents, &scores),
            best_opponent,
        })
    }

    /// Every move with the expected score and the chances of all seats. For several looks at one turn see [`WinModel::turn`].
    pub fn evaluate(&self, seats: &[SheetStanding], seat: usize, dice: Hand, rolls_used: u8) -> Result<Vec<WinJudged>, WinError> {
        self.turn(seats, seat)?.moves(dice, rolls_used)
    }

    fn final_score(&self, one: &SheetStanding) -> Normal {
        Normal {
            mean: f64::from(one.points) + self.table.expected(one.free, one.upper_sum),
            variance: self.spread.variance(&self.table, one.free, one.upper_sum),
        }
    }

    fn turn_for_win(&self, own: &SheetStanding, opponents: &[&SheetStanding], scores: &[Normal]) -> Turn {
        let Some(best) = normal::largest(scores) else {
            return self.turn_by(own, |_, _, _| 1.0);
        };
        if own.free.len() <= self.exact_boxes
            && let Some(distributions) = self.distributions(opponents)
        {
            return self.exact_turn(own, &distributions);
        }
        let left = own.free.len().saturating_sub(1);
        let now = f64::from(own.points) + self.table.expected(own.free, own.upper_sum);
        self.turn_by(own, |after, _, gain| self.chance(after, left, now + gain - best.mean, best.variance))
    }

    /// The turn when `chance` tells the chance to win by the state after it, the points it brought and what it added to
    /// the expected score.
    fn turn_by(&self, own: &SheetStanding, chance: impl Fn(SheetState, usize, f64) -> f64) -> Turn {
        let layout = &self.table.layout;
        let state = layout.state(own.free, own.upper_sum);
        let now = self.table.expected_of(state);
        Turn::new(own.free, &self.table.ends, |box_index, points| {
            let (after, bonus) = layout.after(state, box_index, points);
            let points = u16::from(points) + bonus;
            let gain = f64::from(points) + self.table.expected_of(after) - now;
            chance(after, usize::from(points), gain) + WORTH_OF_A_POINT * gain
        })
    }

    /// The chance to win after a turn of one's own against a best opponent with a normal score.
    fn chance(&self, after: SheetState, left: usize, lead: f64, opponent_variance: f64) -> f64 {
        let own_variance = self.spread.variance_of(&self.table, after);
        let variance = Normal { mean: 0.0, variance: own_variance + opponent_variance };
        // The curves suppose an opponent of average spread; against another one the lead counts in proportion.
        let supposed = own_variance + self.lead.supposed_variance(left);
        let scaled = lead * supposed.sqrt() / variance.deviation();
        let curve = self.lead.chance(&self.table.layout, after, scaled);
        curve.unwrap_or_else(|| normal::below(lead / variance.deviation()))
    }

    fn distributions(&self, opponents: &[&SheetStanding]) -> Option<Vec<(usize, Distribution)>> {
        let further = |one: &&SheetStanding| self.last.of(&self.table, one.free, one.upper_sum);
        opponents.iter().map(|one| Some((usize::from(one.points), further(one)?))).collect()
    }

    fn exact_turn(&self, own: &SheetStanding, opponents: &[(usize, Distribution)]) -> Turn {
        let state = self.table.layout.state(own.free, own.upper_sum);
        let shares = win_shares(opponents, usize::from(own.points), most_to_come(state));
        let share = |gained: usize| shares.get(gained).copied().unwrap_or(0.0);
        let endgame = Endgame::new(&self.table, state, share);
        self.turn_by(own, |after, points, _| endgame.after(after, points))
    }
}

/// The part of the win that each final score is worth, from `points` on, against these points and further points.
fn win_shares(opponents: &[(usize, Distribution)], points: usize, most_to_come: usize) -> Vec<f32> {
    (points..=points + most_to_come)
        .map(|score| {
            // By number of opponents with the same score, the chance that no one has more.
            let mut ties = vec![1.0];
            for (so_far, further) in opponents {
                let at = |score: Option<usize>| score.and_then(|score| further.get(score)).copied().unwrap_or(0.0);
                let needed = score.checked_sub(*so_far);
                let equal = at(needed);
                let less: f32 = needed.map_or(0.0, |needed| further[..needed.min(further.len())].iter().sum());
                ties.push(0.0);
                for count in (0..ties.len()).rev() {
                    ties[count] = ties[count] * less + if count > 0 { ties[count - 1] * equal } else { 0.0 };
                }
            }
            ties.iter().zip(1u8..).map(|(chance, sharers)| chance / f32::from(sharers)).sum()
        })
        .collect()
}

impl WinTurn {
    /// Every move with the expected score and the chances of all seats.
    pub fn moves(&self, dice: Hand, rolls_used: u8) -> Result<Vec<WinJudged>, WinError> {
        let for_points = self.for_points.moves(dice, rolls_used)?;
        let for_win = self.for_win.moves(dice, rolls_used)?;
        let judged = for_points.iter().zip(&for_win).map(|(points, win)| WinJudged {
            mv: points.mv,
            expected_score: self.points_so_far + points.worth,
            chances: self.chances(win.worth.clamp(0.0, 1.0)),
        });
        Ok(judged.collect())
    }

    /// The move with the best chance to win; `None` where no box is free.
    pub fn best_move(&self, dice: Hand, rolls_used: u8) -> Result<Option<Move>, WinError> {
        Ok(self.for_win.best_move(dice, rolls_used)?.map(|judged| judged.mv))
    }

    /// The opponents share what is left in proportion to their chances among themselves.
    fn chances(&self, own: f64) -> Vec<f64> {
        let mut chances: Vec<f64> = self.best_opponent.iter().map(|part| part * (1.0 - own)).collect();
        chances[self.seat] = own;
        chances
    }
}
