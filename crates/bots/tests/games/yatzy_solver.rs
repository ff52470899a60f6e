//! The fast solver against the textbook one, and against enumeration by hand.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use spieltisch_bots::yatzy::solver::ScoreTable;
use spieltisch_bots::yatzy::textbook::Textbook;
use spieltisch_bots::yatzy::turn::TurnError;
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::BoxName::{self, *};
use spieltisch_rules::yatzy::{BoxSet, Move, Options};

static DEFAULT: LazyLock<ScoreTable> = LazyLock::new(|| solve_last_boxes(Options::default()));

fn solve_last_boxes(options: Options) -> ScoreTable {
    ScoreTable::solve_last_boxes(&options, 5, &|_| true).expect("not stopped")
}

fn boxes(names: &[BoxName]) -> BoxSet {
    names.iter().fold(BoxSet::default(), |set, &name| set.with(name))
}

fn hand(faces: &[u8]) -> Hand {
    Hand::from_faces(faces).expect("faces of dice")
}

#[track_caller]
fn assert_close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-9, "found {found}, wanted {wanted}");
}

/// Sheets with few free boxes: free boxes and upper sums their filled boxes can have.
const REDUCED: &[(&[BoxName], &[u16])] = &[
    (&[Yatzy], &[40]),
    (&[Chance], &[70]),
    (&[Ones, Sixes], &[0, 29, 33, 34, 40, 59, 63, 64]),
    (&[Twos, Fours, Sixes], &[9, 20, 31, 40, 45]),
    (&[Threes, TwoPairs, FullHouse], &[48, 51, 55, 63, 64, 70]),
    (&[Pair, ThreeOfAKind, FourOfAKind], &[30]),
    (&[SmallStraight, LargeStraight, Chance], &[63]),
    (&[Ones, Fives, FourOfAKind, Yatzy], &[34, 42, 58, 60]),
];

#[test]
fn reduced_games_have_the_textbook_value_under_every_option() {
    for bonus_at_least in [63, 64] {
        for two_pairs_from_four in [false, true] {
            for full_house_from_yatzy in [false, true] {
                let options = Options { bonus_at_least, two_pairs_from_four, full_house_from_yatzy, ..Default::default() };
                let table = solve_last_boxes(options.clone());
                let mut textbook = Textbook::new(options);
                for (names, sums) in REDUCED {
                    for &sum in *sums {
                        assert_close(table.expected(boxes(names), sum), textbook.outcome(boxes(names), sum).mean);
                    }
                }
            }
        }
    }
}

#[test]
fn odd_bonus_limits_are_solved_too() {
    for bonus_at_least in [0, 1, 105, 106, 300] {
        let options = Options { bonus_at_least, ..Options::default() };
        let table = solve_last_boxes(options.clone());
        let mut textbook = Textbook::new(options);
        for (free, sum) in [(boxes(&[Ones, Sixes]), 0), (boxes(&[Twos, Threes]), 60), (boxes(&[Sixes, Chance]), 75)] {
            assert_close(table.expected(free, sum), textbook.outcome(free, sum).mean);
        }
    }
}

#[test]
fn the_bonus_counts_once_when_it_is_reached() {
    // Only ones free and one point missing: the bonus comes unless no one shows in three rolls.
    let no_one = (5.0f64 / 6.0).powi(3).powi(5);
    let ones = 5.0 * (1.0 - (5.0f64 / 6.0).powi(3));
    assert_close(DEFAULT.expected(boxes(&[Ones]), 63), ones + 35.0 * (1.0 - no_one));
    assert_close(DEFAULT.expected(boxes(&[Ones]), 64), ones);
}

#[test]
fn the_spread_of_reduced_games_is_the_textbook_one() {
    let spread = DEFAULT.spread(&|_| true).expect("not stopped");
    let mut textbook = Textbook::new(Options::default());
    for (names, sums) in REDUCED {
        for &sum in *sums {
            let found = spread.variance(&DEFAULT, boxes(names), sum);
            let wanted = textbook.outcome(boxes(names), sum).variance();
            assert!((found - wanted).abs() < 1e-6 * (1.0 + wanted), "{names:?} at {sum}: {found}, not {wanted}");
        }
    }
}

#[test]
fn the_rough_spread_is_nearly_the_exact_one() {
    let exact = DEFAULT.spread(&|_| true).expect("not stopped");
    let rough = DEFAULT.rough_spread(&|_| true).expect("not stopped");
    for (names, sums) in REDUCED {
        for &sum in *sums {
            let [exact, rough] = [&exact, &rough].map(|spread| spread.variance(&DEFAULT, boxes(names), sum));
            assert!((exact - rough).abs() < 2e-3 * exact, "{names:?} at {sum}: {rough}, not {exact}");
        }
    }
}

#[test]
fn every_move_of_a_turn_has_the_textbook_value() {
    let free = boxes(&[Threes, FullHouse, Yatzy]);
    let mut textbook = Textbook::new(Options::default());
    let turn = DEFAULT.turn(free, 55);
    assert_close(turn.start(), DEFAULT.expected(free, 55));
    for faces in [[3, 3, 3, 4, 5], [1, 2, 3, 4, 5], [3, 3, 3, 3, 3]] {
        let dice = hand(&faces);
        for rolls_used in 1..=3 {
            let moves = turn.moves(dice, rolls_used).expect("five dice");
            for judged in &moves {
                let wanted = match judged.mv {
                    Move::Keep(kept) => textbook.keep(free, 55, kept, 3 - rolls_used),
                    Move::Score(name) => textbook.end(free, 55, dice, name).mean,
                };
                assert_close(judged.worth, wanted);
            }
            let keeps = if rolls_used == 3 { 0 } else { dice.proper_parts().len() };
            assert_eq!(moves.len(), keeps + free.len());
            let best = moves.iter().map(|judged| judged.worth).fold(f64::MIN, f64::max);
            assert_close(turn.best(dice, rolls_used).expect("five dice"), best);
        }
    }
}

/// One free box, every sequence of dice played out die by die: no table, no lattice, no textbook.
#[test]
fn a_yatzy_only_turn_agrees_with_enumeration() {
    // Chance to have all five equal after at most three rolls, keeping the most frequent face; a Markov chain on its count.
    let chance = |n: u32, k: u32| {
        let ways = (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1));
        ways * 5f64.powi((n - k) as i32) / 6f64.powi(n as i32)
    };
    let mut most_at_first = [0.0; 6];
    for code in 0..7776u32 {
        let mut counts = [0usize; 6];
        (0..5).for_each(|die| counts[(code / 6u32.pow(die) % 6) as usize] += 1);
        most_at_first[counts.into_iter().max().unwrap_or(0)] += 1.0 / 7776.0;
    }
    // With one of a kind kept or none the other face may come out more often: count two rolls in full.
    let after = |most: usize| -> Vec<f64> {
        let mut next = vec![0.0; 6];
        let others = 5 - most as u32;
        for code in 0..6u32.pow(others) {
            let mut counts = [0usize; 6];
            counts[0] = most;
            (0..others).for_each(|die| counts[(code / 6u32.pow(die) % 6) as usize] += 1);
            next[counts.into_iter().max().unwrap_or(0)] += 1.0 / 6f64.powi(others as i32);
        }
        next
    };
    let mut yatzy = 0.0;
    for (most, first) in most_at_first.iter().enumerate().skip(1) {
        for (second_most, second) in after(most).iter().enumerate().skip(1) {
            yatzy += first * second * chance(5 - second_most as u32, 5 - second_most as u32);
        }
    }
    assert_close(DEFAULT.expected(boxes(&[Yatzy]), 0), 100.0 * yatzy);
}

#[test]
fn dice_that_are_not_a_turn_are_refused() {
    let turn = DEFAULT.turn(boxes(&[Chance, Yatzy]), 0);
    assert_eq!(turn.moves(hand(&[1, 2, 3, 4]), 1), Err(TurnError::NotFiveDice { dice: 4 }));
    assert_eq!(turn.best(hand(&[1; 5]), 0), Err(TurnError::NoSuchRoll { rolls_used: 0 }));
    assert_eq!(turn.moves(hand(&[1; 5]), 4), Err(TurnError::NoSuchRoll { rolls_used: 4 }));
}

#[test]
fn solving_stops_when_told_to() {
    let asked = AtomicUsize::new(0);
    let table = ScoreTable::solve(&Options::default(), &|_| asked.fetch_add(1, Ordering::Relaxed) < 3);
    assert!(table.is_none());
    assert!(asked.load(Ordering::Relaxed) < 100, "it went on for long");
}
