//! Crowns' reasons, against what every next roll allows by the rules.

use spieltisch_bots::Bots;
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_review::Why;
use spieltisch_review::why::crowns::CrownsWhy;
use spieltisch_rules::crowns::{Crowns, Field, FieldSet, Move, Options, Roll, State, fields_of};
use spieltisch_rules::dice::SixDice;
use spieltisch_rules::{Game, ToAct};

use super::{Given, check};

/// The twelve lines, written down a second time.
fn lines() -> Vec<FieldSet> {
    let line = |field: &dyn Fn(u8) -> (u8, u8)| (1..=5).map(|i| Field::new(field(i).0, field(i).1).expect("a field")).collect();
    let rows = (1..=5).map(|number| line(&|count| (count, number)));
    let columns = (1..=5).map(|count| line(&|number| (count, number)));
    rows.chain(columns).chain([line(&|i| (i, i)), line(&|i| (i, 6 - i))]).collect()
}

fn crowns_of(game: &Crowns, line: FieldSet) -> u32 {
    line.iter().map(|field| u32::from(game.board().crowns(field))).sum()
}

fn placed(mv: Move) -> FieldSet {
    match mv {
        Move::Place(dice) => fields_of(dice),
        Move::Remove => FieldSet::EMPTY,
    }
}

fn missing(line: FieldSet, covered: FieldSet) -> u32 {
    line.iter().filter(|field| !covered.contains(*field)).count() as u32
}

/// The chance that the own next roll can fill a line that brings crowns, when the others place nothing in between.
fn line_chance(given: &Given<'_, Crowns>, mv: Move) -> f64 {
    let mut state = given.after(mv);
    while state.seat() != given.seat {
        given.game.roll_trusted(&mut state, Roll(SixDice::from_faces(&[1; 6]).expect("six dice")));
        given.game.play_trusted(&mut state, Move::Place(SixDice::EMPTY));
    }
    if given.game.to_act(&state) == ToAct::Over {
        return 0.0;
    }
    let full = |state: &State| {
        let covered = state.covered(given.seat);
        lines().into_iter().filter(|line| crowns_of(given.game, *line) > 0 && missing(*line, covered) == 0).count()
    };
    let (mut fills, mut all) = (0.0, 0.0);
    given.game.each_outcome(&state, |roll, weight| {
        let mut rolled = state.clone();
        given.game.roll_trusted(&mut rolled, roll);
        let can = given.game.moves(&rolled).into_iter().any(|mv| {
            let mut after = rolled.clone();
            given.game.play_trusted(&mut after, mv);
            full(&after) > full(&state)
        });
        all += f64::from(weight);
        fills += if can { f64::from(weight) } else { 0.0 };
    });
    fills / all
}

fn is_true(given: &Given<'_, Crowns>, why: Why) {
    let Why::Crowns(why) = why else { panic!("{}", given.what) };
    let now = |mv: Move| given.game.scores(&given.after(mv))[given.seat] - given.game.scores(given.state)[given.seat];
    let (played_fields, best_fields) = (placed(given.played), placed(given.best));
    match why {
        CrownsWhy::EndsAhead => {
            let result = given.game.result(&given.after(given.best));
            assert!(result.is_some_and(|result| result.winners.contains(given.seat)), "{}", given.what);
        }
        CrownsWhy::Points { played, best } => {
            assert!((now(given.played), now(given.best)) == (played, best) && best > played, "{}", given.what);
        }
        CrownsWhy::LineChance { played, best } => {
            given.same(played, line_chance(given, given.played));
            given.same(best, line_chance(given, given.best));
            assert!(best > played, "{}", given.what);
        }
        CrownsWhy::Wasted { field } => {
            assert!(played_fields.contains(field) && !best_fields.contains(field), "{}", given.what);
            let after = given.after(given.played);
            let (covered, chips) = (after.covered(given.seat), u32::from(after.chips(given.seat)));
            let counts =
                lines().into_iter().any(|line| line.contains(field) && crowns_of(given.game, line) > 0 && missing(line, covered) <= chips);
            let brings = field.is_edge() && given.game.board().crowns(field) > 0;
            assert!(!counts && !brings, "{}", given.what);
        }
        CrownsWhy::Keeps { chips } => {
            assert!(played_fields.contains_all(best_fields), "{}", given.what);
            assert_eq!(played_fields.len() - best_fields.len(), chips as usize, "{}", given.what);
        }
        CrownsWhy::Race { chips, seat, left } => {
            assert!(best_fields.contains_all(played_fields) && seat != given.seat, "{}", given.what);
            assert_eq!(best_fields.len() - played_fields.len(), chips as usize, "{}", given.what);
            assert_eq!(u32::from(given.state.chips(seat)), left, "{}", given.what);
        }
        CrownsWhy::Closer { line, crowns, played, best } => {
            let fields = lines()[line];
            let lacks = |mv: Move| missing(fields, given.after(mv).covered(given.seat));
            assert_eq!((lacks(given.played), lacks(given.best)), (played, best), "{}", given.what);
            assert!(best < played && best <= u32::from(given.after(given.best).chips(given.seat)), "{}", given.what);
            assert_eq!(crowns_of(given.game, fields) as i32, crowns, "{}", given.what);
        }
    }
}

#[test]
fn reasons_are_true() {
    let mut given = 0;
    for (players, solo_hard) in [(1, false), (1, true), (2, false), (3, false)] {
        let game = Crowns::new(players, Options { solo_hard, ..Default::default() }, Default::default()).unwrap();
        given += check(game.clone(), game.evaluator(&EmptyValueStore), 3, 10, is_true);
    }
    assert!(given >= 40, "a reason was found only {given} times");
}
