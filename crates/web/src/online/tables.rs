//! The tables by link this browser knows: whose turn it is, all their games as a file, deleting.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_protocol::{RefusalCode, Summary};

use super::api::{self, Failure};
use super::kept::{self, KeptTable};
use super::names;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::{browser, dialog, files};

/// How many tables the start page shows at which it is not this player's turn.
const FEW: usize = 3;
/// How many tables the start page asks about.
const MANY: usize = 20;

/// What the server says of a table.
#[derive(Clone)]
enum TableStatus {
    Nothing,
    Unreachable,
    Gone,
    Summary(Summary),
}

fn ask(kept: &KeptTable) -> RwSignal<TableStatus> {
    let told = RwSignal::new(TableStatus::Nothing);
    let kept = kept.clone();
    spawn_local(async move {
        let answer = match api::summary(&kept.table, &kept.token).await {
            Ok(summary) => TableStatus::Summary(summary),
            Err(Failure::Refused(refused)) if refused.code == RefusalCode::NoSuchTable => TableStatus::Gone,
            Err(_) => TableStatus::Unreachable,
        };
        drop(told.try_set(answer));
    });
    told
}

/// Changes whenever the page comes into sight again: a list left open for days is fetched again.
fn seen_again() -> RwSignal<i32> {
    let times = RwSignal::new(0);
    let handle = window_event_listener_untyped("visibilitychange", move |_| {
        if browser::document().visibility_state() == web_sys::VisibilityState::Visible {
            times.update(|times| *times += 1);
        }
    });
    on_cleanup(move || handle.remove());
    times
}

/// A table with what the server says of it.
type TableRow = (KeptTable, RwSignal<TableStatus>);

thread_local! {
    /// The tables of the start page: both its lists show some of them.
    static ASKED: ArcRwSignal<Vec<TableRow>> = ArcRwSignal::new(Vec::new());
}

fn is_my_turn(told: &TableStatus) -> bool {
    matches!(told, TableStatus::Summary(summary) if summary.turn.is_some() && summary.turn == summary.seat)
}

/// The tables of the start page at which it is this player's turn, or the others.
fn asked(waiting: bool) -> Vec<TableRow> {
    let all = ASKED.with(|asked| asked.get());
    // Signals of a page that was left are gone with it.
    all.into_iter().filter(|(_, told)| told.try_with(is_my_turn) == Some(waiting)).collect()
}

fn rows(tables: &[TableRow]) -> impl IntoView + use<> {
    view! { <ul class="saved">{tables.iter().map(|(kept, told)| row(kept, *told, ().into_any())).collect::<Vec<_>>()}</ul> }
}

/// The tables at which it is this player's turn, for the head of the start page.
pub fn urgent() -> AnyView {
    (move || {
        let tables = asked(true);
        (!tables.is_empty())
            .then(|| view! { <section class="card tables urgent"><h2>{tr(Key::PlayYourTurn)}</h2>{rows(&tables)}</section> })
    })
    .into_any()
}

/// The newest of the other tables, for the start page.
pub fn waiting() -> AnyView {
    let seen = seen_again();
    let owner = Owner::current();
    Effect::new(move |_| {
        seen.track();
        let ask_all = || kept::all().iter().take(MANY).map(|kept| (kept.clone(), ask(kept))).collect::<Vec<_>>();
        // What the server says lives as long as the page, however often it is asked.
        let all = owner.as_ref().map(|owner| owner.with(ask_all)).unwrap_or_default();
        ASKED.with(|asked| asked.set(all));
    });
    on_cleanup(|| ASKED.with(|asked| asked.set(Vec::new())));
    (move || {
        let tables = asked(false);
        let more = kept::all().len() > FEW;
        (!tables.is_empty()).then(|| {
            view! {
                <section class="card tables">
                    <h2>{tr(Key::OnlineTables)}</h2>
                    {rows(&tables[..tables.len().min(FEW)])}
                    {more.then(|| view! { <a class="link" href="#/games">{tr(Key::PlayMore)}</a> })}
                </section>
            }
        })
    })
    .into_any()
}

/// All tables, with ways to save and delete.
pub fn list() -> AnyView {
    let changed = seen_again();
    let saving = RwSignal::new(false);
    let export = move |_| {
        saving.set(true);
        spawn_local(async move {
            let mut all = String::new();
            for kept in kept::all() {
                all += &api::records(&kept.table, &kept.token).await.unwrap_or_default();
            }
            browser::download(&files::of_many("jsonl"), &all);
            let _ = saving.try_set(false);
        });
    };
    (move || {
        changed.track();
        let tables = kept::all();
        (!tables.is_empty()).then(|| {
            let rows = tables.iter().map(|kept| row(kept, ask(kept), removal(kept, changed))).collect::<Vec<_>>();
            view! {
                <section class="tables">
                    <h2>{tr(Key::OnlineTables)}</h2>
                    <ul class="saved">{rows}</ul>
                    <p><button class="quiet" id="export-tables" disabled=move || saving.get() on:click=export>{tr(Key::OnlineExport)}</button></p>
                </section>
            }
        })
    })
    .into_any()
}

fn row(kept: &KeptTable, told: RwSignal<TableStatus>, more: AnyView) -> impl IntoView + use<> {
    let title = {
        let game = kept.game.clone();
        move || match told.get() {
            TableStatus::Summary(summary) => {
                let names: Vec<String> = summary.names.iter().filter(|name| !name.is_empty()).map(|name| names::shown(name)).collect();
                if names.is_empty() {
                    game_name(&game).to_string()
                } else {
                    texts::start_continue_with(lang(), game_name(&game), texts::list(lang(), &names))
                }
            }
            _ => game_name(&game).to_string(),
        }
    };
    let my_turn = move || told.with(is_my_turn);
    let state = move || match told.get() {
        TableStatus::Nothing => String::new(),
        TableStatus::Unreachable => tr(Key::OnlineUnreachable).to_string(),
        TableStatus::Gone => tr(Key::LinkUnknown).to_string(),
        TableStatus::Summary(summary) => state_text(&summary),
    };
    let address = format!("#/t/{}", kept.table);
    view! {
        <li class:my-turn=my_turn>
            <div class="text"><strong>{title}</strong><span class="state">{state}</span></div>
            <div class="buttons"><a class="main button" href=address>{tr(Key::ButtonOpen)}</a>{more}</div>
        </li>
    }
}

fn state_text(summary: &Summary) -> String {
    match summary.turn {
        Some(seat) if Some(seat) == summary.seat => tr(Key::PlayYourTurn).to_string(),
        Some(seat) => texts::play_turn_of(lang(), summary.names.get(usize::from(seat)).map(|name| names::shown(name)).unwrap_or_default()),
        None if summary.finished == 0 => tr(Key::OnlineNotBegun).to_string(),
        None => texts::online_played(lang(), summary.finished.into()),
    }
}

/// The host deletes a table for everyone; others only forget it.
fn removal(kept: &KeptTable, changed: RwSignal<i32>) -> AnyView {
    let table = kept.table.clone();
    let Some(host) = kept.links.as_ref().map(|links| links.host.clone()) else {
        let forget = move |_| {
            kept::forget(&table);
            changed.update(|count| *count += 1);
        };
        return view! { <button class="quiet" on:click=forget>{tr(Key::OnlineForget)}</button> }.into_any();
    };
    let ask = move |_| {
        let (table, host) = (table.clone(), host.clone());
        dialog::ask(tr(Key::OnlineDeleteAsk), tr(Key::ButtonDelete), move || delete(table.clone(), host.clone(), changed));
    };
    view! { <button class="quiet delete" on:click=ask>{tr(Key::ButtonDelete)}</button> }.into_any()
}

/// Deletes a table for everyone, and takes it off the list once it is gone.
fn delete(table: String, host: String, changed: RwSignal<i32>) {
    spawn_local(async move {
        let gone = match api::delete(&table, &host).await {
            Err(Failure::Refused(refused)) => refused.code == RefusalCode::NoSuchTable,
            answer => answer.is_ok(),
        };
        if gone {
            kept::forget(&table);
            let _ = changed.try_update(|count| *count += 1);
        }
    });
}
