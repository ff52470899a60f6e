//! Correcting an earlier entry. The corrected game is a new one, beside the old one in the list of games; what followed the
//! entry waits beside it until it is played again ([`Correction`]).

use leptos::prelude::*;
use spieltisch_records::header::{CORRECTS, SAVED};
use spieltisch_records::{Continues, Correction};

use super::Around;
use crate::app::route;
use crate::i18n::{Key, lang, texts, tr};
use crate::store::{self, WAITING};
use crate::{browser, dialog};

fn read(game: &str) -> Option<Correction> {
    serde_json::from_str(&store::read(&format!("{WAITING}{game}"))?).ok()
}

fn write(game: &str, correction: &Correction) {
    let name = format!("{WAITING}{game}");
    if correction.is_done() {
        return store::remove(&name);
    }
    store::write(&name, &serde_json::to_string(correction).unwrap_or_default());
}

/// Begins a corrected version of the game, which stands before the entry of this number, and goes there.
pub fn begin(around: Around, index: usize) {
    let old = around.game.get_value();
    let Some(saved) = store::load_game(&old) else { return };
    let mut record = saved.record;
    let Ok(mut correction) = Correction::begin(&mut record, index) else { return };
    let lines = around.told.run(()).lines;
    for (entry, line) in correction.waiting.iter_mut().zip(lines.into_iter().skip(index)) {
        entry.said = line.said;
    }
    // A correction within a correction: what waits for that one follows on what waits for this one.
    correction.waiting.extend(read(&old).into_iter().flat_map(|before| before.waiting));
    SAVED.write(&mut record, &browser::time());
    CORRECTS.write(&mut record, &Continues { game: old, after: index as u64 });
    let id = store::new_id();
    write(&id, &correction);
    store::begin_game(&id, record);
    route::go(&format!("#/play/{id}"));
}

/// Plays what waits again whenever something was entered, and tells what still waits.
pub fn run(around: Around) -> RwSignal<Option<Correction>> {
    let waits = RwSignal::new(read(&around.game.get_value()));
    Effect::new(move |_| {
        around.clock.track();
        if !around.in_charge.get() {
            // The tab that is in charge goes on with it.
            waits.set(read(&around.game.get_value()));
        } else if waits.read_untracked().is_some() {
            go_on(around, waits, |_| {});
        }
    });
    waits
}

/// Lets what waits follow on the game as it stands, after a change of it.
fn go_on(around: Around, waits: RwSignal<Option<Correction>>, change: impl FnOnce(&mut Correction)) {
    let id = around.game.get_value();
    let (Some(mut correction), Some(saved)) = (read(&id), store::load_game(&id)) else { return waits.set(None) };
    let (mut record, before) = (saved.record, correction.clone());
    change(&mut correction);
    if (before != correction || correction.is_new(&record)) && correction.go_on(&mut record).is_ok() {
        let events = record.events.len();
        if events > around.clock.get_untracked() {
            SAVED.write(&mut record, &browser::time());
            store::save_game(&id, &record);
        }
        write(&id, &correction);
        if events > around.clock.get_untracked() {
            around.reread.run(());
        }
    }
    waits.set(Some(correction).filter(|correction| !correction.is_done()));
}

/// What is being changed, or no longer fits, and the ways to go on.
pub fn banner(around: Around, waits: RwSignal<Option<Correction>>) -> impl IntoView {
    move || {
        waits.get().map(|correction| {
            let what = correction.waiting.first().map(|entry| sentence(&entry.said)).unwrap_or_default();
            let said = if correction.is_asking() { texts::correct_asks(lang(), what) } else { texts::correct_stopped(lang(), what) };
            let later = correction.waiting.len() - 1;
            let later = (later > 0).then(|| texts::correct_waiting(lang(), later as i64));
            let way = if correction.is_asking() { leave(around) } else { leave_out(around, waits, &correction) };
            view! { <section class="correcting card" role="status"><p>{said}" "{later}</p>{way}</section> }
        })
    }
}

/// Goes back to the version before, which was not changed; the one begun here has nothing of its own.
fn leave(around: Around) -> AnyView {
    let id = around.game.get_value();
    let old = store::load_game(&id).and_then(|saved| CORRECTS.read(&saved.record)).map(|corrects| corrects.game);
    let back = move |_| {
        if let Some(old) = &old {
            route::go(&format!("#/play/{old}"));
            store::delete_game(&id);
        }
    };
    view! { <button class="quiet" id="keep-as-it-was" on:click=back>{tr(Key::CorrectKeep)}</button> }.into_any()
}

/// Leaves out what does not fit, after a question that names it.
fn leave_out(around: Around, waits: RwSignal<Option<Correction>>, correction: &Correction) -> AnyView {
    let record = store::load_game(&around.game.get_value()).map(|saved| saved.record);
    let count = record.and_then(|record| correction.misfits(&record).ok()).unwrap_or(1);
    let list = correction.waiting.iter().take(count).map(|entry| sentence(&entry.said)).collect::<Vec<_>>().join(" ");
    let ask = move |_| {
        let yes = texts::correct_leave_out(lang(), count as i64);
        dialog::ask(texts::correct_leave_out_ask(lang(), &list), yes, move || {
            go_on(around, waits, |correction| correction.leave_out(count))
        });
    };
    view! { <button class="quiet" id="leave-out" on:click=ask>{texts::correct_leave_out(lang(), count as i64)}</button> }.into_any()
}

/// A line of the list with a full stop.
fn sentence(said: &str) -> String {
    if said.ends_with(['.', '!', '?']) { said.to_string() } else { format!("{said}.") }
}
