//! Outlooks as the numbers a turn is solved with.
//!
//! With two players one chance says both, so a cell holds the chance of the player to move
//! alone; with more it holds everyone's. Points come after the chances where they are wanted.

use super::ground::Ground;
use super::network::Prediction;
use super::position::{CastroPosition, InTurn, LOSE};
use super::turn::Offers;

/// How many numbers of a cell are chances.
pub fn chances(players: usize) -> usize {
    if players == 2 { 1 } else { players }
}

/// The outlook as numbers.
pub fn pack<const C: usize>(outlook: &Prediction, players: usize) -> [f32; C] {
    let chances = chances(players);
    let mut cell = [0.0; C];
    cell[..chances].copy_from_slice(&outlook.win[..chances]);
    if C > chances {
        cell[chances..].copy_from_slice(&outlook.points[..players]);
    }
    cell
}

/// The numbers as an outlook; points are 0 where the cell holds none.
pub fn unpack<const C: usize>(cell: &[f32; C], players: usize) -> Prediction {
    let chances = chances(players);
    let mut outlook = Prediction::default();
    outlook.win[..chances].copy_from_slice(&cell[..chances]);
    if players == 2 {
        outlook.win[1] = 1.0 - cell[0];
    }
    if C > chances {
        outlook.points[..players].copy_from_slice(&cell[chances..]);
    }
    outlook
}

/// Only the chances of a cell.
pub fn unpack_win<const C: usize>(cell: &[f32; C], players: usize) -> InTurn {
    unpack(cell, players).win
}

/// Offers what a result of the turn at `position` is worth.
pub fn offer<const C: usize, const L: usize>(
    offers: &mut Offers<C, L>,
    lane: usize,
    ground: &Ground,
    position: &CastroPosition,
    result: usize,
    worth: [f32; C],
) {
    if result == LOSE {
        offers.offer_lose(lane, worth);
    } else {
        offers.offer(lane, ground.symbol[result] as usize, position.height[result] as usize, worth);
    }
}
