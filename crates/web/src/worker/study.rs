//! Learning a Crowns board of one's own, a step at a time: the worker answers other questions in
//! between, and learning can be watched and stopped.

use std::cell::{Cell, RefCell};

use spieltisch_bots::crowns::learning::{hurry, key, make_do};
use spieltisch_bots::crowns::train::{Checkpoint, train};
use spieltisch_records::{Record, read_setup};
use spieltisch_rules::crowns::Crowns;

use super::{choose, kept};
use crate::browser::now;

/// How long a step takes at least, in milliseconds.
const STEP: f64 = 150.0;

thread_local! {
    /// The board under study, by its key.
    static STUDY: RefCell<Option<(String, Checkpoint)>> = const { RefCell::new(None) };
}

/// Whether a game is played on a board that has to be learned.
pub fn is_needed(record: &Record) -> bool {
    record.game == "crowns" && !record.board.is_null()
}

/// Takes a step, or ends learning where that is `enough`; returns how far it is, 1 once the board is known.
pub async fn go_on(record: &Record, enough: bool) -> f32 {
    let Ok(game) = read_setup::<Crowns>(record.players.len(), &record.options, &record.board) else { return 1.0 };
    let key = key(&game);
    if choose::has_values(&key) {
        return 1.0;
    }
    let at = match STUDY.take().filter(|(of, _)| *of == key) {
        Some((_, at)) => at,
        None => match kept::find(&key).await {
            Some(bytes) => {
                choose::take_values(key, bytes);
                return 1.0;
            }
            None => hurry(&game),
        },
    };
    if enough {
        if let Some(values) = make_do(at) {
            choose::take_values(key, values.to_bytes());
        }
        return 1.0;
    }
    let (ends, done) = (now() + STEP, Cell::new(0.0));
    let at = train(at, &|_, progress| {
        done.set(progress.done);
        now() < ends
    });
    let Some(values) = at.finished().map(|values| values.to_bytes()) else {
        STUDY.replace(Some((key, at)));
        return done.get().min(0.99);
    };
    kept::keep(&key, &values).await;
    choose::take_values(key, values);
    1.0
}
