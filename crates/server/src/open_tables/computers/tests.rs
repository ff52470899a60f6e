//! Many tables ask at once: who is answered first.

use std::sync::Arc;

use serde_json::json;
use spieltisch_bots::{BotQuestion, Level};
use spieltisch_records::{Record, open};
use tokio::sync::mpsc;

use super::{BotPosition, Computers, Thinker};

/// A game of Yatzy for two in which the first player has rolled. Every number of points for the bonus is a set-up of its
/// own that has to be solved.
fn yatzy(bonus_at_least: u32) -> Record {
    let mut record = Record::new("yatzy", vec!["Anna".into(), "Ben".into()]);
    record.options.insert("bonus_at_least".into(), json!(bonus_at_least));
    record.events.push("roll 1 2 4 6 6".into());
    record
}

fn castro() -> Record {
    let mut record = Record::new("castro", vec!["Anna".into(), "Ben".into()]);
    record.events.push("roll 1 2 4 6 6".into());
    record
}

fn position(mut record: Record) -> BotPosition {
    let game = open(&mut record).expect("a game");
    BotPosition { set_up: record.set_up(), clock: record.events.len() as u32, game }
}

struct Asking {
    computers: Arc<Computers>,
    told: mpsc::UnboundedSender<&'static str>,
    answered: mpsc::UnboundedReceiver<&'static str>,
}

impl Asking {
    fn new() -> Asking {
        let (told, answered) = mpsc::unbounded_channel();
        Asking { computers: Arc::default(), told, answered }
    }

    /// Asks, and goes on as soon as the question waits.
    async fn ask(&self, name: &'static str, table: String, present: bool, record: Record) {
        let (computers, told) = (self.computers.clone(), self.told.clone());
        tokio::spawn(async move {
            let answer = computers.ask(&table, present, position(record), BotQuestion::Decide(Level::Three)).await;
            assert!(answer.is_some(), "{name} is answered");
            let _ = told.send(name);
        });
        // On one thread: the new task runs up to its waiting before this one goes on.
        tokio::task::yield_now().await;
    }

    /// How many were answered before this one.
    async fn before(&mut self, name: &str) -> usize {
        let mut before = 0;
        while self.answered.recv().await.expect("an answer") != name {
            before += 1;
        }
        before
    }
}

/// A dozen empty tables, each with a set-up of its own that takes long to solve, and one where a player waits.
#[tokio::test]
async fn a_waiting_player_comes_before_a_dozen_who_do_not() {
    let mut asking = Asking::new();
    for bonus in 0..12 {
        asking.ask("absent", format!("absent {bonus}"), false, yatzy(50 + bonus)).await;
    }
    asking.ask("present", "present".into(), true, castro()).await;
    let before = asking.before("present").await;
    assert!(before <= 2, "{before} of the others were answered first");
    asking.ask("present again", "present".into(), true, castro()).await;
    let before = asking.before("present again").await;
    assert!(before <= 2, "{before} of the others were answered first");
}

/// A player whose own set-up has to be solved waits for the one being solved, not for all.
#[tokio::test]
async fn even_an_expensive_question_comes_before_abandoned_ones() {
    let mut asking = Asking::new();
    for bonus in 0..6 {
        asking.ask("absent", format!("absent {bonus}"), false, yatzy(50 + bonus)).await;
    }
    asking.ask("present", "present".into(), true, yatzy(80)).await;
    let before = asking.before("present").await;
    assert!(before <= 1, "{before} of the others were answered first");
}

/// One address with a dozen expensive tables, a player at each of them, and a player from elsewhere.
#[tokio::test]
async fn one_address_does_not_starve_another() {
    let mut asking = Asking::new();
    let greedy = "1.1.1.1".parse().expect("an address");
    let visits: Vec<_> = (0..8).map(|table| asking.computers.visit(&format!("greedy {table}"), greedy)).collect();
    let _other = asking.computers.visit("other", "2.2.2.2".parse().expect("an address"));
    for (table, _) in visits.iter().enumerate() {
        asking.ask("greedy", format!("greedy {table}"), true, yatzy(50 + table as u32)).await;
    }
    // Once the first is answered, the address has used more than anyone else.
    assert_eq!(asking.answered.recv().await, Some("greedy"));
    asking.ask("other", "other".into(), true, yatzy(90)).await;
    asking.ask("greedy", "greedy 0".into(), true, yatzy(91)).await;
    let before = asking.before("other").await;
    assert!(before <= 2, "{before} of the others were answered first");
}

/// Many tables with the same set-up: it is solved once.
#[tokio::test]
async fn a_set_up_is_learned_once() {
    let mut asking = Asking::new();
    for table in 0..6 {
        asking.ask("same", format!("table {table}"), true, yatzy(63)).await;
    }
    for _ in 0..6 {
        assert_eq!(asking.answered.recv().await, Some("same"));
    }
    assert_eq!(asking.computers.0.experts.made(), 1);
}
