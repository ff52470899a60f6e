//! Reviewing a game in the worker, a slice at a time: it answers other questions in between, and a review can be watched and left.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use serde::{Deserialize, Serialize};
use spieltisch_bots::appraisal::Appraiser;
use spieltisch_records::{Record, read_setup};
use spieltisch_review::{Explained, KeptReview, KeptStep, Reviewer};
use spieltisch_rules::Event;

use super::choose;
use crate::browser::now;

/// How long a slice takes at least, in milliseconds.
const SLICE: f64 = 120.0;

/// What a review is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Question {
    /// To go on with the game of the record.
    GoOn,
    /// What this decision after the record's events costs.
    Judge(String),
    /// What the position after the record's events is worth to every seat.
    Stand,
}

/// What a review answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// So many events are done.
    Done(usize),
    /// All are: the review as it is kept.
    Reviewed(String),
    /// What a decision costs.
    Judged(KeptStep),
    /// What a position is worth to every seat.
    Stands(Vec<f64>),
    /// The record cannot be reviewed.
    Nothing,
}

/// Asks whoever reviews games, and hands the answer on.
pub fn ask(record: &Record, question: &Question, then: impl FnOnce(Answer) + 'static) {
    let question = serde_json::to_string(question).unwrap_or_default();
    super::ask_review(record, question, move |answer| then(serde_json::from_str(&answer).unwrap_or(Answer::Nothing)));
}

/// A game under review.
struct Running {
    /// The record.
    of: String,
    work: Pin<Box<dyn Future<Output = Answer>>>,
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
pub fn answer<G: Explained>(record: &Record, question: &str) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(Question::GoOn) => go_on::<G>(record),
        Ok(Question::Judge(event)) => judge::<G>(record, &event).unwrap_or(Answer::Nothing),
        Ok(Question::Stand) => read::<G>(record).map_or(Answer::Nothing, |(reviewer, events)| Answer::Stands(reviewer.stand(&events))),
        Err(_) => Answer::Nothing,
    };
    serde_json::to_string(&answer).unwrap_or_default()
}

fn judge<G: Explained>(record: &Record, event: &str) -> Option<Answer> {
    let (reviewer, events) = read::<G>(record)?;
    let Ok(Event::Move(mv)) = event.parse::<Event<G>>() else { return None };
    Some(Answer::Judged(KeptStep::from(&reviewer.judge(&events, mv)?)))
}

fn go_on<G: Explained>(record: &Record) -> Answer {
    let of = record.to_json();
    let running = RUNNING.take().filter(|running| running.of == of);
    let Some(mut running) = running.or_else(|| begin::<G>(record, of)) else { return Answer::Nothing };
    running.clock.ends.set(now() + SLICE);
    match running.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => {
            let done = running.clock.done.get();
            RUNNING.replace(Some(running));
            Answer::Done(done)
        }
    }
}

fn begin<G: Explained>(record: &Record, of: String) -> Option<Running> {
    let (game, events) = read_events::<G>(record)?;
    let clock = Rc::<Clock>::default();
    let (ticking, record) = (clock.clone(), record.clone());
    let work = async move {
        let appraiser: Arc<dyn Appraiser<G>> = choose::appraiser(&record, &game);
        let reviewer = Reviewer::new(game, appraiser);
        ticking.pause().await;
        let mut heard = async |done: usize| {
            ticking.done.set(done);
            ticking.pause().await;
            true
        };
        let Some(review) = reviewer.review_in_steps(&record.players, &events, &mut heard).await else { return Answer::Nothing };
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
        Answer::Reviewed(kept.to_text())
    };
    Some(Running { of, work: Box::pin(work), clock })
}

fn read<G: Explained>(record: &Record) -> Option<(Reviewer<G>, Vec<Event<G>>)> {
    let (game, events) = read_events::<G>(record)?;
    let appraiser = choose::appraiser(record, &game);
    Some((Reviewer::new(game, appraiser), events))
}

/// The game as set up and its events; nothing where one of them is not legal.
fn read_events<G: Explained>(record: &Record) -> Option<(G, Vec<Event<G>>)> {
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
