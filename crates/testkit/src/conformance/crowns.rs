//! Crowns as the suite tries it.

use spieltisch_rules::crowns::{CHIPS, Crowns, Move, Options, Roll, State};
use spieltisch_rules::dice::SixDice;
use spieltisch_rules::{Event, Game};

use crate::conformance::{Conforms, Trial, count_moves, head_start};

impl Conforms for Crowns {
    fn trials() -> Vec<Trial<Crowns>> {
        vec![
            Trial::usual(5),
            Trial { options: Options { solo_hard: true, ..Options::default() }, players: 1..=1, games: 20 },
            Trial { options: Options { head_start: head_start([0, 20]), ..Options::default() }, players: 2..=2, games: 3 },
        ]
    }

    fn every_move() -> Vec<Move> {
        SixDice::all().map(Move::Place).chain([Move::Remove]).collect()
    }

    fn every_roll() -> Vec<Roll> {
        SixDice::all_full().map(Roll).collect()
    }

    fn assert_pieces(&self, state: &State, events: &[Event<Crowns>]) {
        let on_board: usize = (0..self.players()).map(|seat| state.covered(seat).len()).sum();
        let left: usize = (0..self.players()).map(|seat| state.chips(seat) as usize).sum();
        let removed = count_moves(events, |mv| mv == Move::Remove);
        assert_eq!(on_board + left + removed, CHIPS as usize * self.players(), "chips");
    }
}
