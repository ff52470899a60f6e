//! What the table relies on: legal moves with honest values, at every level, at every table.

use std::cell::Cell;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::caro::{CaroExpert, greedy};
use spieltisch_bots::{Effort, Expert, Level, Thoroughness};
use spieltisch_rules::caro::{Caro, Move, Options, State};
use spieltisch_rules::{Game, ToAct};

fn table(players: usize, open_table: bool) -> (Caro, CaroExpert) {
    let game = Caro::new(players, Options { open_table, ..Default::default() }, Default::default()).expect("a legal set-up");
    let expert = CaroExpert::new(&game);
    (game, expert)
}

fn tiles_left(game: &Caro, state: &State) -> usize {
    (0..game.players()).map(|seat| state.supply(seat).total() as usize).sum()
}

/// Random moves, on an open table now and then objections, until this many tiles are left.
fn random_state(game: &Caro, left: usize, seed: u64) -> State {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.start();
    while tiles_left(game, &state) > left && game.to_act(&state) != ToAct::Over {
        let objector = game.objectors(&state).and_then(|seats| seats.iter().next()).filter(|_| rng.random_bool(0.5));
        let moves = game.moves(&state);
        let mv = objector.map_or_else(|| moves[rng.random_range(0..moves.len())], |seat| Move::Object(seat as u8));
        game.play(&mut state, mv).expect("legal");
    }
    state
}

fn sorted(moves: impl Iterator<Item = Move>) -> Vec<String> {
    let mut words: Vec<String> = moves.map(|mv| mv.to_string()).collect();
    words.sort();
    words
}

#[test]
fn every_legal_move_is_valued_once_and_the_chances_sum_to_one() {
    for players in 2..=4 {
        for open_table in [false, true] {
            let (game, expert) = table(players, open_table);
            for seed in 0..12 {
                let state = random_state(&game, seed as usize * players, seed);
                for thoroughness in [Thoroughness::Glance, Thoroughness::Look] {
                    let valued = expert.evaluate(&state, Effort::of(thoroughness));
                    assert_eq!(
                        sorted(valued.iter().map(|valued| valued.mv)),
                        sorted(game.moves(&state).into_iter()),
                        "{players} players, seed {seed}"
                    );
                    for valued in &valued {
                        let sum: f64 = valued.win.iter().sum();
                        assert!((sum - 1.0).abs() < 1e-4, "{players} players, seed {seed}: {valued:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_same_position_gets_the_same_answer() {
    for players in 2..=4 {
        let (game, expert) = table(players, false);
        let state = random_state(&game, 6 * players, 3);
        let ask = || expert.evaluate(&state, Effort::of(Thoroughness::Look));
        assert_eq!(ask(), ask(), "{players} players");
        let choose = |level| expert.choose(&state, level, &mut Xoshiro256PlusPlus::seed_from_u64(7));
        assert!(Level::ALL.into_iter().take(4).all(|level| choose(level) == choose(level)), "{players} players");
    }
}

#[test]
fn a_stopped_study_answers_at_once_with_every_move() {
    for players in 2..=4 {
        let (game, expert) = table(players, false);
        let state = random_state(&game, 8 * players, 11);
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            true
        };
        let valued = expert.evaluate(&state, Effort { thoroughness: Thoroughness::Study, stop: &stop });
        assert_eq!(valued.len(), game.count_moves(&state), "{players} players");
        assert!((1..=2).contains(&asked.get()), "{players} players: asked {} times", asked.get());
    }
}

#[test]
fn solved_ends_come_true_point_by_point() {
    let (game, expert) = table(2, false);
    for seed in 0..12 {
        let mut state = random_state(&game, 8 - seed as usize % 3, 100 + seed);
        let Some(promised) = expert.evaluate(&state, Effort::of(Thoroughness::Study)).first().copied() else { continue };
        while game.to_act(&state) != ToAct::Over {
            let best = expert.evaluate(&state, Effort::of(Thoroughness::Study))[0];
            let lead = |points: &[f64]| points[0] - points[1];
            assert_eq!(lead(&best.points), lead(&promised.points), "seed {seed}");
            assert_eq!(best.win, promised.win, "seed {seed}");
            game.play(&mut state, best.mv).expect("legal");
        }
        let result = game.result(&state).expect("over");
        assert_eq!((result.scores[0] - result.scores[1]) as f64, promised.points[0] - promised.points[1], "seed {seed}");
        for seat in 0..2 {
            let share = if result.winners.contains(seat) { 1.0 / result.winners.len() as f64 } else { 0.0 };
            assert_eq!(promised.win[seat], share, "seed {seed}");
        }
    }
}

/// The last tiles of three and four players: no other last tile would have been better.
#[test]
fn the_last_tile_of_many_is_the_best() {
    for players in 3..=4 {
        let (game, expert) = table(players, false);
        for seed in 0..20 {
            let state = random_state(&game, 1, 200 + seed);
            let ToAct::Move(seat) = game.to_act(&state) else { continue };
            for valued in expert.evaluate(&state, Effort::of(Thoroughness::Look)) {
                let mut next = state.clone();
                game.play(&mut next, valued.mv).expect("legal");
                if let Some(result) = game.result(&next) {
                    assert_eq!(valued.points[seat], result.scores[seat] as f64, "{players} players, seed {seed}");
                }
            }
        }
    }
}

#[test]
fn all_levels_play_legally_to_the_end_at_every_table() {
    for players in 2..=4 {
        for open_table in [false, true] {
            let (game, expert) = table(players, open_table);
            for seed in 0..4 {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut state = random_state(&game, 5 * players, seed);
                while let ToAct::Move(seat) = game.to_act(&state) {
                    let level = Level::ALL[(seat + seed as usize) % 4];
                    let objector =
                        game.objectors(&state).and_then(|seats| seats.iter().find(|_| expert.notices_fault(&state, level, &mut rng)));
                    let mv = match objector {
                        Some(seat) => Move::Object(seat as u8),
                        None if rng.random_bool(0.1) => greedy(&game, &state, &mut rng),
                        None => expert.choose(&state, level, &mut rng),
                    };
                    game.play(&mut state, mv)
                        .unwrap_or_else(|refusal| panic!("{players} players, open {open_table}, seed {seed}: {mv}: {refusal}"));
                }
            }
        }
    }
}

#[test]
fn strong_players_lay_right_tiles_and_always_object_to_wrong_ones() {
    let (game, expert) = table(3, true);
    for seed in 0..40 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let state = random_state(&game, 10 + seed as usize % 20, 300 + seed);
        assert_eq!(expert.notices_fault(&state, Level::Five, &mut rng), state.last_is_wrong(), "seed {seed}");
        assert!(
            state.last_is_wrong() || !expert.notices_fault(&state, Level::One, &mut rng),
            "seed {seed}: no computer objects to a right tile"
        );
        if let Move::Lay(colour, place) = expert.choose(&state, Level::Four, &mut rng) {
            assert!(game.is_right(&state, colour, place), "seed {seed}");
        }
    }
}

/// caro.open.object: after an upheld objection only the same colour counts, while it fits.
#[test]
fn the_same_tile_is_laid_again() {
    let (game, expert) = table(2, true);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut again = 0;
    for seed in 0..60 {
        let mut state = random_state(&game, 14, 400 + seed);
        if !state.last_is_wrong() {
            continue;
        }
        let seat = state.seat() as u8;
        game.play(&mut state, Move::Object(seat)).expect("the next player may object");
        again += 1;
        for level in [Level::One, Level::Two, Level::Three, Level::Four] {
            game.check(&state, expert.choose(&state, level, &mut rng)).expect("legal");
        }
        game.check(&state, greedy(&game, &state, &mut rng)).expect("legal");
        assert_eq!(expert.evaluate(&state, Effort::of(Thoroughness::Look)).len(), game.count_moves(&state), "seed {seed}");
    }
    assert!(again > 5, "only {again} objections were tried");
}
