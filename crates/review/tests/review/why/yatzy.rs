//! Yatzy's reasons, against a plain computation.

use std::sync::Arc;

use spieltisch_bots::yatzy::YatzyExpert;
use spieltisch_bots::yatzy::textbook::Textbook;
use spieltisch_review::Why;
use spieltisch_review::why::yatzy::YatzyWhy;
use spieltisch_rules::Game;
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, Move, Options, State, Yatzy};

use super::{Given, check};

/// Free boxes that the slow computation is done for.
const FEW: usize = 4;

/// The most a box can bring on average in this turn after a move: every throw of every die is gone through.
fn most(given: &Given<'_, Yatzy>, mv: Move, name: BoxName, worth: &dyn Fn(u8) -> f64) -> f64 {
    let points = |dice: &[u8]| worth(name.points(Hand::from_faces(dice).expect("five dice"), given.game.options()));
    let now: Vec<u8> = given.state.dice().faces().collect();
    match mv {
        Move::Score(written) => {
            if written == name {
                points(&now)
            } else {
                0.0
            }
        }
        Move::Keep(kept) => after_throw(&kept.faces().collect::<Vec<u8>>(), 3 - given.state.rolls(), &points, &mut Default::default()),
    }
}

type Memo = std::collections::HashMap<(Vec<u8>, u8), f64>;

fn after_throw(kept: &[u8], rolls: u8, points: &dyn Fn(&[u8]) -> f64, known: &mut Memo) -> f64 {
    if let Some(known) = known.get(&(kept.to_vec(), rolls)) {
        return *known;
    }
    let thrown = 5 - kept.len() as u32;
    let mut sum = 0.0;
    for number in 0..6u32.pow(thrown) {
        let mut dice = kept.to_vec();
        dice.extend((0..thrown).map(|die| (number / 6u32.pow(die) % 6 + 1) as u8));
        dice.sort_unstable();
        sum += choose(&dice, rolls - 1, points, known);
    }
    let mean = sum / f64::from(6u32.pow(thrown));
    known.insert((kept.to_vec(), rolls), mean);
    mean
}

fn choose(dice: &[u8], rolls: u8, points: &dyn Fn(&[u8]) -> f64, known: &mut Memo) -> f64 {
    let mut best = points(dice);
    if rolls == 0 {
        return best;
    }
    if let Some(known) = known.get(&(dice.to_vec(), rolls)) {
        return *known;
    }
    for keep in 0..31u8 {
        let kept: Vec<u8> = (0..5).filter(|die| keep >> die & 1 == 1).map(|die| dice[die]).collect();
        best = best.max(after_throw(&kept, rolls, points, known));
    }
    known.insert((dice.to_vec(), rolls), best);
    best
}

/// Expected further points after writing a box, with and without the bonus, those of the box apart.
fn later(given: &Given<'_, Yatzy>, name: BoxName) -> (f64, f64) {
    let after = given.after(Move::Score(name));
    let sheet = after.sheet(given.seat);
    let of = |bonus_at_least: u16| {
        Textbook::new(Options { bonus_at_least, ..given.game.options().clone() }).outcome(sheet.free(), sheet.upper_sum()).mean
    };
    let at = given.game.options().bonus_at_least;
    let had = given.state.sheet(given.seat).upper_sum() >= at;
    let reached = if sheet.upper_sum() >= at && !had { 35.0 } else { 0.0 };
    (of(at) + reached, of(1_000))
}

fn points(state: &State, game: &Yatzy, name: BoxName) -> i32 {
    i32::from(name.points(state.dice(), game.options()))
}

fn is_true(given: &Given<'_, Yatzy>, why: Why) {
    let Why::Yatzy(why) = why else { panic!("{}", given.what) };
    let made = |points: u8| f64::from(u8::from(points > 0));
    let (boxes, free) = match (given.played, given.best) {
        (Move::Score(played), Move::Score(best)) => (Some((played, best)), given.state.sheet(given.seat).free().len()),
        _ => (None, 0),
    };
    let now_of = |played, best| points(given.state, given.game, best) - points(given.state, given.game, played);
    match why {
        YatzyWhy::Sure { name, points: told, chance } => {
            assert_eq!((given.best, i32::from(told)), (Move::Score(name), points(given.state, given.game, name)), "{}", given.what);
            given.same(chance, most(given, given.played, name, &made));
        }
        YatzyWhy::Chance { name, played, best } => {
            given.same(played, most(given, given.played, name, &made));
            given.same(best, most(given, given.best, name, &made));
            assert!(best > played, "{}", given.what);
        }
        YatzyWhy::Mean { name, played, best } => {
            given.same(played, most(given, given.played, name, &f64::from));
            given.same(best, most(given, given.best, name, &f64::from));
            assert!(best > played, "{}", given.what);
        }
        YatzyWhy::Now { points } => {
            assert!(boxes.is_some_and(|(played, best)| now_of(played, best) == points && points > 0), "{}", given.what)
        }
        YatzyWhy::Later { kept, used, points, now } => {
            assert_eq!((boxes, now), (Some((kept, used)), now_of(kept, used)), "{}", given.what);
            assert!(points > 0.0, "{}", given.what);
            if free <= FEW {
                assert!((later(given, used).1 - later(given, kept).1 - points).abs() < 1e-6, "{}", given.what);
            }
        }
        YatzyWhy::Bonus { points, now } => {
            let (played, best) = boxes.unwrap_or_else(|| panic!("{}", given.what));
            assert_eq!(now, now_of(played, best), "{}", given.what);
            assert!(points > 0.0 && points <= 35.0, "{}", given.what);
            if free <= FEW {
                let (after_best, after_played) = (later(given, best), later(given, played));
                let found = (after_best.0 - after_best.1) - (after_played.0 - after_played.1);
                assert!((found - points).abs() < 1e-6, "{}: it is {found}", given.what);
            }
        }
    }
}

#[test]
fn reasons_are_true() {
    let game = |players, options: &Options| Yatzy::new(players, options.clone(), Default::default()).unwrap();
    let usual = Options::default();
    let expert = YatzyExpert::new(&game(1, &usual), &|_| true).expect("not stopped");
    let with = |players| Arc::new(expert.with_players(&game(players, &usual)).expect("the same options"));
    let given = check(game(1, &usual), with(1), 6, 12, is_true) + check(game(2, &usual), with(2), 3, 12, is_true);
    assert!(given >= 30, "a reason was found only {given} times");
}
