//! Learning a board of one's own, a step at a time: the worker answers other questions in
//! between, and learning can be watched and stopped.

use std::cell::{Cell, RefCell};

use spieltisch_bots::Bots;
use spieltisch_bots::training::Study;
use spieltisch_bots::value_store::Needs;
use spieltisch_records::{Record, read_setup};

use super::{choose, kept, needs};
use crate::browser::now;

/// How long a step takes at least, in milliseconds.
const STEP: f64 = 150.0;

thread_local! {
    /// The board under study, by its key.
    static STUDY: RefCell<Option<(String, Box<dyn Study>)>> = const { RefCell::new(None) };
}

/// Whether a game is played on a board that has to be learned.
pub fn is_needed(record: &Record) -> bool {
    matches!(needs::of(record), Needs::Training(_))
}

/// Takes a step, or ends learning where that is `enough`; returns how far it is, 1 once the board is known.
pub async fn go_on<G: Bots>(record: &Record, enough: bool) -> f32 {
    let Ok(game) = read_setup::<G>(record.players.len(), &record.options, &record.board) else { return 1.0 };
    let Needs::Training(key) = game.needs() else { return 1.0 };
    if choose::has_values(&key) {
        return 1.0;
    }
    let under_study = STUDY.take().filter(|(of, _)| *of == key).map(|(_, study)| study);
    if under_study.is_none()
        && let Some(bytes) = kept::find(&key).await
    {
        choose::take_values(key, bytes);
        return 1.0;
    }
    let Some(mut study) = under_study.or_else(|| game.study()) else { return 1.0 };
    if enough {
        if let Some(values) = study.make_do() {
            choose::take_values(key, values);
        }
        return 1.0;
    }
    let (ends, done) = (now() + STEP, Cell::new(0.0));
    let learned = study.step(&|part| {
        done.set(part);
        now() < ends
    });
    let Some(values) = learned else {
        STUDY.replace(Some((key, study)));
        return done.get().min(0.99);
    };
    kept::keep(&key, &values).await;
    choose::take_values(key, values);
    1.0
}
