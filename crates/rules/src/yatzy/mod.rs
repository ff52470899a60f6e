//! Yatzy: five dice, three rolls, fifteen boxes.

mod boxes;
mod moves;
mod refusal;
pub mod rules;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

pub use boxes::{BONUS, BoxName, BoxSet, UPPER};
pub use moves::Move;
pub use refusal::YatzyRefusal;

use crate::board_file::NoBoard;
use crate::dice::Hand;
pub use crate::dice::Roll;
use crate::game::{Game, GameInfo, GameResult, ToAct};
use crate::head_start::HeadStart;
use crate::seats::{MAX_SEATS, Scores, Seat};
use crate::setup::SetupError;
use crate::starter::Begins;

/// How many rolls a turn has.
pub const ROLLS: u8 = 3;

/// The most points a seat is given before the first turn.
pub const MOST_HEAD_START: u8 = 200;
/// Head starts that win about 60, 70 and 80 % of the games between equals (docs/strength.md).
const HEAD_STARTS: &[u8] = &[25, 50, 80];

/// House rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The upper sum that earns the bonus; many families play 63. Above [`MOST_UPPER`] it cannot be earned.
    pub bonus_at_least: u16,
    /// Four equal dice also count as two pairs.
    pub two_pairs_from_four: bool,
    /// Five equal dice also count as a full house.
    pub full_house_from_yatzy: bool,
    /// Points given to seats before the first turn.
    #[serde(skip_serializing_if = "HeadStart::is_none")]
    pub head_start: HeadStart,
}

impl Default for Options {
    fn default() -> Options {
        Options { bonus_at_least: 64, two_pairs_from_four: false, full_house_from_yatzy: false, head_start: HeadStart::default() }
    }
}

/// The highest sum the six upper boxes can reach.
pub const MOST_UPPER: u16 = 105;

/// Yatzy as set up.
#[derive(Clone, Debug)]
pub struct Yatzy {
    players: usize,
    options: Options,
    board: NoBoard,
}

/// One player's sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sheet {
    filled: BoxSet,
    points: [u8; BoxName::ALL.len()],
}

impl Sheet {
    /// The boxes that are filled or struck.
    pub fn filled(&self) -> BoxSet {
        self.filled
    }

    /// The boxes still free.
    pub fn free(&self) -> BoxSet {
        self.filled.complement()
    }

    /// The points in a box; `None` while it is free.
    pub fn points(&self, name: BoxName) -> Option<u8> {
        self.filled.contains(name).then(|| self.points[name as usize])
    }

    /// The sum of the six upper boxes.
    pub fn upper_sum(&self) -> u16 {
        self.points[..UPPER].iter().map(|&points| points as u16).sum()
    }

    /// The bonus earned so far.
    pub fn bonus(&self, options: &Options) -> u16 {
        if self.filled.contains_upper() && self.upper_sum() >= options.bonus_at_least { BONUS } else { 0 }
    }

    /// Everything on the sheet.
    pub fn total(&self, options: &Options) -> u16 {
        self.points.iter().map(|&points| points as u16).sum::<u16>() + self.bonus(options)
    }

    /// Writes points into a box, whatever they are, or empties it: for a sheet that people keep by themselves.
    pub fn enter(&mut self, name: BoxName, points: Option<u8>) {
        self.write(name, points.unwrap_or(0));
        if points.is_none() {
            self.filled = self.filled.without(name);
        }
    }

    fn write(&mut self, name: BoxName, points: u8) {
        self.filled = self.filled.with(name);
        self.points[name as usize] = points;
    }
}

/// A position of Yatzy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    sheets: [Sheet; MAX_SEATS],
    seat: u8,
    rolls: u8,
    /// All five dice after a roll; the kept ones while a roll is due.
    dice: Hand,
}

impl State {
    /// The sheet of a seat.
    pub fn sheet(&self, seat: Seat) -> &Sheet {
        &self.sheets[seat]
    }

    /// How often the player has rolled in this turn.
    pub fn rolls(&self) -> u8 {
        self.rolls
    }

    /// All five dice after a roll; the kept ones while a roll is due.
    pub fn dice(&self) -> Hand {
        self.dice
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat as Seat
    }
}

impl Game for Yatzy {
    const INFO: GameInfo =
        GameInfo { name: "yatzy", players: 1..=8, begins: Begins::RollOff { dice: 5 }, rules: rules::ALL, head_starts: HEAD_STARTS };

    type Options = Options;
    type Board = NoBoard;
    type State = State;
    type Move = Move;
    type Roll = Roll;
    type Refusal = YatzyRefusal;

    const ROLL_RULE: &'static str = rules::TURN_ROLLS.id;

    fn new(players: usize, options: Options, board: NoBoard) -> Result<Yatzy, SetupError> {
        crate::setup::check_players(&Self::INFO, players)?;
        let options = Options { head_start: options.head_start.among(players, MOST_HEAD_START)?, ..options };
        Ok(Yatzy { players, options, board })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn board(&self) -> &NoBoard {
        &self.board
    }

    fn start(&self) -> State {
        State { sheets: Default::default(), seat: 0, rolls: 0, dice: Hand::EMPTY }
    }

    fn to_act(&self, state: &State) -> ToAct {
        if state.dice.is_full() {
            ToAct::Move(state.seat())
        } else if state.sheet(state.seat()).free().is_empty() {
            ToAct::Over // yatzy.end: all had equally many turns, so all sheets are full
        } else {
            ToAct::Roll { seat: state.seat(), dice: Hand::MOST - state.dice.len() }
        }
    }

    fn each_move<B>(&self, state: &State, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if !state.dice.is_full() {
            return ControlFlow::Continue(());
        }
        if state.rolls < ROLLS {
            for &kept in state.dice.proper_parts() {
                visit(Move::Keep(kept))?;
            }
        }
        for name in state.sheet(state.seat()).free().iter() {
            visit(Move::Score(name))?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, state: &State, mv: Move) -> Result<(), YatzyRefusal> {
        match self.to_act(state) {
            ToAct::Over => return Err(YatzyRefusal::Over),
            ToAct::Roll { .. } => return Err(YatzyRefusal::RollFirst),
            ToAct::Move(_) => {}
        }
        match mv {
            Move::Keep(_) if state.rolls == ROLLS => Err(YatzyRefusal::NoRollLeft),
            Move::Keep(kept) if kept == state.dice => Err(YatzyRefusal::NothingToRoll),
            Move::Keep(kept) if !state.dice.contains(kept) => Err(YatzyRefusal::NotInDice { kept, dice: state.dice }),
            Move::Score(name) if state.sheet(state.seat()).filled().contains(name) => Err(YatzyRefusal::BoxFilled { name }),
            Move::Keep(_) | Move::Score(_) => Ok(()),
        }
    }

    fn play_trusted(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Keep(kept) => state.dice = kept,
            Move::Score(name) => {
                let points = name.points(state.dice, &self.options);
                state.sheets[state.seat as usize].write(name, points);
                state.seat = if state.seat as usize + 1 == self.players { 0 } else { state.seat + 1 };
                state.rolls = 0;
                state.dice = Hand::EMPTY;
            }
        }
    }

    fn each_outcome(&self, state: &State, mut visit: impl FnMut(Roll, u32)) {
        if let ToAct::Roll { dice, .. } = self.to_act(state) {
            for thrown in Hand::all().filter(|thrown| thrown.len() == dice) {
                visit(Roll(state.dice.and(thrown)), thrown.orders());
            }
        }
    }

    fn outcome(&self, state: &State, faces: &[u8]) -> Option<Roll> {
        if self.to_act(state) == ToAct::Over {
            return None;
        }
        crate::dice::thrown_with(state.dice, faces).map(Roll)
    }

    fn check_roll(&self, state: &State, roll: Roll) -> Result<(), YatzyRefusal> {
        match self.to_act(state) {
            ToAct::Over => Err(YatzyRefusal::Over),
            ToAct::Move(_) => Err(YatzyRefusal::DecideFirst),
            ToAct::Roll { .. } if !roll.0.contains(state.dice) => Err(YatzyRefusal::KeptDiceMissing { kept: state.dice, dice: roll.0 }),
            ToAct::Roll { .. } => Ok(()),
        }
    }

    fn roll_trusted(&self, state: &mut State, roll: Roll) {
        state.dice = roll.0;
        state.rolls += 1;
    }

    fn begins_turn(&self, state: &State) -> bool {
        state.rolls == 0
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::from_fn(self.players, |seat| {
            i32::from(state.sheet(seat).total(&self.options)) + i32::from(self.options.head_start.of(seat))
        })
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        (self.to_act(state) == ToAct::Over).then(|| GameResult::by_points(self.scores(state)))
    }
}

#[cfg(test)]
mod tests;
