//! What must never get lost or doubled: boxes, roofs, tiles and chips.

use spieltisch_rules::caro::{self, Caro, Colour};
use spieltisch_rules::castro::{self, Castro, ROOFS, Square};
use spieltisch_rules::crowns::{self, CHIPS, Crowns};
use spieltisch_rules::yatzy::{self, Yatzy};
use spieltisch_rules::{Event, Game};

/// A game whose pieces can be counted.
pub trait Pieces: Game {
    /// Panics where pieces are missing or too many after these events.
    fn assert_pieces(&self, state: &Self::State, events: &[Event<Self>]);
}

fn count<G: Game>(events: &[Event<G>], is: impl Fn(G::Move) -> bool) -> usize {
    events.iter().filter(|event| matches!(event, Event::Move(mv) if is(*mv))).count()
}

impl Pieces for Yatzy {
    fn assert_pieces(&self, state: &yatzy::State, events: &[Event<Yatzy>]) {
        let filled: usize = (0..self.players()).map(|seat| state.sheet(seat).filled().len()).sum();
        assert_eq!(filled, count(events, |mv| matches!(mv, yatzy::Move::Score(_))), "one box a turn");
    }
}

impl Pieces for Castro {
    fn assert_pieces(&self, state: &castro::State, events: &[Event<Castro>]) {
        let on_board: Vec<usize> = (0..self.players())
            .map(|seat| Square::all().flat_map(|square| state.stacks().roofs(square)).filter(|&owner| owner == seat).count())
            .collect();
        assert_eq!(on_board.iter().sum::<usize>(), count(events, |mv| matches!(mv, castro::Move::Place(_))));
        assert_eq!(on_board.iter().sum::<usize>(), state.stacks().count());
        for (seat, roofs) in on_board.into_iter().enumerate() {
            assert!(roofs + state.lost(seat) as usize <= ROOFS as usize, "nobody has more than 15 roofs");
        }
    }
}

impl Pieces for Caro {
    fn assert_pieces(&self, state: &caro::State, _: &[Event<Caro>]) {
        for colour in Colour::ALL {
            let laid = state.field().all().filter(|(_, of)| *of == colour).count();
            let held: usize = (0..self.players()).map(|seat| state.supply(seat).count(colour) as usize).sum();
            assert_eq!(laid + held, 3 * self.players(), "{colour} tiles");
        }
    }
}

impl Pieces for Crowns {
    fn assert_pieces(&self, state: &crowns::State, events: &[Event<Crowns>]) {
        let on_board: usize = (0..self.players()).map(|seat| state.covered(seat).len()).sum();
        let left: usize = (0..self.players()).map(|seat| state.chips(seat) as usize).sum();
        let removed = count(events, |mv| mv == crowns::Move::Remove);
        assert_eq!(on_board + left + removed, CHIPS as usize * self.players(), "chips");
    }
}
