//! Reviewing the finished games that are not in the record yet, one after another.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_review::own::{Digest, OwnRecord, fingerprint};
use spieltisch_review::{EDITION, KeptReview};

use super::keeping;
use crate::review::Asking;
use crate::store::{self, Saved};

/// How far it is: games done, and games to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gathering {
    /// Games done.
    pub done: usize,
    /// Games to do.
    pub total: usize,
}

/// Finished games of people that are not in the record.
fn missing(own: &OwnRecord) -> Vec<Saved> {
    let finished = store::all_games().into_iter().filter(Saved::is_finished).collect();
    let is_missing = |saved: &Saved| !Digest::seats_of_people(&saved.record).is_empty() && !own.has(&fingerprint(&saved.record));
    store::without_corrected(finished).into_iter().filter(is_missing).collect()
}

/// Takes all missing games in. `changed` is told after each; leaving the page or stopping it ends it.
pub fn start(progress: RwSignal<Option<Gathering>>, stopped: RwSignal<bool>, changed: RwSignal<usize>) {
    let waiting = missing(&keeping::read());
    let (total, owner) = (waiting.len(), Owner::current());
    if total == 0 {
        return;
    }
    progress.set(Some(Gathering { done: 0, total }));
    spawn_local(async move {
        for (done, saved) in waiting.into_iter().enumerate() {
            if stopped.try_get_untracked() != Some(false) {
                break;
            }
            let Some(review) = review_of(&saved, owner.as_ref()).await else { continue };
            keeping::take(&saved.record, &review);
            let _ = progress.try_set(Some(Gathering { done: done + 1, total }));
            let _ = changed.try_update(|count| *count += 1);
        }
        let _ = progress.try_set(None);
    });
}

async fn review_of(saved: &Saved, owner: Option<&Owner>) -> Option<KeptReview> {
    let read = |text: &str| KeptReview::read(text, saved.record.players.len(), saved.record.events.len());
    if let Some(kept) = store::kept_review(&saved.id, EDITION, &saved.record).and_then(|text| read(&text)) {
        return Some(kept);
    }
    let asking = owner?.with(|| Asking::new(saved.record.clone()));
    let text = asking.answer().await?;
    store::keep_review(&saved.id, EDITION, &saved.record, &text);
    read(&text)
}
