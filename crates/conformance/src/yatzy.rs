//! Yatzy as the suite tries it.

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, Move, Options, Roll, State, Yatzy};
use spieltisch_rules::{Event, Game};

use crate::{Trial, Tried, count_moves};

impl Tried for Yatzy {
    fn trials() -> Vec<Trial<Yatzy>> {
        let options = Options { bonus_at_least: 63, two_pairs_from_four: true, full_house_from_yatzy: true };
        vec![Trial::usual(3), Trial { options, players: 2..=2, games: 1 }]
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
