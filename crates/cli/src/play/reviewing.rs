//! What decided a game, as lines to read.

use spieltisch_bots::evaluation::Measure;
use spieltisch_bots::value_store::ValueStore;
use spieltisch_core::{Account, EventText, Kind, seats, several_here};
use spieltisch_records::{Record, RecordError};
use spieltisch_review::{Review, WORST, reviewer_for};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::games;

/// The review of a game, line by line; one line says so where it cannot be reviewed.
pub fn lines(lang: Lang, record: Record, values: &dyn ValueStore) -> Vec<String> {
    if record.events.is_empty() {
        return vec![t(lang, Key::ReviewEmpty).to_string()];
    }
    match review(&record, values) {
        Ok(Some(review)) => told(lang, record, &review),
        Ok(None) | Err(_) => vec![t(lang, Key::ReviewFailed).to_string()],
    }
}

fn review(record: &Record, values: &dyn ValueStore) -> Result<Option<Review>, RecordError> {
    reviewer_for(record, values)?.review(record, &mut |_| true)
}

fn told(lang: Lang, record: Record, review: &Review) -> Vec<String> {
    let measure = review.measure();
    let is_chance = measure == Measure::Win;
    let players = seats(&record);
    let you = |seat: usize| players[seat].kind == Kind::Person && !several_here(&players);
    let mut lines = vec![t(lang, Key::ReviewTitle).to_string(), String::new()];
    for (seat, ledger) in review.ledger(measure).unwrap_or_default().iter().enumerate() {
        let over = review.result.is_some();
        let account = Account { is_chance, over, luck: ledger.luck, losses: ledger.losses, gifts: ledger.gifts, end: ledger.end };
        lines.push(account.sentence(lang, &players[seat].name, you(seat)));
    }
    lines.push(t(lang, if is_chance { Key::ReviewUnitChance } else { Key::ReviewUnitPoints }).to_string());
    lines.extend([String::new(), t(lang, Key::ReviewLevelTitle).to_string()]);
    for (seat, judged) in review.seats.iter().enumerate() {
        let level = judged.level.map(|level| texts::review_level(lang, texts::tenths(lang, (10.0 * level).round() as i64)));
        let level = level.unwrap_or_else(|| t(lang, Key::ReviewNoDecisions).to_string());
        lines.push(texts::format_labelled(lang, &players[seat].name, level));
    }
    let worst = review.worst_decisions(WORST);
    let heading = if worst.is_empty() { Key::ReviewWorstNone } else { Key::ReviewWorst };
    lines.extend([String::new(), t(lang, heading).to_string()]);
    let mut better = vec![None; record.events.len()];
    for step in &worst {
        better[step.event - 1] = step.best.clone();
    }
    let events = games::all_events(lang, record, &better);
    for step in worst {
        let Some(EventText { what, better, purpose }) = events.get(step.event - 1) else { continue };
        let cost = step.change(measure).map_or(0.0, |change| change.loss);
        lines.extend([String::new(), format!("{} {what}", texts::replay_step(lang, step.event, events.len()))]);
        lines.extend(better.as_ref().map(|better| format!("  {}", texts::review_better(lang, better))));
        lines.push(format!("  {}", Account::cost_text(lang, is_chance, cost)));
        lines.extend(purpose.as_ref().map(|purpose| format!("  {purpose}")));
    }
    lines
}
