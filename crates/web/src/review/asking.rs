//! Asking the worker for a review: how far it is, and a way to stop it.

use std::future::poll_fn;
use std::task::{Poll, Waker};

use leptos::prelude::*;
use spieltisch_records::Record;

use crate::worker::review::{self, ReviewReply, ReviewRequest};

/// How a review is coming along.
#[derive(Clone, Debug, PartialEq)]
pub enum ReviewState {
    /// The worker is at it, with this part of the game done; nothing is known before the first answer.
    Working(Option<f64>),
    /// The person has stopped it.
    Stopped,
    /// There is none.
    Failed,
}

/// A review that was asked for; asking ends once the page is left.
#[derive(Clone, Copy)]
pub struct Asking {
    /// How it is coming along.
    pub state: RwSignal<ReviewState>,
    record: StoredValue<Record>,
    done: StoredValue<Option<String>>,
    waker: StoredValue<Option<Waker>>,
}

impl Asking {
    /// A review that was not asked for yet.
    pub fn new(record: Record) -> Asking {
        Asking {
            state: RwSignal::new(ReviewState::Working(None)),
            record: StoredValue::new(record),
            done: StoredValue::new(None),
            waker: StoredValue::new(None),
        }
    }

    /// The review as it is kept; nothing where there is none, or where the page was left meanwhile.
    pub async fn answer(self) -> Option<String> {
        self.ask();
        poll_fn(move |context| match self.done.try_update_value(Option::take) {
            None => Poll::Ready(None),
            Some(Some(done)) => Poll::Ready(Some(done)),
            Some(None) if self.state.try_get_untracked() == Some(ReviewState::Failed) => Poll::Ready(None),
            Some(None) => {
                self.waker.set_value(Some(context.waker().clone()));
                Poll::Pending
            }
        })
        .await
    }

    /// Stops it; what is done stays with the worker.
    pub fn stop(self) {
        self.state.set(ReviewState::Stopped);
    }

    /// Goes on after it was stopped.
    pub fn go_on(self) {
        self.state.set(ReviewState::Working(None));
        self.ask();
    }

    /// There is no review of this game.
    pub fn fail(self) {
        let _ = self.state.try_set(ReviewState::Failed);
        self.wake();
    }

    fn wake(self) {
        if let Some(waker) = self.waker.try_update_value(Option::take).flatten() {
            waker.wake();
        }
    }

    fn ask(self) {
        let Some(record) = self.record.try_get_value() else { return };
        review::ask(&record, &ReviewRequest::GoOn, move |answer| self.hear(answer));
    }

    fn hear(self, answer: ReviewReply) {
        // Once left or stopped, nothing is shown.
        if !matches!(self.state.try_get_untracked(), Some(ReviewState::Working(_))) {
            return;
        }
        match answer {
            ReviewReply::Done(done) => {
                let total = self.record.with_value(|record| record.events.len()).max(1);
                self.state.set(ReviewState::Working(Some(done as f64 / total as f64)));
                self.ask();
            }
            ReviewReply::Reviewed(text) => {
                self.done.set_value(Some(text));
                self.wake();
            }
            ReviewReply::Judged(_) | ReviewReply::Stands(_) | ReviewReply::Explained(_) | ReviewReply::Nothing => self.fail(),
        }
    }
}
