//! Why the move of a puzzle is best, in words: asked of the reviewer, once it gives nothing away.

use leptos::task::spawn_local;
use spieltisch_records::Record;

use crate::i18n::{lang, texts};
use crate::worker::review::{self, Explanation, ReviewReply, ReviewRequest};
use crate::{parts, review as reviewing};

/// What speaks for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The move, and a fact of the position that speaks for it, where there is one.
    pub for_it: String,
    /// What the obvious move costs.
    pub against_the_obvious: String,
}

/// Asks why this event is the best one after those of the record, and hands that on; nothing where it is unknown.
pub fn ask(record: Record, best: String, alone: bool, then: impl FnOnce(Reason) + 'static) {
    let asked = record.clone();
    review::ask(&asked, &ReviewRequest::Explain, move |answer| {
        let ReviewReply::Explained(explanation) = answer else { return };
        spawn_local(async move {
            if let Some(reason) = in_words(&record, best, explanation, alone).await {
                then(reason);
            }
        });
    });
}

async fn in_words(record: &Record, best: String, explanation: Explanation, alone: bool) -> Option<Reason> {
    let Explanation { obvious, loss, why } = explanation;
    let (best, purpose) = told(record, best).await?;
    let (obvious, _) = told(record, obvious).await?;
    let why = why.map(|why| reviewing::why_sentence(&why, &record.players)).or(purpose);
    let best = texts::puzzle_best(lang(), best);
    let against_the_obvious = if alone {
        texts::puzzle_obvious_points(lang(), obvious, texts::tenths(lang(), (10.0 * loss).round() as i64))
    } else {
        texts::puzzle_obvious_wins(lang(), (100.0 * loss).round().max(1.0) as i64, obvious)
    };
    Some(Reason { for_it: [Some(best), why].into_iter().flatten().collect::<Vec<_>>().join(" "), against_the_obvious })
}

/// A decision after the events of a record in a few words, and what it is good for. Advice may speak of a mark on the board; nothing is
/// marked here, so it is told as the history tells it, where that is no more than a name before it.
async fn told(record: &Record, event: String) -> Option<(String, Option<String>)> {
    let mut record = record.clone();
    record.players.iter_mut().for_each(String::clear);
    let mut wanted = vec![None; record.events.len()];
    record.events.push(event.clone());
    wanted.push(Some(event));
    let told = parts::tell(record, wanted).await.ok()?.pop()?;
    let nameless = told.what.trim_start().strip_prefix(':').map(|rest| rest.trim_start().to_string());
    match nameless.filter(|label| Some(label) != told.better.as_ref()) {
        // That tells the points already, which is all that advice would say.
        Some(label) => Some((label, None)),
        None => Some((told.better?, told.purpose)),
    }
}
