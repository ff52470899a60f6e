//! Reviewing a game in the worker, a slice at a time: it answers other questions in between, and a review can be watched and left.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use serde::{Deserialize, Serialize};
use spieltisch_bots::evaluation::Evaluator;
use spieltisch_records::{Record, read_setup};
use spieltisch_review::{Explain, KeptReview, KeptStep, Reviewer, Why};
use spieltisch_rules::Event;

use super::choose;
use crate::browser::now;

/// How long a slice takes at least, in milliseconds.
const SLICE: f64 = 120.0;

/// What a review is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ReviewRequest {
    /// To go on with the game of the record.
    GoOn,
    /// What this decision after the record's events costs.
    Judge(String),
    /// What the position after the record's events is worth to every seat.
    Stand,
    /// Why the best decision after the record's events is better than the obvious one.
    Explain,
}

/// What a review answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ReviewReply {
    /// So many events are done.
    Done(usize),
    /// All are: the review as it is kept.
    Reviewed(String),
    /// What a decision costs.
    Judged(KeptStep),
    /// What a position is worth to every seat.
    Stands(Vec<f64>),
    /// Why the best decision is better than the obvious one.
    Explained(Explanation),
    /// The record cannot be reviewed.
    Nothing,
}

/// What speaks for the best decision.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Explanation {
    /// The obvious decision, as an event.
    pub obvious: String,
    /// What that costs, in the measure of the game.
    pub loss: f64,
    /// A fact of the position, where one explains the difference.
    pub why: Option<Why>,
}

/// Asks the reviewer, and hands the answer on.
pub fn ask(record: &Record, question: &ReviewRequest, then: impl FnOnce(ReviewReply) + 'static) {
    let question = serde_json::to_string(question).unwrap_or_default();
    super::ask_review(record, question, move |answer| then(serde_json::from_str(&answer).unwrap_or(ReviewReply::Nothing)));
}

/// A game under review.
struct Running {
    /// The record.
    of: String,
    work: Pin<Box<dyn Future<Output = ReviewReply>>>,
    clock: Rc<Clock>,
}

/// How far a review is, and when its slice ends.
#[derive(Default)]
struct Clock {
    done: Cell<usize>,
    ends: Cell<f64>,
}

impl Clock {
    /// Lets others have the worker where the slice is over.
    async fn pause(&self) {
        poll_fn(|_| if now() < self.ends.get() { Poll::Ready(()) } else { Poll::Pending }).await;
    }
}

thread_local! {
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
}

/// Answers a question about a game.
pub fn answer<G: Explain>(record: &Record, question: &str) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(ReviewRequest::GoOn) => go_on::<G>(record),
        Ok(ReviewRequest::Judge(event)) => judge::<G>(record, &event).unwrap_or(ReviewReply::Nothing),
        Ok(ReviewRequest::Stand) => {
            read::<G>(record).map_or(ReviewReply::Nothing, |(reviewer, events)| ReviewReply::Stands(reviewer.stand(&events)))
        }
        Ok(ReviewRequest::Explain) => explain::<G>(record).map_or(ReviewReply::Nothing, ReviewReply::Explained),
        Err(_) => ReviewReply::Nothing,
    };
    serde_json::to_string(&answer).unwrap_or_default()
}

fn judge<G: Explain>(record: &Record, event: &str) -> Option<ReviewReply> {
    let (reviewer, events) = read::<G>(record)?;
    let Ok(Event::Move(mv)) = event.parse::<Event<G>>() else { return None };
    Some(ReviewReply::Judged(KeptStep::from(&reviewer.judge(&events, mv)?)))
}

/// The obvious decision is the one of a player who thinks of nothing later, as where puzzles are found.
fn explain<G: Explain>(record: &Record) -> Option<Explanation> {
    let (reviewer, mut events) = read::<G>(record)?;
    let obvious = choose::obvious::<G>(record)?;
    let loss = KeptStep::from(&reviewer.judge(&events, obvious)?).loss();
    events.push(Event::Move(obvious));
    Some(Explanation { obvious: obvious.to_string(), loss, why: reviewer.why(&events, events.len()) })
}

fn go_on<G: Explain>(record: &Record) -> ReviewReply {
    let of = record.to_json();
    let running = RUNNING.take().filter(|running| running.of == of);
    let Some(mut running) = running.or_else(|| begin::<G>(record, of)) else { return ReviewReply::Nothing };
    running.clock.ends.set(now() + SLICE);
    match running.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => {
            let done = running.clock.done.get();
            RUNNING.replace(Some(running));
            ReviewReply::Done(done)
        }
    }
}

fn begin<G: Explain>(record: &Record, of: String) -> Option<Running> {
    let (game, events) = read_events::<G>(record)?;
    let clock = Rc::<Clock>::default();
    let (ticking, record) = (clock.clone(), record.clone());
    let work = async move {
        let evaluator: Arc<dyn Evaluator<G>> = choose::evaluator(&record, &game);
        let reviewer = Reviewer::new(game, evaluator);
        ticking.pause().await;
        let mut heard = async |done: usize| {
            ticking.done.set(done);
            ticking.pause().await;
            true
        };
        let Some(review) = reviewer.review_in_steps(&record.players, &events, &mut heard).await else { return ReviewReply::Nothing };
        let mut kept = KeptReview::from(&review);
        while kept.add_extreme(&reviewer, &events) {
            ticking.pause().await;
        }
        for event in kept.to_explain() {
            if let Some(why) = reviewer.why(&events, event) {
                kept.add_reason(event, why);
            }
            ticking.pause().await;
        }
        ReviewReply::Reviewed(kept.to_text())
    };
    Some(Running { of, work: Box::pin(work), clock })
}

fn read<G: Explain>(record: &Record) -> Option<(Reviewer<G>, Vec<Event<G>>)> {
    let (game, events) = read_events::<G>(record)?;
    let evaluator = choose::evaluator(record, &game);
    Some((Reviewer::new(game, evaluator), events))
}

/// The game as set up and its events; nothing where one of them is not legal.
fn read_events<G: Explain>(record: &Record) -> Option<(G, Vec<Event<G>>)> {
    let game: G = read_setup(record.players.len(), &record.options, &record.board).ok()?;
    let mut state = game.start();
    let mut events = Vec::with_capacity(record.events.len());
    for text in &record.events {
        let event: Event<G> = text.parse().ok()?;
        game.take(&mut state, event).ok()?;
        events.push(event);
    }
    Some((game, events))
}
