//! How final scores of Yatzy are shaped: the chance of the Yatzy box and of the bonus, and how many points each brings, when a sheet is played on for points.
//! Half the games begin with some turns of a weaker player. `cargo run --release -p spieltisch-bots --example yatzy_shape GAMES SEED` prints the
//! numbers of `crates/bots/src/yatzy/shape.rs`.

#![allow(clippy::needless_range_loop, reason = "small matrices read best by index")]

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use spieltisch_bots::random::play_out;
use spieltisch_bots::yatzy::YatzyExpert;
use spieltisch_bots::yatzy::shape::{BONUS_FEATURES, bonus_features};
use spieltisch_bots::{Expert, Level};
use spieltisch_rules::yatzy::{BoxName, Yatzy};
use spieltisch_rules::{Event, Game, ToAct};

/// A sheet at the start of a turn, and what came of it.
struct SheetSample {
    free: usize,
    yatzy_is_free: bool,
    /// What the bonus depends on; `None` where it is reached or out of reach.
    bonus: Option<[f64; BONUS_FEATURES]>,
    /// Final score less the expected one.
    surplus: f64,
    got_yatzy: bool,
    got_bonus: bool,
}

fn game_of(game: &Yatzy, expert: &YatzyExpert, seed: u64) -> Vec<SheetSample> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let weak_turns = if rng.random_bool(0.5) { rng.random_range(0..12) } else { 0 };
    let level = Level::numbered(rng.random_range(1..=4));
    let (mut state, mut seen) = (game.start(), Vec::new());
    let choose = |_: &Yatzy, state: &_, rng: &mut Xoshiro256PlusPlus| {
        let turn = 15 - spieltisch_rules::yatzy::State::sheet(state, 0).free().len();
        if turn < weak_turns { Some(expert.choose(state, level, rng)) } else { expert.optimal(state) }
    };
    play_out(game, &mut state, &mut rng, choose, |state, event: Event<Yatzy>| {
        let sheet = state.sheet(0);
        if !matches!(event, Event::Roll(_)) || state.rolls() > 0 || 15 - sheet.free().len() < weak_turns {
            return;
        }
        let options = game.options();
        let so_far = f64::from(sheet.total(options));
        seen.push(SheetSample {
            free: sheet.free().len(),
            yatzy_is_free: sheet.free().contains(BoxName::Yatzy),
            bonus: bonus_features(sheet.free(), sheet.upper_sum(), options),
            surplus: -so_far - expert.table().expected(sheet.free(), sheet.upper_sum()),
            got_yatzy: false,
            got_bonus: false,
        });
    });
    assert_eq!(game.to_act(&state), ToAct::Over);
    let sheet = state.sheet(0);
    for seen in &mut seen {
        seen.surplus += f64::from(sheet.total(game.options()));
        seen.got_yatzy = sheet.points(BoxName::Yatzy).is_some_and(|points| points > 0);
        seen.got_bonus = sheet.bonus(game.options()) > 0;
    }
    seen
}

/// Solves a small system of linear equations.
fn solve<const N: usize>(mut rows: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for column in 0..N {
        let pivot = (column..N).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs())).unwrap_or(column);
        rows.swap(column, pivot);
        right.swap(column, pivot);
        for row in 0..N {
            if row != column {
                let factor = rows[row][column] / rows[column][column];
                for k in column..N {
                    rows[row][k] -= factor * rows[column][k];
                }
                right[row] -= factor * right[column];
            }
        }
    }
    std::array::from_fn(|at| right[at] / rows[at][at])
}

/// Logistic regression by Newton's method.
fn logistic<const N: usize>(samples: &[([f64; N], bool)]) -> [f64; N] {
    let mut weights = [0.0; N];
    for _ in 0..12 {
        let (mut rows, mut right) = ([[0.0; N]; N], [0.0; N]);
        for (features, came) in samples {
            let sum: f64 = features.iter().zip(&weights).map(|(feature, weight)| feature * weight).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            for i in 0..N {
                right[i] += features[i] * (f64::from(u8::from(*came)) - chance);
                for j in 0..N {
                    rows[i][j] += features[i] * features[j] * chance * (1.0 - chance);
                }
            }
        }
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] += 1e-3;
        }
        let step = solve(rows, right);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights
}

fn main() {
    let arguments: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("GAMES SEED")).collect();
    let [games, seed] = arguments[..] else { panic!("GAMES SEED") };
    let game = Yatzy::new(1, Default::default(), Default::default()).expect("one player");
    let expert = YatzyExpert::new(&game, &|_| true).expect("not stopped");
    let all: Vec<SheetSample> =
        (0..games).into_par_iter().flat_map_iter(|number| game_of(&game, &expert, seed.wrapping_add(number * 0x9e37_79b9))).collect();
    let bonus: Vec<([f64; BONUS_FEATURES], bool)> = all.iter().filter_map(|seen| Some((seen.bonus?, seen.got_bonus))).collect();
    let weights = logistic(&bonus);
    println!("bonus: {weights:.4?} of {} sheets", bonus.len());
    let chance = |features: &[f64; BONUS_FEATURES]| {
        let sum: f64 = features.iter().zip(&weights).map(|(feature, weight)| feature * weight).sum();
        1.0 / (1.0 + (-sum).exp())
    };
    println!("calibration of the bonus by tenths:");
    let mut tenths = [[0.0; 3]; 10];
    for (features, came) in &bonus {
        let chance = chance(features);
        let slot = &mut tenths[((chance * 10.0) as usize).min(9)];
        *slot = [slot[0] + 1.0, slot[1] + chance, slot[2] + f64::from(u8::from(*came))];
    }
    for [count, said, came] in tenths {
        println!("  {count:6.0} sheets: said {:.3}, came {:.3}", said / count, came / count);
    }
    println!("free boxes: chance of the Yatzy where it is free; points it brings; points the bonus brings; variance; left without both");
    for free in 1..=15 {
        let here: Vec<&SheetSample> = all.iter().filter(|seen| seen.free == free).collect();
        let open: Vec<&&SheetSample> = here.iter().filter(|seen| seen.yatzy_is_free).collect();
        let yatzy = open.iter().filter(|seen| seen.got_yatzy).count() as f64 / open.len().max(1) as f64;
        // Surplus by whether each came: least squares over both.
        let (mut rows, mut right, mut squares) = ([[0.0; 2]; 2], [0.0; 2], 0.0);
        for seen in &here {
            let y = if seen.yatzy_is_free { f64::from(u8::from(seen.got_yatzy)) - yatzy } else { 0.0 };
            let b = seen.bonus.as_ref().map_or(0.0, |features| f64::from(u8::from(seen.got_bonus)) - chance(features));
            let x = [y, b];
            for i in 0..2 {
                right[i] += x[i] * seen.surplus;
                for j in 0..2 {
                    rows[i][j] += x[i] * x[j];
                }
            }
            squares += seen.surplus * seen.surplus;
        }
        let brings = solve(rows, right);
        let explained: f64 = brings.iter().zip(right).map(|(a, b)| a * b).sum();
        let count = here.len() as f64;
        println!("{free:2}: {yatzy:.4} {:7.2} {:7.2} {:8.1} {:8.1}", brings[0], brings[1], squares / count, (squares - explained) / count);
    }
}
