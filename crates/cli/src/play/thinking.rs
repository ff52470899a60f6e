//! What is thought about beside the table: computers' decisions, hints, reviews.

use std::cell::RefCell;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::{BotQuery, BotQuestion, Bots, ExpertCache, Level};
use spieltisch_core::{Advice, LocalGame, Stamp};
use spieltisch_records::Record;
use spieltisch_rules::MAX_SEATS;

use super::reviewing;
use crate::bot_process::Bot;
use crate::data_folder::DataFolder;

/// Bytes that experts of other set-ups may hold.
const KEPT: usize = 64 << 20;

/// Who is asked: the experts, kept ready, and what they know; a bot where one plays for the computers.
pub struct Experts {
    cache: ExpertCache,
    values: DataFolder,
    bot: Option<RefCell<SeatedBot>>,
}

/// A bot, and the game it plays.
struct SeatedBot {
    bot: Bot,
    game: String,
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

impl Experts {
    /// The experts, and the bot that plays for the computers.
    pub fn new(bot: Option<Bot>) -> Experts {
        let bot = bot.map(|bot| RefCell::new(SeatedBot { bot, game: String::new() }));
        Experts { cache: ExpertCache::holding(KEPT), values: DataFolder::of_user(), bot }
    }

    fn answer<G: Bots>(&self, game: &LocalGame<G>, question: BotQuestion, seed: u64) -> Option<String> {
        let (set_up, position) = (game.header().set_up(), &game.position);
        let asked = BotQuery { set_up: &set_up, game: &position.game, state: &position.state, question, awaited: true };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.cache.answer(&asked, &self.values, &mut rng).map(|mv| mv.to_string())
    }

    /// What a computer of this level decides, or the bot that plays for it.
    pub fn decide<G: Bots>(&self, game: &LocalGame<G>, level: u8, seed: u64) -> Option<String> {
        match &self.bot {
            Some(bot) => bot.borrow_mut().decide(game, seed),
            None => self.answer(game, BotQuestion::Decide(Level::numbered(level)), seed),
        }
    }

    /// The game of this record is over: a bot that played it is told so, once.
    pub fn note_end(&self, record: &Record) {
        if let Some(mut seated) = self.bot.as_ref().map(RefCell::borrow_mut).filter(|seated| !seated.game.is_empty()) {
            seated.game.clear();
            seated.bot.end_game(record);
        }
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

impl SeatedBot {
    fn decide<G: Bots>(&mut self, game: &LocalGame<G>, seed: u64) -> Option<String> {
        if self.game != game.id {
            self.game.clone_from(&game.id);
            self.bot.begin_game();
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.bot.choose(&game.position, &game.record(), |count| rng.random_range(0..count))
    }
}

/// A question to the experts.
type Question = Box<dyn FnOnce(&Experts) -> Option<Thought> + Send>;

/// A thread that thinks while keys are read.
pub struct Thinker {
    ask: Sender<(Stamp, Question)>,
}

impl Thinker {
    /// Starts it, with a bot that plays for the computers; `tell` is called with every answer and the stamp of the game it was
    /// asked about.
    pub fn start(bot: Option<Bot>, tell: impl Fn(Stamp, Thought) + Send + 'static) -> Thinker {
        let (ask, asked) = channel::<(Stamp, Question)>();
        thread::spawn(move || {
            let experts = Experts::new(bot);
            for (stamp, question) in asked {
                if let Some(thought) = question(&experts) {
                    tell(stamp, thought);
                }
            }
        });
        Thinker { ask }
    }

    /// Asks something about a game with this stamp.
    pub fn ask(&self, stamp: Stamp, question: impl FnOnce(&Experts) -> Thought + Send + 'static) {
        let _ = self.ask.send((stamp, Box::new(|experts| Some(question(experts))))); // it ends with the program
    }

    /// A game is over.
    pub fn note_end(&self, record: Record) {
        let note: Question = Box::new(move |experts| {
            experts.note_end(&record);
            None
        });
        let _ = self.ask.send((Stamp::default(), note));
    }
}
