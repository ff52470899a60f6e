//! Many games side by side: one action each, and everything written into the caller's arrays.

use std::sync::Arc;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::Bots;
use spieltisch_bots::random::{random_move, throw};
use spieltisch_rules::{GameResult, Scores, ToAct};

use crate::encoding::{Encode, width};
use crate::errors::ActionError;
use crate::position::{AnyPosition, Position};
use crate::setup::{Reward, Setup};

/// Where the positions of all rows are written, row after row.
pub struct Seen<'a> {
    /// Observations of the players to move.
    pub observations: &'a mut [i16],
    /// The legal actions.
    pub masks: &'a mut [i8],
    /// The seats to move.
    pub seats: &'a mut [i8],
}

/// Where what a step brought is written, row after row.
pub struct Gained<'a> {
    /// What each seat gained.
    pub rewards: &'a mut [f32],
    /// Whether the game ended, and a new one began.
    pub ends: &'a mut [bool],
    /// Where the game ended, its points; else left as they are.
    pub scores: &'a mut [i32],
}

/// An action that a row refuses.
pub struct RowRefused {
    /// The row, from 0.
    pub row: usize,
    /// Why.
    pub error: ActionError,
}

/// Many games without their type.
pub trait AnyRows: Send + Sync {
    /// Begins all games anew, with dice from this key where there is one.
    fn reset(&mut self, key: Option<u64>, seen: Seen<'_>);
    /// Takes one action in every row, or none at all where a row refuses its action.
    fn step(&mut self, actions: &[i32], seen: Seen<'_>, gained: Gained<'_>) -> Result<(), RowRefused>;
    /// A legal action for every row, each with the same chance.
    fn sample(&mut self, actions: &mut [i32]);
    /// The position of a row; `None` where there is no such row.
    fn position(&self, row: usize) -> Option<Box<dyn AnyPosition>>;
}

struct Row<S> {
    state: S,
    scores: Scores,
    dice: Xoshiro256PlusPlus,
}

/// Many games of one kind.
pub struct Rows<G: Encode> {
    setup: Arc<Setup<G>>,
    rows: Vec<Row<G::State>>,
    /// Chooses random actions; apart from the dice, so that these are the same whoever plays.
    choices: Xoshiro256PlusPlus,
    width: usize,
}

/// A key for row `row`: its dice do not depend on how many rows there are.
fn row_key(key: u64, row: u64) -> u64 {
    key ^ (row + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<G: Encode> Rows<G> {
    /// So many games before their first decision.
    pub fn new(setup: Arc<Setup<G>>, count: usize, key: u64) -> Rows<G> {
        let width = width(&setup.game.fields());
        let start = setup.game.start();
        let row = |_| Row { scores: setup.game.scores(&start), state: start.clone(), dice: Xoshiro256PlusPlus::seed_from_u64(0) };
        let mut rows = Rows { rows: (0..count).map(row).collect(), choices: Xoshiro256PlusPlus::seed_from_u64(0), width, setup };
        rows.seed(key);
        rows.restart();
        rows
    }

    fn seed(&mut self, key: u64) {
        for (number, row) in (0..).zip(&mut self.rows) {
            row.dice = Xoshiro256PlusPlus::seed_from_u64(row_key(key, number));
        }
        self.choices = Xoshiro256PlusPlus::seed_from_u64(!key);
    }

    fn restart(&mut self) {
        for row in &mut self.rows {
            begin(&self.setup.game, row);
        }
    }

    fn write(setup: &Setup<G>, row: &Row<G::State>, observation: &mut [i16], mask: &mut [i8], seat: &mut i8) {
        let to_move = match setup.game.to_act(&row.state) {
            ToAct::Move(seat) | ToAct::Roll { seat, .. } => seat,
            ToAct::Over => 0,
        };
        *seat = to_move as i8;
        setup.game.observe(&setup.tables, &row.state, &row.scores, to_move, observation);
        setup.game.mask(&row.state, mask);
    }

    fn check(&self, actions: &[i32]) -> Result<(), RowRefused> {
        let game = &self.setup.game;
        for (number, (row, &action)) in self.rows.iter().zip(actions).enumerate() {
            let known = usize::try_from(action).ok().and_then(|action| game.move_of(action));
            let checked = match known {
                None => Err(ActionError::NoAction { action: action.into(), count: game.action_count() }),
                Some(mv) => game.check(&row.state, mv).map_err(|refusal| ActionError::Refused(refusal.into())),
            };
            checked.map_err(|error| RowRefused { row: number, error })?;
        }
        Ok(())
    }
}

/// Begins a game, up to its first decision.
fn begin<G: Encode>(game: &G, row: &mut Row<G::State>) {
    row.state = game.start();
    row.scores = game.scores(&row.state);
    roll(game, row);
}

/// Rolls until a player must decide or the game is over.
fn roll<G: Encode>(game: &G, row: &mut Row<G::State>) {
    while let Some(roll) = throw(game, &row.state, &mut row.dice) {
        game.roll_trusted(&mut row.state, roll);
    }
}

/// Each seat's share of the win.
pub fn shares(result: &GameResult, players: usize) -> impl Iterator<Item = f64> {
    let winners = result.winners;
    (0..players).map(move |seat| if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 })
}

impl<G: Encode + Bots> AnyRows for Rows<G> {
    fn reset(&mut self, key: Option<u64>, seen: Seen<'_>) {
        if let Some(key) = key {
            self.seed(key);
        }
        self.restart();
        let observations = seen.observations.chunks_exact_mut(self.width);
        let masks = seen.masks.chunks_exact_mut(self.setup.game.action_count());
        for (((row, observation), mask), seat) in self.rows.iter().zip(observations).zip(masks).zip(seen.seats) {
            Self::write(&self.setup, row, observation, mask, seat);
        }
    }

    fn step(&mut self, actions: &[i32], seen: Seen<'_>, gained: Gained<'_>) -> Result<(), RowRefused> {
        self.check(actions)?;
        let setup = &*self.setup;
        let (game, players, reward) = (&setup.game, setup.game.players(), setup.header.reward);
        let observations = seen.observations.chunks_exact_mut(self.width);
        let masks = seen.masks.chunks_exact_mut(game.action_count());
        let seen = observations.zip(masks).zip(seen.seats);
        let gained = gained.rewards.chunks_exact_mut(players).zip(gained.ends).zip(gained.scores.chunks_exact_mut(players));
        for (((row, &action), ((observation, mask), seat)), ((rewards, end), final_scores)) in
            self.rows.iter_mut().zip(actions).zip(seen).zip(gained)
        {
            let Some(mv) = game.move_of(action as usize) else { continue }; // checked above
            game.play_trusted(&mut row.state, mv);
            roll(game, row);
            let scores = game.scores(&row.state);
            for (reward, (now, before)) in rewards.iter_mut().zip(scores.iter().zip(row.scores.iter())) {
                *reward = (now - before) as f32;
            }
            row.scores = scores;
            let result = game.result(&row.state);
            if reward == Reward::Win {
                rewards.fill(0.0);
                if let Some(result) = &result {
                    rewards.iter_mut().zip(shares(result, players)).for_each(|(reward, share)| *reward = share as f32);
                }
            }
            *end = result.is_some();
            if let Some(result) = result {
                final_scores.copy_from_slice(&result.scores);
                begin(game, row);
            }
            Self::write(setup, row, observation, mask, seat);
        }
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i32]) {
        let game = &self.setup.game;
        for (row, action) in self.rows.iter().zip(actions) {
            let chosen = random_move(game, &row.state, &mut self.choices).and_then(|mv| game.action_of(mv));
            *action = chosen.map_or(-1, |chosen| chosen as i32);
        }
    }

    fn position(&self, row: usize) -> Option<Box<dyn AnyPosition>> {
        let state = self.rows.get(row)?.state.clone();
        Some(Box::new(Position { setup: self.setup.clone(), state, events: None }))
    }
}
