//! What positions are worth, turn by turn: what a review of a finished game stands on.
//!
//! An [`Evaluator`] knows what the ends of a turn are worth and works everything within the turn out exactly from
//! that: a roll is worth the mean of all its outcomes by their exact weights, a decision is worth its best move. It is apart from
//! [`Expert`](crate::Expert), so that a program that only plays does not carry it.

use std::sync::Arc;

use spieltisch_rules::{Game, MAX_SEATS, Seat, ToAct};

use crate::expert::PerSeat;

/// In what worth is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// The chance to win, shared wins in parts: the seats' chances sum to 1.
    Win,
    /// Expected final points.
    Points,
}

/// Someone who can say what everything that happens in a turn is worth to every seat.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The turn that a position belongs to, worked out; the game must not be over.
    fn turn<'a>(&'a self, state: &G::State, measure: Measure) -> Box<dyn TurnValues<G> + 'a>;

    /// Whether values in this measure are the true ones, so that a position is worth the same
    /// from whichever turn it is seen.
    fn is_exact(&self, _measure: Measure) -> bool {
        false
    }
}

/// What everything that can happen in one turn is worth to every seat.
pub trait TurnValues<G: Game> {
    /// A position of the turn in which a roll is due: the mean over all outcomes.
    fn before_roll(&self, state: &G::State) -> PerSeat;

    /// Every legal move at a position of the turn, in any order.
    fn moves(&self, state: &G::State) -> Vec<(G::Move, PerSeat)>;

    /// A position of the turn in which a decision is due: the worth of the best move.
    fn best(&self, state: &G::State, seat: Seat) -> PerSeat {
        best_of(&self.moves(state), seat).map_or([0.0; MAX_SEATS], |(_, worth)| worth)
    }
}

/// The move that is worth most to a seat; the first of equals.
pub fn best_of<M: Copy>(moves: &[(M, PerSeat)], seat: Seat) -> Option<(M, PerSeat)> {
    let first = *moves.first()?;
    Some(moves.iter().fold(first, |best, next| if next.1[seat] > best.1[seat] { *next } else { best }))
}

/// What a position of the turn is worth, no matter who must act.
pub fn worth<G: Game>(game: &G, turn: &(dyn TurnValues<G> + '_), state: &G::State) -> PerSeat {
    match game.to_act(state) {
        ToAct::Move(seat) => turn.best(state, seat),
        _ => turn.before_roll(state),
    }
}

/// All outcomes of the roll that is due, with their weights and what each is worth.
pub fn outcomes<G: Game>(game: &G, turn: &(dyn TurnValues<G> + '_), state: &G::State) -> Vec<(G::Roll, u32, PerSeat)> {
    let mut all = Vec::new();
    game.each_outcome(state, |roll, weight| {
        let mut after = state.clone();
        game.roll_trusted(&mut after, roll);
        all.push((roll, weight, worth(game, turn, &after)));
    });
    all
}

/// The appraiser of a game without learned values: chances are even, and points are as they stand.
pub fn unlearned<G: Game>(game: &G) -> Arc<dyn Evaluator<G>> {
    Arc::new(Unlearned { game: game.clone() })
}

/// Every seat's part of the win by a result.
pub fn shares(winners: spieltisch_rules::SeatSet) -> PerSeat {
    std::array::from_fn(|seat| if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 })
}

/// Chances that sum to 1 to the last digit but one, whatever they were rounded to.
pub(crate) fn normalised(chances: impl IntoIterator<Item = f64>) -> PerSeat {
    let mut all = [0.0; MAX_SEATS];
    for (slot, chance) in all.iter_mut().zip(chances) {
        *slot = chance.max(0.0);
    }
    let sum: f64 = all.iter().sum();
    all.map(|chance| if sum > 0.0 { chance / sum } else { 0.0 })
}

/// A seat's own chance with the rest dealt out to the others in fixed parts.
pub(crate) fn with_rest(own: f64, seat: Seat, parts: &PerSeat) -> PerSeat {
    let mut all = parts.map(|part| part * (1.0 - own));
    all[seat] = own;
    all
}

struct Unlearned<G: Game> {
    game: G,
}

impl<G: Game> Evaluator<G> for Unlearned<G> {
    fn turn<'a>(&'a self, state: &G::State, measure: Measure) -> Box<dyn TurnValues<G> + 'a> {
        let players = self.game.players();
        let scores = self.game.scores(state);
        let worth = std::array::from_fn(|seat| match measure {
            _ if seat >= players => 0.0,
            Measure::Win => 1.0 / players as f64,
            Measure::Points => f64::from(scores[seat]),
        });
        Box::new(AllAlike { game: &self.game, worth })
    }
}

struct AllAlike<'a, G: Game> {
    game: &'a G,
    worth: PerSeat,
}

impl<G: Game> TurnValues<G> for AllAlike<'_, G> {
    fn before_roll(&self, _: &G::State) -> PerSeat {
        self.worth
    }

    fn moves(&self, state: &G::State) -> Vec<(G::Move, PerSeat)> {
        self.game.moves(state).into_iter().map(|mv| (mv, self.worth)).collect()
    }
}
