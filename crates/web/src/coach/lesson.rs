//! A first game that teaches: at the ordinary table, with one idea at a time and the next tap marked.

use std::sync::Arc;

use leptos::prelude::*;
use spieltisch_protocol::Seen;
use spieltisch_records::Record;

use super::lessons::{self, Lesson};
use super::script::Script;
use crate::app::settings;
use crate::games;
use crate::i18n::{Key, bot_name, game_name, lang, texts, tr};
use crate::live::{self, Kind, Linked, Player};
use crate::pages::start;
use crate::{browser, parts, store};

/// Where somebody stands in a lesson is kept under this name.
fn kept_as(game: &str) -> String {
    format!("spieltisch/lesson/{game}")
}

/// The events of the first steps.
fn events_of(lesson: &Lesson, steps: usize) -> Vec<String> {
    let steps = lesson.steps.iter().take(steps);
    steps.flat_map(|step| [step.does].into_iter().chain(step.then.iter().copied())).map(str::to_string).collect()
}

/// A lesson being taken.
#[derive(Clone, Copy)]
struct Taken {
    lesson: &'static Lesson,
    /// How many steps are done.
    step: RwSignal<usize>,
    /// The events so far.
    events: RwSignal<Vec<String>>,
    /// Whether something else was done than was asked for.
    strayed: RwSignal<bool>,
}

impl Taken {
    /// The event that is asked for now; nothing while what follows by itself still comes.
    fn asked(&self) -> Option<&'static str> {
        let step = self.step.get();
        let due = events_of(self.lesson, step).len();
        self.lesson.steps.get(step).map(|step| step.does).filter(|_| self.events.with(Vec::len) == due)
    }

    fn does(self, event: &str) {
        let asked = untrack(|| self.asked());
        let fits = asked.is_some_and(|asked| asked == event || (event == "roll" && asked.starts_with("roll ")));
        self.strayed.set(!fits && asked.is_some());
        if !fits {
            return;
        }
        let done = self.step.get_untracked() + 1;
        let known = self.events.with_untracked(Vec::len);
        store::write(&kept_as(self.lesson.game), &done.to_string());
        self.step.set(done);
        // What the person did is seen at once; the others take their time.
        let pace = if settings::is_calm() { 0 } else { settings::pace().think };
        for (number, event) in events_of(self.lesson, done).into_iter().skip(known).enumerate() {
            let follows = event.starts_with("roll") && number == 1;
            let wait = if number == 0 || follows { 0 } else { pace * number as i32 };
            let add = move || {
                let _ = self.events.try_update(|events| events.push(event));
            };
            if wait == 0 { add() } else { browser::after(wait, add) }
        }
    }
}

/// The page of a lesson.
pub fn page(game: &str) -> AnyView {
    let Some(lesson) = lessons::of(game) else { return ().into_any() };
    let done = store::read(&kept_as(game)).and_then(|text| text.parse().ok()).unwrap_or(0).min(lesson.steps.len());
    // Whoever comes back after the end begins again.
    let done = if done == lesson.steps.len() { 0 } else { done };
    let taken = Taken { lesson, step: RwSignal::new(done), events: RwSignal::new(events_of(lesson, done)), strayed: RwSignal::new(false) };
    let names = names(lesson);
    let script = Script {
        events: taken.events,
        names: names.clone(),
        hinted: Signal::derive(move || taken.asked().filter(|asked| !asked.starts_with("roll")).map(str::to_string)),
        decided: Callback::new(move |(_, event): (usize, String)| taken.does(&event)),
        rolled: Callback::new(move |_| taken.does("roll")),
    };
    let mut record = Record::new(game, Vec::new());
    let seats: Vec<Player> = names.into_iter().enumerate().map(|(colour, name)| Player { name, colour, kind: Kind::Person }).collect();
    live::write_seats(&mut record, &seats);
    record.events = taken.events.get_untracked();
    let seen = Seen::default().up_to(record.events.len());
    let linked = Linked { id: format!("lesson-{game}"), record, seen, here: Some(0), referee: Arc::new(script) };
    view! {
        <div class="coached">
            {card(taken)}
            {parts::linked_table(linked).unwrap_or_else(|| ().into_any())}
        </div>
    }
    .into_any()
}

fn card(taken: Taken) -> impl IntoView {
    let lesson = taken.lesson;
    let said = move || lesson.steps.get(taken.step.get()).map_or(lesson.ends, |step| step.says);
    let over = move || taken.step.get() >= lesson.steps.len();
    let count = move || (!over()).then(|| texts::lesson_count(lang(), taken.step.get() + 1, lesson.steps.len()));
    let play = move |_| {
        if let Some(face) = games::face(lesson.game) {
            start::play(face, 1);
        }
    };
    view! {
        <section class="card coach lesson" id="lesson">
            <h2>{game_name(lesson.game)}" "<small>{count}</small></h2>
            <p role="status">{move || tr(said())}{move || taken.strayed.get().then(|| view! { <em>" "{tr(Key::LessonStrayed)}</em> })}</p>
            <div class="buttons">
                {move || if over() {
                    view! { <button class="main" id="real-game" on:click=play>{tr(Key::LessonPlay)}</button> }.into_any()
                } else {
                    view! { <a class="quiet button" id="skip-lesson" href="#/">{tr(Key::LessonSkip)}</a> }.into_any()
                }}
            </div>
        </section>
    }
}

fn names(lesson: &Lesson) -> Vec<String> {
    let own = settings::get().name.unwrap_or_else(|| texts::setup_name_default(lang(), 1));
    [own].into_iter().chain((1..lesson.players).map(|seat| bot_name(seat + 1).to_string())).collect()
}
