//! Plays games and reviews them, on all cores: what `docs/review.md` and the table of levels are measured with.
//!
//! `measure GAME PLAYERS BOTS GAMES SEED [OPTION=VALUE…]`. With one bot's name all seats are that bot's and are told apart; with
//! several the seats move on by one each game and the bots are told apart.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use spieltisch_bots::players::next_move;
use spieltisch_bots::random::play_out;
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_bots::{Bots, NamedPlayer, PlayerName};
use spieltisch_records::{Record, read_setup};
use spieltisch_review::{Reviewer, Summary};
use spieltisch_rules::{Game, for_each_game};

struct Measure {
    header: Record,
    bots: Vec<PlayerName>,
    games: u64,
    seed: u64,
}

impl Measure {
    fn of<G: Bots>(self) -> Result<(), String> {
        let players = self.header.players.len();
        let game: G = read_setup(players, &self.header.options, &self.header.board).map_err(|error| error.to_string())?;
        let seats = NamedPlayer::all(&self.bots, &game, || game.expert(&EmptyValueStore)).ok_or("optimal is for solved games")?;
        let reviewer = Reviewer::new(game.clone(), game.evaluator(&EmptyValueStore));
        reviewer.prepare();
        let summary = Mutex::new(Summary::default());
        let seconds = Mutex::new((0.0f64, 0.0f64));
        (0..self.games).into_par_iter().for_each(|number| {
            let player_at = |seat: usize| (seat + number as usize) % players % seats.len();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            let (mut state, mut events) = (game.start(), Vec::new());
            let choose = |game: &G, state: &G::State, rng: &mut Xoshiro256PlusPlus| next_move(game, state, player_at, &seats, rng);
            play_out(&game, &mut state, &mut rng, choose, |_, event| events.push(event));
            let name = |seat: usize| match self.bots[..] {
                [one] => format!("{one} {}", seat + 1),
                _ => self.bots[player_at(seat)].to_string(),
            };
            let start = Instant::now();
            let review = reviewer.review(&(0..players).map(name).collect::<Vec<String>>(), &events, &mut |_| true);
            let time = start.elapsed().as_secs_f64();
            if let Some(review) = review {
                summary.lock().unwrap_or_else(PoisonError::into_inner).add(&review, reviewer.set_up());
            }
            let mut seconds = seconds.lock().unwrap_or_else(PoisonError::into_inner);
            *seconds = (seconds.0 + time, seconds.1.max(time));
        });
        let (all, longest) = *seconds.lock().unwrap_or_else(PoisonError::into_inner);
        print!("{}", summary.lock().unwrap_or_else(PoisonError::into_inner).to_text());
        println!("a review took {:.1} ms, {:.1} ms at the most", all * 1e3 / self.games as f64, longest * 1e3);
        Ok(())
    }
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, players, bots, games, seed, options @ ..] = &arguments[..] else {
        return Err("measure GAME PLAYERS BOTS GAMES SEED [OPTION=VALUE…]".to_string());
    };
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("{text}: not a number"));
    let mut header = Record::new(game, vec![String::new(); number(players)? as usize]);
    for option in options {
        let (name, value) = option.split_once('=').ok_or_else(|| format!("{option}: expected OPTION=VALUE"))?;
        header.options.insert(name.to_string(), serde_json::from_str(value).map_err(|error| format!("{option}: {error}"))?);
    }
    let bots = bots.split(',').map(|name| name.parse().map_err(|error| format!("{error}"))).collect::<Result<_, String>>()?;
    let measure = Measure { header, bots, games: number(games)?, seed: number(seed)? };
    macro_rules! measure_by_name {
        ($($folder:ident: $game:ty),* $(,)?) => {
            $(if game == <$game>::INFO.name {
                return measure.of::<$game>();
            })*
        };
    }
    for_each_game!(measure_by_name);
    Err(format!("{game}: no such game"))
}
