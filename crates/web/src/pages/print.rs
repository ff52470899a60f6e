//! Sheets to print by the browser's own dialogue: boards, pads, pieces to cut out, rules.

use leptos::prelude::*;
use serde_json::{Map, Value};
use spieltisch_draw::sheets::{Paper, PrintJob, sheets, svg};
use spieltisch_records::SetUp;
use spieltisch_rules::games;

use super::setup;
use crate::browser::{self, value_of, whole_address, window};
use crate::i18n::{Key, game_name, lang, texts, tr};

/// The sheets of a set-up: that of the address, else the last one.
pub fn page(game: &str, code: Option<&str>) -> AnyView {
    let Some(info) = games::info(game) else { return ().into_any() };
    let game = info.name;
    let (fewest, most) = info.players.into_inner();
    let usual = || SetUp { players: fewest.max(2), options: Map::new(), board: Value::Null };
    let set_up = code.and_then(SetUp::from_code).or_else(|| setup::last(game)).unwrap_or_else(usual);
    let players = RwSignal::new(set_up.players.clamp(fewest, most));
    let paper = RwSignal::new(Paper::A4);
    let drawn = Memo::new(move |_| {
        let set_up = SetUp { players: players.get(), ..set_up.clone() };
        let address = whole_address("");
        let pages = sheets(game, &PrintJob { set_up: &set_up, lang: lang(), paper: paper.get(), address: Some(&address) });
        pages.map(|pages| pages.iter().map(svg).collect::<String>()).map_err(|error| spieltisch_core::record_text(lang(), &error))
    });
    let counts =
        (fewest..=most).map(|count| view! { <option value=count.to_string() selected=count == players.get_untracked()>{count}</option> });
    let papers = Paper::ALL.map(|kind| view! { <option value=kind.name()>{if kind == Paper::A4 { "A4" } else { "Letter" }}</option> });
    let choose_players = move |event: web_sys::Event| players.set(value_of(&event).parse().unwrap_or(fewest));
    let choose_paper = move |event: web_sys::Event| paper.set(Paper::from_name(&value_of(&event)).unwrap_or(Paper::A4));
    view! {
        <div class="card page to-print">
            <h1>{texts::print_title(lang(), game_name(game))}</h1>
            <p>{tr(Key::PrintHelp)}</p>
            <div class="buttons">
                <label>{tr(Key::PrintPlayers)}<select id="print-players" on:change=choose_players>{counts.collect::<Vec<_>>()}</select></label>
                <label>{tr(Key::PrintPaper)}<select id="print-paper" on:change=choose_paper>{papers.into_iter().collect::<Vec<_>>()}</select></label>
                <button class="main" id="print" on:click=|_| drop(window().print())>{tr(Key::PrintNow)}</button>
                <button class="quiet" on:click=|_| browser::back()>{tr(Key::ButtonBack)}</button>
            </div>
            <p class="wrong" role="alert">{move || drawn.get().err()}</p>
        </div>
        <div class="sheets" inner_html=move || drawn.get().unwrap_or_default()></div>
    }
    .into_any()
}
