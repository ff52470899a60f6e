//! The expert for Crowns: learned values, exact turns.

use rand::Rng;
use spieltisch_rules::crowns::{Crowns, Move, State, fields_of};
use spieltisch_rules::{Game, MAX_SEATS, ToAct};

use super::duel::Duel;
use super::multiplayer::Seat;
use super::player::{self, CrownsPosition, Depth, JudgedPlacement};
use super::values::{Mode, Values};
use crate::expert::{Effort, Expert, Level, PerSeat, Thoroughness, Valued};
use crate::ranking::best_first;

/// Knows Crowns on one board for one way of playing.
pub struct CrownsExpert {
    game: Crowns,
    values: Values,
    duel: Option<Duel>,
}

impl CrownsExpert {
    /// Someone who plays by these values; `None` where they are for another board or way of playing.
    pub fn new(game: &Crowns, values: Values) -> Option<CrownsExpert> {
        let fits = values.mode() == mode(game) && *values.board().crowns() == crowns(game);
        fits.then(|| CrownsExpert { game: game.clone(), values, duel: None })
    }

    /// The same with a net for two players, which [`crate::Evaluator`] then asks.
    pub(super) fn with_duel(self, duel: Option<Duel>) -> CrownsExpert {
        CrownsExpert { duel, ..self }
    }

    /// The net for two players, where there is one.
    pub(super) fn duel(&self) -> Option<&Duel> {
        self.duel.as_ref()
    }

    /// The game as set up.
    pub(super) fn game(&self) -> &Crowns {
        &self.game
    }

    /// What it knows.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }

    /// The layer of the values for a seat with this many chips.
    pub(super) fn layer(&self, chips: u8) -> usize {
        match self.values.mode() {
            Mode::Several => usize::from(chips).div_ceil(CHIPS_A_TURN),
            Mode::Alone | Mode::HardAlone => usize::from(chips),
        }
    }

    pub(super) fn position(&self, state: &State) -> CrownsPosition {
        let given = self.game.options().head_start;
        let seat = |seat| Seat { covered: state.covered(seat).bits(), chips: state.chips(seat), given: given.of(seat) };
        CrownsPosition { seats: (0..self.game.players()).map(seat).collect(), to_move: state.seat() }
    }

    fn judged(&self, state: &State, depth: Depth) -> Vec<JudgedPlacement> {
        let counts = state.dice().map(|dice| dice.counts()).unwrap_or_default();
        player::evaluate(&self.values, &self.position(state), counts, depth).unwrap_or_default()
    }

    /// Every other seat's expected final points. The player to move has 0 here: there is no learned value for all chips in hand when playing alone.
    pub(super) fn outlook(&self, state: &State) -> PerSeat {
        let mut points = [0.0; MAX_SEATS];
        for (seat, points) in points.iter_mut().enumerate().take(self.game.players()).filter(|(seat, _)| *seat != state.seat()) {
            let (covered, chips) = (state.covered(seat).bits(), state.chips(seat));
            let given = f64::from(self.game.options().head_start.of(seat));
            *points = f64::from(self.values.value(covered, chips, self.layer(chips))) + given;
        }
        points
    }

    /// The legal move that covers exactly these fields.
    fn move_of(&self, state: &State, mask: u64) -> Option<Move> {
        let covers = |mv: &Move| match mv {
            Move::Place(placement) => fields_of(*placement).bits() == mask,
            Move::Remove => mask == 0,
        };
        self.game.moves(state).into_iter().find(covers)
    }
}

/// Chips a player in multiplayer places in a turn, roughly.
const CHIPS_A_TURN: usize = 2;

/// The way of playing of a set-up.
pub fn mode(game: &Crowns) -> Mode {
    match (game.players(), game.options().solo_hard) {
        (1, false) => Mode::Alone,
        (1, true) => Mode::HardAlone,
        _ => Mode::Several,
    }
}

/// The crowns of a set-up's board by field index.
pub fn crowns(game: &Crowns) -> [u8; 36] {
    let mut crowns = [0; 36];
    for field in spieltisch_rules::crowns::Field::all() {
        crowns[field.index()] = game.board().crowns(field);
    }
    crowns
}

impl Expert<Crowns> for CrownsExpert {
    fn evaluate(&self, state: &State, effort: Effort<'_>) -> Vec<Valued<Move>> {
        let ToAct::Move(seat) = self.game.to_act(state) else { return Vec::new() };
        let depth = if effort.thoroughness < Thoroughness::Study || (effort.stop)() { Depth::Quick } else { Depth::Thorough };
        let outlook = self.outlook(state);
        let valued = |judged: &JudgedPlacement| {
            let (mut points, mut win) = (outlook, [0.0; MAX_SEATS]);
            points[seat] = f64::from(judged.points);
            win[0] = 1.0;
            for (seat, chance) in judged.wins.iter().enumerate() {
                win[seat] = f64::from(*chance);
            }
            Some(Valued { mv: self.move_of(state, judged.mask)?, points, win })
        };
        let mut moves: Vec<Valued<Move>> = self.judged(state, depth).iter().filter_map(valued).collect();
        best_first(&mut moves, |valued| (valued.win[seat], valued.points[seat]));
        moves
    }

    fn choose(&self, state: &State, level: Level, rng: &mut dyn Rng) -> Move {
        let counts = state.dice().map(|dice| dice.counts()).unwrap_or_default();
        let mask = player::choose(&self.values, &self.position(state), counts, level.number(), rng).ok();
        let chosen = mask.and_then(|mask| self.move_of(state, mask));
        chosen.or_else(|| self.game.nth_move(state, 0)).expect("asked only where a move is due")
    }

    fn greedy(&self, state: &State, _: &mut dyn Rng) -> Move {
        let covered = state.covered(state.seat()).bits();
        let worth = |mv: &Move| match mv {
            Move::Place(placement) => player::obvious(self.values.board(), covered, fields_of(*placement).bits()),
            Move::Remove => 0.0,
        };
        let moves = self.game.moves(state);
        moves.into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b))).expect("asked only where a move is due")
    }

    fn decisions_per_game(&self) -> f64 {
        match self.values.mode() {
            Mode::Alone => 16.0,
            Mode::HardAlone | Mode::Several => 8.0,
        }
    }
}
