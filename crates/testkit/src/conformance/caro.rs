//! Caro as the suite tries it.

use spieltisch_rules::caro::{Caro, Colour, Move, Options, Place, Roll, State};
use spieltisch_rules::{Event, Game};

use crate::conformance::{Conforms, Trial, head_start};

impl Conforms for Caro {
    fn trials() -> Vec<Trial<Caro>> {
        vec![
            Trial::usual(30),
            Trial { options: Options { open_table: true, ..Options::default() }, ..Trial::usual(20) },
            Trial { options: Options { head_start: head_start([0, 30]), ..Options::default() }, players: 2..=2, games: 10 },
        ]
    }

    fn every_move() -> Vec<Move> {
        let places = (-9..=9).flat_map(|x| (-9..=9).map(move |y| Place { x, y }));
        let lays = places.flat_map(|place| Colour::ALL.map(|colour| Move::Lay(colour, place)));
        lays.chain([Move::Pass]).chain((0..6).map(Move::Object)).collect()
    }

    fn every_roll() -> Vec<Roll> {
        Vec::new()
    }

    fn assert_pieces(&self, state: &State, _: &[Event<Caro>]) {
        for colour in Colour::ALL {
            let laid = state.field().all().filter(|(_, of)| *of == colour).count();
            let held: usize = (0..self.players()).map(|seat| state.supply(seat).count(colour) as usize).sum();
            assert_eq!(laid + held, 3 * self.players(), "{colour} tiles");
        }
    }
}
