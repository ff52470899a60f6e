//! Showing a finished game around: as a short text, as a picture, as a record file.

mod drawing;
pub mod sending;

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_draw::pictures::{Outcome, outcome};
use spieltisch_records::Record;

use crate::by_name::Named;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::store::{self, Saved};
use crate::{browser, files, table};
use sending::Sent;

/// The picture as it comes about.
#[derive(Clone)]
enum Drawn {
    NotYet,
    /// The file, and the address under which the page shows it.
    Here(Named, String),
    Impossible,
}

/// The page on which a finished game is shared.
pub fn page(id: &str) -> AnyView {
    let Some(saved) = store::load_game(id) else { return table::missing(id) };
    let Some(outcome) = outcome(&saved.record, lang()) else { return table::missing(id) };
    let date = browser::local_date(saved.time(), lang().code());
    let text = outcome.text(game_name(&saved.record.game), &date);
    let drawn = picture(&saved, &date);
    let message = RwSignal::new("");
    // As a phone wraps them; where the browser can, the field is as high as its text.
    let rows: usize = text.lines().map(|line| 1 + line.chars().count() / 36).sum();
    view! {
        <div class="card page share">
            <h1>{tr(Key::ShareTitle)}</h1>
            <h2 id="share-choices">{tr(Key::ShareChoices)}</h2>
            <div class="buttons" role="group" aria-labelledby="share-choices">{choices(&saved, text.clone(), drawn, message)}</div>
            <p role="status" id="share-said">{move || message.get()}</p>
            {shown(&saved, &outcome, drawn)}
            <textarea id="shared-text" readonly rows=rows.to_string() aria-label=tr(Key::ShareText) prop:value=text></textarea>
            <p class="fine">{tr(Key::ShareHint)}</p>
            <p><button class="quiet" on:click=|_| browser::back()>{tr(Key::ButtonBack)}</button></p>
        </div>
    }
    .into_any()
}

/// A small picture of a game as it stands, beside its line in a list: nothing where it cannot be drawn.
pub fn small(record: &Record) -> AnyView {
    let drawn = spieltisch_draw::pictures::small(record).map(|page| view! { <img src=drawing::address(&page) alt="" decoding="async"/> });
    drawn.into_any()
}

/// Has the picture drawn, so that it is here before it is asked for.
fn picture(saved: &Saved, date: &str) -> RwSignal<Drawn, LocalStorage> {
    let drawn = RwSignal::new_local(Drawn::NotYet);
    on_cleanup(move || {
        if let Some(Drawn::Here(_, address)) = drawn.try_get_untracked() {
            sending::forget(&address);
        }
    });
    let page = spieltisch_draw::pictures::finished(&saved.record, lang(), date);
    spawn_local(async move {
        let file = match page {
            Some(page) => drawing::png(&page).await,
            None => None,
        };
        let stage = file.and_then(|file| Some(Drawn::Here(file.clone(), sending::address_of(&file)?)));
        drop(drawn.try_set(stage.unwrap_or(Drawn::Impossible)));
    });
    drawn
}

/// The picture as it will be sent.
fn shown(saved: &Saved, outcome: &Outcome, drawn: RwSignal<Drawn, LocalStorage>) -> impl IntoView + use<> {
    let described = texts::format_labelled(lang(), game_name(&saved.record.game), &outcome.headline);
    move || match drawn.get() {
        Drawn::NotYet => view! { <p class="not-yet" role="status">{tr(Key::PartFetching)}</p> }.into_any(),
        Drawn::Here(_, address) => view! { <img id="shared-picture" src=address alt=described.clone()/> }.into_any(),
        Drawn::Impossible => view! { <p role="status">{tr(Key::ShareNoPicture)}</p> }.into_any(),
    }
}

/// The three ways. What the device's own way to share does not take is copied or saved, and that is said.
fn choices(saved: &Saved, text: String, drawn: RwSignal<Drawn, LocalStorage>, message: RwSignal<&'static str>) -> impl IntoView + use<> {
    let say = move |said: Option<Key>| {
        let _ = message.try_set(said.map_or("", tr));
    };
    let send_text = move |_| {
        let text = text.clone();
        spawn_local(async move {
            say(match sending::text(&text, &browser::whole_address(""), Some("shared-text")).await {
                Sent::Taken => None,
                Sent::Kept => Some(Key::ShareCopied),
                Sent::Nowhere => Some(Key::ShareByHand),
            });
        });
    };
    let picture_name = files::of_game(saved, "png");
    let send_picture = move |_| {
        let Drawn::Here(file, _) = drawn.get_untracked() else { return };
        let name = picture_name.clone();
        spawn_local(async move { say(sending::file(&file, &name).await.kept(Key::SharePictureSaved)) });
    };
    let (record, record_name) = (format!("{}\n", saved.record.to_json()), files::of_game(saved, "jsonl"));
    let send_record = move |_| {
        let (record, name) = (record.clone(), record_name.clone());
        spawn_local(async move {
            let Some(file) = sending::file_of(&record, "application/jsonl") else { return };
            say(sending::file(&file, &name).await.kept(Key::ShareRecordSaved));
        });
    };
    let not_here = move || !matches!(drawn.get(), Drawn::Here(..));
    view! {
        <button class="main" id="share-as-text" on:click=send_text>{tr(Key::ShareText)}</button>
        <button class="main" id="share-as-picture" disabled=not_here on:click=send_picture>{tr(Key::SharePicture)}</button>
        <button class="quiet" id="share-as-record" on:click=send_record>{tr(Key::ShareRecord)}</button>
    }
}
