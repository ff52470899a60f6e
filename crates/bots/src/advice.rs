//! The best move of a position and how far it is ahead of the next: what hints are made of.

use spieltisch_rules::{Game, ToAct};

use crate::expert::{Effort, Expert, Thoroughness};

/// The best two moves of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestTwo<M> {
    /// The best move.
    pub best: M,
    /// The second best, where there is another.
    pub second: Option<M>,
    /// How many more points the best brings the player to move on average.
    pub points: f64,
    /// How much greater their chance to win is with it, from 0 to 1.
    pub win: f64,
}

/// The best two moves of the player to move; `None` where nobody knows better than chance, or no move is due.
pub fn best_two<G: Game>(game: &G, state: &G::State, expert: &dyn Expert<G>) -> Option<BestTwo<G::Move>> {
    let ToAct::Move(seat) = game.to_act(state) else { return None };
    let values = expert.evaluate(state, Effort::of(Thoroughness::Look));
    let (best, last) = (values.first()?, values.last()?);
    let all_equal = values.len() > 1 && best.points == last.points && best.win == last.win;
    if all_equal {
        return None;
    }
    let second = values.get(1);
    Some(BestTwo {
        best: best.mv,
        second: second.map(|second| second.mv),
        points: second.map_or(0.0, |second| best.points[seat] - second.points[seat]),
        win: second.map_or(0.0, |second| best.win[seat] - second.win[seat]),
    })
}
