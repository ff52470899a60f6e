//! What computers on the page are asked, and what they know it by.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use spieltisch_bots::evaluation::Evaluator;
use spieltisch_bots::value_store::ValueStore;
use spieltisch_bots::{BotQuery, BotQuestion, Bots, Effort, ExpertCache, Level, Thoroughness};
use spieltisch_core::Advice;
use spieltisch_records::{Position, Record};
use spieltisch_rules::{Game, MAX_SEATS, ToAct};

use super::needs;
use crate::browser::rng;

/// What is wanted of an expert.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum BotTask {
    /// The decision of a computer of this level.
    Move(u8),
    /// Whether a computer objects to the last move; the levels by seat, 0 where a person sits.
    Object([u8; MAX_SEATS]),
    /// The best move, and how much better it is than the second.
    Advice,
}

/// What an expert thought.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The event a computer answers with.
    pub event: Option<String>,
    /// What it would do, for a hint.
    pub advice: Option<Advice>,
}

/// Lets a computer think about the position a game has come to.
pub fn think_of<G: Bots>(record: &Record, wanted: BotTask) -> Thought {
    let set_up = record.set_up();
    let Some(table) = position::<G>(&set_up, record) else { return Thought::default() };
    let question = match wanted {
        BotTask::Move(level) => BotQuestion::Decide(Level::numbered(level)),
        BotTask::Object(levels) => BotQuestion::Object(levels.map(|level| (level > 0).then(|| Level::numbered(level)))),
        BotTask::Advice => return Thought { event: None, advice: advise(&set_up, &table) },
    };
    let asked = BotQuery { set_up: &set_up, game: &table.game, state: &table.state, question, awaited: true };
    let answer = EXPERTS.with(|experts| experts.answer(&asked, &Fetched, &mut rng()));
    Thought { event: answer.map(|mv| mv.to_string()), advice: None }
}

/// The position a game has come to. Most questions are about the game of the one before, a few events later.
fn position<G: Game>(set_up: &str, record: &Record) -> Option<Position<G>> {
    let before = REPLAYED.take().filter(|replayed| replayed.set_up == set_up);
    let before = before.and_then(|replayed| Some((replayed.table.downcast::<Position<G>>().ok()?, replayed.events)));
    let table = match before {
        Some((table, events)) => table.go_on(&events, record).ok()?,
        None => Position::of(record).ok()?,
    };
    REPLAYED.replace(Some(Replayed { set_up: set_up.into(), events: record.events.clone(), table: Box::new(table.clone()) }));
    Some(table)
}

/// Advice to the player to move; `None` where nobody knows better than chance.
fn advise<G: Bots>(set_up: &str, table: &Position<G>) -> Option<Advice> {
    let ToAct::Move(seat) = table.game.to_act(&table.state) else { return None };
    let expert = EXPERTS.with(|experts| experts.of(set_up, &table.game, &Fetched));
    let values = expert.evaluate(&table.state, Effort::of(Thoroughness::Look));
    let (best, last) = (values.first()?, values.last()?);
    let all_equal = values.len() > 1 && best.points == last.points && best.win == last.win;
    if all_equal {
        return None;
    }
    let second = values.get(1);
    Some(Advice {
        best: best.mv.to_string(),
        second: second.map(|second| second.mv.to_string()),
        points: second.map_or(0.0, |second| best.points[seat] - second.points[seat]),
        win: second.map_or(0.0, |second| best.win[seat] - second.win[seat]),
    })
}

/// The names of the values that a game needs, for a review or to be played, and that have not been fetched yet.
pub fn missing_values(record: &Record, for_review: bool) -> impl Iterator<Item = &'static str> {
    let further = if for_review { needs::further(record) } else { None };
    needs::of(record).values().into_iter().chain(further).filter(|name| !has_values(name))
}

/// Whether values are there under this key.
pub fn has_values(key: &str) -> bool {
    FETCHED.with_borrow(|fetched| fetched.contains_key(key))
}

/// Takes values that were fetched or learned.
pub fn take_values(name: String, bytes: Vec<u8>) {
    FETCHED.with_borrow_mut(|fetched| fetched.insert(name, bytes));
    EXPERTS.with(ExpertCache::clear);
}

/// Who says what positions of a game as set up are worth: what the expert asked last has learned for playing is not learned again.
pub fn evaluator<G: Bots>(record: &Record, game: &G) -> Arc<dyn Evaluator<G>> {
    let expert = EXPERTS.with(|experts| experts.of(&record.set_up(), game, &Fetched));
    game.evaluator_beside(expert, &Fetched)
}

/// What a player decides who thinks of nothing later; nothing where no decision is due.
pub fn obvious<G: Bots>(record: &Record) -> Option<G::Move> {
    let set_up = record.set_up();
    let table = position::<G>(&set_up, record)?;
    let ToAct::Move(_) = table.game.to_act(&table.state) else { return None };
    let expert = EXPERTS.with(|experts| experts.of(&set_up, &table.game, &Fetched));
    // Where several look alike, the same one every time.
    Some(expert.greedy(&table.state, &mut Xoshiro256PlusPlus::seed_from_u64(0)))
}

/// The values fetched and learned so far.
struct Fetched;

impl ValueStore for Fetched {
    fn find(&self, key: &str) -> Option<Vec<u8>> {
        FETCHED.with_borrow(|fetched| fetched.get(key).cloned())
    }
}

thread_local! {
    static FETCHED: RefCell<HashMap<String, Vec<u8>>> = RefCell::default();
    /// The expert of the set-up asked about last.
    static EXPERTS: ExpertCache = ExpertCache::holding(0);
    static REPLAYED: RefCell<Option<Replayed>> = const { RefCell::new(None) };
}

/// The game asked about last, as far as it had gone.
struct Replayed {
    set_up: String,
    events: Vec<String>,
    /// A `Position<G>` of the game's own type.
    table: Box<dyn Any>,
}
