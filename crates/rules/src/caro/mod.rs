//! Caro: tiles scored by colour pairs.

mod field;
mod laying;
mod moves;
mod refusal;
pub mod rules;
mod tiles;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

pub use field::{Place, TileGrid};
pub use moves::{Move, Roll};
pub use refusal::CaroRefusal;
pub use tiles::{Colour, EACH, Supply};

use crate::board_file::NoBoard;
use crate::game::{Game, GameInfo, GameResult, ToAct};
use crate::head_start::HeadStart;
use crate::seats::{Scores, Seat, SeatSet};
use crate::setup::SetupError;
use crate::starter::Begins;
use field::Cells;

/// What a wrong tile costs on an open table.
pub const PENALTY: i32 = 10;

/// The most points a seat is given before the first turn.
pub const MOST_HEAD_START: u8 = 100;
/// Head starts that win about 60, 70 and 80 % of the games between equals (docs/strength.md).
const HEAD_STARTS: &[u8] = &[4, 7, 11];

/// Ways to play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The players watch each other: wrong tiles lie until a player objects.
    pub open_table: bool,
    /// Points given to seats before the first turn.
    #[serde(skip_serializing_if = "HeadStart::is_none")]
    pub head_start: HeadStart,
}

/// Caro as set up.
#[derive(Clone, Debug)]
pub struct Caro {
    players: usize,
    options: Options,
    board: NoBoard,
    side: u8,
}

/// A tile that can still be objected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct LastTile {
    seat: u8,
    colour: Colour,
    place: Place,
    points: i16,
    wrong: bool,
    objected: SeatSet,
}

/// A position of Caro.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    field: TileGrid,
    supplies: [Supply; 4],
    scores: [i16; 4],
    seat: u8,
    over: bool,
    /// Open table: the tile just laid, while objections are possible.
    last: Option<LastTile>,
    /// Open table: the colour that must be laid again after an upheld objection.
    again: Option<Colour>,
}

impl State {
    /// The laid tiles.
    pub fn field(&self) -> &TileGrid {
        &self.field
    }

    /// The tiles a seat has left.
    pub fn supply(&self, seat: Seat) -> Supply {
        self.supplies[seat]
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat as Seat
    }

    /// The colour that must be laid again after an upheld objection, if that is so.
    pub fn again(&self) -> Option<Colour> {
        self.again
    }

    /// Open table: whether the tile just laid is wrong, while objections are possible.
    pub fn last_is_wrong(&self) -> bool {
        self.last.is_some_and(|last| last.wrong)
    }
}

impl Caro {
    /// The side of the square all tiles must fit in: 6, 7 or 8.
    pub fn side(&self) -> u8 {
        self.side
    }

    /// What laying a tile at a place would score now, doubling included; `None` where the
    /// place is not free, touches nothing or lies outside the area.
    pub fn points(&self, state: &State, colour: Colour, place: Place) -> Option<i32> {
        let cell = state.field.cell(place).filter(|cell| cell & state.field.open_cells(self.side) != 0)?;
        Some(self.points_at(state, colour, cell))
    }

    /// Whether a tile may lie at a place by every rule of laying.
    pub fn is_right(&self, state: &State, colour: Colour, place: Place) -> bool {
        let right = state.field.right_cells(self.side)[colour as usize];
        state.field.cell(place).is_some_and(|cell| cell & right != 0)
    }

    fn points_at(&self, state: &State, colour: Colour, cell: Cells) -> i32 {
        let points = state.field.edge_points(colour, cell);
        if state.supplies[state.seat()].count(colour) == 1 { 2 * points } else { points } // caro.score.last
    }

    /// The cells where the player to move may lay each colour they have.
    fn legal_cells(&self, state: &State) -> LegalCells {
        let right = state.field.right_cells(self.side);
        let supply = state.supplies[state.seat()];
        let held = |cells: [Cells; 4]| Colour::ALL.map(|colour| if supply.has(colour) { cells[colour as usize] } else { 0 });
        let right = held(right);
        let nothing_right = right == [0; 4];
        let lays = match state.again {
            // caro.open.object: the same tile; caro.open.nowhere: else another one
            Some(colour) if right[colour as usize] != 0 => {
                let mut only = [0; 4];
                only[colour as usize] = right[colour as usize];
                only
            }
            Some(_) => right,
            None if self.options.open_table => held([state.field.open_cells(self.side); 4]), // caro.open.wrong
            None => right,
        };
        LegalCells { lays, may_pass: nothing_right }
    }

    /// Whether no player has a right place for any tile.
    fn no_player_can_lay(&self, state: &State) -> bool {
        let right = state.field.right_cells(self.side);
        let can = |seat: Seat| Colour::ALL.iter().any(|&colour| state.supplies[seat].has(colour) && right[colour as usize] != 0);
        !(0..self.players).any(can)
    }

    fn lay(&self, state: &mut State, colour: Colour, place: Place) {
        let Some(cell) = state.field.cell(place) else { return };
        let seat = state.seat();
        let points = self.points_at(state, colour, cell);
        let may_be_objected = self.options.open_table && state.again.is_none();
        state.last = may_be_objected.then(|| LastTile {
            seat: state.seat,
            colour,
            place,
            points: points as i16,
            wrong: state.field.fault(colour, cell).is_some(),
            objected: SeatSet::EMPTY,
        });
        state.field.lay(colour, cell);
        state.supplies[seat].take(colour);
        state.scores[seat] += points as i16;
        self.next_seat(state);
        state.over = !self.options.open_table && self.no_player_can_lay(state); // caro.end
    }

    fn next_seat(&self, state: &mut State) {
        state.again = None;
        state.seat = if state.seat as usize + 1 == self.players { 0 } else { state.seat + 1 };
    }

    /// caro.open.object
    fn object(&self, state: &mut State, seat: Seat) {
        let Some(last) = &mut state.last else { return };
        if !last.wrong {
            last.objected = last.objected.with(seat);
            return;
        }
        let last = *last;
        let culprit = last.seat as usize;
        state.field.take_back(last.colour, last.place);
        state.supplies[culprit].give_back(last.colour);
        state.scores[culprit] -= last.points + PENALTY as i16;
        state.seat = last.seat;
        state.again = Some(last.colour);
        state.last = None;
    }

    fn check_lay(&self, state: &State, colour: Colour, place: Place) -> Result<(), CaroRefusal> {
        if !state.supplies[state.seat()].has(colour) {
            return Err(CaroRefusal::NoSuchTile { colour });
        }
        let legal = self.legal_cells(state);
        let cell = state.field.cell(place);
        if cell.is_some_and(|cell| legal.lays[colour as usize] & cell != 0) {
            return Ok(());
        }
        if state.field.is_empty() {
            return Err(CaroRefusal::FirstTile { place });
        }
        // An open cell is refused by a rule of laying, unless another colour is due.
        match cell.filter(|cell| cell & state.field.open_cells(self.side) != 0) {
            Some(cell) => match (state.again, state.field.fault(colour, cell)) {
                (_, Some(fault)) => Err((fault, colour).into()),
                (Some(due), None) => Err(CaroRefusal::SameTileAgain { colour: due }),
                (None, None) => unreachable!("a right tile on an open cell is legal"),
            },
            None => Err(self.why_not_open(state, place)),
        }
    }

    fn why_not_open(&self, state: &State, place: Place) -> CaroRefusal {
        if state.field.colour_at(place).is_some() {
            return CaroRefusal::Occupied { place };
        }
        let touches = state.field.cell(place).is_some_and(|cell| field::neighbours(cell) & state.field.tiles() != 0);
        if touches { CaroRefusal::OutsideArea { place, side: self.side } } else { CaroRefusal::TouchesNothing { place } }
    }

    fn check_object(&self, state: &State, seat: u8) -> Result<(), CaroRefusal> {
        if !self.options.open_table {
            return Err(CaroRefusal::NoOpenTable);
        }
        let last = state.last.ok_or(CaroRefusal::NothingToObject)?;
        if seat as usize >= self.players || seat == last.seat {
            return Err(CaroRefusal::MayNotObject { seat });
        }
        if last.objected.contains(seat as Seat) {
            return Err(CaroRefusal::ObjectedAlready { seat });
        }
        Ok(())
    }
}

/// Where the player to move may lay each colour, and whether they may pass.
struct LegalCells {
    lays: [Cells; 4],
    may_pass: bool,
}

impl Game for Caro {
    const INFO: GameInfo =
        GameInfo { name: "caro", players: 2..=4, begins: Begins::YoungestThenLoser, rules: rules::ALL, head_starts: HEAD_STARTS };

    type Options = Options;
    type Board = NoBoard;
    type State = State;
    type Move = Move;
    type Roll = Roll;
    type Refusal = CaroRefusal;

    fn new(players: usize, options: Options, board: NoBoard) -> Result<Caro, SetupError> {
        crate::setup::check_players(&Self::INFO, players)?;
        let options = Options { head_start: options.head_start.among(players, MOST_HEAD_START)?, ..options };
        let side = [6, 7, 8][players - 2]; // caro.lay.area
        Ok(Caro { players, options, board, side })
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
        let supplies = std::array::from_fn(|seat| if seat < self.players { Supply::FULL } else { Supply::NONE });
        State {
            field: TileGrid::EMPTY,
            supplies,
            scores: std::array::from_fn(|seat| self.options.head_start.of(seat).into()),
            seat: 0,
            over: false,
            last: None,
            again: None,
        }
    }

    fn to_act(&self, state: &State) -> ToAct {
        if state.over { ToAct::Over } else { ToAct::Move(state.seat()) }
    }

    fn each_move<B>(&self, state: &State, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if state.over {
            return ControlFlow::Continue(());
        }
        let legal = self.legal_cells(state);
        for colour in Colour::ALL {
            for place in state.field.places(legal.lays[colour as usize]) {
                visit(Move::Lay(colour, place))?;
            }
        }
        if legal.may_pass {
            visit(Move::Pass)?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, state: &State, mv: Move) -> Result<(), CaroRefusal> {
        if state.over {
            return Err(CaroRefusal::Over { open_table: self.options.open_table });
        }
        match mv {
            Move::Lay(colour, place) => self.check_lay(state, colour, place),
            Move::Pass if self.legal_cells(state).may_pass => Ok(()),
            Move::Pass if self.options.open_table => Err(CaroRefusal::CanLayOpen),
            Move::Pass => Err(CaroRefusal::CanLay),
            Move::Object(seat) => self.check_object(state, seat),
        }
    }

    fn play_trusted(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Lay(colour, place) => self.lay(state, colour, place),
            Move::Pass => {
                state.over = self.options.open_table && self.no_player_can_lay(state); // caro.open.end
                state.last = None; // caro.open.late
                self.next_seat(state);
            }
            Move::Object(seat) => self.object(state, seat as Seat),
        }
    }

    fn each_outcome(&self, _: &State, _: impl FnMut(Roll, u32)) {}

    fn outcome(&self, _: &State, _: &[u8]) -> Option<Roll> {
        None
    }

    fn check_roll(&self, _: &State, roll: Roll) -> Result<(), CaroRefusal> {
        match roll {}
    }

    fn roll_trusted(&self, _: &mut State, roll: Roll) {
        match roll {}
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::from_fn(self.players, |seat| state.scores[seat] as i32)
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        state.over.then(|| GameResult::by_points(self.scores(state)))
    }

    fn objection(&self, seat: Seat) -> Option<Move> {
        self.options.open_table.then_some(Move::Object(seat as u8))
    }

    fn decider(&self, state: &State, mv: Move) -> Option<Seat> {
        match (self.to_act(state), mv) {
            (ToAct::Move(_), Move::Object(seat)) => Some(seat.into()),
            (ToAct::Move(seat), Move::Lay(..) | Move::Pass) => Some(seat),
            (ToAct::Roll { .. } | ToAct::Over, _) => None,
        }
    }

    fn objectors(&self, state: &State) -> Option<SeatSet> {
        if !self.options.open_table {
            return None;
        }
        let may_object =
            |last: LastTile| (0..self.players).filter(|&seat| seat != last.seat as Seat && !last.objected.contains(seat)).collect();
        Some(state.last.filter(|_| !state.over).map_or(SeatSet::EMPTY, may_object))
    }
}

#[cfg(test)]
mod tests;
