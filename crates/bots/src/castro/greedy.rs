//! A simple player: stops at the first useful roll and takes the best-looking square.

use spieltisch_rules::castro::{Castro, Move, State};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::{Game, ToAct};

use super::ground::{ALL_LINES, Ground};
use super::position::CastroPosition;

/// Own roofs in a line of four after building: what the line looks like.
const OWN_LINE: [f32; 5] = [0.0, 1.0, 4.0, 15.0, 1000.0];
/// Foreign roofs of one player in a line that is broken: what that looks like.
const BROKEN_LINE: [f32; 4] = [0.0, 0.5, 3.0, 12.0];
/// A first roof on a Yatzy square, by how many there are then.
const ON_YATZY: [f32; 4] = [0.0, 4.0, 12.0, 1000.0];

/// How good a square looks for the player to move: lines, foreign lines, Yatzy squares, points.
pub fn looks(ground: &Ground, position: &CastroPosition, square: usize) -> f32 {
    let seat = position.seat;
    let owner = position.top[square];
    let mut looks = position.height[square] as f32 + 1.0;
    if owner == seat {
        return looks * 0.1;
    }
    for &(line, _) in &ALL_LINES.through[square] {
        let tops = ALL_LINES.squares[line as usize].map(|square| position.top[square as usize]);
        let count = |player: u8| tops.iter().filter(|&&top| top == player).count();
        let foreign_elsewhere = ALL_LINES.squares[line as usize]
            .iter()
            .any(|&other| other as usize != square && is_foreign(position.top[other as usize], seat));
        if !foreign_elsewhere {
            looks += OWN_LINE[count(seat) + 1];
        }
        if is_foreign(owner, seat) {
            looks += BROKEN_LINE[count(owner).min(3)];
        }
    }
    if let Some(bit) = ground.yatzy.iter().position(|&yatzy| yatzy as usize == square) {
        let there = position.on_yatzy[seat as usize];
        if there >> bit & 1 == 0 {
            looks += ON_YATZY[there.count_ones() as usize + 1];
        }
    }
    looks
}

fn is_foreign(top: u8, seat: u8) -> bool {
    top != seat && top != super::position::NO_OWNER
}

/// The dice of the number that lies most often, the higher one where two do.
pub fn most_equal(dice: Hand) -> Hand {
    let counts = dice.counts();
    let face = (0..counts.len()).max_by_key(|&face| (counts[face], face)).unwrap_or(0);
    (0..counts[face]).fold(Hand::EMPTY, |kept, _| kept.with(face as u8 + 1))
}

/// The greedy player's move; `None` while a roll is due or the game is over.
///
/// Useful is a roll that fits a square the player does not top yet. Without one the player
/// keeps the most frequent number; five equal dice are all rolled again.
pub fn greedy_move(ground: &Ground, game: &Castro, state: &State) -> Option<Move> {
    if !matches!(game.to_act(state), ToAct::Move(_)) {
        return None;
    }
    let position = CastroPosition::from_state(ground, state);
    let squares = game.legal_squares(state.stacks(), state.dice(), state.rolls());
    let best = squares.iter().map(|square| (square, looks(ground, &position, square.index())));
    let best = best.max_by(|left, right| left.1.total_cmp(&right.1));
    let last = state.rolls() == spieltisch_rules::castro::ROLLS;
    match best {
        Some((square, _)) if last || position.top[square.index()] != position.seat => Some(Move::Place(square)),
        _ if last => Some(Move::Lose),
        _ => {
            let kept = most_equal(state.dice());
            Some(Move::Keep(if kept == state.dice() { Hand::EMPTY } else { kept }))
        }
    }
}
