//! Yatzy as the suite tries it.

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, Move, Options, Roll, State, Yatzy};
use spieltisch_rules::{Event, Game};

use crate::conformance::{Conforms, Trial, count_moves, head_start};

impl Conforms for Yatzy {
    fn trials() -> Vec<Trial<Yatzy>> {
        let options = Options { bonus_at_least: 63, two_pairs_from_four: true, full_house_from_yatzy: true, ..Options::default() };
        let ahead = Options { head_start: head_start([0, 60]), ..Options::default() };
        vec![Trial::usual(3), Trial { options, players: 2..=2, games: 1 }, Trial { options: ahead, players: 2..=2, games: 1 }]
    }

    fn every_move() -> Vec<Move> {
        Hand::all().map(Move::Keep).chain(BoxName::ALL.map(Move::Score)).collect()
    }

    fn every_roll() -> Vec<Roll> {
        Hand::all_full().map(Roll).collect()
    }

    fn assert_pieces(&self, state: &State, events: &[Event<Yatzy>]) {
        let filled: usize = (0..self.players()).map(|seat| state.sheet(seat).filled().len()).sum();
        assert_eq!(filled, count_moves(events, |mv| matches!(mv, Move::Score(_))), "one box a turn");
    }
}
