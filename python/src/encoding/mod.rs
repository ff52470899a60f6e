//! Numbers for everything that programs read and say: actions, outcomes of dice, observations.
//!
//! `ENCODING.md` describes them for people, `tests/golden` holds them fast. Whatever changes a number or a place here
//! raises [`ENCODING_VERSION`].

mod caro;
mod castro;
mod crowns;
mod hands;
mod yatzy;

use std::ops::ControlFlow;

use spieltisch_rules::{Game, Scores, Seat, for_each_game};

/// The version of all numbers and layouts together.
pub const ENCODING_VERSION: u32 = 1;

/// A run of numbers in an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What they tell.
    pub name: String,
    /// How many numbers it takes.
    pub len: usize,
    /// The lowest a number can be.
    pub low: i16,
    /// The highest a number can be.
    pub high: i16,
}

impl Field {
    /// A field of this name; its numbers lie between `low` and `high`, both included.
    pub fn new(name: impl Into<String>, len: usize, low: i16, high: i16) -> Field {
        Field { name: name.into(), len, low, high }
    }
}

/// How a game is put into numbers.
pub trait Encode: Game {
    /// What is worked out once for a set-up, so that observing is looking up.
    type Tables: Send + Sync;

    /// Works the tables out.
    fn tables(&self) -> Self::Tables;

    /// How many actions there are: the numbers below this.
    fn action_count(&self) -> usize;
    /// The number of a move that the notation can write; `None` where this set-up can never have it.
    fn action_of(&self, mv: Self::Move) -> Option<usize>;
    /// The move of a number, legal now or not; `None` for a number that is no action.
    fn move_of(&self, action: usize) -> Option<Self::Move>;

    /// How many outcomes rolls have: the numbers below this; 0 without dice.
    fn outcome_count(&self) -> usize;
    /// The number of a roll.
    fn outcome_of(&self, roll: Self::Roll) -> usize;
    /// The roll of a number, possible now or not; `None` for a number that is no outcome.
    fn roll_of(&self, outcome: usize) -> Option<Self::Roll>;

    /// The fields of an observation, in order.
    fn fields(&self) -> Vec<Field>;
    /// Writes the position as the player in `seat` sees it, who comes first in all that is told seat by seat. Everything is written.
    /// The scores are handed in because whoever steps has them already.
    fn observe(&self, tables: &Self::Tables, state: &Self::State, scores: &Scores, seat: Seat, out: &mut [i16]);

    /// Writes 1 for every legal action and 0 for all others.
    fn mask(&self, state: &Self::State, out: &mut [i8]) {
        out.fill(0);
        let _ = self.each_move(state, |mv| -> ControlFlow<()> {
            if let Some(legal) = self.action_of(mv).and_then(|action| out.get_mut(action)) {
                *legal = 1;
            }
            ControlFlow::Continue(())
        });
    }

    /// The position for people, a few lines of text.
    fn text(&self, state: &Self::State) -> String;
}

macro_rules! ask {
    ($($folder:ident: $game:ty),* $(,)?) => {
        /// The compiler names the game that lacks an `impl Encode`.
        const _: () = {
            const fn is_encoded<G: Encode>() {}
            $(is_encoded::<$game>();)*
        };
    };
}
for_each_game!(ask);

/// How many numbers these fields take together.
pub fn width(fields: &[Field]) -> usize {
    fields.iter().map(|field| field.len).sum()
}

/// The seats in the order of an observation: the observer first, then in the order of play.
fn seats_from(seat: Seat, players: usize) -> impl Iterator<Item = Seat> {
    (seat..players).chain(0..seat)
}

/// Names of a field for each seat: `points`, `points+1`, …: how many places later in the order of play.
fn seat_name(name: &str, later: usize) -> String {
    if later == 0 { name.to_string() } else { format!("{name}+{later}") }
}

/// Points as an observation holds them.
fn points(points: i32) -> i16 {
    points.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Writes an observation from left to right.
struct Writer<'a> {
    rest: &'a mut [i16],
}

impl<'a> Writer<'a> {
    fn new(out: &'a mut [i16]) -> Writer<'a> {
        Writer { rest: out }
    }

    /// The next `len` places; fewer where the caller's row is too short.
    fn take(&mut self, len: usize) -> &'a mut [i16] {
        let rest = std::mem::take(&mut self.rest);
        let (taken, rest) = rest.split_at_mut(len.min(rest.len()));
        self.rest = rest;
        taken
    }

    fn put(&mut self, number: i16) {
        if let [place] = self.take(1) {
            *place = number;
        }
    }

    fn put_all(&mut self, numbers: &[u8]) {
        for (place, &number) in self.take(numbers.len()).iter_mut().zip(numbers) {
            *place = number.into();
        }
    }
}

/// The lines of a text for people: seats with a mark at the one who acts.
fn seat_line(game: &impl Game, seat: Seat, acting: Option<Seat>, rest: &str) -> String {
    let mark = if acting == Some(seat) { '>' } else { ' ' };
    let seat_word = if game.players() == 1 { "alone".to_string() } else { format!("seat {seat}") };
    format!("{mark} {seat_word}: {rest}\n")
}

/// Who acts, for a text: the player who decides, or for whom dice are due.
fn acting<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    use spieltisch_rules::ToAct;
    match game.to_act(state) {
        ToAct::Move(seat) | ToAct::Roll { seat, .. } => Some(seat),
        ToAct::Over => None,
    }
}
