//! Players meet over many games: on dice of their own, on the same dice with seats exchanged, and with the luck taken out.

mod same_dice;
mod standing;

pub use standing::{Deal, SeatOutcome, Standing};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::ProgressBar;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rayon::prelude::*;
use spieltisch_bots::Bots;
use spieltisch_bots::evaluation::Measure;
use spieltisch_bots::random::throw;
use spieltisch_records::{Record, read_setup};
use spieltisch_review::{RecordReviewer, reviewer_for};
use spieltisch_rules::{Game, GameResult};

use crate::bot_process::Conduct;
use crate::data_folder::DataFolder;
use crate::errors::Failure;
use crate::players::{PlayerArg, Players};
use same_dice::SameDice;

/// Players who meet in a game known by name.
pub struct Arena {
    /// The game as set up, with no events.
    pub header: Record,
    /// Who meets; they are repeated round the table.
    pub players: Vec<PlayerArg>,
    /// How many games, at least.
    pub games: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// Whether the same dice fall in as many games as there are seats, while the seats move on.
    pub duplicate: bool,
    /// Whether luck is taken out of the results.
    pub luck: bool,
    /// How long a bot has for each decision.
    pub deadline: Duration,
}

/// What came of it.
pub struct Meeting {
    /// What the games say of every player.
    pub standings: Vec<Standing>,
    /// How the bots behaved, by player; `None` for computers.
    pub conduct: Vec<Option<Conduct>>,
}

impl Arena {
    /// How many games make a deal.
    pub fn games_per_deal(&self) -> u64 {
        if self.duplicate { self.header.players.len() as u64 } else { 1 }
    }

    /// How many deals there are: the last one is played to its end.
    pub fn deals(&self) -> u64 {
        self.games.div_ceil(self.games_per_deal())
    }

    /// Plays the games, or those up to the moment when `stop` is set.
    pub fn play<G: Bots>(&self, progress: &ProgressBar, stop: &AtomicBool) -> Result<Meeting, Failure> {
        let game: G = read_setup(self.header.players.len(), &self.header.options, &self.header.board)?;
        let players = Players::new(&self.players, &game, self.deadline)?;
        let reviewer = self.luck.then(|| reviewer_for(&self.header, &DataFolder::of_user())).transpose()?;
        let table = Table { arena: self, game: &game, players: &players, reviewer };
        let deals = (0..self.deals()).into_par_iter().filter(|_| !stop.load(Ordering::Relaxed)).map(|deal| {
            let outcomes = table.play_deal(deal)?;
            progress.inc(self.games_per_deal());
            Ok::<_, Failure>(Standing::after(&outcomes, players.len(), self.duplicate))
        });
        let nothing = || vec![Standing::default(); players.len()];
        let standings = deals.try_reduce(nothing, |mut left, right| {
            left.iter_mut().zip(&right).for_each(|(left, right)| left.take_in(right));
            Ok(left)
        })?;
        drop(table);
        Ok(Meeting { standings, conduct: players.close() })
    }
}

struct Table<'a, G: Game> {
    arena: &'a Arena,
    game: &'a G,
    players: &'a Players<G>,
    reviewer: Option<Arc<dyn RecordReviewer>>,
}

impl<G: Game> Table<'_, G> {
    fn play_deal(&self, deal: u64) -> Result<Deal, Failure> {
        let games = self.arena.games_per_deal();
        let mut outcomes = Deal::new();
        for number in deal * games..(deal + 1) * games {
            outcomes.extend(self.play_one(deal, number)?);
        }
        Ok(outcomes)
    }

    fn play_one(&self, deal: u64, number: u64) -> Result<Vec<SeatOutcome>, Failure> {
        let seats = self.game.players();
        let at: Vec<usize> = (0..seats).map(|seat| (seat + (number % seats as u64) as usize) % seats % self.players.len()).collect();
        let record = (self.reviewer.is_some() || self.players.has_bots()).then(|| self.arena.header.clone());
        let seated = self.players.sit_down(at.clone(), record);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game_seed(self.arena.seed, number));
        let (state, record) = if self.arena.duplicate {
            let mut dice = SameDice::new(game_seed(self.arena.seed, deal));
            seated.play(self.game, &mut rng, |game, state, _| dice.throw(game, state))
        } else {
            seated.play(self.game, &mut rng, |game, state, rng| throw(game, state, rng))
        };
        let Some(result) = self.game.result(&state) else { return Ok(Vec::new()) };
        let luck = self.luck(record.as_ref())?;
        let outcome = |(seat, player): (usize, usize)| {
            let plain = [part_of_win(&result, seat), f64::from(result.scores[seat])];
            let corrected = [plain[0] - luck[0][seat], plain[1] - luck[1][seat]];
            SeatOutcome { player, plain, corrected }
        };
        Ok(at.into_iter().enumerate().map(outcome).collect())
    }

    /// What the dice gave every seat: of the win, and in points where those are kept.
    fn luck(&self, record: Option<&Record>) -> Result<[Vec<f64>; 2], Failure> {
        let nothing = || vec![0.0; self.game.players()];
        let (Some(reviewer), Some(record)) = (&self.reviewer, record) else { return Ok([nothing(), nothing()]) };
        let Some(review) = reviewer.review(record, &mut |_| true)? else { return Ok([nothing(), nothing()]) };
        Ok([Measure::Win, Measure::Points].map(|measure| {
            let ledgers = review.ledger(measure);
            ledgers.map_or_else(nothing, |ledgers| ledgers.iter().map(|ledger| ledger.luck).collect())
        }))
    }
}

fn part_of_win(result: &GameResult, seat: usize) -> f64 {
    if result.winners.contains(seat) { 1.0 / result.winners.len() as f64 } else { 0.0 }
}

/// A seed of its own for every game, so that one game of many can be played again alone.
pub fn game_seed(seed: u64, number: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    seed.wrapping_add(number.wrapping_mul(GOLDEN))
}
