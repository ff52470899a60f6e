//! The one interface all games share.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};

use crate::board_file::BoardFile;
use crate::notation::{NOT_AN_EVENT, NotationError};
use crate::refusal::{Refusal, Rule};
use crate::seats::{Scores, Seat, SeatSet};
use crate::setup::SetupError;
use crate::starter::Begins;

/// What is known of a game before it is set up.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The name in records and on the command line.
    pub name: &'static str,
    /// How many can play.
    pub players: RangeInclusive<usize>,
    /// Who begins, by the rulebook.
    pub begins: Begins,
    /// All rules, in the order of the rules page.
    pub rules: &'static [Rule],
    /// What the option `head_start` gives a seat that is a little, clearly or far ahead: with it about 60, 70, 80 % of the games for two
    /// are won between equals. Empty where the game has no such option.
    pub head_starts: &'static [u8],
}

/// Who must act now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToAct {
    /// The player in this seat decides.
    Move(Seat),
    /// This many dice are to be rolled, for the player in this seat.
    Roll {
        /// Whose turn it is.
        seat: Seat,
        /// How many dice are thrown.
        dice: usize,
    },
    /// The game is over.
    Over,
}

/// How a game was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Most points.
    Points,
    /// Castro: four own roofs on top in a line.
    FourInARow,
    /// Castro: a roof on each of the three Yatzy squares.
    ThreeYatzy,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct GameResult {
    /// The points as they stand, in seat order.
    #[serde(serialize_with = "scores_as_list")]
    pub scores: Scores,
    /// Who won; several share the win.
    #[serde(serialize_with = "seats_as_list")]
    pub winners: SeatSet,
    /// How the game was decided.
    pub reason: Reason,
}

impl GameResult {
    /// A game decided by points: the most win, equal points share the win.
    pub fn by_points(scores: Scores) -> GameResult {
        GameResult { winners: scores.leaders(), scores, reason: Reason::Points }
    }
}

fn scores_as_list<S: Serializer>(scores: &Scores, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(scores.iter())
}

fn seats_as_list<S: Serializer>(seats: &SeatSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(seats.iter())
}

/// A game with perfect information and explicit chance.
///
/// A value of the implementing type is the game as set up: options, board and number of
/// players. Positions are separate values of type [`Game::State`], so that a search can
/// hold many of them. Whatever happens is a move or a roll, one event each.
pub trait Game: Sized + Clone + Debug + Send + Sync + 'static {
    /// What is known before the set-up.
    const INFO: GameInfo;

    /// The options of the rules file; left out means default.
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// The board as it stands in a record; `Default` is the project's board.
    type Board: BoardFile + Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A position: small, and equal exactly when the same play can follow.
    type State: Clone + Debug + PartialEq + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// A decision; prints and parses as the record's event.
    type Move: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + Display + FromStr<Err = NotationError> + Serialize + DeserializeOwned;
    /// The outcome of a roll; prints and parses as the record's event.
    type Roll: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + Display + FromStr<Err = NotationError> + Serialize + DeserializeOwned;
    /// Why a move or a roll is refused.
    type Refusal: Refusal;

    /// The id of the rule that says how a roll is written; for a text that begins like a roll and is none.
    const ROLL_RULE: &'static str = NOT_AN_EVENT;

    /// Sets the game up, or says why that cannot be.
    fn new(players: usize, options: Self::Options, board: Self::Board) -> Result<Self, SetupError>;
    /// How many play.
    fn players(&self) -> usize;
    /// The options in force.
    fn options(&self) -> &Self::Options;
    /// The board in use.
    fn board(&self) -> &Self::Board;

    /// The position before the first event.
    fn start(&self) -> Self::State;
    /// Who must act.
    fn to_act(&self, state: &Self::State) -> ToAct;

    /// Visits every legal move of the player to move until the visitor breaks off.
    /// Nothing is visited while a roll is due or the game is over.
    fn each_move<B>(&self, state: &Self::State, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;
    /// Whether the move is legal now, and if not, by which rule.
    fn check(&self, state: &Self::State, mv: Self::Move) -> Result<(), Self::Refusal>;
    /// Plays a move that is known to be legal; the position is unspecified if it is not.
    fn play_trusted(&self, state: &mut Self::State, mv: Self::Move);

    /// Visits every distinct outcome of the roll that is due with the number of ordered
    /// throws that give it; the weights sum to six to the power of the dice thrown.
    fn each_outcome(&self, state: &Self::State, visit: impl FnMut(Self::Roll, u32));
    /// The outcome when the dice that are thrown show `faces` (each 1 to 6, as many as due).
    /// `None` where no roll is due or the faces do not fit it.
    fn outcome(&self, state: &Self::State, faces: &[u8]) -> Option<Self::Roll>;
    /// Whether the roll can be the outcome of the dice due now, and if not, why.
    fn check_roll(&self, state: &Self::State, roll: Self::Roll) -> Result<(), Self::Refusal>;
    /// Takes a roll that is known to be possible; the position is unspecified if it is not.
    fn roll_trusted(&self, state: &mut Self::State, roll: Self::Roll);

    /// Whether the roll that is due is the first of its turn.
    fn begins_turn(&self, _state: &Self::State) -> bool {
        true
    }

    /// The points of every seat as they stand.
    fn scores(&self, state: &Self::State) -> Scores;
    /// The result, once the game is over.
    fn result(&self, state: &Self::State) -> Option<GameResult>;

    /// Seats that may object to the last move, apart from the player to move
    /// (only Caro's open table has such moves).
    fn objectors(&self, _state: &Self::State) -> Option<SeatSet> {
        None
    }

    /// The move by which a seat objects, where players may do so.
    fn objection(&self, _seat: Seat) -> Option<Self::Move> {
        None
    }

    /// Whose decision a move is, legal or not: that of the player to move, but for an objection. `None` where no move is
    /// due.
    fn decider(&self, state: &Self::State, _mv: Self::Move) -> Option<Seat> {
        match self.to_act(state) {
            ToAct::Move(seat) => Some(seat),
            ToAct::Roll { .. } | ToAct::Over => None,
        }
    }

    /// The name of a way of playing, chosen by options, whose strength is measured apart (only Crowns alone has one).
    fn variant(&self) -> Option<&'static str> {
        None
    }

    /// Checks and plays a move.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Result<(), Self::Refusal> {
        self.check(state, mv)?;
        self.play_trusted(state, mv);
        Ok(())
    }

    /// Checks and takes a roll.
    fn roll(&self, state: &mut Self::State, roll: Self::Roll) -> Result<(), Self::Refusal> {
        self.check_roll(state, roll)?;
        self.roll_trusted(state, roll);
        Ok(())
    }

    /// Checks and takes an event.
    fn take(&self, state: &mut Self::State, event: Event<Self>) -> Result<(), Self::Refusal> {
        match event {
            Event::Move(mv) => self.play(state, mv),
            Event::Roll(roll) => self.roll(state, roll),
        }
    }

    /// How many moves are legal.
    fn count_moves(&self, state: &Self::State) -> usize {
        let mut count = 0;
        let _ = self.each_move(state, |_| -> ControlFlow<()> {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The legal move at `index` in the order of [`Game::each_move`].
    fn nth_move(&self, state: &Self::State, index: usize) -> Option<Self::Move> {
        let mut left = index;
        let found = self.each_move(state, |mv| {
            if left == 0 {
                return ControlFlow::Break(mv);
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found.break_value()
    }

    /// All legal moves in a list, for callers that do not count nanoseconds.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.each_move(state, |mv| -> ControlFlow<()> {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }
}

/// One thing that happens in a game: a decision or a roll.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Event<G: Game> {
    /// A player decides.
    Move(G::Move),
    /// Dice fall.
    Roll(G::Roll),
}

impl<G: Game> Clone for Event<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Event<G> {}

impl<G: Game> Display for Event<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Move(mv) => write!(f, "{mv}"),
            Event::Roll(roll) => write!(f, "{roll}"),
        }
    }
}

impl<G: Game> FromStr for Event<G> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text != "roll" && !text.starts_with("roll ") {
            return text.parse().map(Event::Move);
        }
        text.parse().map(Event::Roll).map_err(|error: NotationError| NotationError { rule: G::ROLL_RULE, ..error })
    }
}
