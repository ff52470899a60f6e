//! `simulate`: plays games and prints their records, one at a time.

use std::io::Write;

use clap::Args;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use spieltisch_bots::players::next_move;
use spieltisch_bots::random::play_out;
use spieltisch_bots::{Bots, NamedPlayer, PlayerName};
use spieltisch_records::header::{BOTS, NUMBER, SEED};
use spieltisch_records::{Record, read_setup};
use spieltisch_rules::Game;

use crate::data_folder::DataFolder;
use crate::errors::Failure;
use crate::games;
use crate::output::stdout;
use crate::progress;
use crate::set_up::{TableArgs, not_solved, player_names, unknown_game};

/// What `simulate` is asked.
#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    table: TableArgs,
    /// How many games to play
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Where the random numbers begin; the same seed gives the same records
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Who plays: one name for each seat, in order, or one for all
    #[arg(long, value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,
}

/// Plays the games.
pub fn run(args: &SimulateArgs) -> Result<(), Failure> {
    let bots = one_a_seat(player_names(&args.bots)?, args.table.players()?)?;
    let names: Vec<String> = bots.iter().map(PlayerName::to_string).collect();
    let mut header = args.table.header(names.iter().zip(1..).map(|(bot, seat)| format!("{bot} {seat}")).collect())?;
    BOTS.write(&mut header, &names);
    let simulation = Simulation { header, bots, games: args.games, seed: args.seed };
    games::find(&args.table.game).ok_or_else(|| unknown_game(&args.table.game))?.simulate(&simulation)
}

/// Games to be played, of a game known by name.
pub struct Simulation {
    header: Record,
    bots: Vec<PlayerName>,
    games: u64,
    seed: u64,
}

impl Simulation {
    /// Plays them and prints their records.
    pub fn play<G: Bots>(&self) -> Result<(), Failure> {
        let game: G = read_setup(self.header.players.len(), &self.header.options, &self.header.board)?;
        let expert = || game.expert(&DataFolder::of_user());
        let players = NamedPlayer::all(&self.bots, &game, expert).ok_or_else(|| not_solved(G::INFO.name))?;
        let mut out = stdout();
        let progress = progress::games(self.games);
        for number in 0..self.games {
            writeln!(out, "{}", self.play_one(&game, &players, number).to_json())?;
            progress.inc(1);
        }
        out.flush()?;
        progress.finish_and_clear();
        Ok(())
    }

    fn play_one<G: Game>(&self, game: &G, players: &[NamedPlayer<G>], number: u64) -> Record {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(self.seed, number));
        let mut record = self.header.clone();
        let mut state = game.start();
        let choose = |game: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus| next_move(game, state, |seat| seat, players, rng);
        play_out(game, &mut state, &mut rng, choose, |_, event| record.events.push(event.to_string()));
        record.result = serde_json::json!(game.result(&state));
        SEED.write(&mut record, &self.seed);
        NUMBER.write(&mut record, &number);
        record
    }
}

/// A seed of its own for every game, so that one game of many can be played again alone.
pub fn game_seed(seed: u64, number: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    seed.wrapping_add(number.wrapping_mul(GOLDEN))
}

fn one_a_seat(names: Vec<PlayerName>, players: usize) -> Result<Vec<PlayerName>, Failure> {
    match names[..] {
        [one] => Ok(vec![one; players]),
        _ if names.len() == players => Ok(names),
        _ => Err(Failure::Wrong(format!("--bots names {} players for {players} seats; give one a seat, or one for all", names.len()))),
    }
}
