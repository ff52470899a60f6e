//! Five levels that err as people do.
//!
//! Weak players overlook places, take what scores most now, forget that a last tile
//! counts double and do not see what they open for the next. Stronger ones see more of
//! each, and the strongest think ahead, each further than the one below.

use crate::{Effort, Expert, Level, Thoroughness, Valued};
use rand::{Rng, RngExt};
use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Colour, Move, State};

use self::CaroStyle::{AtAGlance, ThinkingAhead};
use super::cells::Cells;
use super::expert::{CaroExpert, Diligence};
use super::glance::{lead_of, points_after};
use super::position::{CaroPosition, Lay, lays_of, move_of};

/// What a player of a level who does not think ahead sees.
struct Eye {
    /// The chance to overlook a place altogether.
    overlooks: f64,
    /// The chance to forget, this turn, that a last tile counts double.
    forgets_doubling: f64,
    /// How much of what a tile leads to is seen: 0 is only its points, 1 everything the estimate knows.
    foresight: f32,
}

/// How a player of a level who thinks ahead does so.
struct Mind {
    diligence: Diligence<'static>,
    /// The chance to overlook the best move; and likewise the next best, and so on.
    overlooks: f64,
}

/// How a player of a level below the top decides.
enum CaroStyle {
    AtAGlance(Eye),
    ThinkingAhead(Mind),
}

/// Levels 1 to 4, two players: each wins about seven of ten games against the one below (`docs/strength.md`).
const OF_TWO: [CaroStyle; 4] = [
    AtAGlance(Eye { overlooks: 0.1, forgets_doubling: 0.15, foresight: 0.65 }),
    ThinkingAhead(Mind { diligence: Diligence { nodes: 1_700, solved: 3, table_bits: 13, ..Diligence::LOOK }, overlooks: 0.08 }),
    ThinkingAhead(Mind { diligence: Diligence { nodes: 7_000, solved: 4, ..Diligence::LOOK }, overlooks: 0.03 }),
    ThinkingAhead(Mind { diligence: Diligence::CLOSE_LOOK, overlooks: 0.01 }),
];

/// The same with more players.
const OF_MORE: [CaroStyle; 4] = [
    AtAGlance(Eye { overlooks: 0.2, forgets_doubling: 0.4, foresight: 0.45 }),
    AtAGlance(Eye { overlooks: 0.08, forgets_doubling: 0.1, foresight: 0.7 }),
    ThinkingAhead(Mind { diligence: Diligence { visits: 40, ..Diligence::LOOK }, overlooks: 0.08 }),
    ThinkingAhead(Mind { diligence: Diligence::LOOK, overlooks: 0.03 }),
];

/// Open table: the chance to overlook, this turn, that a tile is wrong.
fn lays_wrong(level: Level) -> f64 {
    match level {
        Level::One => 0.12,
        Level::Two => 0.05,
        Level::Three => 0.01,
        Level::Four | Level::Five => 0.0,
    }
}

/// See [`Expert::choose`].
pub(crate) fn choose(expert: &CaroExpert, state: &State, level: Level, rng: &mut dyn Rng) -> Move {
    if expert.game.options().open_table
        && let Some(mv) = wrong_tile(expert, state, lays_wrong(level), rng)
    {
        return mv;
    }
    let manners = if expert.game.players() == 2 { &OF_TWO } else { &OF_MORE };
    match manners.get(usize::from(level.number()) - 1) {
        Some(AtAGlance(eye)) => seen(expert, state, eye, rng),
        Some(ThinkingAhead(mind)) => thought(expert, state, mind, rng),
        None => best(&expert.evaluate(state, Effort::of(Thoroughness::Study)), rng),
    }
}

fn seen(expert: &CaroExpert, state: &State, eye: &Eye, rng: &mut dyn Rng) -> Move {
    if expert.game.players() == 2 { at_a_glance::<u64>(expert, state, eye, rng) } else { at_a_glance::<u128>(expert, state, eye, rng) }
}

/// The best move; among equals any.
fn best(moves: &[Valued<Move>], rng: &mut dyn Rng) -> Move {
    let equal = moves.iter().take_while(|valued| valued.points == moves[0].points && valued.win == moves[0].win).count();
    if equal == 0 { Move::Pass } else { moves[rng.random_range(0..equal)].mv }
}

/// The best right move that is not overlooked; the best one where all others are.
fn thought(expert: &CaroExpert, state: &State, mind: &Mind, rng: &mut dyn Rng) -> Move {
    let moves = expert.look_at(state, mind.diligence);
    let is_right = |mv: Move| matches!(mv, Move::Lay(colour, place) if expert.game.is_right(state, colour, place));
    let seen = moves.iter().position(|_| !rng.random_bool(mind.overlooks)).unwrap_or(0);
    let second = moves.get(seen).filter(|_| seen > 0).map(|valued| valued.mv);
    second.filter(|&mv| is_right(mv)).unwrap_or_else(|| best(&moves, rng))
}

/// The tiles allowed now: the same colour again after an objection, else all that fit.
fn allowed<C: Cells>(state: &State, position: &CaroPosition<C>) -> Vec<Lay> {
    let lays = lays_of(position);
    let same: Vec<Lay> = lays.iter().copied().filter(|lay| state.again().is_some_and(|colour| lay.colour == colour as u8)).collect();
    if same.is_empty() { lays } else { same }
}

fn at_a_glance<C: Cells>(expert: &CaroExpert, state: &State, eye: &Eye, rng: &mut dyn Rng) -> Move {
    let position = CaroPosition::<C>::of(&expert.game, state);
    let (seat, players) = (position.seat(), position.players());
    let lays = allowed(state, &position);
    if lays.is_empty() {
        return Move::Pass;
    }
    let forgets = rng.random_bool(eye.forgets_doubling);
    let mut seen: Vec<Lay> = lays.iter().copied().filter(|_| !rng.random_bool(eye.overlooks)).collect();
    if seen.is_empty() {
        seen.push(lays[rng.random_range(0..lays.len())]);
    }
    let worth = |lay: &Lay| {
        let doubled = position.hand(seat)[lay.colour as usize] == 1;
        let points = if doubled && forgets { lay.points / 2 } else { lay.points } as f32;
        let after = lead_of(&points_after(&position, *lay, &expert.outlook), seat, players) - lay.points as f32;
        points + eye.foresight * after
    };
    let worths: Vec<f32> = seen.iter().map(worth).collect();
    let most = worths.iter().copied().fold(f32::MIN, f32::max);
    let equal: Vec<&Lay> = seen.iter().zip(&worths).filter(|&(_, &worth)| worth == most).map(|(lay, _)| lay).collect();
    move_of::<C>(state, *equal[rng.random_range(0..equal.len())])
}

/// Open table: a wrong tile that scores more than every right one, when it is not seen to be wrong.
fn wrong_tile(expert: &CaroExpert, state: &State, lays_wrong: f64, rng: &mut dyn Rng) -> Option<Move> {
    if state.again().is_some() || !rng.random_bool(lays_wrong) {
        return None;
    }
    let game = &expert.game;
    let scored = |mv: Move| match mv {
        Move::Lay(colour, place) => game.points(state, colour, place).map(|points| (points, colour, place)),
        _ => None,
    };
    let lays: Vec<(i32, Colour, _)> = game.moves(state).into_iter().filter_map(scored).collect();
    let most = lays.iter().filter(|&&(_, colour, place)| game.is_right(state, colour, place)).map(|lay| lay.0).max()?;
    let tempting: Vec<_> = lays.iter().filter(|&&(points, colour, place)| points > most && !game.is_right(state, colour, place)).collect();
    let &&(_, colour, place) = tempting.get(rng.random_range(0..tempting.len().max(1)))?;
    Some(Move::Lay(colour, place))
}

/// Whether a player of this level sees that the last tile was wrong: a look at the table, no
/// thinking. See [`Expert::notices_fault`].
pub fn notices_fault(state: &State, level: Level, rng: &mut dyn Rng) -> bool {
    let chance = match level {
        Level::One => 0.15,
        Level::Two => 0.4,
        Level::Three => 0.7,
        Level::Four => 0.95,
        Level::Five => 1.0,
    };
    state.last_is_wrong() && rng.random_bool(chance)
}

/// The simplest opponent: the right tile with the most points now, any of those with equal points.
pub fn greedy(game: &Caro, state: &State, rng: &mut dyn Rng) -> Move {
    if game.players() == 2 { greedy_in::<u64>(game, state, rng) } else { greedy_in::<u128>(game, state, rng) }
}

fn greedy_in<C: Cells>(game: &Caro, state: &State, rng: &mut dyn Rng) -> Move {
    let lays = allowed(state, &CaroPosition::<C>::of(game, state));
    let most = lays.iter().map(|lay| lay.points).max();
    let best: Vec<Lay> = lays.into_iter().filter(|lay| Some(lay.points) == most).collect();
    if best.is_empty() { Move::Pass } else { move_of::<C>(state, best[rng.random_range(0..best.len())]) }
}
