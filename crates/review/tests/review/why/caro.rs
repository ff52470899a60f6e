//! Caro's reasons, against what tiles really score when they are laid.

use spieltisch_bots::Bots;
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_review::Why;
use spieltisch_review::why::caro::CaroWhy;
use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Move, Options, State};

use super::{Given, check};

/// What a move brings the player who makes it.
fn brings(game: &Caro, state: &State, mv: Move) -> i32 {
    let mut after = state.clone();
    game.play_trusted(&mut after, mv);
    game.scores(&after)[state.seat()] - game.scores(state)[state.seat()]
}

fn is_right(game: &Caro, state: &State, mv: Move) -> bool {
    matches!(mv, Move::Lay(colour, place) if game.is_right(state, colour, place))
}

/// The most the next player gets with one right tile after a move.
fn most_next(given: &Given<'_, Caro>, mv: Move) -> i32 {
    let after = given.after(mv);
    let moves = given.game.moves(&after).into_iter().filter(|mv| is_right(given.game, &after, *mv));
    moves.map(|mv| brings(given.game, &after, mv)).max().unwrap_or(0)
}

fn is_true(given: &Given<'_, Caro>, why: Why) {
    let Why::Caro(why) = why else { panic!("{}", given.what) };
    let now = [given.played, given.best].map(|mv| brings(given.game, given.state, mv));
    match why {
        CaroWhy::Points { played, best } => assert!([played, best] == now && best > played, "{}", given.what),
        CaroWhy::Doubled { colour, played, best } => {
            assert!([played, best] == now && best > played && best % 2 == 0, "{}", given.what);
            assert!(matches!(given.best, Move::Lay(laid, _) if laid == colour), "{}", given.what);
            assert_eq!(given.state.supply(given.seat).count(colour), 1, "{}", given.what);
        }
        CaroWhy::Opens { seat, played, best, now: more } => {
            assert_eq!([played, best], [given.played, given.best].map(|mv| most_next(given, mv)), "{}", given.what);
            assert!(best < played && more == now[1] - now[0] && seat == given.after(given.best).seat(), "{}", given.what);
        }
        CaroWhy::Object => assert!(given.state.last_is_wrong() && matches!(given.best, Move::Object(_)), "{}", given.what),
        CaroWhy::Wrong => {
            let after = given.after(given.played);
            let objector = Move::Object(after.seat() as u8);
            let mut objected = after.clone();
            given.game.play(&mut objected, objector).unwrap_or_else(|_| panic!("{}: no player may object", given.what));
            let lost = given.game.scores(&after)[given.seat] - given.game.scores(&objected)[given.seat];
            assert_eq!(lost, now[0] + 10, "{}", given.what);
        }
    }
}

#[test]
fn reasons_are_true() {
    let mut given = 0;
    for players in 2..=4 {
        for open_table in [false, true] {
            let game = Caro::new(players, Options { open_table, ..Default::default() }, Default::default()).unwrap();
            given += check(game.clone(), game.evaluator(&EmptyValueStore), 2, 12, is_true);
        }
    }
    assert!(given >= 50, "a reason was found only {given} times");
}
