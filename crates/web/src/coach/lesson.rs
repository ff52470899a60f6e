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

/// A lesson being taken.
#[derive(Clone, Copy)]
struct Taken {
    lesson: &'static Lesson,
    /// How many steps are done.
    step: RwSignal<usize>,
    /// The chapter whose table is shown: the next one begins once everything has happened at the one before.
    chapter: RwSignal<usize>,
    /// The events so far at that table.
    events: RwSignal<Vec<String>>,
    /// Whether something else was done than was asked for.
    strayed: RwSignal<bool>,
}

impl Taken {
    fn new(lesson: &'static Lesson, done: usize) -> Taken {
        let chapter = lesson.chapter_after(done);
        let events = RwSignal::new(lesson.events(chapter, done));
        Taken { lesson, step: RwSignal::new(done), chapter: RwSignal::new(chapter), events, strayed: RwSignal::new(false) }
    }

    /// The event that is asked for now; nothing while what follows by itself still comes.
    fn asked(&self) -> Option<&'static str> {
        let (step, chapter) = (self.step.get(), self.chapter.get());
        let due = self.lesson.events(chapter, step).len();
        let (of, step) = self.lesson.steps().nth(step)?;
        (of == chapter && self.events.with(Vec::len) == due).then_some(step.does)
    }

    fn does(self, event: &str) {
        let asked = untrack(|| self.asked());
        let fits = asked.is_some_and(|asked| asked == event || (event == "roll" && asked.starts_with("roll ")));
        self.strayed.set(!fits && asked.is_some());
        if !fits {
            return;
        }
        let (done, chapter) = (self.step.get_untracked() + 1, self.chapter.get_untracked());
        let known = self.events.with_untracked(Vec::len);
        store::write(&kept_as(self.lesson.game), &done.to_string());
        self.step.set(done);
        // What the person did is seen at once; the others take their time.
        let pace = if settings::is_calm() { 0 } else { settings::pace().think };
        let mut last = 0;
        for (number, event) in self.lesson.events(chapter, done).into_iter().skip(known).enumerate() {
            let follows = event.starts_with("roll") && number == 1;
            last = if number == 0 || follows { 0 } else { pace * number as i32 };
            in_a_while(last, move || {
                let _ = self.events.try_update(|events| events.push(event));
            });
        }
        let next = self.lesson.chapter_after(done);
        if next != chapter {
            in_a_while(last + pace, move || {
                let _ = self.events.try_set(self.lesson.events(next, done));
                let _ = self.chapter.try_set(next);
            });
        }
    }
}

fn in_a_while(wait: i32, then: impl FnOnce() + 'static) {
    if wait == 0 { then() } else { browser::after(wait, then) }
}

/// The page of a lesson.
pub fn page(game: &str) -> AnyView {
    let Some(lesson) = lessons::of(game) else { return ().into_any() };
    let steps = lesson.steps().count();
    let done = store::read(&kept_as(game)).and_then(|text| text.parse().ok()).unwrap_or(0).min(steps);
    // Whoever comes back after the end begins again.
    let taken = Taken::new(lesson, if done == steps { 0 } else { done });
    view! {
        <div class="coached">
            {card(taken)}
            {move || table(taken, taken.chapter.get())}
        </div>
    }
    .into_any()
}

/// The table of a chapter.
fn table(taken: Taken, chapter: usize) -> AnyView {
    let (lesson, names) = (taken.lesson, names(taken.lesson));
    let script = Script {
        events: taken.events,
        names: names.clone(),
        hinted: Signal::derive(move || taken.asked().filter(|asked| !asked.starts_with("roll")).map(str::to_string)),
        decided: Callback::new(move |(_, event): (usize, String)| taken.does(&event)),
        rolled: Callback::new(move |_| taken.does("roll")),
    };
    let mut record = Record::new(lesson.game, Vec::new());
    if lesson.chapters[chapter].open_table {
        record.options.insert("open_table".into(), true.into());
    }
    let seats: Vec<Player> = names.into_iter().enumerate().map(|(colour, name)| Player::new(name, colour, Kind::Person)).collect();
    live::write_seats(&mut record, &seats);
    record.events = taken.events.get_untracked();
    let seen = Seen::default().up_to(record.events.len());
    let linked = Linked { id: format!("lesson-{}-{chapter}", lesson.game), record, seen, here: Some(0), referee: Arc::new(script) };
    parts::linked_table(linked).unwrap_or_else(|| ().into_any())
}

fn card(taken: Taken) -> impl IntoView {
    let lesson = taken.lesson;
    let steps = lesson.steps().count();
    // What belongs to another table is said when that is shown.
    let said = move || {
        let (done, chapter) = (taken.step.get(), taken.chapter.get());
        let now = if lesson.chapter_after(done) == chapter { done } else { done - 1 };
        lesson.steps().nth(now).map_or(lesson.ends, |(_, step)| step.says)
    };
    let over = move || taken.step.get() >= steps;
    let count = move || (!over()).then(|| texts::lesson_count(lang(), taken.step.get() + 1, steps));
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
