//! Why a move of Yatzy is better: what the dice can become, what a box brings now, what it is worth later, and the bonus.

use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use spieltisch_bots::yatzy::solver::ScoreTable;
use spieltisch_rules::Game;
use spieltisch_rules::yatzy::{BoxName, BoxSet, Move, Options, ROLLS, State, Yatzy};

use super::{Explain, Why, WhyQuery, as_text, dice, has_grown, percent};

/// Chances that differ by less are not worth a word.
const LEAST_CHANCE: f64 = 0.03;
/// Points that differ by less are not worth a word.
const LEAST_POINTS: f64 = 0.5;

/// Why the better move is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum YatzyWhy {
    /// The dice fit a box already, and would fit it again after rolling on with this chance at most.
    Sure {
        /// The box.
        #[serde(with = "as_text")]
        name: BoxName,
        /// What it brings.
        points: u8,
        /// The chance to have it again.
        chance: f64,
    },
    /// The chance to have the dice for a box at the end of the turn, when going for it.
    Chance {
        /// The box.
        #[serde(with = "as_text")]
        name: BoxName,
        /// After the move made.
        played: f64,
        /// After the best one.
        best: f64,
    },
    /// The points in a box at the end of the turn, on average, when going for it.
    Mean {
        /// The box.
        #[serde(with = "as_text")]
        name: BoxName,
        /// After the move made.
        played: f64,
        /// After the best one.
        best: f64,
    },
    /// Points more at once.
    Now {
        /// How many.
        points: i32,
    },
    /// One box left free instead of another.
    Later {
        /// The box that stays free.
        #[serde(with = "as_text")]
        kept: BoxName,
        /// The box that is used.
        #[serde(with = "as_text")]
        used: BoxName,
        /// What that is worth in the turns to come, the bonus apart.
        points: f64,
        /// Points more at once; seldom positive.
        now: i32,
    },
    /// A better chance of the bonus.
    Bonus {
        /// What that is worth on average.
        points: f64,
        /// Points more at once.
        now: i32,
    },
}

impl Explain for Yatzy {
    fn why(asked: &WhyQuery<'_, Yatzy>) -> Option<Why> {
        let why = match (asked.played, asked.best) {
            (Move::Score(played), Move::Score(best)) => of_boxes(asked, played, best),
            _ => of_dice(asked),
        };
        why.map(Why::Yatzy)
    }

    fn kind(&self, state: &State, played: Move, best: Move) -> &'static str {
        match (played, best) {
            (Move::Score(_), Move::Score(_)) => "box",
            (Move::Keep(_), Move::Keep(_)) if state.rolls() == 1 => "keep-first",
            (Move::Keep(_), Move::Keep(_)) => "keep-second",
            _ => "stop",
        }
    }
}

/// The dice were kept, or should have been.
fn of_dice(asked: &WhyQuery<'_, Yatzy>) -> Option<YatzyWhy> {
    let name = asked.main_part(|mv| match mv {
        Move::Score(name) => Some(name),
        Move::Keep(_) => None,
    })?;
    let options = asked.game.options();
    let made = |points: u8| f64::from(u8::from(points > 0));
    let (played, best) = (reach(asked, asked.played, name, made), reach(asked, asked.best, name, made));
    let has_condition = !name.is_upper() && name != BoxName::Chance;
    if has_condition && has_grown(played, best, LEAST_CHANCE) {
        return Some(match asked.best {
            Move::Score(_) => YatzyWhy::Sure { name, points: name.points(asked.state.dice(), options), chance: played },
            Move::Keep(_) => YatzyWhy::Chance { name, played, best },
        });
    }
    let (played, best) = (reach(asked, asked.played, name, f64::from), reach(asked, asked.best, name, f64::from));
    (best - played >= LEAST_POINTS).then_some(YatzyWhy::Mean { name, played, best })
}

/// The most that can be had of a box in this turn after a move, going for it.
fn reach(asked: &WhyQuery<'_, Yatzy>, mv: Move, name: BoxName, worth: impl Fn(u8) -> f64) -> f64 {
    let points = |dice| name.points(dice, asked.game.options());
    match mv {
        Move::Score(written) if written == name => worth(points(asked.state.dice())),
        Move::Score(_) => 0.0,
        Move::Keep(kept) => dice::most(kept, asked.state.rolls(), ROLLS, |dice, _| worth(points(dice))),
    }
}

/// Another box was better.
fn of_boxes(asked: &WhyQuery<'_, Yatzy>, played: BoxName, best: BoxName) -> Option<YatzyWhy> {
    let all = *asked.points_gained()?.get(asked.seat)?;
    if all < LEAST_POINTS {
        return None; // what decides then is not points
    }
    let options = asked.game.options();
    let points = |name: BoxName| i32::from(name.points(asked.state.dice(), options));
    let now = points(best) - points(played);
    let filled = asked.state.sheet(asked.seat).filled();
    let later = without_bonus(options, filled.with(best)) - without_bonus(options, filled.with(played));
    let bonus = all - f64::from(now) - later;
    let most = bonus.max(later).max(f64::from(now));
    if most < all / 2.0 {
        None
    } else if most == f64::from(now) {
        Some(YatzyWhy::Now { points: now })
    } else if most == later {
        Some(YatzyWhy::Later { kept: played, used: best, points: later, now })
    } else {
        Some(YatzyWhy::Bonus { points: bonus, now })
    }
}

/// The expected further points of a sheet in a game that has no bonus.
fn without_bonus(options: &Options, filled: BoxSet) -> f64 {
    static TABLES: [OnceLock<Option<ScoreTable>>; 4] = [const { OnceLock::new() }; 4];
    let place = usize::from(options.two_pairs_from_four) + 2 * usize::from(options.full_house_from_yatzy);
    let solve = || ScoreTable::solve(&Options { bonus_at_least: 0, ..options.clone() }, &|_| true);
    let table = TABLES[place].get_or_init(solve).as_ref();
    table.map_or(f64::NAN, |table| table.expected(filled.complement(), 0))
}

impl fmt::Display for YatzyWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            YatzyWhy::Sure { name, points, chance } => {
                write!(f, "{name} is there already, for {points} points; after rolling on it is there again in {} %", percent(*chance))
            }
            YatzyWhy::Chance { name, played, best } => {
                write!(f, "the chance of {name} in this turn is {} % instead of {} %", percent(*best), percent(*played))
            }
            YatzyWhy::Mean { name, played, best } => {
                write!(f, "{name} brings {best:.1} points on average in this turn instead of {played:.1}, going for it")
            }
            YatzyWhy::Now { points } => write!(f, "it brings {} more at once", super::points(*points)),
            YatzyWhy::Later { kept, used, points, now } => {
                less(f, *now)?;
                write!(f, "{kept} left free instead of {used} is worth {points:.1} points later")
            }
            YatzyWhy::Bonus { points, now } => {
                less(f, *now)?;
                write!(f, "the better chance of the bonus is worth {points:.1} points")
            }
        }
    }
}

fn less(f: &mut fmt::Formatter<'_>, now: i32) -> fmt::Result {
    if now < 0 { write!(f, "it brings {} less at once, but ", super::points(-now)) } else { Ok(()) }
}
