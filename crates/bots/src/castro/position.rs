//! A position between two turns, small and quick to copy.

use spieltisch_rules::castro::{ROOFS, SquareSet, State};

use super::ground::{Ground, SQUARES};

/// The most players of Castro.
pub const MOST_PLAYERS: usize = 4;
/// How many results a turn can have: a roof on a square, or one lost.
pub const RESULTS: usize = SQUARES + 1;
/// The result after the squares: a roof is lost.
pub const LOSE: usize = SQUARES;
/// The owner of an empty square's top: none.
pub const NO_OWNER: u8 = u8::MAX;

/// One number for each player, the player to move first and on in the order of play.
pub type InTurn = [f32; MOST_PLAYERS];

/// A position at the start of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct CastroPosition {
    /// Roofs on each square.
    pub height: [u8; SQUARES],
    /// Who owns the top roof of each square, or [`NO_OWNER`].
    pub top: [u8; SQUARES],
    /// The squares each seat tops.
    pub tops: [SquareSet; MOST_PLAYERS],
    /// Which of the three Yatzy squares hold a roof of each seat, as bits.
    pub on_yatzy: [u8; MOST_PLAYERS],
    /// The points as they stand.
    pub points: [i16; MOST_PLAYERS],
    /// Whose turn it is.
    pub seat: u8,
    /// Turns played by all together.
    pub turns: u8,
    /// Whether the player who moved last has won at once.
    pub won: bool,
}

impl CastroPosition {
    /// The empty board.
    pub fn start() -> CastroPosition {
        CastroPosition {
            height: [0; SQUARES],
            top: [NO_OWNER; SQUARES],
            tops: [SquareSet::EMPTY; MOST_PLAYERS],
            on_yatzy: [0; MOST_PLAYERS],
            points: [0; MOST_PLAYERS],
            seat: 0,
            turns: 0,
            won: false,
        }
    }

    /// The position at the start of the turn that `state` is in; the game must not be over.
    pub fn from_state(ground: &Ground, state: &State) -> CastroPosition {
        let mut position = CastroPosition::start();
        let stacks = state.stacks();
        for (index, &square) in ground.squares.iter().enumerate() {
            position.height[index] = stacks.height(square) as u8;
            position.top[index] = stacks.top(square).map_or(NO_OWNER, |seat| seat as u8);
        }
        for seat in 0..ground.players {
            position.tops[seat] = stacks.tops(seat);
            position.points[seat] = stacks.points(seat) as i16;
            let present = stacks.present(seat);
            for (bit, &square) in ground.yatzy.iter().enumerate() {
                position.on_yatzy[seat] |= (present.contains(ground.squares[square as usize]) as u8) << bit;
            }
        }
        position.seat = state.seat() as u8;
        position.turns = state.turns();
        position
    }

    /// Whether the result can happen: the square is not closed.
    pub fn possible(&self, result: usize) -> bool {
        result == LOSE || self.height[result] < 5
    }

    /// Ends the turn with this result; the seat stays where that wins at once.
    pub fn play(&mut self, ground: &Ground, result: usize) {
        let seat = self.seat as usize;
        self.turns += 1;
        if result != LOSE {
            self.build(ground, seat, result);
        }
        if !self.won {
            self.seat = if seat + 1 == ground.players { 0 } else { self.seat + 1 };
        }
    }

    fn build(&mut self, ground: &Ground, seat: usize, square: usize) {
        let bit = ground.squares[square].bit();
        if let Some(tops) = self.tops.get_mut(self.top[square] as usize) {
            *tops = tops.minus(bit);
            self.points[self.top[square] as usize] -= self.height[square] as i16;
        }
        self.height[square] += 1;
        self.top[square] = seat as u8;
        self.tops[seat] = self.tops[seat].or(bit);
        self.points[seat] += self.height[square] as i16;
        for (bit, &yatzy) in ground.yatzy.iter().enumerate() {
            self.on_yatzy[seat] |= ((yatzy as usize == square) as u8) << bit;
        }
        self.won = self.on_yatzy[seat] == 0b111 || self.tops[seat].has_four_in_line();
    }

    /// Whether the game is over.
    pub fn over(&self, ground: &Ground) -> bool {
        self.won || self.turns as usize == ROOFS as usize * ground.players
    }

    /// Every seat's part of the win, in seat order; only once the game is over.
    pub fn shares(&self, ground: &Ground) -> [f32; MOST_PLAYERS] {
        let mut shares = [0.0; MOST_PLAYERS];
        if self.won {
            shares[self.seat as usize] = 1.0;
            return shares;
        }
        let points = &self.points[..ground.players];
        let most = points.iter().copied().max().unwrap_or(0);
        let leaders = points.iter().filter(|&&own| own == most).count();
        for (share, &own) in shares.iter_mut().zip(points) {
            if own == most {
                *share = 1.0 / leaders as f32;
            }
        }
        shares
    }
}

/// Numbers by seat as seen from `seat`, whose own comes first.
pub fn in_turn(by_seat: &[f32; MOST_PLAYERS], seat: usize, players: usize) -> InTurn {
    let mut turned = [0.0; MOST_PLAYERS];
    for (offset, number) in turned.iter_mut().enumerate().take(players) {
        *number = by_seat[(seat + offset) % players];
    }
    turned
}

/// Numbers as seen from the next player, seen from the player before; the inverse of one step of play.
pub fn step_back(next: &InTurn, players: usize) -> InTurn {
    in_turn(next, players - 1, players)
}
