//! A decision of a past game to be made again: its judge stands where a referee stands at tables by link, so the table itself knows
//! nothing of it.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_protocol::{GameCursor, GameUpdate};
use spieltisch_records::header::{SEATS, UNDO};
use spieltisch_records::{Record, SeatSheet};
use spieltisch_review::{EDITION, KeptReview, KeptStep, nearly_nothing};
use spieltisch_rules::Seat;

use super::{Asking, numbers};
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{Linked, Referee};
use crate::store::{self, Saved};
use crate::worker::review::{self, ReviewReply, ReviewRequest};
use crate::{own, parts, table};

/// Below this nothing is better.
const NOTHING: f64 = 5e-4;

/// A decision to be made again.
#[derive(Clone, Copy)]
struct Exercise {
    record: StoredValue<Record>,
    game: StoredValue<String>,
    is_chance: bool,
    /// What was played, and what it cost.
    played: StoredValue<(String, KeptStep)>,
    /// The best move in words.
    best_told: StoredValue<String>,
    /// Whether an answer is being judged.
    asked: RwSignal<bool>,
    /// What is said of the last answer.
    said: RwSignal<Option<String>>,
    /// The best move, once it is to be shown.
    shown: RwSignal<Option<String>>,
    /// Whether an answer was noted: only the first one counts.
    noted: StoredValue<bool>,
}

/// The page of a decision to be made again.
pub fn page(id: &str, event: usize) -> AnyView {
    let Some(saved) = store::load_game(id) else { return table::missing(id) };
    let exercise = RwSignal::new(None::<(Exercise, Seat)>);
    let owner = Owner::current();
    let id = saved.id.clone();
    let asking = Asking::new(saved.record.clone());
    spawn_local(async move {
        let Some(prepared) = prepare(saved, event, asking).await else {
            // There is no such decision.
            return crate::app::route::go(&format!("#/review/{id}"));
        };
        // What it remembers goes with the page.
        if let Some(owner) = owner {
            let made = owner.with(|| prepared.made());
            let _ = exercise.try_set(Some(made));
        }
    });
    (move || match exercise.get() {
        None => super::waiting(asking),
        Some((exercise, seat)) => {
            let record = exercise.record.get_value();
            let linked = Linked {
                id: format!("try/{}", exercise.game.get_value()),
                seen: GameCursor::default(),
                record,
                here: Some(seat),
                referee: Arc::new(exercise),
            };
            let table = parts::linked_table(linked).unwrap_or_else(|| ().into_any());
            view! { <div class="exercise">{table}</div> }.into_any()
        }
    })
    .into_any()
}

/// What an exercise is made of.
struct Prepared {
    game: String,
    record: Record,
    is_chance: bool,
    seat: Seat,
    played: (String, KeptStep),
    best_told: String,
}

/// The decision that is event `event`, from 1, of a game; it is reviewed where it was not, or where that is no longer kept. Nothing where that event is no decision.
async fn prepare(saved: Saved, event: usize, asking: Asking) -> Option<Prepared> {
    let read = |text: String| KeptReview::read(&text, saved.record.players.len(), saved.record.events.len());
    let review = match store::kept_review(&saved.id, EDITION, &saved.record).and_then(read) {
        Some(review) => review,
        None => {
            let text = asking.answer().await?;
            store::keep_review(&saved.id, EDITION, &saved.record, &text);
            read(text)?
        }
    };
    let step = review.steps.get(event.checked_sub(1)?)?.clone();
    if step.is_roll {
        return None;
    }
    let mut record = saved.record.clone();
    record.events.truncate(event);
    let mut better = vec![None; event];
    better[event - 1] = step.best.clone().or_else(|| record.events.last().cloned());
    let best_told = parts::tell(record.clone(), better).await.ok()?.pop()?.better?;
    let played = record.events.pop()?;
    record.result = serde_json::Value::Null;
    UNDO.write(&mut record, &false);
    // The player who tries it decides, even where a computer sat.
    let mut seats = SeatSheet::of_all(&record);
    if let Some(sheet) = seats.get_mut(step.seat) {
        sheet.computer = None;
    }
    SEATS.write(&mut record, &seats);
    Some(Prepared { game: saved.id, record, is_chance: review.is_chance(), seat: step.seat, played: (played, step), best_told })
}

impl Prepared {
    fn made(self) -> (Exercise, Seat) {
        let exercise = Exercise {
            record: StoredValue::new(self.record),
            game: StoredValue::new(self.game),
            is_chance: self.is_chance,
            played: StoredValue::new(self.played),
            best_told: StoredValue::new(self.best_told),
            asked: RwSignal::new(false),
            said: RwSignal::new(None),
            shown: RwSignal::new(None),
            noted: StoredValue::new(false),
        };
        (exercise, self.seat)
    }
}

impl Exercise {
    fn hear(self, event: &str, answer: ReviewReply) {
        let _ = self.asked.try_set(false);
        let ReviewReply::Judged(judged) = answer else { return };
        let cost = judged.loss();
        let number = numbers::plain(self.is_chance, cost);
        let as_played = self.played.try_with_value(|(played, _)| played == event) == Some(true);
        let said = match cost {
            cost if cost < NOTHING => tr(Key::ReviewTryBest).to_string(),
            cost if cost <= nearly_nothing(self.is_chance) => texts::review_try_nearly(lang(), number),
            _ if as_played => texts::review_try_as_played(lang(), number),
            _ => texts::review_try_costs(lang(), number),
        };
        let noted = match self.note(cost) {
            Some(true) => tr(Key::OwnRight),
            Some(false) => tr(Key::OwnAgain),
            None => "",
        };
        let _ = self.said.try_set(Some(format!("{said} {noted}").trim_end().to_string()));
    }

    /// Notes the first answer where the decision is an exercise: whether it counts as right.
    fn note(self, cost: f64) -> Option<bool> {
        let noted = self.noted.try_update_value(|noted| std::mem::replace(noted, true))?;
        if noted {
            return None;
        }
        let saved = store::load_game(&self.game.try_get_value()?)?;
        let (event, played) =
            (self.record.try_with_value(|record| record.events.len())? + 1, self.played.try_with_value(|(_, step)| step.loss())?);
        own::answered(&saved.record, event, cost, played)
    }

    fn show_best(self) {
        let best = self.played.with_value(|(played, step)| step.best.clone().unwrap_or_else(|| played.clone()));
        self.shown.set(Some(best));
        self.said.set(Some(texts::review_try_best_is(lang(), self.best_told.get_value())));
    }
}

impl Referee for Exercise {
    /// Judges the answer; the position stays as it is.
    fn decide(&self, _: usize, event: &str) -> bool {
        let (exercise, event) = (*self, event.to_string());
        self.asked.set(true);
        self.said.set(None);
        self.record
            .with_value(|record| review::ask(record, &ReviewRequest::Judge(event.clone()), move |answer| exercise.hear(&event, answer)));
        false
    }

    fn roll(&self, _: usize) {}

    fn news(&self, _: GameCursor) -> Option<GameUpdate> {
        None
    }

    fn names(&self) -> Option<Vec<String>> {
        None
    }

    fn is_asked(&self) -> bool {
        self.asked.get()
    }

    fn refusal(&self) -> Option<String> {
        Some(self.said.get().unwrap_or_else(|| tr(Key::ReviewTryAsk).to_string()))
    }

    fn advised(&self) -> Option<String> {
        self.shown.get()
    }

    fn talk_button(&self) -> AnyView {
        let exercise = *self;
        let back = format!("#/review/{}", self.game.get_value());
        view! {
            <button class="quiet" id="show-best" on:click=move |_| exercise.show_best()>{tr(Key::ReviewTryShow)}</button>
            <a class="quiet button" id="to-review" href=back>{tr(Key::ReviewBack)}</a>
            <a class="quiet button" id="to-own" href="#/record">{tr(Key::ButtonOwnRecord)}</a>
        }
        .into_any()
    }
}
