//! What a review says while a game is played, where it is switched on: a mark after each own decision, and everyone's chance as a bar.

use leptos::prelude::*;
use spieltisch_records::Record;
use spieltisch_review::{KeptStep, Verdict};
use spieltisch_rules::Seat;

use super::numbers;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{self, Allowed, Kind, Player};
use crate::pieces::mark::COLOURS;
use crate::worker::review::{self, ReviewReply, ReviewRequest};

/// The mark and the bar beside a game; at its end they are gone. Where only one of the people is at this screen, marks are about
/// the decisions of that seat.
pub fn show(wished: Allowed, own: Option<Seat>, record: Signal<Record>) -> AnyView {
    // The coach speaks of the whole turn: a mark for its last decision beside that would be a second opinion.
    let marks = wished.marks && !(wished.coach && wished.hints);
    let (judged, stands) = (RwSignal::new(None::<KeptStep>), RwSignal::new(Vec::<f64>::new()));
    let events = Memo::new(move |_| record.with(|record| record.events.clone()));
    Effect::new(move |before: Option<usize>| {
        let now = events.with(Vec::len);
        let record = record.get_untracked();
        if wished.chances && record.players.len() > 1 {
            ask(&record, &ReviewRequest::Stand, now, events, move |answer| {
                if let ReviewReply::Stands(all) = answer {
                    stands.set(all);
                }
            });
        }
        if marks {
            match before.filter(|before| *before < now) {
                Some(before) => judge_last(record, before, own, events, judged),
                None => judged.set(None),
            }
        }
        now
    });
    let mark = move || judged.get().map(|step| mark(&step, record.with_untracked(|record| record.players.len() > 1)));
    let bar = move || Some(stands.get()).filter(|all| all.len() > 1).map(|all| bar(&all, &live::seats(&record.get_untracked())));
    view! {
        <div class="beside">
            <p class="mark-of-decision" role="status">{mark}</p>
            {bar}
        </div>
    }
    .into_any()
}

/// Judges the last decision after so many events where a person here made it; what was decided before that keeps its mark until
/// then. From a referee elsewhere a decision and the dice that follow it come together.
fn judge_last(mut record: Record, known: usize, own: Option<Seat>, events: Memo<Vec<String>>, judged: RwSignal<Option<KeptStep>>) {
    let clock = record.events.len();
    let Some(last) = (known..clock).rev().find(|&event| !record.events[event].starts_with("roll")) else { return };
    record.events.truncate(last + 1);
    let Some(event) = record.events.pop() else { return };
    let players = live::seats(&record);
    ask(&record, &ReviewRequest::Judge(event), clock, events, move |answer| {
        if let ReviewReply::Judged(step) = answer
            && own.is_none_or(|own| own == step.seat)
            && players.get(step.seat).is_some_and(|player| player.kind == Kind::Person)
        {
            judged.set(Some(step).filter(|step| step.is_choice));
        }
    });
}

/// Asks, and hears the answer unless decisions were taken back or the page was left meanwhile.
fn ask(record: &Record, question: &ReviewRequest, clock: usize, events: Memo<Vec<String>>, then: impl FnOnce(ReviewReply) + 'static) {
    review::ask(record, question, move |answer| {
        if events.try_with_untracked(|events| events.len() >= clock) == Some(true) {
            then(answer);
        }
    });
}

fn mark(step: &KeptStep, is_chance: bool) -> AnyView {
    let cost = step.loss();
    let (sign, class, text) = match Verdict::on(cost, is_chance) {
        Verdict::Good => ("✓", "good", tr(Key::ReviewMarkGood).to_string()),
        Verdict::Fine => ("≈", "fair", tr(Key::ReviewMarkFine).to_string()),
        Verdict::Costly => ("✕", "costly", texts::review_mark_costly(lang(), numbers::signed(is_chance, -cost))),
    };
    view! { <span class=class><b aria-hidden="true">{sign}</b>" "{text}</span> }.into_any()
}

/// Everyone's chance: parts of one bar, each with its player's number.
fn bar(stands: &[f64], players: &[Player]) -> AnyView {
    let told = |(player, chance): (&Player, &f64)| format!("{} {}", player.name, numbers::value(true, *chance));
    let label = texts::format_labelled(lang(), tr(Key::ReviewChances), players.iter().zip(stands).map(told).collect::<Vec<_>>().join(", "));
    let part = |(player, chance): (&Player, &f64)| {
        let (width, colour) = (format!("{:.2}%", 100.0 * chance), COLOURS[player.colour % COLOURS.len()]);
        let number = (*chance >= 0.12).then(|| numbers::value(true, *chance));
        view! { <i style:width=width style:background=colour>{number}</i> }
    };
    view! { <p class="chances" role="img" aria-label=label.clone() title=label>{players.iter().zip(stands).map(part).collect::<Vec<_>>()}</p> }.into_any()
}
