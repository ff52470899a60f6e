//! What every move of Caro is worth. There are no dice: each tile is a turn of its own.

use spieltisch_rules::caro::{Caro, Move, State};
use spieltisch_rules::{Game, MAX_SEATS};

use super::expert::{CaroExpert, Diligence};
use crate::evaluation::{Evaluator, Measure, TurnValues, normalised};
use crate::expert::{PerSeat, Valued};

impl Evaluator<Caro> for CaroExpert {
    fn turn<'a>(&'a self, state: &State, measure: Measure) -> Box<dyn TurnValues<Caro> + 'a> {
        let mut moves = self.judged(state, measure);
        if state.last_is_wrong() {
            // caro.open.object: the player to move may object instead, and what stands is worth what follows an objection.
            let object = Move::Object(state.seat() as u8);
            let mut after = state.clone();
            self.game.play_trusted(&mut after, object);
            let worth = self.judged(&after, measure).first().map_or([0.0; MAX_SEATS], |(_, worth)| *worth);
            moves.insert(0, (object, worth));
        }
        Box::new(CaroTurn { moves })
    }
}

impl CaroExpert {
    /// Every move as the search sees it, its choice first; no other move is worth more to the player than that.
    fn judged(&self, state: &State, measure: Measure) -> Vec<(Move, PerSeat)> {
        let seat = state.seat();
        let worth = |valued: &Valued<Move>| match measure {
            Measure::Win => normalised(valued.win),
            Measure::Points => valued.points,
        };
        let moves = self.look_at(state, Diligence::CLOSE_LOOK);
        let Some(chosen) = moves.first().map(worth) else { return Vec::new() };
        let capped = |valued: &Valued<Move>| {
            let worth = worth(valued);
            (valued.mv, if worth[seat] > chosen[seat] { chosen } else { worth })
        };
        moves.iter().map(capped).collect()
    }
}

struct CaroTurn {
    moves: Vec<(Move, PerSeat)>,
}

impl TurnValues<Caro> for CaroTurn {
    /// No roll is ever due.
    fn before_roll(&self, _: &State) -> PerSeat {
        [0.0; MAX_SEATS]
    }

    fn moves(&self, _: &State) -> Vec<(Move, PerSeat)> {
        self.moves.clone()
    }
}
