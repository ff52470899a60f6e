//! Solving the whole game, and judging one turn.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box};
use spieltisch_bots::yatzy::solver::ScoreTable;
use spieltisch_bots::yatzy::textbook::Textbook;
use spieltisch_bots::yatzy::win::{SheetStanding, WinModel, WinSettings};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, BoxSet, Options};

fn main() {
    divan::main();
}

fn solved() -> ScoreTable {
    ScoreTable::solve(&Options::default(), &|_| true).expect("not stopped")
}

/// The whole game; its last boxes must have the value the textbook loop finds.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn solve(bencher: Bencher) {
    use BoxName::*;
    let free = [Ones, Sixes, FullHouse, Chance, Yatzy].into_iter().fold(BoxSet::default(), BoxSet::with);
    let wanted = Textbook::new(Options::default()).outcome(free, 40).mean;
    let table = solved();
    println!("expected score {:.9}", table.expected_score());
    bencher.bench_local(|| {
        let table = solved();
        assert!((table.expected(free, 40) - wanted).abs() < 1e-9);
        table.expected_score()
    });
}

/// How far the scores spread.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn spread(bencher: Bencher) {
    let table = solved();
    bencher.bench_local(|| table.spread(&|_| true).map(|spread| spread.variance(&table, BoxSet::ALL, 0)));
}

/// The tables for play for the win.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn win_tables(bencher: Bencher) {
    let table = Arc::new(solved());
    bencher.bench_local(|| WinModel::new(table.clone(), WinSettings::default(), &|_| true).is_some());
}

/// Every move of a turn of two players with this many boxes left each, for the win.
#[divan::bench(args = [2, 3, 4, 5, 8, 15])]
fn win_turn(bencher: Bencher, left: usize) {
    static MODEL: LazyLock<WinModel> =
        LazyLock::new(|| WinModel::new(Arc::new(solved()), WinSettings::default(), &|_| true).expect("not stopped"));
    use BoxName::*;
    let order = [Yatzy, Sixes, Chance, FullHouse, Threes, LargeStraight, Pair, Fives, TwoPairs, Ones];
    let all = order.into_iter().chain(BoxName::ALL.into_iter().filter(|name| !order.contains(name)));
    let free = all.take(left).fold(BoxSet::default(), BoxSet::with);
    let seats = [150, 170].map(|points| SheetStanding { free, upper_sum: 0, points });
    let dice = Hand::from_faces(&[1, 2, 3, 4, 5]).expect("five faces");
    bencher.bench_local(|| MODEL.evaluate(black_box(&seats), 0, dice, 1).map(|moves| moves.len()));
}

/// Every move of a first turn.
#[divan::bench]
fn turn(bencher: Bencher) {
    let table = solved();
    let dice = Hand::from_faces(&[1, 2, 3, 4, 5]).expect("five faces");
    bencher.bench_local(|| {
        let turn = table.turn(black_box(BoxSet::ALL), 0);
        turn.moves(dice, 1).map(|moves| moves.len())
    });
}
