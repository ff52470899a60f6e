//! Why a move of Caro is better: points now, what it opens for the next player, tiles that are wrong.

use std::fmt;

use serde::{Deserialize, Serialize};
use spieltisch_rules::caro::{Caro, Colour, Move, PENALTY, State};
use spieltisch_rules::{Game, Seat, ToAct};

use super::{Explain, Why, WhyQuery};

/// Points that differ by less are not worth a word.
const LEAST_POINTS: i32 = 2;

/// Why the better move is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaroWhy {
    /// More points at once.
    Points {
        /// Of the tile laid.
        played: i32,
        /// Of the better one.
        best: i32,
    },
    /// More points at once, because the last tile of a colour counts double.
    Doubled {
        /// The colour.
        colour: Colour,
        /// Points of the tile laid.
        played: i32,
        /// Points of the better one.
        best: i32,
    },
    /// Fewer points for the next player.
    Opens {
        /// The next player.
        seat: Seat,
        /// The most they can get with one tile after the tile laid.
        played: i32,
        /// After the better one.
        best: i32,
        /// Points more at once.
        now: i32,
    },
    /// Open table: the tile just laid by another player was wrong.
    Object,
    /// Open table: the tile laid is wrong itself.
    Wrong,
}

impl Explain for Caro {
    fn why(asked: &WhyQuery<'_, Caro>) -> Option<Why> {
        let why = match (asked.played, asked.best) {
            (_, Move::Object(_)) => asked.state.last_is_wrong().then_some(CaroWhy::Object),
            (Move::Lay(..), Move::Lay(..)) => of_tiles(asked),
            _ => None,
        };
        why.map(Why::Caro)
    }

    fn kind(&self, state: &State, played: Move, best: Move) -> &'static str {
        match (played, best) {
            (Move::Lay(colour, place), _) if !self.is_right(state, colour, place) => "wrong",
            (_, Move::Object(_)) | (Move::Object(_), _) => "object",
            (Move::Lay(played, _), Move::Lay(best, _)) if played != best => "tile",
            _ => "place",
        }
    }
}

fn is_right(asked: &WhyQuery<'_, Caro>, mv: Move) -> bool {
    matches!(mv, Move::Lay(colour, place) if asked.game.is_right(asked.state, colour, place))
}

fn points(game: &Caro, state: &State, mv: Move) -> i32 {
    match mv {
        Move::Lay(colour, place) => game.points(state, colour, place).unwrap_or(0),
        Move::Pass | Move::Object(_) => 0,
    }
}

/// The most points that the next player can get with one right tile.
fn most_next(game: &Caro, state: &State) -> i32 {
    let is_right = |mv: &Move| matches!(*mv, Move::Lay(colour, place) if game.is_right(state, colour, place));
    if !matches!(game.to_act(state), ToAct::Move(_)) {
        return 0;
    }
    game.moves(state).into_iter().filter(is_right).map(|mv| points(game, state, mv)).max().unwrap_or(0)
}

fn of_tiles(asked: &WhyQuery<'_, Caro>) -> Option<CaroWhy> {
    match (is_right(asked, asked.played), is_right(asked, asked.best)) {
        (false, true) => return Some(CaroWhy::Wrong),
        (_, false) => return None,
        (true, true) => {}
    }
    let gained = asked.points_gained()?;
    let best_other = (0..gained.len()).filter(|seat| *seat != asked.seat).map(|seat| gained[seat]).fold(f64::NEG_INFINITY, f64::max);
    if gained[asked.seat] <= best_other {
        return None; // what decides then is not points
    }
    let (played, best) = (points(asked.game, asked.state, asked.played), points(asked.game, asked.state, asked.best));
    let (after_played, after_best) = (asked.after(asked.played), asked.after(asked.best));
    let next = (most_next(asked.game, &after_played), most_next(asked.game, &after_best));
    let (now, spared) = (best - played, next.0 - next.1);
    if now + spared < LEAST_POINTS {
        return None;
    }
    if now >= spared {
        let Move::Lay(colour, _) = asked.best else { return None };
        let is_last = asked.state.supply(asked.seat).count(colour) == 1;
        return Some(if is_last && best / 2 <= played {
            CaroWhy::Doubled { colour, played, best }
        } else {
            CaroWhy::Points { played, best }
        });
    }
    Some(CaroWhy::Opens { seat: (asked.seat + 1) % asked.game.players(), played: next.0, best: next.1, now })
}

impl fmt::Display for CaroWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaroWhy::Points { played, best } => write!(f, "it brings {} at once instead of {played}", super::points(*best)),
            CaroWhy::Doubled { colour, played, best } => {
                write!(f, "the last {colour} tile counts double: {} at once instead of {played}", super::points(*best))
            }
            CaroWhy::Opens { played, best, now, .. } => {
                if *now < 0 {
                    write!(f, "it brings {} less at once, but ", super::points(-now))?;
                }
                write!(f, "the next player can get {} at most with the next tile instead of {played}", super::points(*best))
            }
            CaroWhy::Object => write!(f, "the tile just laid is wrong: an objection takes its points and {PENALTY} more"),
            CaroWhy::Wrong => write!(f, "the tile is wrong there: an objection takes its points and {PENALTY} more"),
        }
    }
}
