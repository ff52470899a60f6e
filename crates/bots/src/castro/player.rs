//! The computer player: values every move, and plays at five levels.

use std::sync::{Mutex, PoisonError};

use rand::Rng;
use spieltisch_rules::castro::{Castro, Move, ROLLS, State};
use spieltisch_rules::{Game, MAX_SEATS, ToAct};

use super::cells;
use super::greedy::greedy_move;
use super::ground::Ground;
use super::levels::CastroStyle;
use super::lookahead::{Lookahead, Results};
use super::network::{Network, Prediction};
use super::position::{CastroPosition, LOSE};
use super::turn::{Offers, SolvedTurn};
use super::values::{Values, ValuesError};
use crate::expert::{Effort, Expert, Level, PerSeat, Thoroughness, Valued};
use crate::ranking::best_first;

/// Squares that seem worse than another of their symbol by more than this are not studied.
const MARGIN: f32 = 0.06;

/// Someone who knows Castro on one board.
#[derive(Debug)]
pub struct CastroExpert {
    game: Castro,
    ground: Ground,
    network: Network,
    /// The latest results: a turn has up to five decisions, and the position stays.
    latest: Mutex<Option<Latest>>,
}

#[derive(Debug)]
struct Latest {
    position: CastroPosition,
    turns: u32,
    points: bool,
    results: Results,
}

impl CastroExpert {
    /// Someone who knows this game by these values.
    pub fn new(game: &Castro, values: &Values) -> Result<CastroExpert, ValuesError> {
        let network = values.network(game.players())?.clone();
        Ok(CastroExpert { game: game.clone(), ground: Ground::new(game), network, latest: Mutex::new(None) })
    }

    /// The game as set up.
    pub(super) fn game(&self) -> &Castro {
        &self.game
    }

    /// The learned values.
    pub(super) fn network(&self) -> &Network {
        &self.network
    }

    /// What the board and the options mean.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// What the results of the turn are worth, looking at this many whole turns.
    pub fn results(&self, position: &CastroPosition, turns: u32, points: bool, stop: &dyn Fn() -> bool) -> Results {
        let known = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(latest) = &*known
            && (latest.turns, latest.points) == (turns, points)
            && latest.position == *position
        {
            return latest.results;
        }
        drop(known);
        let look = Lookahead { network: &self.network, ground: &self.ground, points, margin: MARGIN, inner: MARGIN, stop };
        let results = look.results(position, turns);
        if !stop() {
            let latest = Latest { position: position.clone(), turns, points, results };
            *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(latest);
        }
        results
    }

    /// Every legal move with its outlook, in the order of the rules.
    fn outlooks(&self, state: &State, results: &Results) -> Vec<(Move, Prediction)> {
        match self.game.players() {
            2 => self.outlooks_in_cells::<3>(state, results),
            3 => self.outlooks_in_cells::<6>(state, results),
            _ => self.outlooks_in_cells::<8>(state, results),
        }
    }

    fn outlooks_in_cells<const C: usize>(&self, state: &State, results: &Results) -> Vec<(Move, Prediction)> {
        let position = CastroPosition::from_state(&self.ground, state);
        let players = self.game.players();
        let mut offers = Offers::<C, 1>::default();
        for (result, outlook) in results.iter().enumerate() {
            if let Some(outlook) = outlook {
                cells::offer(&mut offers, 0, &self.ground, &position, result, cells::pack(outlook, players));
            }
        }
        let turn = SolvedTurn::solve(&self.ground.groups, &offers);
        let outlook = |mv: Move| match mv {
            Move::Keep(kept) => cells::unpack(&turn.kept(state.rolls().clamp(1, ROLLS - 1), kept), players),
            Move::Place(square) => results[square.index()].unwrap_or_default(),
            Move::Lose => results[LOSE].unwrap_or_default(),
        };
        self.game.moves(state).into_iter().map(|mv| (mv, outlook(mv))).collect()
    }
}

/// Numbers in the order of play as numbers by seat.
fn by_seat(in_turn: &[f32], seat: usize, players: usize) -> PerSeat {
    let mut all = [0.0; MAX_SEATS];
    for offset in 0..players {
        all[(seat + offset) % players] = in_turn[offset] as f64;
    }
    all
}

/// How many whole turns are looked at.
pub fn turns_looked_at(thoroughness: Thoroughness) -> u32 {
    match thoroughness {
        Thoroughness::Glance => 1,
        Thoroughness::Look => 2,
        Thoroughness::Study => 3,
    }
}

impl Expert<Castro> for CastroExpert {
    fn evaluate(&self, state: &State, effort: Effort<'_>) -> Vec<Valued<Move>> {
        let ToAct::Move(seat) = self.game.to_act(state) else { return Vec::new() };
        let position = CastroPosition::from_state(&self.ground, state);
        let results = self.results(&position, turns_looked_at(effort.thoroughness), true, effort.stop);
        let players = self.game.players();
        let mut moves = self.outlooks(state, &results);
        best_first(&mut moves, |(_, outlook)| (outlook.win[0].into(), outlook.points[0].into()));
        let valued = |(mv, outlook): (Move, Prediction)| Valued {
            mv,
            points: by_seat(&outlook.points, seat, players),
            win: by_seat(&outlook.win, seat, players),
        };
        moves.into_iter().map(valued).collect()
    }

    fn choose(&self, state: &State, level: Level, rng: &mut dyn Rng) -> Move {
        let manner = CastroStyle::of(level);
        let position = CastroPosition::from_state(&self.ground, state);
        let results = self.results(&position, manner.turns, false, &|| false);
        manner.choose(&self.ground, &position, &results, state.dice(), state.rolls(), rng)
    }

    fn greedy(&self, state: &State, rng: &mut dyn Rng) -> Move {
        greedy_move(&self.ground, &self.game, state).unwrap_or_else(|| self.choose(state, Level::One, rng))
    }
}
