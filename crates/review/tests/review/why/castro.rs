//! Castro's reasons, against a walk through whole turns by the rules.

use spieltisch_bots::Bots;
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_review::Why;
use spieltisch_review::why::castro::CastroWhy;
use spieltisch_rules::castro::{Castro, End, Move, State};
use spieltisch_rules::{Game, Seat};

use super::{Given, check};

/// The best chance of a wished end of this turn after a move.
fn this_turn(given: &Given<'_, Castro>, mv: Move, wished: &dyn Fn(&State, Move) -> bool) -> f64 {
    match mv {
        Move::Keep(_) => given.chance(&given.after(mv), wished),
        _ => f64::from(u8::from(wished(given.state, mv))),
    }
}

fn wins(game: &Castro, state: &State, mv: Move) -> Option<End> {
    let mut after = state.clone();
    game.play_trusted(&mut after, mv);
    after.end().filter(|end| *end != End::Rounds)
}

/// A seat's best chance to win with its next turn, when the others before it lose a roof each.
fn next_turn(given: &Given<'_, Castro>, mv: Move, seat: Seat) -> f64 {
    let mut state = given.after(mv);
    while state.seat() != seat {
        state.lose_and_pass(given.game);
    }
    given.chance(&state, &|state, mv| wins(given.game, state, mv).is_some())
}

fn lead(given: &Given<'_, Castro>, mv: Move) -> i32 {
    let scores = given.game.scores(&given.after(mv)).to_vec();
    let others = scores.iter().enumerate().filter(|(seat, _)| *seat != given.seat).map(|(_, points)| *points);
    scores[given.seat] - others.max().expect("two players at least")
}

fn is_true(given: &Given<'_, Castro>, why: Why) {
    let Why::Castro(why) = why else { panic!("{}", given.what) };
    let pair = |found: &dyn Fn(Move) -> f64, played: f64, best: f64| {
        given.same(played, found(given.played));
        given.same(best, found(given.best));
    };
    let won = |mv: Move| wins(given.game, given.state, mv);
    match why {
        CastroWhy::WinsByRow => assert_eq!((won(given.best), won(given.played)), (Some(End::Row), None), "{}", given.what),
        CastroWhy::WinsByYatzy => assert_eq!((won(given.best), won(given.played)), (Some(End::ThreeYatzy), None), "{}", given.what),
        CastroWhy::WinChance { played, best } => {
            let wished = |state: &State, mv: Move| wins(given.game, state, mv).is_some();
            pair(&|mv| this_turn(given, mv, &wished), played, best);
            assert!(best > played, "{}", given.what);
        }
        CastroWhy::OtherWins { seat, played, best } => {
            assert!(seat == (given.seat + 1) % given.game.players() && best < played, "{}", given.what);
            pair(&|mv| next_turn(given, mv, seat), played, best);
        }
        CastroWhy::OwnNext { played, best } => {
            assert!(best > played, "{}", given.what);
            pair(&|mv| next_turn(given, mv, given.seat), played, best);
        }
        CastroWhy::Roof { square, played, best } => {
            assert!(best > played, "{}", given.what);
            pair(&|mv| this_turn(given, mv, &|_, end| end == Move::Place(square)), played, best);
        }
        CastroWhy::AnyRoof { played, best } => {
            assert!(best > played, "{}", given.what);
            pair(&|mv| this_turn(given, mv, &|_, end| matches!(end, Move::Place(_))), played, best);
        }
        CastroWhy::Lead { played, best } => {
            assert_eq!((lead(given, given.played), lead(given, given.best)), (played, best), "{}", given.what);
            assert!(best > played, "{}", given.what);
        }
    }
}

#[test]
fn reasons_are_true() {
    let mut given = 0;
    for players in 2..=3 {
        let game = Castro::new(players, Default::default(), Default::default()).unwrap();
        given += check(game.clone(), game.evaluator(&EmptyValueStore), 2, 8, is_true);
    }
    assert!(given >= 8, "a reason was found only {given} times");
}
