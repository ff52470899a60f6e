//! Crowns: six dice on a personal grid.

mod board;
mod fields;
mod moves;
mod placements;
mod refusal;
pub mod rules;
mod titles;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

pub use board::{Board, BoardFault, MOST_CROWNS, lines};
pub use fields::{Field, FieldSet};
pub use moves::{Move, Roll};
pub use placements::{Offer, fields_of, offered_by};
pub use refusal::CrownsRefusal;
pub use titles::Title;

use crate::dice::SixDice;
use crate::game::{Game, GameInfo, GameResult, ToAct};
use crate::head_start::HeadStart;
use crate::seats::{Scores, Seat};
use crate::setup::SetupError;
use crate::starter::Begins;

/// How many chips each player has.
pub const CHIPS: u8 = 18;
const MOST_PLAYERS: usize = 6;

/// The most points a seat is given before the first turn.
pub const MOST_HEAD_START: u8 = 60;
/// Head starts that win about 60, 70 and 80 % of the games between equals (docs/strength.md).
const HEAD_STARTS: &[u8] = &[2, 4, 6];

/// Ways to play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Alone: each roll must place at least two chips where possible. With others it has no effect.
    pub solo_hard: bool,
    /// Points given to seats before the first turn.
    #[serde(skip_serializing_if = "HeadStart::is_none")]
    pub head_start: HeadStart,
}

/// Crowns as set up.
#[derive(Clone, Debug)]
pub struct Crowns {
    players: usize,
    options: Options,
    board: Board,
    lines: [(FieldSet, i32); 12],
}

/// A position of Crowns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    covered: [FieldSet; MOST_PLAYERS],
    chips: [u8; MOST_PLAYERS],
    seat: u8,
    /// The dice, while a placement is due; empty while a roll is due.
    dice: SixDice,
}

impl State {
    /// The fields a seat has covered.
    pub fn covered(&self, seat: Seat) -> FieldSet {
        self.covered[seat]
    }

    /// The chips a seat has left.
    pub fn chips(&self, seat: Seat) -> u8 {
        self.chips[seat]
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat as Seat
    }

    /// The dice, while a placement is due.
    pub fn dice(&self) -> Option<SixDice> {
        (!self.dice.is_empty()).then_some(self.dice)
    }
}

impl Crowns {
    /// The twelve lines and what each is worth when complete.
    pub fn lines(&self) -> &[(FieldSet, i32); 12] {
        &self.lines
    }

    /// What a set of covered fields scores (crowns.score.edge, crowns.score.line).
    pub fn points(&self, covered: FieldSet) -> i32 {
        let edge: i32 = covered.iter().filter(|field| field.is_edge()).map(|field| self.board.crowns(field) as i32).sum();
        let lines: i32 = self.lines.iter().filter(|(line, _)| covered.contains_all(*line)).map(|(_, worth)| worth).sum();
        edge + lines
    }

    fn is_alone(&self) -> bool {
        self.players == 1
    }

    /// What the roll offers on free fields with the chips left, without the duties of playing alone.
    fn free_offers(&self, state: &State) -> impl Iterator<Item = &'static Offer> + use<> {
        let (covered, chips) = (state.covered[state.seat()], state.chips[state.seat()]);
        offered_by(state.dice).iter().filter(move |offer| offer.chips <= chips && offer.fields.is_apart_from(covered))
    }

    /// How many chips must at least be placed now.
    fn duty(&self, state: &State) -> u8 {
        if !self.is_alone() {
            return 0;
        }
        let asked = if self.options.solo_hard { 2 } else { 1 }; // crowns.solo.hard, crowns.solo.must
        let possible = self
            .free_offers(state)
            .map(|offer| offer.chips)
            .try_fold(0, |most, chips| if chips >= asked { ControlFlow::Break(asked) } else { ControlFlow::Continue(most.max(chips)) });
        match possible {
            ControlFlow::Break(asked) => asked,
            ControlFlow::Continue(most) => most,
        }
    }

    fn check_place(&self, state: &State, placement: SixDice) -> Result<(), CrownsRefusal> {
        let fields = fields_of(placement);
        let (needed, left) = (fields.len() as u8, state.chips[state.seat()]);
        if let Some(field) = fields.and(state.covered[state.seat()]).iter().next() {
            return Err(CrownsRefusal::FieldTaken { field });
        }
        if !offered_by(state.dice).iter().any(|offer| offer.placement == placement) {
            return Err(CrownsRefusal::NotOffered { placement, roll: state.dice });
        }
        if needed > left {
            return Err(CrownsRefusal::TooFewChips { needed, left });
        }
        match self.duty(state) {
            duty if needed >= duty && (needed > 0 || !self.is_alone()) => Ok(()),
            2 => Err(CrownsRefusal::MustPlaceTwo),
            _ => Err(CrownsRefusal::MustPlace),
        }
    }
}

impl Game for Crowns {
    const INFO: GameInfo =
        GameInfo { name: "crowns", players: 1..=6, begins: Begins::Youngest, rules: rules::ALL, head_starts: HEAD_STARTS };

    type Options = Options;
    type Board = Board;
    type State = State;
    type Move = Move;
    type Roll = Roll;
    type Refusal = CrownsRefusal;

    const ROLL_RULE: &'static str = rules::TURN_ROLL.id;

    fn new(players: usize, options: Options, board: Board) -> Result<Crowns, SetupError> {
        crate::setup::check_players(&Self::INFO, players)?;
        let options = Options { head_start: options.head_start.among(players, MOST_HEAD_START)?, ..options };
        let lines = lines().map(|line| (line, board.crowns_of(line)));
        Ok(Crowns { players, options, board, lines })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self) -> State {
        let chips = std::array::from_fn(|seat| if seat < self.players { CHIPS } else { 0 });
        State { covered: [FieldSet::EMPTY; MOST_PLAYERS], chips, seat: 0, dice: SixDice::EMPTY }
    }

    fn to_act(&self, state: &State) -> ToAct {
        if !state.dice.is_empty() {
            ToAct::Move(state.seat())
        } else if state.seat == 0 && state.chips[..self.players].contains(&0) {
            ToAct::Over // crowns.end: the round is over; crowns.solo.end
        } else {
            ToAct::Roll { seat: state.seat(), dice: SixDice::MOST }
        }
    }

    fn each_move<B>(&self, state: &State, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if state.dice.is_empty() {
            return ControlFlow::Continue(());
        }
        let duty = self.duty(state);
        if self.is_alone() && duty == 0 {
            return visit(Move::Remove);
        }
        for offer in self.free_offers(state).filter(|offer| offer.chips >= duty) {
            visit(Move::Place(offer.placement))?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, state: &State, mv: Move) -> Result<(), CrownsRefusal> {
        match self.to_act(state) {
            ToAct::Over => return Err(CrownsRefusal::Over { alone: self.is_alone() }),
            ToAct::Roll { .. } => return Err(CrownsRefusal::RollFirst),
            ToAct::Move(_) => {}
        }
        match mv {
            Move::Place(placement) => self.check_place(state, placement),
            Move::Remove if !self.is_alone() => Err(CrownsRefusal::OnlyAlone),
            Move::Remove if self.duty(state) > 0 => Err(CrownsRefusal::CanPlace),
            Move::Remove => Ok(()),
        }
    }

    fn play_trusted(&self, state: &mut State, mv: Move) {
        let seat = state.seat();
        match mv {
            Move::Place(placement) => {
                let fields = fields_of(placement);
                state.covered[seat] = state.covered[seat].or(fields);
                state.chips[seat] -= fields.len() as u8;
            }
            Move::Remove => state.chips[seat] -= 1,
        }
        state.dice = SixDice::EMPTY;
        state.seat = if seat + 1 == self.players { 0 } else { seat as u8 + 1 };
    }

    fn each_outcome(&self, state: &State, mut visit: impl FnMut(Roll, u32)) {
        if let ToAct::Roll { .. } = self.to_act(state) {
            SixDice::all_full().for_each(|dice| visit(Roll(dice), dice.orders()));
        }
    }

    fn outcome(&self, state: &State, faces: &[u8]) -> Option<Roll> {
        let due = matches!(self.to_act(state), ToAct::Roll { .. });
        if due && faces.len() == SixDice::MOST { SixDice::from_faces(faces).map(Roll) } else { None }
    }

    fn check_roll(&self, state: &State, _: Roll) -> Result<(), CrownsRefusal> {
        match self.to_act(state) {
            ToAct::Over => Err(CrownsRefusal::Over { alone: self.is_alone() }),
            ToAct::Move(_) => Err(CrownsRefusal::DecideFirst),
            ToAct::Roll { .. } => Ok(()),
        }
    }

    fn roll_trusted(&self, state: &mut State, roll: Roll) {
        state.dice = roll.0;
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::from_fn(self.players, |seat| self.points(state.covered[seat]) + i32::from(self.options.head_start.of(seat)))
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        (self.to_act(state) == ToAct::Over).then(|| GameResult::by_points(self.scores(state)))
    }

    fn variant(&self) -> Option<&'static str> {
        (self.is_alone() && self.options.solo_hard).then_some("the harder way")
    }
}

#[cfg(test)]
mod tests;
