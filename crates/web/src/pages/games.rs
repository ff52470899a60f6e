//! All saved games: running ones to go on with, finished ones to watch again, records to open.

use std::collections::HashMap;

use leptos::prelude::*;
use spieltisch_records::header::{CORRECTS, OPENED, SAVED};
use spieltisch_records::{Record, replay};
use spieltisch_review::own::fingerprint;

use crate::app::route;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::live::opening;
use crate::online;
use crate::store::{self, Saved};
use crate::{browser, faults};

/// The page of all saved games.
pub fn page() -> AnyView {
    let games = RwSignal::new(store::all_games().len());
    let message = RwSignal::new(String::new());
    let open_file = move |event: web_sys::Event| {
        browser::read_chosen_file(&event, move |text| match keep_records(&text) {
            Ok(Brought::Games(id)) => route::go(&format!("#/replay/{id}")),
            Ok(Brought::OwnRecord) => route::go("#/record"),
            Ok(Brought::Nothing) => message.set(tr(Key::ErrorNoRecord).to_string()),
            Err(error) => message.set(error),
        });
    };
    let list = move || {
        games.track();
        let all = store::all_games();
        if all.is_empty() {
            return view! { <p>{tr(Key::StartNoFinishedGames)}</p> }.into_any();
        }
        view! { <ul class="saved">{all.into_iter().map(|saved| row(saved, games)).collect::<Vec<_>>()}</ul> }.into_any()
    };
    view! {
        <div class="card page">
            <h1>{tr(Key::ReplayList)}</h1>
            {list}
            {online::tables_list()}
            <p class="wrong" role="alert">{move || message.get()}</p>
            <div class="buttons">
                <label class="quiet button file">{tr(Key::StartOpenRecord)}<input type="file" accept=".json,.jsonl" on:change=open_file/></label>
                <a class="quiet button" id="own-record" href="#/record">{tr(Key::ButtonOwnRecord)}</a>
                <a class="main button" href="#/">{tr(Key::ButtonHome)}</a>
            </div>
        </div>
    }
    .into_any()
}

fn row(saved: Saved, games: RwSignal<usize>) -> impl IntoView {
    let names = texts::list(lang(), &saved.record.players);
    let date = browser::local_date(saved.time(), lang().code());
    let finished = saved.is_finished();
    let result = if finished { won_by(&saved) } else { tr(Key::ReplayUnfinished).to_string() };
    let (address, label) = if finished {
        (format!("#/replay/{}", saved.id), tr(Key::ButtonReplay))
    } else {
        (format!("#/play/{}", saved.id), tr(Key::ButtonContinue))
    };
    let review = format!("#/review/{}", saved.id);
    let share = finished.then(|| format!("#/share/{}", saved.id));
    let corrected = CORRECTS.read(&saved.record).map(|corrects| texts::correct_from(lang(), corrects.after));
    let came_from = corrected.or_else(|| opening::continues_after(&saved.record).map(|step| texts::keeping_continues(lang(), step)));
    let id = saved.id.clone();
    let delete = move |_| {
        let sure = browser::window().confirm_with_message(tr(Key::ConfirmDeleteGame)).unwrap_or(false);
        if sure {
            store::delete_game(&id);
            games.update(|count| *count += 1);
        }
    };
    let name = format!("{}-{}.jsonl", saved.record.game, saved.id);
    let record = saved.record.clone();
    view! {
        <li>
            <div class="text"><strong>{texts::replay_entry(lang(), game_name(&saved.record.game), names, date)}</strong><span>{result}</span>{came_from.map(|text| view! { <small class="came-from">{text}</small> })}</div>
            <div class="buttons">
                <a class="quiet button" href=address>{label}</a>
                <a class="quiet button" href=review>{tr(Key::ButtonReview)}</a>
                {share.map(|share| view! { <a class="quiet button share" href=share>{tr(Key::ButtonShare)}</a> })}
                <button class="quiet" on:click=move |_| browser::download(&name, &format!("{}\n", record.to_json()))>{tr(Key::ButtonSaveRecord)}</button>
                <button class="quiet" on:click=delete>{tr(Key::ButtonDelete)}</button>
            </div>
        </li>
    }
}

fn won_by(saved: &Saved) -> String {
    let winners = saved.record.result.get("winners").and_then(|winners| winners.as_array()).cloned().unwrap_or_default();
    let names: Vec<&String> = winners.iter().filter_map(|seat| saved.record.players.get(seat.as_u64()? as usize)).collect();
    texts::replay_result(lang(), texts::list(lang(), &names))
}

/// How an own record begins, which a file of all games ends with.
const OWN_RECORD: &str = "{\"format\":\"spieltisch-own/";

/// What a file of games brings.
enum Brought {
    /// Nothing.
    Nothing,
    /// Games; the first of them is kept under this id.
    Games(String),
    /// An own record, with or without games.
    OwnRecord,
}

/// Keeps all records of a file, those that are here already apart; nothing where one of them does not replay.
fn keep_records(text: &str) -> Result<Brought, String> {
    let is_own = |line: &&str| line.trim_start().starts_with(OWN_RECORD);
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let records = lines().filter(|line| !is_own(line)).enumerate().map(|(i, line)| read_record(line, i + 1));
    let records: Vec<Record> = records.collect::<Result<_, _>>()?;
    let opened = store::new_id();
    let own = lines().filter(is_own).enumerate();
    let brought_own = own.map(|(number, line)| store::keep_opened_own_record(&format!("{opened}-{number}"), line)).count() > 0;
    let mut here: HashMap<String, String> = store::all_games().into_iter().map(|saved| (fingerprint(&saved.record), saved.id)).collect();
    let mut first = None;
    for (number, mut record) in records.into_iter().enumerate() {
        let id = here.entry(fingerprint(&record)).or_insert_with(|| {
            let id = format!("{opened}-{number}");
            OPENED.write(&mut record, &true);
            SAVED.write(&mut record, &browser::time());
            store::save_game(&id, &record);
            id
        });
        first.get_or_insert_with(|| id.clone());
    }
    Ok(match first {
        _ if brought_own => Brought::OwnRecord,
        Some(first) => Brought::Games(first),
        None => Brought::Nothing,
    })
}

fn read_record(line: &str, number: usize) -> Result<Record, String> {
    let read = || {
        let mut record = Record::from_json(line.as_bytes())?;
        replay(&mut record)?;
        Ok(record)
    };
    read().map_err(|error| faults::file_text(&error, number))
}
