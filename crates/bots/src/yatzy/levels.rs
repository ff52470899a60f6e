//! How players of each level choose in Yatzy.
//!
//! Low levels err as people do: they count what a turn brings now and forget what a box could
//! still be good for, they overlook moves that are not the obvious ones, the lowest even those, and they write what they
//! have rather than roll once more.

use rand::{Rng, RngExt};
use spieltisch_rules::yatzy::{Move, State};

use super::expert::{YatzyExpert, best};
use super::turn::JudgedMove;
use crate::expert::{Expert, Level};

/// How a level sees the game.
struct Sight {
    /// How much of what comes after this turn it sees, 0 to 1.
    foresight: f64,
    /// The chance to notice a move that is not the obvious one.
    attention: f64,
    /// The chance to overlook even the obvious move.
    overlooks: f64,
    /// How many points less may be taken at once rather than roll on.
    haste: f64,
}

fn sight(level: Level) -> Option<Sight> {
    match level {
        Level::One => Some(Sight { foresight: 0.0, attention: 0.06, overlooks: 0.5, haste: 4.0 }),
        Level::Two => Some(Sight { foresight: 0.0, attention: 0.08, overlooks: 0.2, haste: 2.0 }),
        Level::Three => Some(Sight { foresight: 0.0, attention: 0.13, overlooks: 0.0, haste: 0.0 }),
        Level::Four => Some(Sight { foresight: 0.7, attention: 0.5, overlooks: 0.0, haste: 0.0 }),
        Level::Five => None,
    }
}

/// The move a player of this level makes.
pub(super) fn choose(expert: &YatzyExpert, state: &State, level: Level, rng: &mut dyn Rng) -> Move {
    match sight(level) {
        Some(sight) => by_sight(expert, state, &sight, rng),
        None => expert.for_the_win(state).or_else(|| expert.optimal(state)).expect("asked only where a move is due"),
    }
}

fn by_sight(expert: &YatzyExpert, state: &State, sight: &Sight, rng: &mut dyn Rng) -> Move {
    let now = expert.judged_for_this_turn(state, |_| 0.0);
    let exact = expert.judged_for_points(state);
    let obvious = obvious_move(state, &now);
    let mut is_seen = |mv: Move| rng.random_bool(if mv == obvious { 1.0 - sight.overlooks } else { sight.attention });
    let felt = now.iter().zip(&exact).filter(|(now, _)| is_seen(now.mv)).map(|(now, exact)| {
        let at_once = if matches!(now.mv, Move::Score(_)) { sight.haste } else { 0.0 };
        JudgedMove { mv: now.mv, worth: now.worth + sight.foresight * (exact.worth - now.worth) + at_once }
    });
    let felt: Vec<JudgedMove> = felt.collect();
    if felt.is_empty() { obvious } else { best(&felt) }
}

/// What everyone sees: keep the most of one kind and roll on; after the last roll the box
/// with the most points.
fn obvious_move(state: &State, now: &[JudgedMove]) -> Move {
    let counts = state.dice().counts();
    let most = (1..=6u8).max_by_key(|&face| (counts[face as usize - 1], face)).unwrap_or(6);
    let kept = |judged: &&JudgedMove| matches!(judged.mv, Move::Keep(kept) if kept.len() == kept.count(most) as usize && kept.count(most) == counts[most as usize - 1]);
    now.iter().find(kept).map_or_else(|| best(now), |judged| judged.mv)
}
