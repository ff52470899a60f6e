//! A saved game as a line: a tap does what one comes for, everything else is unfolded below.

use leptos::prelude::*;
use spieltisch_records::header::CORRECTS;

use crate::i18n::{self, Key, game_name, lang, texts, tr};
use crate::live::opening;
use crate::store::{self, Saved};
use crate::{browser, files, parts};

/// The line. Where the game is deleted, it stays as long as the page, with a way to have the game back.
pub fn show(saved: &Saved, unfolded: RwSignal<Option<String>>) -> AnyView {
    let saved = StoredValue::new(saved.clone());
    let deleted = RwSignal::new(None::<store::Deleted>);
    let shown = move || match deleted.get() {
        None => saved.with_value(|saved| kept(saved, unfolded, deleted)),
        Some(game) => saved.with_value(|saved| gone(saved, game, deleted)),
    };
    view! { <li>{shown}</li> }.into_any()
}

fn kept(saved: &Saved, unfolded: RwSignal<Option<String>>, deleted: RwSignal<Option<store::Deleted>>) -> AnyView {
    let (address, what) = if saved.is_finished() {
        (format!("#/review/{}", saved.id), tr(Key::ButtonReview))
    } else {
        (format!("#/play/{}", saved.id), tr(Key::ButtonContinue))
    };
    let id = StoredValue::new(saved.id.clone());
    let is_unfolded = Memo::new(move |_| unfolded.with(|unfolded| unfolded.as_ref() == Some(&id.get_value())));
    let toggle = move |_| unfolded.set((!is_unfolded.get_untracked()).then(|| id.get_value()));
    let more = texts::replay_more(lang(), entry(saved));
    let choices = {
        let saved = saved.clone();
        move || is_unfolded.get().then(|| choices(&saved, deleted))
    };
    view! {
        <a class="go" id=link_id(saved) href=address>
            <span class="small-picture">{parts::small_picture(saved.record.clone())}</span>
            <span class="text">
                <span class="visually-hidden">{what}</span>
                <strong>{texts::list(lang(), &saved.record.players)}</strong>
                <span>{format!("{} · {}", game_name(&saved.record.game), date(saved))}</span>
                {saved.is_finished().then(|| view! { <span>{result(saved)}</span> })}
                {came_from(saved).map(|text| view! { <small class="came-from">{text}</small> })}
            </span>
        </a>
        <button class="quiet more" aria-label=more.clone() title=more aria-expanded=move || is_unfolded.get().to_string() on:click=toggle>"⋯"</button>
        {choices}
    }
    .into_any()
}

/// What else can be done with a game.
fn choices(saved: &Saved, deleted: RwSignal<Option<store::Deleted>>) -> AnyView {
    let (id, finished) = (saved.id.clone(), saved.is_finished());
    let record = StoredValue::new(saved.clone());
    let save =
        move |_| record.with_value(|saved| browser::download(&files::of_game(saved, "jsonl"), &format!("{}\n", saved.record.to_json())));
    let delete = move |_| {
        deleted.set(Some(record.with_value(|saved| store::delete_game(&saved.id))));
        // The keyboard focus stays where it was.
        let undo = record.with_value(undo_id);
        browser::after(0, move || browser::focus(&undo));
    };
    let link =
        |address: String, label: Key, class: &'static str| view! { <a class=format!("quiet button {class}") href=address>{tr(label)}</a> };
    view! {
        <div class="buttons choices">
            {finished.then(|| link(format!("#/replay/{id}"), Key::ButtonReplay, "watch"))}
            {(!finished).then(|| link(format!("#/review/{id}"), Key::ButtonReview, "to-review"))}
            {finished.then(|| link(format!("#/share/{id}"), Key::ButtonShare, "share"))}
            <button class="quiet save" on:click=save>{tr(Key::ButtonSaveRecord)}</button>
            <button class="quiet delete" on:click=delete>{tr(Key::ButtonDelete)}</button>
        </div>
    }
    .into_any()
}

fn link_id(saved: &Saved) -> String {
    format!("game-{}", saved.id)
}

fn undo_id(saved: &Saved) -> String {
    format!("undo-{}", saved.id)
}

/// A game that was deleted a moment ago.
fn gone(saved: &Saved, game: store::Deleted, deleted: RwSignal<Option<store::Deleted>>) -> AnyView {
    let link = link_id(saved);
    let undo = move |_| {
        store::put_back(&game);
        deleted.set(None);
        let link = link.clone();
        browser::after(0, move || browser::focus(&link));
    };
    view! {
        <p class="deleted" role="status">{texts::replay_deleted(lang(), entry(saved))}</p>
        <button class="quiet undo" id=undo_id(saved) on:click=undo>{tr(Key::ButtonUndo)}</button>
    }
    .into_any()
}

fn date(saved: &Saved) -> String {
    browser::local_date(saved.time(), lang().code())
}

fn entry(saved: &Saved) -> String {
    texts::replay_entry(lang(), game_name(&saved.record.game), texts::list(lang(), &saved.record.players), date(saved))
}

/// Who won; alone, with how many points.
fn result(saved: &Saved) -> String {
    let numbers = |field: &str| saved.record.result.get(field).and_then(|found| found.as_array()).cloned().unwrap_or_default();
    if let [_] = saved.record.players.as_slice() {
        return i18n::points(numbers("scores").first().and_then(serde_json::Value::as_i64).unwrap_or(0) as i32);
    }
    let winners = numbers("winners");
    let names: Vec<&String> = winners.iter().filter_map(|seat| saved.record.players.get(seat.as_u64()? as usize)).collect();
    texts::replay_result(lang(), texts::list(lang(), &names))
}

/// The other game that this one goes on from or corrects.
fn came_from(saved: &Saved) -> Option<String> {
    let corrected = CORRECTS.read(&saved.record).map(|corrects| texts::correct_from(lang(), corrects.after));
    corrected.or_else(|| opening::continues_after(&saved.record).map(|step| texts::keeping_continues(lang(), step)))
}
