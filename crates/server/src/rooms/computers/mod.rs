//! Computers at the table: the same experts as everywhere else.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::experts::expert_for;
use spieltisch_bots::shelf::EmptyShelf;
use spieltisch_bots::{Expert, Level};
use spieltisch_records::{Record, Table};
use spieltisch_rules::games::{self, GameVisitor};
use spieltisch_rules::{Game, ToAct};
use tokio::sync::Semaphore;

use super::Thinker;
use crate::store::Later;
use crate::tokens;

/// Experts that are kept ready; each can take tens of megabytes.
const KEPT: usize = 4;
/// Computers that think at the same time.
const THINKING: usize = 2;

/// All computers of this server.
pub struct Computers {
    experts: Arc<Experts>,
    thinking: Arc<Semaphore>,
}

/// The experts of the set-ups that were asked about last, the latest at the end.
#[derive(Default)]
struct Experts(Mutex<Vec<(String, Box<dyn Any + Send + Sync>)>>);

impl Default for Computers {
    fn default() -> Computers {
        Computers { experts: Arc::default(), thinking: Arc::new(Semaphore::new(THINKING)) }
    }
}

/// What is asked of a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Its decision at this level.
    Decide(u8),
    /// Whether one of these seats (in the order of play, with their levels) objects to the last move.
    Object([u8; 8]),
}

impl Thinker for Computers {
    fn ask(&self, _table: &str, _somebody_is_here: bool, record: Record, question: Question) -> Later<'static, Option<String>> {
        Box::pin(ask(self.experts.clone(), self.thinking.clone(), record, question))
    }
}

async fn ask(experts: Arc<Experts>, thinking: Arc<Semaphore>, record: Record, question: Question) -> Option<String> {
    let _turn = thinking.acquire().await.ok()?;
    let answer =
        tokio::task::spawn_blocking(move || games::with_game(&record.game, Ask { record: &record, question, experts: &experts }).flatten());
    answer.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a computer stumbled");
        None
    })
}

struct Ask<'a> {
    record: &'a Record,
    question: Question,
    experts: &'a Experts,
}

impl GameVisitor for Ask<'_> {
    type Output = Option<String>;

    fn visit<G: Game>(self) -> Option<String> {
        let Table { game, state } = Table::<G>::of(self.record).ok()?;
        if !matches!(game.to_act(&state), ToAct::Move(_)) {
            return None;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(tokens::seed());
        match self.question {
            Question::Decide(_) if game.count_moves(&state) == 1 => game.nth_move(&state, 0).map(|mv| mv.to_string()),
            Question::Decide(number) => {
                Some(self.experts.of(self.record, &game).choose(&state, Level::numbered(number), &mut rng).to_string())
            }
            Question::Object(levels) => {
                let expert = self.experts.of(self.record, &game);
                let objectors = game.objectors(&state)?;
                let objector = objectors
                    .iter()
                    .find(|&seat| levels[seat] > 0 && expert.notices_fault(&state, Level::numbered(levels[seat]), &mut rng));
                game.objection(objector?).map(|mv| mv.to_string())
            }
        }
    }
}

impl Experts {
    fn of<G: Game>(&self, record: &Record, game: &G) -> Arc<dyn Expert<G>> {
        let set_up = record.set_up();
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known =
            kept().iter().find(|(of, _)| *of == set_up).and_then(|(_, expert)| expert.downcast_ref::<Arc<dyn Expert<G>>>().cloned());
        known.unwrap_or_else(|| {
            let expert = expert_for(game, &EmptyShelf);
            let mut kept = kept();
            if kept.len() == KEPT {
                kept.remove(0);
            }
            kept.push((set_up, Box::new(expert.clone())));
            expert
        })
    }
}
