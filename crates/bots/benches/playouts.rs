//! Uniformly random playouts through the public trait, on one core.
//!
//! Every bench first plays its seeds once and asserts the known totals, so that a figure is
//! only ever shown for play that is right. `cargo bench --bench playouts`.

use divan::Bencher;
use divan::counter::ItemsCount;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;
use spieltisch_rules::{Game, MAX_SEATS};

const GAMES: u64 = 200;

fn main() {
    divan::main();
}

/// What a batch of playouts came to: events (rolls and moves) and points of all players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Totals {
    events: u64,
    points: i64,
}

fn play_batch<G: Game>(game: &G) -> Totals {
    let mut totals = Totals { events: 0, points: 0 };
    for seed in 0..GAMES {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = game.start();
        play_out(game, &mut state, &mut rng, random_move, |_, _| totals.events += 1);
        totals.points += game.scores(&state).iter().map(|&points| points as i64).sum::<i64>();
    }
    totals
}

fn bench<G: Game>(bencher: Bencher, players: usize, known: Totals) {
    assert!(players <= MAX_SEATS);
    let game = G::new(players, G::Options::default(), G::Board::default()).expect("a game with default options");
    let totals = play_batch(&game);
    assert_eq!(totals, known, "{}: the playouts of these seeds came out differently", G::INFO.name);
    bencher.counter(ItemsCount::new(totals.events)).bench(|| play_batch(divan::black_box(&game)));
}

#[divan::bench]
fn yatzy(bencher: Bencher) {
    bench::<Yatzy>(bencher, 2, Totals { events: 27_106, points: 28_000 });
}

#[divan::bench]
fn castro(bencher: Bencher) {
    bench::<Castro>(bencher, 2, Totals { events: 44_452, points: 4_235 });
}

#[divan::bench]
fn caro(bencher: Bencher) {
    bench::<Caro>(bencher, 2, Totals { events: 4_800, points: 44_725 });
}

#[divan::bench]
fn crowns(bencher: Bencher) {
    bench::<Crowns>(bencher, 2, Totals { events: 8_756, points: 4_510 });
}
