//! The coach after a person's turn: the decision that cost most, what would have been better, and by how much.

use leptos::prelude::*;
use spieltisch_core::turn_decisions;
use spieltisch_records::Record;
use spieltisch_review::{KeptStep, Verdict};

use super::Around;
use crate::i18n::{lang, texts};
use crate::store;
use crate::worker::review::{self, ReviewReply, ReviewRequest};

/// Looks at every turn of a person that ends, where the coach is wanted.
pub fn run(around: Around) {
    if !around.coach {
        return;
    }
    Effect::new(move |before: Option<usize>| {
        let clock = around.clock.get();
        let gone_on = before.is_some_and(|before| before < clock);
        let told = untrack(|| around.told.run(()));
        if told.lines.last().is_none_or(|line| line.person) {
            around.coached.set(String::new());
        }
        let record = store::load_game(&around.game.get_value()).map(|saved| saved.record);
        if let Some(record) = record.filter(|_| gone_on && told.turn_over && around.in_charge.get_untracked()) {
            let decisions = turn_decisions(&told.lines);
            judge(CoachedTurn { around, clock, record, company: told.company, worst: None }, decisions);
        }
        clock
    });
}

/// A turn being looked at.
struct CoachedTurn {
    around: Around,
    clock: usize,
    record: Record,
    company: bool,
    /// The decision that cost most so far, by its place.
    worst: Option<(usize, KeptStep)>,
}

/// Asks about one decision after the other, and then says what was found.
fn judge(mut turn: CoachedTurn, mut decisions: Vec<usize>) {
    let Some(index) = decisions.pop() else { return say(&turn) };
    let mut record = turn.record.clone();
    let Some(event) = record.events.drain(index..).next() else { return say(&turn) };
    review::ask(&record, &ReviewRequest::Judge(event), move |answer| {
        let costlier = |step: &KeptStep| turn.worst.as_ref().is_none_or(|(_, worst)| step.loss() > worst.loss());
        if let ReviewReply::Judged(step) = answer
            && costlier(&step)
        {
            turn.worst = Some((index, step));
        }
        judge(turn, decisions);
    });
}

fn say(turn: &CoachedTurn) {
    let CoachedTurn { around, clock, company, worst: Some((index, step)), .. } = turn else { return };
    let Some(told) = around.clock.try_get_untracked().map(|_| around.told.run(())) else { return };
    // A player who has decided again meanwhile does not look back.
    let Some(name) = told.lines.get(*index).map(|line| &line.name) else { return };
    if told.lines.iter().skip(*clock).any(|line| line.person) {
        return;
    }
    let cost = step.loss();
    let is_good = Verdict::on(cost, *company) == Verdict::Good;
    let better = step.best.clone().filter(|_| !is_good).and_then(|best| around.phrase.run((*index, best)));
    let sentence = match better {
        Some(better) if *company => texts::coach_better_wins(lang(), (100.0 * cost).round().max(1.0) as i64, name, better),
        Some(better) => texts::coach_better_points(lang(), name, better, texts::tenths(lang(), (10.0 * cost).round() as i64)),
        None => texts::coach_best(lang(), name),
    };
    around.coached.set(sentence.clone());
    let said = around.spoken.get_untracked();
    around.spoken.set(format!("{sentence} {said}"));
}
