//! All saved games: a line for each, those to go on with apart from those that are over.

mod opening;
mod row;

use leptos::prelude::*;

use crate::app::route;
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::online;
use crate::store::{self, Saved};
use opening::Brought;

/// So many lines of a list are shown before more are asked for.
const FIRST: usize = 12;

/// The page of all saved games.
pub fn page() -> AnyView {
    let message = RwSignal::new(String::new());
    let open_file = move |event: web_sys::Event| {
        browser::read_chosen_file(&event, move |text| match opening::keep_records(&text) {
            Ok(Brought::Games(id)) => route::go(&format!("#/replay/{id}")),
            Ok(Brought::OwnRecord) => route::go("#/record"),
            Ok(Brought::Nothing) => message.set(tr(Key::ErrorNoRecord).to_string()),
            Err(error) => message.set(error),
        });
    };
    let (finished, open): (Vec<Saved>, Vec<Saved>) = store::all_games().into_iter().partition(Saved::is_finished);
    let none = finished.is_empty() && open.is_empty();
    // The line whose other choices are unfolded, by the game's id.
    let unfolded = RwSignal::new(None::<String>);
    view! {
        <div class="card page list-of-games">
            <h1>{tr(Key::ReplayList)}</h1>
            {none.then(|| view! { <p>{tr(Key::StartNoFinishedGames)}</p> })}
            {list(Key::ReplayOpen, open, unfolded)}
            {list(Key::ReplayOver, finished, unfolded)}
            {online::tables_list()}
            <p class="wrong" role="alert">{move || message.get()}</p>
            <div class="buttons">
                <label class="quiet button file">{tr(Key::StartOpenRecord)}<input type="file" accept=".json,.jsonl" on:change=open_file/></label>
                <a class="quiet button" id="own-record" href="#/record">{tr(Key::ButtonOwnRecord)}</a>
                <a class="quiet button" href="#/">{tr(Key::ButtonHome)}</a>
            </div>
        </div>
    }
    .into_any()
}

/// Some games under a title, the newest first; nothing where there are none.
fn list(title: Key, games: Vec<Saved>, unfolded: RwSignal<Option<String>>) -> AnyView {
    if games.is_empty() {
        return ().into_any();
    }
    let all = RwSignal::new(games.len() <= FIRST);
    let rest = games.len().saturating_sub(FIRST) as i64;
    let games = StoredValue::new(games);
    let rows = move |from: usize, to: usize| {
        games.with_value(|games| games.iter().skip(from).take(to - from).map(|saved| row::show(saved, unfolded)).collect::<Vec<_>>())
    };
    view! {
        <section>
            <h2>{tr(title)}</h2>
            <ul class="saved">{rows(0, FIRST)}{move || all.get().then(|| rows(FIRST, usize::MAX))}</ul>
            {move || (!all.get()).then(|| view! { <button class="link" on:click=move |_| all.set(true)>{texts::replay_rest(lang(), rest)}</button> })}
        </section>
    }
    .into_any()
}
