//! Where computer players think: questions to the worker and its answers.

pub mod choose;
mod kept;
mod needs;
pub mod review;
pub mod study;
pub mod studying;

use std::cell::RefCell;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use spieltisch_core::Advice;
use spieltisch_records::Record;
use spieltisch_rules::MAX_SEATS;
use wasm_bindgen::prelude::*;

pub use choose::take_values;

use crate::browser;
use crate::parts::{self, Missing};
use choose::{BotTask, Thought};

/// A question to the worker.
#[derive(Serialize, Deserialize)]
struct WorkerRequest {
    number: u32,
    /// The game so far, as a record.
    record: String,
    ask: Ask,
}

/// What is asked.
#[derive(Serialize, Deserialize)]
enum Ask {
    /// What an expert thinks.
    Think(BotTask),
    /// A step of learning the game's board, or the end of it.
    Study { enough: bool },
    /// What a review answers; only its own part reads this.
    Review(String),
}

/// The worker's answer: the event the computer decides for, its advice, or how far learning is.
#[derive(Default, Serialize, Deserialize)]
struct WorkerReply {
    number: u32,
    thought: Thought,
    studied: Option<f32>,
    reviewed: Option<String>,
    /// Whether the expert could not be fetched.
    missing: bool,
}

/// A question that waits for its answer.
struct PendingRequest {
    question: String,
    then: Box<dyn FnOnce(WorkerReply)>,
}

/// After so long a worker or an expert that could not be fetched is asked again, in milliseconds.
const AGAIN: i32 = 2_000;
/// What the worker says instead of an answer when something of it failed.
const FAILED: &str = "failed";

#[derive(Default)]
struct Thinker {
    address: String,
    worker: Option<web_sys::Worker>,
    waiting: HashMap<u32, PendingRequest>,
    asked: u32,
}

thread_local! {
    static THINKER: RefCell<Thinker> = RefCell::default();
}

/// Tells where the worker's script is.
pub fn set_address(address: String) {
    THINKER.with_borrow_mut(|thinker| thinker.address = address);
}

/// Asks for a computer's decision and hands it on as an event; nothing where it has none.
pub fn ask_move(record: &Record, level: u8, then: impl FnOnce(Option<String>) + 'static) {
    let asked = record.clone();
    studying::when_known(record, move || ask(&asked, Ask::Think(BotTask::Move(level)), move |answer| then(answer.thought.event)));
}

/// Asks whether a computer objects to the last move, and hands the objection on as an event; the levels are by seat, 0
/// where a person sits.
pub fn ask_objection(record: &Record, levels: [u8; MAX_SEATS], then: impl FnOnce(Option<String>) + 'static) {
    ask(record, Ask::Think(BotTask::Object(levels)), move |answer| then(answer.thought.event));
}

/// Asks for advice to the player to move.
pub fn ask_advice(record: &Record, then: impl FnOnce(Option<Advice>) + 'static) {
    let asked = record.clone();
    studying::when_known(record, move || ask(&asked, Ask::Think(BotTask::Advice), move |answer| then(answer.thought.advice)));
}

/// Asks the reviewer, in words that only that part reads, and hands the answer on.
pub fn ask_review(record: &Record, question: String, then: impl FnOnce(String) + 'static) {
    let asked = record.clone();
    studying::when_known(record, move || {
        ask(&asked, Ask::Review(question), move |answer| then(answer.reviewed.unwrap_or_default()));
    });
}

fn ask(record: &Record, ask: Ask, then: impl FnOnce(WorkerReply) + 'static) {
    let number = THINKER.with_borrow_mut(|thinker| {
        thinker.asked += 1;
        let number = thinker.asked;
        let question = serde_json::to_string(&WorkerRequest { number, record: record.to_json(), ask }).unwrap_or_default();
        thinker.waiting.insert(number, PendingRequest { question, then: Box::new(then) });
        number
    });
    post(number);
}

/// Puts a question that waits to the worker.
fn post(number: u32) {
    let (question, worker) = THINKER.with_borrow_mut(|thinker| {
        if thinker.worker.is_none() {
            thinker.worker = start_worker(&thinker.address);
        }
        (thinker.waiting.get(&number).map(|waiting| waiting.question.clone()), thinker.worker.clone())
    });
    let Some(question) = question else { return };
    match worker {
        Some(worker) if worker.post_message(&question.as_str().into()).is_ok() => {}
        // A browser without workers thinks where it stands.
        _ => leptos::task::spawn_local(async move { hear(&answer(&question).await) }),
    }
}

/// Asks everything that waits for an answer again, in a new worker.
pub fn ask_again() {
    let (worker, waiting) =
        THINKER.with_borrow_mut(|thinker| (thinker.worker.take(), thinker.waiting.keys().copied().collect::<Vec<u32>>()));
    if let Some(worker) = worker {
        worker.terminate();
    }
    waiting.into_iter().for_each(post);
}

/// The worker or one of its files failed: after a while another one is asked.
fn fail() {
    let worker = THINKER.with_borrow_mut(|thinker| thinker.worker.take());
    if let Some(worker) = worker {
        worker.terminate();
        browser::after(AGAIN, ask_again);
    }
}

fn start_worker(address: &str) -> Option<web_sys::Worker> {
    let options = web_sys::WorkerOptions::new();
    options.set_type(web_sys::WorkerType::Module);
    let worker = web_sys::Worker::new_with_options(address, &options).ok()?;
    let heard = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(|message: web_sys::MessageEvent| {
        hear(&message.data().as_string().unwrap_or_default());
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    let failed = Closure::<dyn FnMut()>::new(fail);
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    failed.forget();
    Some(worker)
}

fn hear(answer: &str) {
    if answer == FAILED {
        return fail();
    }
    let Ok(answer) = serde_json::from_str::<WorkerReply>(answer) else { return };
    if answer.missing {
        return browser::after(AGAIN, move || post(answer.number));
    }
    let waiting = THINKER.with_borrow_mut(|thinker| thinker.waiting.remove(&answer.number));
    if let Some(waiting) = waiting {
        (waiting.then)(answer);
    }
}

/// The names of the values to be fetched before a question can be answered well, with blanks between them.
pub fn missing_values(question: &str) -> Option<String> {
    let question = serde_json::from_str::<WorkerRequest>(question).ok()?;
    let record = Record::from_json(question.record.as_bytes()).ok()?;
    let missing = choose::missing_values(&record, matches!(question.ask, Ask::Review(_)));
    Some(missing.collect::<Vec<_>>().join(" "))
}

/// Answers a question; this runs in the worker.
pub async fn answer(question: &str) -> String {
    let Ok(question) = serde_json::from_str::<WorkerRequest>(question) else { return String::new() };
    let mut answer = WorkerReply { number: question.number, ..WorkerReply::default() };
    if let Ok(record) = Record::from_json(question.record.as_bytes()) {
        let answered = fill(&mut answer, &record, question.ask).await;
        answer.missing = answered.is_err();
    }
    serde_json::to_string(&answer).unwrap_or_default()
}

async fn fill(answer: &mut WorkerReply, record: &Record, ask: Ask) -> Result<(), Missing> {
    match ask {
        Ask::Think(wanted) => answer.thought = parts::think(record, wanted).await?,
        Ask::Study { enough } => answer.studied = Some(parts::study(record, enough).await?),
        Ask::Review(question) => answer.reviewed = Some(parts::review(record, question).await?),
    }
    Ok(())
}
