//! Play for the win against brute force and against what must be true of chances.

use std::sync::{Arc, LazyLock};

use spieltisch_bots::yatzy::distribution::LastBoxes;
use spieltisch_bots::yatzy::normal::{self, Normal};
use spieltisch_bots::yatzy::solver::ScoreTable;
use spieltisch_bots::yatzy::textbook::Textbook;
use spieltisch_bots::yatzy::win::{SheetStanding, WinError, WinModel, WinSettings};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::BoxName::{self, *};
use spieltisch_rules::yatzy::{BoxSet, Move, Options};

static MODEL: LazyLock<WinModel> = LazyLock::new(|| {
    let table = ScoreTable::solve_last_boxes(&Options::default(), 4, &|_| true).expect("not stopped");
    let settings = WinSettings { lead_boxes: 4, exact_boxes: 3 };
    WinModel::new(Arc::new(table), settings, &|_| true).expect("not stopped")
});

fn boxes(names: &[BoxName]) -> BoxSet {
    names.iter().fold(BoxSet::default(), |set, &name| set.with(name))
}

fn standing(free: &[BoxName], upper_sum: u16, points: u16) -> SheetStanding {
    SheetStanding { free: boxes(free), upper_sum, points }
}

fn hand(faces: &[u8]) -> Hand {
    Hand::from_faces(faces).expect("faces of dice")
}

/// The chance to win before the first roll.
fn start_chance(seats: &[SheetStanding], seat: usize) -> f64 {
    let turn = MODEL.turn(seats, seat).expect("a seat");
    let best = |dice: Hand| {
        let moves = turn.moves(dice, 1).expect("five dice");
        moves.iter().map(|judged| judged.chances[seat]).fold(0.0, f64::max)
    };
    Hand::all_full().map(|dice| best(dice) * f64::from(dice.orders()) / 7776.0).sum()
}

#[test]
fn three_boxes_against_a_finished_sheet_are_played_like_brute_force() {
    let textbook = &mut Textbook::new(Options::default());
    for (free, upper_sum, points, target) in [
        (&[Threes, FullHouse, Yatzy][..], 55, 200, 245),
        (&[Sixes, Chance, LargeStraight], 46, 180, 290),
        (&[Pair, Chance], 70, 150, 195),
        (&[Ones, Twos, FourOfAKind], 57, 210, 250),
    ] {
        let share = |score: u16| match score.cmp(&target) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        let wanted = textbook.worth(boxes(free), upper_sum, points, &share);
        let seats = [standing(free, upper_sum, points), standing(&[], 60, target)];
        let found = start_chance(&seats, 0);
        assert!((found - wanted).abs() < 2e-5, "{free:?}: found {found}, wanted {wanted}");
    }
}

#[test]
fn one_who_needs_a_yatzy_goes_for_it() {
    // 60 behind with chance and Yatzy free: points alone would keep the sixes of a full house for the chance box.
    let seats = [standing(&[Chance, Yatzy], 60, 200), standing(&[], 60, 290)];
    let turn = MODEL.turn(&seats, 0).expect("a seat");
    let dice = hand(&[2, 2, 2, 6, 6]);
    assert_eq!(turn.best_move(dice, 2).expect("five dice"), Some(Move::Keep(hand(&[2, 2, 2]))));
}

#[test]
fn the_last_boxes_have_distributions_with_the_known_mean_and_variance() {
    let table = MODEL.table();
    let spread = table.spread(&|_| true).expect("not stopped");
    let last = LastBoxes::new(table, 2);
    for (names, upper_sum) in [(&[Yatzy][..], 0), (&[Sixes, FullHouse], 50), (&[Fours, Chance, SmallStraight], 51)] {
        let free = boxes(names);
        let chances = last.of(table, free, upper_sum).expect("few boxes");
        let moment =
            |power: i32| chances.iter().enumerate().map(|(points, &chance)| f64::from(chance) * (points as f64).powi(power)).sum::<f64>();
        assert!((moment(0) - 1.0).abs() < 1e-5);
        assert!((moment(1) - table.expected(free, upper_sum)).abs() < 1e-3);
        let variance = moment(2) - moment(1).powi(2);
        assert!((variance - spread.variance(table, free, upper_sum)).abs() < 1e-3 * variance, "{names:?}");
    }
    assert!(last.of(table, boxes(&[Ones, Twos, Threes, Fours]), 0).is_none());
}

#[test]
fn chances_of_all_seats_add_up_to_one_win() {
    let last = [standing(&[Ones, Pair, Yatzy], 40, 180), standing(&[Twos, Chance], 64, 230), standing(&[Sixes, Yatzy], 30, 190)];
    let earlier: Vec<SheetStanding> = last.iter().map(|one| SheetStanding { free: one.free.with(SmallStraight), ..*one }).collect();
    for seats in [&last[..], &earlier] {
        for seat in 0..3 {
            for judged in MODEL.evaluate(seats, seat, hand(&[1, 1, 3, 4, 6]), 2).expect("a turn") {
                let sum: f64 = judged.chances.iter().sum();
                assert!((sum - 1.0).abs() < 1e-6, "{judged:?}");
                assert!(judged.chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{judged:?}");
                assert!(judged.expected_score > f64::from(seats[seat].points));
            }
        }
    }
}

#[test]
fn a_single_player_has_won_and_plays_for_points() {
    let seats = [standing(&[Ones, Chance, Yatzy], 40, 180)];
    let moves = MODEL.evaluate(&seats, 0, hand(&[6, 6, 6, 6, 5]), 3).expect("a turn");
    assert!(moves.iter().all(|judged| (judged.chances[0] - 1.0).abs() < 1e-4));
    let best = MODEL.turn(&seats, 0).expect("a seat").best_move(hand(&[6, 6, 6, 6, 5]), 3);
    assert_eq!(best, Ok(Some(Move::Score(Chance))));
}

#[test]
fn a_seat_that_is_not_there_is_refused() {
    assert_eq!(MODEL.turn(&[standing(&[Chance], 0, 0)], 1).err(), Some(WinError::NoSuchSeat { seat: 1 }));
}

#[test]
fn the_larger_of_two_normal_numbers_is_known() {
    let one = Normal { mean: 10.0, variance: 4.0 };
    let largest = normal::largest(&[one, one]).expect("two numbers");
    let pi = std::f64::consts::PI;
    assert!((largest.mean - (10.0 + 2.0 / pi.sqrt())).abs() < 1e-3);
    assert!((largest.variance - 4.0 * (1.0 - 1.0 / pi)).abs() < 1e-2);
    assert!((normal::below(1.96) - 0.9750021).abs() < 1e-6);
}
