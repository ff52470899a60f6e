//! How a computer decides. The one place where experts are asked.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use spieltisch_bots::experts::expert_for;
use spieltisch_bots::shelf::{self, Shelf};
use spieltisch_bots::{Effort, Expert, Level, Thoroughness};
use spieltisch_records::{Record, Table};
use spieltisch_rules::{Game, ToAct};

use crate::browser::rng;

/// What is wanted of an expert.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Wanted {
    /// The decision of a computer of this level.
    Move(u8),
    /// The best move, and how much better it is than the second.
    Advice,
}

/// What an expert thought.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Thought {
    /// The event a computer decides for.
    pub event: Option<String>,
    /// Its advice.
    pub advice: Option<Advice>,
}

/// Lets the expert of a game think about the position it has come to.
pub fn think_of<G: Game>(record: &Record, wanted: Wanted) -> Thought {
    match wanted {
        Wanted::Move(level) => Thought { event: choose::<G>(record, level), advice: None },
        Wanted::Advice => Thought { event: None, advice: advise::<G>(record) },
    }
}

/// The event a computer of this level decides for, in the game so far.
fn choose<G: Game>(record: &Record, level: u8) -> Option<String> {
    let table = Table::<G>::of(record).ok()?;
    if !matches!(table.game.to_act(&table.state), ToAct::Move(_)) {
        return None;
    }
    if table.game.count_moves(&table.state) == 1 {
        return table.game.nth_move(&table.state, 0).map(|mv| mv.to_string());
    }
    Some(expert::<G>(record, &table.game).choose(&table.state, Level::numbered(level), &mut rng()).to_string())
}

/// The best move and the second best, as events, with what they are worth to the player to move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The best move.
    pub best: String,
    /// The second best, where there is another.
    pub second: Option<String>,
    /// How many more points the best brings on average.
    pub points: f64,
    /// How much greater the chance to win is with it, from 0 to 1.
    pub win: f64,
}

/// Advice to the player to move; `None` where nobody knows better than chance.
fn advise<G: Game>(record: &Record) -> Option<Advice> {
    let table = Table::<G>::of(record).ok()?;
    let ToAct::Move(seat) = table.game.to_act(&table.state) else { return None };
    let values = expert::<G>(record, &table.game).evaluate(&table.state, Effort::of(Thoroughness::Look));
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

/// The name of the values a game needs that have not been fetched yet.
pub fn missing_values(record: &Record) -> Option<&'static str> {
    let hard = record.options.get("solo_hard").and_then(|hard| hard.as_bool()) == Some(true);
    // A board of one's own is learned in the browser.
    if record.game == "crowns" && !record.board.is_null() {
        return None;
    }
    let name = shelf::name_for(&record.game, record.players.len(), hard)?;
    Fetched.find(name).is_none().then_some(name)
}

/// Whether values are there under this key.
pub fn has_values(key: &str) -> bool {
    FETCHED.with_borrow(|fetched| fetched.contains_key(key))
}

/// Takes values that were fetched or learned.
pub fn take_values(name: String, bytes: Vec<u8>) {
    FETCHED.with_borrow_mut(|fetched| fetched.insert(name, bytes));
    EXPERT.replace(None);
}

/// The values fetched and learned so far.
struct Fetched;

impl Shelf for Fetched {
    fn find(&self, key: &str) -> Option<Vec<u8>> {
        FETCHED.with_borrow(|fetched| fetched.get(key).cloned())
    }
}

thread_local! {
    static FETCHED: RefCell<HashMap<String, Vec<u8>>> = RefCell::default();
    /// The expert of the set-up asked about last; some take a while to prepare.
    static EXPERT: RefCell<Option<(String, Box<dyn Any>)>> = const { RefCell::new(None) };
}

fn expert<G: Game>(record: &Record, game: &G) -> Arc<dyn Expert<G>> {
    let setup = record.set_up();
    let known = EXPERT.with_borrow(|kept| {
        let (of, expert) = kept.as_ref()?;
        expert.downcast_ref::<Arc<dyn Expert<G>>>().filter(|_| *of == setup).cloned()
    });
    known.unwrap_or_else(|| {
        let expert = expert_for(game, &Fetched);
        EXPERT.replace(Some((setup, Box::new(expert.clone()))));
        expert
    })
}
