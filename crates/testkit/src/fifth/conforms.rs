//! How the suite tries it.

use spieltisch_rules::{Event, Game};

use crate::conformance::{Conforms, Trial};
use crate::fifth::notation::{Move, Roll};
use crate::fifth::pig::{Options, Pig, State};

impl Conforms for Pig {
    fn trials() -> Vec<Trial<Pig>> {
        vec![Trial::usual(20), Trial { options: Options { target: 15 }, ..Trial::usual(20) }]
    }

    fn every_move() -> Vec<Move> {
        vec![Move::More, Move::Stop]
    }

    fn every_roll() -> Vec<Roll> {
        (1..=6).map(Roll).collect()
    }

    /// Points come from dice only.
    fn assert_pieces(&self, state: &State, events: &[Event<Pig>]) {
        let rolled: u16 = events.iter().map(|event| if let Event::Roll(roll) = event { roll.0.into() } else { 0 }).sum();
        let kept: u16 = (0..self.players()).map(|seat| state.kept(seat)).sum();
        assert!(kept <= rolled, "{kept} points kept of {rolled} rolled");
    }
}
