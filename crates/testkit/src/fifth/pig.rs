//! The rules.

use std::fmt;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use spieltisch_rules::board_file::NoBoard;
use spieltisch_rules::setup::check_players;
use spieltisch_rules::starter::Begins;
use spieltisch_rules::{Game, GameInfo, GameResult, Refusal, Rule, Scores, Seat, SetupError, ToAct};

use crate::fifth::notation::{Move, Roll};

/// Roll as often as you like. What the die shows is yours when you stop; a one loses it all and ends the turn.
pub const TURN: Rule = Rule { id: "pig.turn" };
/// The first player to stop with enough points wins.
pub const END: Rule = Rule { id: "pig.end" };

/// The options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many points win.
    pub target: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options { target: 40 }
    }
}

/// The game as set up.
#[derive(Clone, Debug)]
pub struct Pig {
    players: usize,
    options: Options,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    kept: [u16; 4],
    seat: u8,
    /// The points of this turn so far.
    turn: u16,
    /// Whether the die is to be rolled, or a player is to decide.
    rolls: bool,
    over: bool,
}

impl State {
    /// The points a seat has kept.
    pub fn kept(&self, seat: Seat) -> u16 {
        self.kept[seat]
    }
}

/// Why a move or a roll is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The game is over.
    Over,
    /// The die must be rolled first.
    RollFirst,
    /// The die lies.
    DecideFirst,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::Over => "the game is over",
            Refused::RollFirst => "the die must be rolled first",
            Refused::DecideFirst => "the die lies: roll once more or stop",
        })
    }
}

impl Refusal for Refused {
    fn rule(&self) -> Rule {
        match self {
            Refused::Over => END,
            Refused::RollFirst | Refused::DecideFirst => TURN,
        }
    }
}

impl Pig {
    fn hand_on(&self, state: &mut State) {
        state.seat = (state.seat + 1) % self.players as u8;
        state.turn = 0;
        state.rolls = true;
    }
}

impl Game for Pig {
    const INFO: GameInfo =
        GameInfo { name: "pig", players: 2..=4, begins: Begins::RollOff { dice: 1 }, rules: &[TURN, END], head_starts: &[] };

    type Options = Options;
    type Board = NoBoard;
    type State = State;
    type Move = Move;
    type Roll = Roll;
    type Refusal = Refused;

    fn new(players: usize, options: Options, _: NoBoard) -> Result<Pig, SetupError> {
        check_players(&Self::INFO, players)?;
        Ok(Pig { players, options })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn board(&self) -> &NoBoard {
        &NoBoard
    }

    fn start(&self) -> State {
        State { kept: [0; 4], seat: 0, turn: 0, rolls: true, over: false }
    }

    fn to_act(&self, state: &State) -> ToAct {
        let seat = Seat::from(state.seat);
        match state {
            State { over: true, .. } => ToAct::Over,
            State { rolls: true, .. } => ToAct::Roll { seat, dice: 1 },
            State { .. } => ToAct::Move(seat),
        }
    }

    fn each_move<B>(&self, state: &State, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if let ToAct::Move(_) = self.to_act(state) {
            visit(Move::More)?;
            visit(Move::Stop)?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, state: &State, _: Move) -> Result<(), Refused> {
        match self.to_act(state) {
            ToAct::Move(_) => Ok(()),
            ToAct::Roll { .. } => Err(Refused::RollFirst),
            ToAct::Over => Err(Refused::Over),
        }
    }

    fn play_trusted(&self, state: &mut State, mv: Move) {
        let seat = usize::from(state.seat);
        match mv {
            Move::More => state.rolls = true,
            Move::Stop => {
                state.kept[seat] += state.turn;
                state.over = state.kept[seat] >= self.options.target;
                self.hand_on(state);
            }
        }
    }

    fn each_outcome(&self, state: &State, mut visit: impl FnMut(Roll, u32)) {
        if let ToAct::Roll { .. } = self.to_act(state) {
            (1..=6).for_each(|face| visit(Roll(face), 1));
        }
    }

    fn outcome(&self, state: &State, faces: &[u8]) -> Option<Roll> {
        match (self.to_act(state), faces) {
            (ToAct::Roll { .. }, &[face @ 1..=6]) => Some(Roll(face)),
            _ => None,
        }
    }

    fn check_roll(&self, state: &State, _: Roll) -> Result<(), Refused> {
        match self.to_act(state) {
            ToAct::Roll { .. } => Ok(()),
            ToAct::Move(_) => Err(Refused::DecideFirst),
            ToAct::Over => Err(Refused::Over),
        }
    }

    fn roll_trusted(&self, state: &mut State, roll: Roll) {
        if roll.0 == 1 {
            return self.hand_on(state);
        }
        state.turn += u16::from(roll.0);
        state.rolls = false;
    }

    fn begins_turn(&self, state: &State) -> bool {
        state.turn == 0
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::from_fn(self.players, |seat| state.kept[seat].into())
    }

    fn result(&self, state: &State) -> Option<GameResult> {
        state.over.then(|| GameResult::by_points(self.scores(state)))
    }
}
