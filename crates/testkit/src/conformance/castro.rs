//! Castro as the suite tries it.

use spieltisch_rules::castro::{Castro, Move, Options, ROOFS, Roll, Square, State};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::{Event, Game};

use crate::conformance::{Conforms, Trial, count_moves, head_start};

impl Conforms for Castro {
    fn trials() -> Vec<Trial<Castro>> {
        vec![
            Trial::usual(10),
            Trial { options: Options { full_house_from_yatzy: true, ..Options::default() }, players: 2..=2, games: 3 },
            Trial { options: Options { head_start: head_start([3, 1]), ..Options::default() }, players: 2..=2, games: 3 },
        ]
    }

    fn every_move() -> Vec<Move> {
        Hand::all().map(Move::Keep).chain(Square::all().map(Move::Place)).chain([Move::Lose]).collect()
    }

    fn every_roll() -> Vec<Roll> {
        Hand::all_full().map(Roll).collect()
    }

    fn assert_pieces(&self, state: &State, events: &[Event<Castro>]) {
        let on_board: Vec<usize> = (0..self.players())
            .map(|seat| Square::all().flat_map(|square| state.stacks().roofs(square)).filter(|&owner| owner == seat).count())
            .collect();
        let given = |seat: usize| usize::from(self.options().head_start.of(seat));
        let built = on_board.iter().sum::<usize>() - (0..self.players()).map(given).sum::<usize>();
        assert_eq!(built, count_moves(events, |mv| matches!(mv, Move::Place(_))));
        assert_eq!(on_board.iter().sum::<usize>(), state.stacks().count());
        for (seat, roofs) in on_board.into_iter().enumerate() {
            assert!(roofs - given(seat) + state.lost(seat) as usize <= ROOFS as usize, "no player has more than 15 roofs");
        }
    }
}
