//! Why a move of Castro is better: lines of four made or stopped, a roof that succeeds more often, points where they decide.

use std::fmt;

use serde::{Deserialize, Serialize};
use spieltisch_rules::castro::{Castro, HIGHEST, Move, ROLLS, ROOFS, Square, SquareSet, Stacks, State};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::{Game, Seat};

use super::{Explain, Why, WhyQuery, dice, has_grown, percent};

/// Chances that differ by less are not worth a word.
const LEAST_CHANCE: f64 = 0.03;
/// Rounds before the end from which on points are a reason: the board is nearly what will be counted.
const LAST_ROUNDS: u8 = 4;

/// Why the better move is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CastroWhy {
    /// It wins at once with four in a row.
    WinsByRow,
    /// It wins at once with a roof on the third Yatzy square.
    WinsByYatzy,
    /// The chance to win at once in this turn, when going for it.
    WinChance {
        /// After the move made.
        played: f64,
        /// After the best one.
        best: f64,
    },
    /// The next player's chance to win at once in the turn that follows.
    OtherWins {
        /// The next player.
        seat: Seat,
        /// After the move made.
        played: f64,
        /// After the best one.
        best: f64,
    },
    /// The own chance to win at once in the next turn, on the board as it is then left.
    OwnNext {
        /// After the move made.
        played: f64,
        /// After the best one.
        best: f64,
    },
    /// The chance of a roof on a square in this turn, when going for it.
    Roof {
        /// The square.
        square: Square,
        /// After the move made.
        played: f64,
        /// After the best one.
        best: f64,
    },
    /// The chance to place a roof at all.
    AnyRoof {
        /// After the move made.
        played: f64,
        /// After the best one.
        best: f64,
    },
    /// The lead in points over the best of the others, with few rounds to go.
    Lead {
        /// After the move made.
        played: i32,
        /// After the best one.
        best: i32,
    },
}

impl Explain for Castro {
    fn why(asked: &WhyQuery<'_, Castro>) -> Option<Why> {
        let why = wins(asked).or_else(|| match (asked.played, asked.best) {
            (Move::Place(_), Move::Place(_)) => of_squares(asked),
            _ => of_dice(asked),
        });
        why.map(Why::Castro)
    }

    fn kind(&self, _: &State, played: Move, best: Move) -> &'static str {
        match (played, best) {
            (Move::Place(_), Move::Place(_)) => "square",
            (Move::Keep(_), Move::Keep(_)) => "keep",
            _ => "stop",
        }
    }
}

/// The squares where one more roof of a seat wins at once.
fn winning(game: &Castro, stacks: &Stacks, seat: Seat) -> SquareSet {
    let (tops, present) = (stacks.tops(seat), stacks.present(seat));
    let wins = |square: &Square| {
        let third = game.yatzy_squares().contains(*square) && present.or(square.bit()).contains_all(game.yatzy_squares());
        stacks.height(*square) < HIGHEST && (third || tops.or(square.bit()).has_four_in_line())
    };
    Square::all().filter(wins).collect()
}

/// The most that the chance of a roof on one of these squares can be, from these dice kept after so many rolls.
fn chance_of(game: &Castro, stacks: &Stacks, squares: SquareSet, kept: Hand, used: u8) -> f64 {
    if squares.is_empty() {
        return 0.0;
    }
    dice::most(kept, used, ROLLS, |dice, rolls| {
        let legal = game.legal_squares(stacks, dice, rolls).and(squares);
        if legal.is_empty() { 0.0 } else { 1.0 }
    })
}

/// The chance of a roof on one of these squares in this turn after a move, going for it.
fn after_move(asked: &WhyQuery<'_, Castro>, mv: Move, squares: SquareSet) -> f64 {
    match mv {
        Move::Place(square) => f64::from(u8::from(squares.contains(square))),
        Move::Keep(kept) => chance_of(asked.game, asked.state.stacks(), squares, kept, asked.state.rolls()),
        Move::Lose => 0.0,
    }
}

/// Winning at once, or the chance of it.
fn wins(asked: &WhyQuery<'_, Castro>) -> Option<CastroWhy> {
    let squares = winning(asked.game, asked.state.stacks(), asked.seat);
    let (played, best) = (after_move(asked, asked.played, squares), after_move(asked, asked.best, squares));
    if !has_grown(played, best, LEAST_CHANCE.max(asked.loss / 2.0)) {
        return None;
    }
    let Move::Place(square) = asked.best else { return Some(CastroWhy::WinChance { played, best }) };
    let row = asked.state.stacks().tops(asked.seat).or(square.bit()).has_four_in_line();
    Some(if row { CastroWhy::WinsByRow } else { CastroWhy::WinsByYatzy })
}

/// Another square was better.
fn of_squares(asked: &WhyQuery<'_, Castro>) -> Option<CastroWhy> {
    let (after_played, after_best) = (asked.after(asked.played), asked.after(asked.best));
    let chance = |after: &State, seat: Seat| {
        let stacks = after.stacks();
        chance_of(asked.game, stacks, winning(asked.game, stacks, seat), Hand::EMPTY, 0)
    };
    let next = (asked.seat + 1) % asked.game.players();
    let goes_on = after_played.end().is_none() && after_best.end().is_none();
    let others = (chance(&after_played, next), chance(&after_best, next));
    if goes_on && has_grown(others.1, others.0, LEAST_CHANCE.max(asked.loss / 2.0)) {
        return Some(CastroWhy::OtherWins { seat: next, played: others.0, best: others.1 });
    }
    let last_turn = asked.state.turns() + asked.game.players() as u8 >= ROOFS * asked.game.players() as u8;
    let own = (chance(&after_played, asked.seat), chance(&after_best, asked.seat));
    if !last_turn && has_grown(own.0, own.1, LEAST_CHANCE.max(asked.loss)) {
        return Some(CastroWhy::OwnNext { played: own.0, best: own.1 });
    }
    let rounds_left = ROOFS - asked.state.turns() / asked.game.players() as u8;
    let lead = |after: &State| {
        let scores = asked.game.scores(after);
        let best_other = (0..asked.game.players()).filter(|seat| *seat != asked.seat).map(|seat| scores[seat]).max();
        scores[asked.seat] - best_other.unwrap_or(0)
    };
    let (played, best) = (lead(&after_played), lead(&after_best));
    let nothing_against = others.1 <= others.0 + LEAST_CHANCE && (last_turn || own.1 + LEAST_CHANCE >= own.0);
    (rounds_left <= LAST_ROUNDS && best > played && nothing_against).then_some(CastroWhy::Lead { played, best })
}

/// The dice were kept, or should have been.
fn of_dice(asked: &WhyQuery<'_, Castro>) -> Option<CastroWhy> {
    let end = asked.main_part(|mv| match mv {
        Move::Place(square) => Some(Some(square)),
        Move::Lose => Some(None),
        Move::Keep(_) => None,
    })?;
    let squares = end.map_or(SquareSet::BOARD, Square::bit);
    let (played, best) = (after_move(asked, asked.played, squares), after_move(asked, asked.best, squares));
    if !has_grown(played, best, LEAST_CHANCE) {
        return None;
    }
    Some(match end {
        Some(square) => CastroWhy::Roof { square, played, best },
        None => CastroWhy::AnyRoof { played, best },
    })
}

impl fmt::Display for CastroWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instead = |f: &mut fmt::Formatter<'_>, what: &str, played: &f64, best: &f64| {
            write!(f, "the chance {what} is {} % instead of {} %", percent(*best), percent(*played))
        };
        match self {
            CastroWhy::WinsByRow => f.write_str("it wins at once with four in a row"),
            CastroWhy::WinsByYatzy => f.write_str("it wins at once with the third Yatzy square"),
            CastroWhy::WinChance { played, best } => instead(f, "to win in this very turn", played, best),
            CastroWhy::OtherWins { played, best, .. } => instead(f, "of the next player to win at once", played, best),
            CastroWhy::OwnNext { played, best } => instead(f, "to win with the next turn on the board left so", played, best),
            CastroWhy::Roof { square, played, best } => instead(f, &format!("of a roof on {square}"), played, best),
            CastroWhy::AnyRoof { played, best } => instead(f, "to place a roof at all", played, best),
            CastroWhy::Lead { played, best } => write!(f, "it leaves a lead of {best} points instead of {played}"),
        }
    }
}
