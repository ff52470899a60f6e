//! How often each level beats the one below it, two players: `cargo run --release -p spieltisch-bots --example level_steps GAME GAMES SEED [LEVEL…]`. The
//! seats change from game to game; shared wins count half. With levels named only those meet the one below them.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use spieltisch_bots::players::next_move;
use spieltisch_bots::random::play_out;
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::{Bots, Level, NamedPlayer, PlayerName};
use spieltisch_rules::{Game, for_each_game};

/// What the first of two players wins, and both players' points.
struct MatchResult {
    win: f64,
    points: [f64; 2],
}

fn play<G: Bots>(game: &G, players: &[NamedPlayer<G>], number: u64, seed: u64) -> Option<MatchResult> {
    let player_at = |seat: usize| (seat + number as usize) % 2;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let mut state = game.start();
    let choose = |game: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus| next_move(game, state, player_at, players, rng);
    play_out(game, &mut state, &mut rng, choose, |_, _| {});
    let result = game.result(&state)?;
    let seat_of = |player: usize| (player + number as usize) % 2;
    let win = if result.winners.contains(seat_of(0)) { 1.0 / result.winners.len() as f64 } else { 0.0 };
    Some(MatchResult { win, points: [0, 1].map(|player| f64::from(result.scores[seat_of(player)])) })
}

fn step<G: Bots>(game: &G, level: Level, games: u64, seed: u64) {
    let below = Level::numbered(level.number() - 1);
    let names = [level, below].map(PlayerName::Level);
    let Some(players) = NamedPlayer::all(&names, game, || game.expert(&EmptyValueStore)) else { return };
    let all: Vec<MatchResult> = (0..games).into_par_iter().filter_map(|number| play(game, &players, number, seed)).collect();
    let mean = |number: &dyn Fn(&MatchResult) -> f64| all.iter().map(number).sum::<f64>() / all.len() as f64;
    let wins = mean(&|one| one.win);
    let off = 1.96 * ((mean(&|one| one.win * one.win) - wins * wins) / all.len() as f64).sqrt();
    let [points, other] = [0, 1].map(|player| mean(&|one| one.points[player]));
    println!(
        "{} v {}: {:.1} % ± {:.1}, {points:.1} points to {other:.1}, {} games",
        names[0],
        names[1],
        100.0 * wins,
        100.0 * off,
        all.len()
    );
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, seed, levels @ ..] = &arguments[..] else { return Err("level_steps GAME GAMES SEED [LEVEL…]".to_string()) };
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("{text}: not a number"));
    let (games, seed) = (number(games)?, number(seed)?);
    let mut levels: Vec<u64> = levels.iter().map(number).collect::<Result<_, _>>()?;
    if levels.is_empty() {
        levels = (2..=5).collect();
    }
    macro_rules! step_by_name {
        ($($folder:ident: $game:ty),* $(,)?) => {
            $(if game == <$game>::INFO.name {
                let game = <$game>::new(2, Default::default(), Default::default()).map_err(|error| error.to_string())?;
                levels.iter().for_each(|level| step(&game, Level::numbered((*level).clamp(2, 5) as u8), games, seed));
                return Ok(());
            })*
        };
    }
    for_each_game!(step_by_name);
    Err(format!("{game}: no such game"))
}
