//! Castro: Yatzy dice, four in a row, roofs stacked on roofs.

mod board;
mod moves;
mod refusal;
pub mod rules;
mod squares;
mod stacks;
mod symbols;

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use board::{Board, BoardFault};
pub use moves::Move;
pub use refusal::CastroRefusal;
pub use squares::{SIDE, Square, SquareSet};
pub use stacks::{HIGHEST, Stacks};
pub use symbols::Symbol;

pub use crate::dice::Roll;
use crate::dice::{self, Hand};
use crate::game::{Game, GameInfo, GameResult, Reason, ToAct};
use crate::head_start::HeadStart;
use crate::seats::{Scores, Seat, SeatSet};
use crate::setup::SetupError;
use crate::starter::Begins;

/// How many rolls a turn has.
pub const ROLLS: u8 = 5;
/// How many roofs each player has, and so how many rounds there are.
pub const ROOFS: u8 = 15;

/// The most roofs a seat has on the board before the first turn: one less than makes a row.
pub const MOST_HEAD_START: u8 = 3;
/// Head starts that win about 60 and 70 % of the games between equals (docs/strength.md); a fourth roof would be a row.
const HEAD_STARTS: &[u8] = &[2, 3];

/// House rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Five equal dice also fit a full house.
    pub full_house_from_yatzy: bool,
    /// Roofs that seats have on the board before the first turn, beside the fifteen they build with.
    #[serde(skip_serializing_if = "HeadStart::is_none")]
    pub head_start: HeadStart,
}

/// Castro as set up.
#[derive(Clone, Debug)]
pub struct Castro {
    players: usize,
    options: Options,
    board: Board,
    squares: Arc<SquareTables>,
}

/// What the board means for dice, worked out once.
#[derive(Debug)]
struct SquareTables {
    /// The squares each of the 252 rolls fits.
    fitting: [SquareSet; Hand::FULL],
    yatzy: SquareSet,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// Four tops in a line.
    Row,
    /// A roof on each of the three Yatzy squares.
    ThreeYatzy,
    /// All rounds are played.
    Rounds,
}

/// A position of Castro.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    stacks: Stacks,
    /// Roofs lost by each seat.
    lost: [u8; 4],
    /// Turns played by all players together.
    turns: u8,
    seat: u8,
    rolls: u8,
    /// All five dice after a roll; the kept ones while a roll is due.
    dice: Hand,
    end: Option<End>,
}

impl State {
    /// The roofs on the board.
    pub fn stacks(&self) -> &Stacks {
        &self.stacks
    }

    /// Roofs this seat has lost.
    pub fn lost(&self, seat: Seat) -> u8 {
        self.lost[seat]
    }

    /// How often the player has rolled in this turn.
    pub fn rolls(&self) -> u8 {
        self.rolls
    }

    /// All five dice after a roll; the kept ones while a roll is due.
    pub fn dice(&self) -> Hand {
        self.dice
    }

    /// Whose turn it is; at the end, who moved last.
    pub fn seat(&self) -> Seat {
        self.seat as Seat
    }

    /// Turns played by all players together.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// How the game ended, once it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Puts a roof for the player to move on a square and passes the turn, whatever the
    /// dice say; for searches that work on whole turns.
    pub fn build_and_pass(&mut self, game: &Castro, square: Square) {
        self.stacks.build(square, self.seat());
        self.end = game.end_after_building(self, square);
        self.pass_turn(game.players);
    }

    /// Takes a roof from the supply of the player to move and passes the turn; for searches
    /// that work on whole turns.
    pub fn lose_and_pass(&mut self, game: &Castro) {
        self.lost[self.seat as usize] += 1;
        self.pass_turn(game.players);
    }

    fn pass_turn(&mut self, players: usize) {
        self.turns += 1;
        self.rolls = 0;
        self.dice = Hand::EMPTY;
        if self.end.is_none() {
            self.seat = if self.seat as usize + 1 == players { 0 } else { self.seat + 1 };
            if self.turns == ROOFS * players as u8 {
                self.end = Some(End::Rounds);
            }
        }
    }
}

impl Castro {
    /// The squares where these dice may be placed after this many rolls.
    pub fn legal_squares(&self, stacks: &Stacks, dice: Hand, rolls: u8) -> SquareSet {
        self.fitting(dice).and(stacks.at_most((ROLLS - rolls) as usize))
    }

    /// The squares whose symbol five dice fit, at any height.
    pub fn fitting(&self, dice: Hand) -> SquareSet {
        self.squares.fitting[dice.full_index()]
    }

    /// The three Yatzy squares.
    pub fn yatzy_squares(&self) -> SquareSet {
        self.squares.yatzy
    }

    /// The roofs of the head start: seat by seat one each, then the next, from the middle outwards; never on a Yatzy square.
    fn given_roofs(&self) -> Stacks {
        let given = self.options.head_start;
        let seats = (0..MOST_HEAD_START).flat_map(|number| (0..self.players).filter(move |&seat| given.of(seat) > number));
        let mut squares: Vec<Square> = Square::all().filter(|&square| !self.squares.yatzy.contains(square)).collect();
        squares.sort_by_key(|square| square.from_middle());
        let mut stacks = Stacks::default();
        for (seat, square) in seats.zip(squares) {
            stacks.build(square, seat);
        }
        stacks
    }

    fn legal_now(&self, state: &State) -> SquareSet {
        self.legal_squares(&state.stacks, state.dice, state.rolls)
    }

    /// Whether the roof just built by the player to move ends the game; a row is named first.
    fn end_after_building(&self, state: &State, square: Square) -> Option<End> {
        let seat = state.seat();
        if state.stacks.tops(seat).has_four_in_line() {
            Some(End::Row) // castro.end.row
        } else if self.squares.yatzy.contains(square) && state.stacks.present(seat).contains_all(self.squares.yatzy) {
            Some(End::ThreeYatzy) // castro.end.yatzy
        } else {
            None
        }
    }
}

impl Game for Castro {
    const INFO: GameInfo =
        GameInfo { name: "castro", players: 2..=4, begins: Begins::RollOff { dice: 1 }, rules: rules::ALL, head_starts: HEAD_STARTS };

    type Options = Options;
    type Board = Board;
    type State = State;
    type Move = Move;
    type Roll = Roll;
    type Refusal = CastroRefusal;

    const ROLL_RULE: &'static str = rules::TURN_ROLLS.id;

    fn new(players: usize, options: Options, board: Board) -> Result<Castro, SetupError> {
        crate::setup::check_players(&Self::INFO, players)?;
        let options = Options { head_start: options.head_start.among(players, MOST_HEAD_START)?, ..options };
        let mut fitting = [SquareSet::EMPTY; Hand::FULL];
        for dice in Hand::all_full() {
            let fits = |&square: &Square| board.symbol(square).fits(dice, options.full_house_from_yatzy);
            fitting[dice.full_index()] = Square::all().filter(fits).collect();
        }
        let yatzy = board.squares_of(Symbol::Yatzy);
        Ok(Castro { players, options, board, squares: Arc::new(SquareTables { fitting, yatzy }) })
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
        State { stacks: self.given_roofs(), lost: [0; 4], turns: 0, seat: 0, rolls: 0, dice: Hand::EMPTY, end: None }
    }

    fn to_act(&self, state: &State) -> ToAct {
        if state.end.is_some() {
            ToAct::Over
        } else if state.dice.is_full() {
            ToAct::Move(state.seat())
        } else {
            ToAct::Roll { seat: state.seat(), dice: Hand::MOST - state.dice.len() }
        }
    }

    fn each_move<B>(&self, state: &State, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if !state.dice.is_full() {
            return ControlFlow::Continue(());
        }
        let squares = self.legal_now(state);
        if state.rolls < ROLLS {
            for &kept in state.dice.proper_parts() {
                visit(Move::Keep(kept))?;
            }
        } else if squares.is_empty() {
            visit(Move::Lose)?; // castro.turn.lose
        }
        for square in squares.iter() {
            visit(Move::Place(square))?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, state: &State, mv: Move) -> Result<(), CastroRefusal> {
        if let Some(end) = state.end {
            return Err(CastroRefusal::Over { end });
        }
        if !state.dice.is_full() {
            return Err(CastroRefusal::RollFirst);
        }
        let (dice, rolls) = (state.dice, state.rolls);
        match mv {
            Move::Keep(_) if rolls == ROLLS => Err(CastroRefusal::NoRollLeft),
            Move::Keep(kept) if kept == dice => Err(CastroRefusal::NothingToRoll),
            Move::Keep(kept) if !dice.contains(kept) => Err(CastroRefusal::NotInDice { kept, dice }),
            Move::Keep(_) => Ok(()),
            Move::Place(square) => self.check_place(state, square),
            Move::Lose if rolls < ROLLS => Err(CastroRefusal::LoseTooEarly { rolls }),
            Move::Lose => match self.legal_now(state).iter().next() {
                Some(square) => Err(CastroRefusal::MustPlace { square }),
                None => Ok(()),
            },
        }
    }

    fn play_trusted(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Keep(kept) => state.dice = kept,
            Move::Place(square) => state.build_and_pass(self, square),
            Move::Lose => state.lose_and_pass(self),
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
        if state.end.is_some() {
            return None;
        }
        dice::thrown_with(state.dice, faces).map(Roll)
    }

    fn check_roll(&self, state: &State, roll: Roll) -> Result<(), CastroRefusal> {
        if let Some(end) = state.end {
            return Err(CastroRefusal::Over { end });
        }
        if state.dice.is_full() {
            return Err(CastroRefusal::DecideFirst);
        }
        if !roll.0.contains(state.dice) {
            return Err(CastroRefusal::KeptDiceMissing { kept: state.dice, dice: roll.0 });
        }
        Ok(())
    }

    fn roll_trusted(&self, state: &mut State, roll: Roll) {
        state.dice = roll.0;
        state.rolls += 1;
    }

    fn begins_turn(&self, state: &State) -> bool {
        state.rolls == 0
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::from_fn(self.players, |seat| state.stacks.points(seat))
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        let scores = self.scores(state);
        let at_once = |reason| GameResult { scores, winners: SeatSet::EMPTY.with(state.seat()), reason };
        match state.end? {
            End::Row => Some(at_once(Reason::FourInARow)),
            End::ThreeYatzy => Some(at_once(Reason::ThreeYatzy)),
            End::Rounds => Some(GameResult::by_points(scores)),
        }
    }
}

impl Castro {
    fn check_place(&self, state: &State, square: Square) -> Result<(), CastroRefusal> {
        let (dice, rolls, height) = (state.dice, state.rolls, state.stacks.height(square));
        if !self.fitting(dice).contains(square) {
            return Err(CastroRefusal::DoesNotFit { square, symbol: self.board.symbol(square), dice });
        }
        if height == HIGHEST {
            return Err(CastroRefusal::Closed { square });
        }
        if height > (ROLLS - rolls) as usize {
            return Err(CastroRefusal::TooHigh { square, height, rolls });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
