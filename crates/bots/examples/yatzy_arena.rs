//! Plays for the win against players for points: `cargo run --release -p spieltisch-bots --example yatzy_arena PLAYERS GAMES SEED LEAD_BOXES EXACT_BOXES`.
//!
//! One seat plays for the win, the others for points; the seat changes from game to game. Players for points do not look
//! at the others, so among themselves each wins exactly one game in PLAYERS. Every game is therefore played a second time
//! with the same dice and all seats for points, and the difference tells the gain with less noise than the bare result.

use std::sync::Arc;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use spieltisch_bots::yatzy::solver::ScoreTable;
use spieltisch_bots::yatzy::win::{SheetStanding, WinModel, WinSettings};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BONUS, BoxName, BoxSet, Move, Options, ROLLS};

/// The dice of a turn, should they all be thrown.
type Tape = [[u8; Hand::MOST]; ROLLS as usize];

/// Throws the dice until a box is chosen.
fn play(tape: &Tape, mut decide: impl FnMut(Hand, u8) -> Move) -> (BoxName, Hand) {
    let mut dice = Hand::EMPTY;
    for (rolls_used, faces) in (1..).zip(tape) {
        dice = faces.iter().take(Hand::MOST - dice.len()).fold(dice, |dice, &face| dice.with(face));
        match decide(dice, rolls_used) {
            Move::Keep(kept) => dice = kept,
            Move::Score(name) => return (name, dice),
        }
    }
    unreachable!("the third roll is written")
}

fn write(standing: &mut SheetStanding, options: &Options, (name, dice): (BoxName, Hand)) {
    let points = u16::from(name.points(dice, options));
    standing.points += points;
    if name.is_upper() {
        let before = standing.upper_sum;
        standing.upper_sum += points;
        if before < options.bonus_at_least && standing.upper_sum >= options.bonus_at_least {
            standing.points += BONUS;
        }
    }
    standing.free = standing.free.complement().with(name).complement();
}

fn turn_for_points(table: &ScoreTable, standing: &mut SheetStanding, tape: &Tape) {
    let turn = table.turn(standing.free, standing.upper_sum);
    let best = |dice, rolls| turn.best_move(dice, rolls).expect("five dice").expect("a free box").mv;
    write(standing, table.options(), play(tape, best));
}

fn turn_for_win(model: &WinModel, seats: &mut [SheetStanding], seat: usize, tape: &Tape) {
    let turn = model.turn(seats, seat).expect("a seat");
    let best = |dice, rolls| turn.best_move(dice, rolls).expect("five dice").expect("a free box");
    write(&mut seats[seat], model.table().options(), play(tape, best));
}

fn part_of_win(seats: &[SheetStanding], seat: usize) -> f64 {
    let best = seats.iter().map(|seat| seat.points).max().unwrap_or(0);
    let winners = seats.iter().filter(|seat| seat.points == best).count();
    if seats[seat].points == best { 1.0 / winners as f64 } else { 0.0 }
}

/// The part of the win of one seat playing for it, the same when it plays for points, its score and that for points.
fn game(model: &WinModel, players: usize, seat: usize, rng: &mut Xoshiro256PlusPlus) -> [f64; 4] {
    let mut seats = vec![SheetStanding { free: BoxSet::ALL, upper_sum: 0, points: 0 }; players];
    let mut for_points = seats[seat];
    for _ in BoxName::ALL {
        for mover in 0..players {
            let tape: Tape = std::array::from_fn(|_| std::array::from_fn(|_| rng.random_range(1..=6)));
            if mover == seat {
                turn_for_win(model, &mut seats, seat, &tape);
                turn_for_points(model.table(), &mut for_points, &tape);
            } else {
                turn_for_points(model.table(), &mut seats[mover], &tape);
            }
        }
    }
    let won = part_of_win(&seats, seat);
    let points = seats[seat].points;
    seats[seat] = for_points;
    [won, part_of_win(&seats, seat), f64::from(points), f64::from(for_points.points)]
}

/// A mean in percent with half of its 95 % interval.
fn percent(sum: f64, squares: f64, games: f64) -> String {
    let mean = sum / games;
    let error = 1.96 * ((squares / games - mean * mean) / games).sqrt();
    format!("{:.3} % ± {:.3}", 100.0 * mean, 100.0 * error)
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let number = |index: usize, default: usize| numbers.get(index).copied().unwrap_or(default);
    let (players, games, seed) = (number(0, 2), number(1, 20_000), number(2, 1));
    let settings = WinSettings::default();
    let settings = WinSettings { lead_boxes: number(3, settings.lead_boxes), exact_boxes: number(4, settings.exact_boxes) };
    let table = Arc::new(ScoreTable::solve(&Options::default(), &|_| true).expect("not stopped"));
    let start = Instant::now();
    let model = WinModel::new(table, settings, &|_| true).expect("not stopped");
    println!("{settings:?}, tables in {:?}", start.elapsed());
    let start = Instant::now();
    let sums = (0..games)
        .into_par_iter()
        .map(|number| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64((seed as u64) << 32 | number as u64);
            let [won, without, score, score_without] = game(&model, players, number % players, &mut rng);
            let gain = won - without;
            [won, won * won, gain, gain * gain, score, score_without]
        })
        .reduce(|| [0.0; 6], |a, b| std::array::from_fn(|index| a[index] + b[index]));
    let played = games as f64;
    println!(
        "{players} players, {games} games, seed {seed}: won {} (fair {:.3}), gain {}, score {:.2} instead of {:.2}, {:?}",
        percent(sums[0], sums[1], played),
        100.0 / players as f64,
        percent(sums[2], sums[3], played),
        sums[4] / played,
        sums[5] / played,
        start.elapsed()
    );
}
