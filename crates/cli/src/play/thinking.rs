//! What is thought about beside the table: computers' decisions, hints, reviews.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::{BotQuery, BotQuestion, Bots, ExpertCache, Level};
use spieltisch_core::{Advice, LocalGame, Stamp};
use spieltisch_records::Record;
use spieltisch_rules::MAX_SEATS;

use super::reviewing;
use crate::data_folder::DataFolder;

/// Bytes that experts of other set-ups may hold.
const KEPT: usize = 64 << 20;

/// Who is asked: the experts, kept ready, and what they know.
pub struct Experts {
    cache: ExpertCache,
    values: DataFolder,
}

/// What was thought of a position.
#[derive(Debug)]
pub enum Thought {
    /// What a computer decides.
    Decision(Option<String>),
    /// What a computer objects to.
    Objection(Option<String>),
    /// What is best.
    Advice(Option<Advice>),
    /// What decided the game, line by line.
    Review(Vec<String>),
}

impl Default for Experts {
    fn default() -> Experts {
        Experts { cache: ExpertCache::holding(KEPT), values: DataFolder::of_user() }
    }
}

impl Experts {
    fn answer<G: Bots>(&self, game: &LocalGame<G>, question: BotQuestion, seed: u64) -> Option<String> {
        let (set_up, position) = (game.header().set_up(), &game.position);
        let asked = BotQuery { set_up: &set_up, game: &position.game, state: &position.state, question, awaited: true };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.cache.answer(&asked, &self.values, &mut rng).map(|mv| mv.to_string())
    }

    /// What a computer of this level decides.
    pub fn decide<G: Bots>(&self, game: &LocalGame<G>, level: u8, seed: u64) -> Option<String> {
        self.answer(game, BotQuestion::Decide(Level::numbered(level)), seed)
    }

    /// Whether one of these computers objects; levels by seat, 0 for those that may not.
    pub fn object<G: Bots>(&self, game: &LocalGame<G>, levels: [u8; MAX_SEATS], seed: u64) -> Option<String> {
        self.answer(game, BotQuestion::Object(levels.map(|level| (level > 0).then(|| Level::numbered(level)))), seed)
    }

    /// The best move, and how much better it is than the second; `None` where nobody knows better than chance.
    pub fn advise<G: Bots>(&self, game: &LocalGame<G>) -> Option<Advice> {
        let position = &game.position;
        let expert = self.cache.of(&game.header().set_up(), &position.game, &self.values);
        let best = spieltisch_bots::best_two(&position.game, &position.state, &*expert)?;
        let second = best.second.map(|second| second.to_string());
        Some(Advice { best: best.best.to_string(), second, points: best.points, win: best.win })
    }

    /// What decided a game, line by line.
    pub fn review(&self, lang: spieltisch_texts::Lang, record: Record) -> Vec<String> {
        reviewing::lines(lang, record, &self.values)
    }
}

/// A question to the experts.
type Question = Box<dyn FnOnce(&Experts) -> Thought + Send>;

/// A thread that thinks while keys are read.
pub struct Thinker {
    ask: Sender<(Stamp, Question)>,
}

impl Thinker {
    /// Starts it; `tell` is called with every answer and the stamp of the game it was asked about.
    pub fn start(tell: impl Fn(Stamp, Thought) + Send + 'static) -> Thinker {
        let (ask, asked) = channel::<(Stamp, Question)>();
        thread::spawn(move || {
            let experts = Experts::default();
            for (stamp, question) in asked {
                tell(stamp, question(&experts));
            }
        });
        Thinker { ask }
    }

    /// Asks something about a game with this stamp.
    pub fn ask(&self, stamp: Stamp, question: impl FnOnce(&Experts) -> Thought + Send + 'static) {
        let _ = self.ask.send((stamp, Box::new(question))); // it ends with the program
    }
}
