//! A first game that teaches: at the ordinary table, with one idea at a time and the next tap marked.

use std::sync::Arc;

use leptos::prelude::*;
use spieltisch_core::{Lesson, Step};
use spieltisch_protocol::GameCursor;
use spieltisch_records::Record;
use spieltisch_records::header::UNDO;

use super::script::Script;
use crate::app::settings;
use crate::games;
use crate::i18n::{Key, bot_name, lang, texts, tr};
use crate::live::{self, Kind, Linked, Player};
use crate::pages::start;
use crate::{browser, parts, store};

/// Where the player stands in a lesson is kept under this name.
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

    /// What is asked for now; nothing while what follows by itself still comes.
    fn asked(&self) -> Option<&'static Step> {
        let (of, step) = self.lesson.steps().nth(self.step.get())?;
        (of == self.chapter.get() && self.is_still()).then_some(step)
    }

    /// What is said once the table shows so many events: it may be behind, where dice are in the air, and a step is said only when it
    /// can be done.
    fn said_after(&self, clock: usize) -> Option<Key> {
        let (done, chapter) = (self.step.get(), self.chapter.get());
        let said = self.lesson.steps().enumerate().take(done + 1).filter(|(_, (of, _))| *of == chapter);
        let said = said.filter(|(step, _)| self.lesson.events(chapter, *step).len() <= clock).last();
        said.map(|(_, (_, step))| step.says)
    }

    /// Whether everything has happened that follows by itself.
    fn is_still(&self) -> bool {
        self.events.with(Vec::len) == self.lesson.events(self.chapter.get(), self.step.get()).len()
    }

    /// Whether the last step is done, and what follows it.
    fn is_over(&self) -> bool {
        self.step.get() >= self.lesson.steps().count() && self.is_still()
    }

    fn does(self, event: &str) {
        let asked = untrack(|| self.asked()).map(|step| step.does);
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
    let Some(lesson) = spieltisch_core::lesson(game) else { return ().into_any() };
    let steps = lesson.steps().count();
    let done = store::read(&kept_as(game)).and_then(|text| text.parse().ok()).unwrap_or(0).min(steps);
    // A player who comes back after the end begins again.
    let taken = Taken::new(lesson, if done == steps { 0 } else { done });
    view! { <div class="coached">{move || table(taken, taken.chapter.get())}</div> }.into_any()
}

/// The table of a chapter.
fn table(taken: Taken, chapter: usize) -> AnyView {
    let (lesson, names) = (taken.lesson, names(taken.lesson));
    let script = Script {
        events: taken.events,
        names: names.clone(),
        hinted: Signal::derive(move || taken.asked().map(|step| step.does).filter(|does| !does.starts_with("roll")).map(str::to_string)),
        instruction: Arc::new(move |clock| taken.said_after(clock).map_or_else(String::new, |says| tr(says).to_string())),
        refused: Signal::derive(move || taken.strayed.get().then(|| tr(Key::LessonStrayed).to_string())),
        heading: Arc::new(move || heading(taken)),
        rests: Signal::derive(move || taken.is_over()),
        closing: Arc::new(move || closing(lesson)),
        decided: Callback::new(move |(_, event): (usize, String)| taken.does(&event)),
        rolled: Callback::new(move |_| taken.does("roll")),
    };
    let mut record = Record::new(lesson.game, Vec::new());
    let seats: Vec<Player> = names.into_iter().enumerate().map(|(colour, name)| Player::new(name, colour, Kind::Person)).collect();
    live::write_seats(&mut record, &seats);
    UNDO.write(&mut record, &false);
    record.events = taken.events.get_untracked();
    let seen = GameCursor::default().up_to(record.events.len());
    let linked = Linked { id: format!("lesson-{}-{chapter}", lesson.game), record, seen, here: Some(0), referee: Arc::new(script) };
    parts::linked_table(linked).unwrap_or_else(|| ().into_any())
}

/// How far the lesson is, and the way out of it.
fn heading(taken: Taken) -> AnyView {
    let steps = taken.lesson.steps().count();
    let count = move || texts::lesson_count(lang(), (taken.step.get() + 1).min(steps), steps);
    view! {
        <span class="heading" id="lesson">
            <span>{count}</span>
            <a class="link" id="skip-lesson" href="#/">{tr(Key::LessonSkip)}</a>
        </span>
    }
    .into_any()
}

/// What was learned, and the first real game.
fn closing(lesson: &'static Lesson) -> AnyView {
    let play = move |_| {
        if let Some(face) = games::face(lesson.game) {
            start::play(face, 1);
        }
    };
    browser::after(0, || browser::focus_in_place("real-game"));
    view! {
        <section class="actions closing" id="lesson">
            <p class="prompt" role="status">{tr(lesson.ends)}</p>
            <button class="main" id="real-game" on:click=play>{tr(Key::LessonPlay)}</button>
        </section>
    }
    .into_any()
}

fn names(lesson: &Lesson) -> Vec<String> {
    let own = settings::get().name.unwrap_or_else(|| texts::setup_name_default(lang(), 1));
    [own].into_iter().chain((1..lesson.players).map(|seat| bot_name(seat + 1).to_string())).collect()
}
