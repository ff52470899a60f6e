//! How long decisions take: the top level and the middle level, in games they play themselves, on
//! one core. `cargo bench --bench decisions` prints the median and the 99th percentile.
//!
//! Every chosen move is checked and every game played to its end, so that a figure is only ever
//! shown for legal play.

use std::time::Instant;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use spieltisch_bots::random::play_out;
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::{Bots, Expert, Level};
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::{self, Crowns};
use spieltisch_rules::yatzy::Yatzy;
use spieltisch_rules::{Event, Game};

fn main() {
    println!("{:<24} {:>10} {:>12} {:>12} {:>12} {:>10}", "set-up", "level", "median", "99th", "longest", "decisions");
    for level in [Level::Five, Level::Three] {
        bench::<Yatzy>(1, Default::default(), level, 10);
        bench::<Yatzy>(2, Default::default(), level, 5);
        bench::<Castro>(2, Default::default(), level, 5);
        bench::<Castro>(4, Default::default(), level, 2);
        bench::<Caro>(2, Default::default(), level, 10);
        bench::<Caro>(4, Default::default(), level, 4);
        bench::<Crowns>(1, Default::default(), level, 20);
        bench::<Crowns>(1, crowns::Options { solo_hard: true, ..Default::default() }, level, 20);
        bench::<Crowns>(2, Default::default(), level, 5);
        bench::<Crowns>(6, Default::default(), level, 2);
    }
}

fn bench<G: Bots>(players: usize, options: G::Options, level: Level, games: u64) {
    let game = G::new(players, options, G::Board::default()).expect("a set-up as it should be");
    let expert = game.expert(&EmptyValueStore);
    warm_up(&game, &*expert, level);
    let mut times: Vec<f64> = Vec::new();
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = game.start();
        let choose = |game: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus| {
            if game.count_moves(state) == 1 {
                return game.nth_move(state, 0);
            }
            let start = Instant::now();
            let mv = expert.choose(state, level, rng);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            game.check(state, mv).expect("experts choose legal moves");
            Some(mv)
        };
        play_out(&game, &mut state, &mut rng, choose, |_, _| {});
        assert!(game.result(&state).is_some(), "the game is played to its end");
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let name = format!("{}, {players} {}", G::INFO.name, if game.options() == &G::Options::default() { "" } else { "(options)" });
    println!("{name:<24} {:>10} {:>9.3} ms {:>9.3} ms {:>9.3} ms {:>10}", level.number(), at(0.5), at(0.99), at(1.0), times.len());
}

/// Tables that are made once, as Yatzy's for the win, are not a decision.
fn warm_up<G: Game>(game: &G, expert: &dyn Expert<G>, level: Level) {
    let (mut state, mut rng) = (game.start(), Xoshiro256PlusPlus::seed_from_u64(99));
    let mut first = true;
    let choose = |game: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus| {
        if std::mem::take(&mut first) && game.count_moves(state) > 1 { Some(expert.choose(state, level, rng)) } else { None }
    };
    play_out(game, &mut state, &mut rng, choose, |_: &G::State, _: Event<G>| {});
}
