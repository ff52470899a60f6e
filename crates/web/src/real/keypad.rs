//! Entering a roll: six keys with what a die can show, large enough for any thumb.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::{RollPrompt, typed};
use crate::i18n::{Key, lang, texts, tr};
use crate::pieces;
use crate::table::press::once_a_press;

/// The keypad for a roll.
pub fn show(asked: RollPrompt) -> AnyView {
    let RollPrompt { dice, coached, listed, .. } = asked;
    let pad = Pad {
        faces: RwSignal::new(typed::read(&asked.game, &asked.which, dice)),
        wrong: RwSignal::new(String::new()),
        asked: StoredValue::new(asked),
    };
    pad.asked.with_value(|asked| {
        let said = asked.spoken.get_untracked();
        asked.spoken.set(format!("{said} {}", prompt(asked)).trim().to_string());
    });
    listen_to_keys(pad);
    let line = move || {
        let (wrong, coached) = (pad.wrong.get(), coached.get());
        match (wrong.is_empty(), coached.is_empty()) {
            (false, _) => view! { <span class="notice">{wrong}</span> }.into_any(),
            (true, false) => view! { <span class="notice hint">{coached}</span>" "<span>{pad.prompt()}</span> }.into_any(),
            (true, true) => view! { <span>{pad.prompt()}</span> }.into_any(),
        }
    };
    let keys = (1..=6u8).map(|face| {
        view! {
            <button class="key" id=format!("key-{face}") aria-label=texts::grid_die(lang(), face) on:click=move |_| pad.add(face)>
                <svg viewBox="0 0 100 104" aria-hidden="true" inner_html=pieces::die::markup(face)></svg>
            </button>
        }
    });
    let full = move || pad.faces.read().len() == dice;
    let is_empty = move || pad.faces.read().is_empty();
    let undoable = pad.asked.with_value(|asked| asked.undo.is_some());
    view! {
        <section class="actions enter">
            <p class="prompt" role="status">{line}</p>
            <div class="typed">
                <span class="faces">{move || slots(pad)}</span>
                <button class="quiet" id="delete-die" aria-label=tr(Key::EnterDelete) title=tr(Key::EnterDelete) disabled=is_empty on:click=move |_| pad.delete()>"⌫"</button>
            </div>
            <div class="keys" role="group" aria-label=tr(Key::EnterKeys)>{keys.collect::<Vec<_>>()}</div>
            <button class="quiet undo" title=tr(Key::ButtonUndo) disabled=move || is_empty() && !undoable on:click=move |_| pad.cancel()>
                <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=pieces::BACK></svg><span class="label">{tr(Key::ButtonUndo)}</span>
            </button>
            {listed.map(|listed| view! { <button class="quiet" id="entries" on:click=move |_| listed.set(true)>{tr(Key::HistoryTitle)}</button> })}
            <button class="main" id="main-button" disabled=move || !full() on:click=move |_| pad.take() on:keydown=move |event| once_a_press(&event)>
                {tr(Key::EnterTake)}
            </button>
        </section>
    }
    .into_any()
}

/// What is typed, and for what.
#[derive(Clone, Copy)]
struct Pad {
    faces: RwSignal<Vec<u8>>,
    wrong: RwSignal<String>,
    asked: StoredValue<RollPrompt>,
}

impl Pad {
    fn prompt(self) -> String {
        self.asked.with_value(prompt)
    }

    fn set(self, change: impl FnOnce(&mut Vec<u8>)) {
        self.wrong.set(String::new());
        self.faces.update(change);
        self.asked.with_value(|asked| {
            asked.coached.set(String::new());
            typed::write(&asked.game, &asked.which, &self.faces.read_untracked());
        });
    }

    fn add(self, face: u8) {
        let refused = self.asked.with_value(|asked| {
            let dice = texts::count_dice(lang(), asked.dice as i64);
            match () {
                () if !(1..=6).contains(&face) => Some(tr(Key::EnterNoFace).to_string()),
                () if self.faces.read_untracked().len() < asked.dice => None,
                () if asked.kept.is_empty() => Some(texts::enter_full(lang(), dice)),
                () => Some(texts::enter_full_kept(lang(), spaced(&asked.kept), dice)),
            }
        });
        match refused {
            None => self.set(|faces| faces.push(face)),
            Some(sentence) => self.refuse(sentence),
        }
    }

    fn refuse(self, sentence: String) {
        self.asked.with_value(|asked| asked.spoken.set(sentence.clone()));
        self.wrong.set(sentence);
    }

    fn delete(self) {
        self.set(|faces| faces.truncate(faces.len().saturating_sub(1)));
    }

    /// Lets go what is typed; where nothing is, takes back what led here.
    fn cancel(self) {
        if !self.faces.read_untracked().is_empty() {
            return self.set(Vec::clear);
        }
        if let Some(undo) = self.asked.with_value(|asked| asked.undo) {
            undo.run(());
        }
    }

    fn take(self) {
        let (faces, RollPrompt { game, dice, take, .. }) = (self.faces.get_untracked(), self.asked.get_value());
        if faces.len() < dice {
            return self.refuse(texts::enter_missing(lang(), texts::count_dice(lang(), (dice - faces.len()) as i64)));
        }
        take.run(faces);
        typed::forget(&game);
    }
}

/// The dice as they will lie: kept ones, typed ones, and places for those that are missing.
fn slots(pad: Pad) -> Vec<AnyView> {
    let (kept, dice) = pad.asked.with_value(|asked| (asked.kept.clone(), asked.dice));
    let faces = pad.faces.get();
    let die = |face: u8, class: &'static str| {
        view! { <svg class=class viewBox="0 0 100 104" aria-hidden="true" inner_html=pieces::die::markup(face)></svg> }.into_any()
    };
    let missing = dice.saturating_sub(faces.len());
    let spoken = view! { <span class="visually-hidden" role="status">{spaced(&faces)}</span> }.into_any();
    let shown = kept.iter().map(|&face| die(face, "stays")).chain(faces.iter().map(|&face| die(face, "")));
    shown.chain((0..missing).map(|_| die(0, "missing"))).chain([spoken]).collect()
}

/// Who throws how many dice.
fn prompt(asked: &RollPrompt) -> String {
    let (name, kept, dice) = (&asked.name, spaced(&asked.kept), texts::count_dice(lang(), asked.dice as i64));
    match (asked.computer, asked.kept.is_empty()) {
        (false, true) => texts::enter_person(lang(), name, dice),
        (false, false) => texts::enter_kept(lang(), name, kept, dice),
        (true, true) => texts::enter_computer(lang(), name, dice),
        (true, false) => texts::enter_computer_kept(lang(), name, kept, dice),
    }
}

fn spaced(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// Digits type, Backspace deletes, Enter and R take the roll.
fn listen_to_keys(pad: Pad) {
    let handle = window_event_listener(ev::keydown, move |event| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || pad.asked.is_disposed() {
            return;
        }
        // Where something has the focus, Enter belongs to it.
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()).map(|target| target.tag_name());
        let elsewhere = target.is_some_and(|name| matches!(name.as_str(), "BUTTON" | "A" | "INPUT" | "SELECT" | "TEXTAREA"));
        match event.key().as_str() {
            "Backspace" => pad.delete(),
            _ if event.repeat() => {}
            "Enter" if !elsewhere => pad.take(),
            "r" | "R" => pad.take(),
            key => {
                if let Ok(face) = key.parse::<u8>() {
                    pad.add(face);
                }
            }
        }
    });
    on_cleanup(move || handle.remove());
}
