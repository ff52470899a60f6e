//! `arena`: lets players meet over many games and tells who is stronger, and how surely.

use clap::Args;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rayon::prelude::*;
use spieltisch_bots::players::next_move;
use spieltisch_bots::random::play_out;
use spieltisch_bots::{Bots, NamedPlayer, PlayerName};
use spieltisch_records::read_setup;
use spieltisch_rules::Game;

use super::simulate::game_seed;
use crate::data_folder::DataFolder;
use crate::errors::Failure;
use crate::games;
use crate::progress;
use crate::set_up::{TableArgs, not_solved, player_names, unknown_game};

/// What `arena` is asked.
#[derive(Args)]
pub struct ArenaArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Who meets; the names are repeated round the table, and the seats move on by one each game
    #[arg(long, value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// How many games to play
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Plays the games and prints a table.
pub fn run(args: &ArenaArgs) -> Result<(), Failure> {
    let (bots, players) = (player_names(&args.bots)?, args.table.players()?);
    if bots.len() > players {
        return Err(Failure::Wrong(format!("--bots names {} players for {players} seats", bots.len())));
    }
    let arena = Arena { table: args.table.clone(), bots, games: args.games, seed: args.seed };
    games::find(&args.table.game).ok_or_else(|| unknown_game(&args.table.game))?.meet(&arena)
}

/// Players who meet in a game known by name.
pub struct Arena {
    table: TableArgs,
    bots: Vec<PlayerName>,
    games: u64,
    seed: u64,
}

/// Sums over the games of one player.
#[derive(Clone, Copy, Default)]
struct ArenaTally {
    seats: f64,
    /// Wins, shared ones in parts, and their squares.
    wins: f64,
    wins_squared: f64,
    points: f64,
    points_squared: f64,
}

impl ArenaTally {
    fn add(&mut self, win: f64, points: f64) {
        self.seats += 1.0;
        self.wins += win;
        self.wins_squared += win * win;
        self.points += points;
        self.points_squared += points * points;
    }

    fn plus(self, other: ArenaTally) -> ArenaTally {
        ArenaTally {
            seats: self.seats + other.seats,
            wins: self.wins + other.wins,
            wins_squared: self.wins_squared + other.wins_squared,
            points: self.points + other.points,
            points_squared: self.points_squared + other.points_squared,
        }
    }

    /// Mean and half the width of its 95 % interval.
    fn mean(&self, sum: f64, squares: f64) -> (f64, f64) {
        let mean = sum / self.seats;
        let variance = (squares / self.seats - mean * mean).max(0.0);
        (mean, 1.96 * (variance / self.seats).sqrt())
    }
}

impl Arena {
    /// Plays the games and prints a table.
    pub fn play<G: Bots>(&self) -> Result<(), Failure> {
        let header = self.table.header(vec![String::new(); self.table.players])?;
        let game: G = read_setup(self.table.players, &header.options, &header.board)?;
        let expert = || game.expert(&DataFolder::of_user());
        let players = NamedPlayer::all(&self.bots, &game, expert).ok_or_else(|| not_solved(G::INFO.name))?;
        let progress = progress::games(self.games);
        let tallies = (0..self.games)
            .into_par_iter()
            .map(|number| {
                let tallies = self.play_one(&game, &players, number);
                progress.inc(1);
                tallies
            })
            .reduce(
                || vec![ArenaTally::default(); players.len()],
                |left, right| left.into_iter().zip(right).map(|(a, b)| a.plus(b)).collect(),
            );
        progress.finish_and_clear();
        self.print(G::INFO.name, &tallies);
        Ok(())
    }

    fn play_one<G: Game>(&self, game: &G, players: &[NamedPlayer<G>], number: u64) -> Vec<ArenaTally> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(self.seed, number));
        let player_at = |seat: usize| (seat + number as usize) % game.players() % players.len();
        let mut state = game.start();
        let choose = |game: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus| next_move(game, state, player_at, players, rng);
        play_out(game, &mut state, &mut rng, choose, |_, _| {});
        let mut tallies = vec![ArenaTally::default(); players.len()];
        if let Some(result) = game.result(&state) {
            for seat in 0..game.players() {
                let win = if result.winners.contains(seat) { 1.0 / result.winners.len() as f64 } else { 0.0 };
                tallies[player_at(seat)].add(win, f64::from(result.scores[seat]));
            }
        }
        tallies
    }

    fn print(&self, game: &str, tallies: &[ArenaTally]) {
        println!(
            "{game}, {} players, {} games, seed {}; seats move on by one each game; ± is the 95 % interval",
            self.table.players, self.games, self.seed
        );
        println!("{:<14} {:>8} {:>18} {:>22}", "player", "seats", "wins", "points");
        for (bot, tally) in self.bots.iter().zip(tallies) {
            let (win, win_off) = tally.mean(tally.wins, tally.wins_squared);
            let (points, points_off) = tally.mean(tally.points, tally.points_squared);
            let wins = format!("{:.2} % ± {:.2}", win * 100.0, win_off * 100.0);
            println!("{:<14} {:>8} {wins:>18} {:>22}", bot.to_string(), tally.seats, format!("{points:.2} ± {points_off:.2}"));
        }
    }
}
