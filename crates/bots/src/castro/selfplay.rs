//! Games the network plays against itself, and what it learns from them.

use rand::RngExt;
use spieltisch_rules::castro::ROLLS;
use spieltisch_rules::dice::Hand;

use super::cells;
use super::ground::Ground;
use super::network::{Network, Prediction};
use super::position::{CastroPosition, InTurn, LOSE, MOST_PLAYERS, RESULTS, in_turn};
use super::turn::{Offers, SolvedTurn};

/// The share of turns that are played off the best line, so that others are seen too.
const EXPLORE: f64 = 0.06;
/// How far off: chances are misjudged by up to this.
const MISJUDGED: f32 = 0.2;

/// A position and what it turned out to be worth, the player to move first.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: CastroPosition,
    /// The chances to win.
    pub win: InTurn,
    /// The final points.
    pub points: InTurn,
}

/// What is remembered of one turn until the game is over.
struct PlayedTurn {
    position: CastroPosition,
    /// The exact expectation over the turn, by the values after it.
    expected: InTurn,
    explored: bool,
}

/// Plays one game; `trace` says how much of what happened later counts (0: only the expectation
/// over the one turn, 1: only the end).
pub fn play(network: &Network, ground: &Ground, trace: f32, rng: &mut impl RngExt) -> Vec<Sample> {
    match ground.players {
        2 => play_cells::<1>(network, ground, trace, rng),
        3 => play_cells::<3>(network, ground, trace, rng),
        _ => play_cells::<4>(network, ground, trace, rng),
    }
}

fn play_cells<const C: usize>(network: &Network, ground: &Ground, trace: f32, rng: &mut impl RngExt) -> Vec<Sample> {
    let mut position = CastroPosition::start();
    let mut turns = Vec::new();
    while !position.over(ground) {
        let mut worth = [None; RESULTS];
        network.after_results(ground, &position, |result, outlook: Prediction| {
            worth[result] = Some(cells::pack::<C>(&outlook, ground.players));
        });
        let mut turn = solve(ground, &position, &worth);
        let expected = cells::unpack_win(&turn.worth(), ground.players);
        let explored = rng.random_bool(EXPLORE);
        if explored {
            for cell in worth.iter_mut().flatten() {
                cell[0] = (cell[0] + rng.random_range(-MISJUDGED..MISJUDGED)).max(0.0);
            }
            turn = solve(ground, &position, &worth);
        }
        let result = roll_turn(ground, &position, &turn, &worth, rng);
        turns.push(PlayedTurn { position: position.clone(), expected, explored });
        position.play(ground, result);
    }
    look_back(ground, &position, turns, trace)
}

fn solve<const C: usize>(ground: &Ground, position: &CastroPosition, worth: &[Option<[f32; C]>; RESULTS]) -> SolvedTurn<C> {
    let mut offers = Offers::<C, 1>::default();
    for (result, worth) in worth.iter().enumerate() {
        if let Some(worth) = worth {
            cells::offer(&mut offers, 0, ground, position, result, *worth);
        }
    }
    SolvedTurn::solve(&ground.groups, &offers)
}

/// Rolls through a turn by its solution; the result.
fn roll_turn<const C: usize>(
    ground: &Ground,
    position: &CastroPosition,
    turn: &SolvedTurn<C>,
    worth: &[Option<[f32; C]>; RESULTS],
    rng: &mut impl RngExt,
) -> usize {
    let mut kept = Hand::EMPTY;
    for rolls in 1..=ROLLS {
        let roll = (kept.len()..Hand::MOST).fold(kept, |hand, _| hand.with(rng.random_range(1..=6)));
        let placed = best_square(ground, position, roll, rolls, worth);
        if rolls == ROLLS {
            return placed.map_or(LOSE, |(square, _)| square);
        }
        let (part, keep_worth) = turn.best_kept(rolls, roll);
        match placed {
            Some((square, worth)) if worth >= keep_worth[0] => return square,
            _ => kept = part,
        }
    }
    LOSE
}

/// The best legal square for a roll, and its worth for the player to move.
pub fn best_square<const C: usize>(
    ground: &Ground,
    position: &CastroPosition,
    roll: Hand,
    rolls: u8,
    worth: &[Option<[f32; C]>; RESULTS],
) -> Option<(usize, f32)> {
    let symbols = ground.groups.symbols_of(roll);
    let mut best: Option<(usize, f32)> = None;
    for (square, symbol) in ground.symbol.iter().enumerate() {
        let Some(worth) = worth[square] else { continue };
        let legal = position.height[square] <= ROLLS - rolls && symbols.contains(symbol);
        if legal && best.is_none_or(|(_, most)| worth[0] > most) {
            best = Some((square, worth[0]));
        }
    }
    best
}

/// Turns a finished game into samples, the last turn first.
fn look_back(ground: &Ground, end: &CastroPosition, turns: Vec<PlayedTurn>, trace: f32) -> Vec<Sample> {
    let players = ground.players;
    let final_points = end.points.map(f32::from);
    let mut later = end.shares(ground);
    let mut samples = Vec::with_capacity(turns.len());
    for played in turns.into_iter().rev() {
        let seat = played.position.seat as usize;
        let seen = in_turn(&later, seat, players);
        let trace = if played.explored { 0.0 } else { trace };
        let mut win = [0.0; MOST_PLAYERS];
        for offset in 0..players {
            win[offset] = (1.0 - trace) * played.expected[offset] + trace * seen[offset];
            later[(seat + offset) % players] = win[offset];
        }
        samples.push(Sample { position: played.position, win, points: in_turn(&final_points, seat, players) });
    }
    samples
}
