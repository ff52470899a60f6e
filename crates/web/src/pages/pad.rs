//! A score pad for Yatzy with real dice: people decide, the program adds up.

use leptos::ev;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use spieltisch_records::read_setup;
use spieltisch_rules::yatzy::{BONUS, BoxName, Options, Sheet, UPPER, Yatzy};
use spieltisch_rules::{Game, MAX_SEATS};

use super::setup;
use crate::browser::{self, value_of};
use crate::i18n::{Key, box_name, lang, texts, tr};
use crate::store;
use crate::table::mark;

const PLACE: &str = "spieltisch/pad";
/// Where the keyboard focus goes when a box is chosen.
const ENTRY: &str = "pad-entry";

/// Everyone's sheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Pad {
    names: Vec<String>,
    sheets: Vec<Sheet>,
}

/// The pad in use, and the one before, so that a new one loses nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    now: Pad,
    before: Option<Pad>,
}

impl Kept {
    fn load() -> Kept {
        let kept: Option<Kept> = store::read(PLACE).and_then(|text| serde_json::from_str(&text).ok());
        let whole = |kept: &Kept| (1..=MAX_SEATS).contains(&kept.now.names.len()) && kept.now.names.len() == kept.now.sheets.len();
        kept.filter(whole).unwrap_or_else(|| Kept { now: Pad::new((1..=2).map(name).collect()), before: None })
    }
}

impl Pad {
    fn new(names: Vec<String>) -> Pad {
        Pad { sheets: vec![Sheet::default(); names.len()], names }
    }
}

fn name(number: usize) -> String {
    texts::setup_name_default(lang(), number)
}

/// What is shown and changed.
#[derive(Clone, Copy)]
struct State {
    kept: RwSignal<Kept>,
    chosen: RwSignal<Option<(usize, BoxName)>>,
    /// Points that the chosen box cannot give, to be confirmed.
    doubted: RwSignal<Option<u8>>,
    options: StoredValue<Options>,
}

impl State {
    /// Changes what is kept, as it lies there now: another tab may have written since.
    fn change(self, change: impl FnOnce(&mut Kept)) {
        let mut kept = Kept::load();
        change(&mut kept);
        store::write(PLACE, &serde_json::to_string(&kept).unwrap_or_default());
        self.kept.set(kept);
    }

    fn choose(self, chosen: Option<(usize, BoxName)>) {
        let before = self.chosen.get_untracked();
        self.doubted.set(None);
        self.chosen.set(chosen);
        let wanted = match (chosen, before) {
            (Some(_), _) => ENTRY.to_string(),
            (None, Some((player, name))) => cell_id(player, name),
            (None, None) => return,
        };
        browser::after(0, move || browser::focus(&wanted));
    }

    fn write(self, points: Option<u8>) {
        if let Some((player, name)) = self.chosen.get_untracked() {
            self.change(|kept| kept.now.sheets.iter_mut().skip(player).take(1).for_each(|sheet| sheet.enter(name, points)));
        }
        self.choose(None);
    }
}

/// The page.
pub fn page() -> AnyView {
    let options = setup::last(Yatzy::INFO.name).and_then(|last| read_setup::<Yatzy>(1, &last.options, &last.board).ok());
    let options = StoredValue::new(options.map_or_else(Options::default, |game| game.options().clone()));
    let state = State { kept: RwSignal::new(Kept::load()), chosen: RwSignal::new(None), doubted: RwSignal::new(None), options };
    let listening = window_event_listener(ev::storage, move |_| state.kept.set(Kept::load()));
    on_cleanup(move || listening.remove());
    // Only as many columns as there are; what stands in them follows by itself.
    let players = Memo::new(move |_| state.kept.with(|kept| kept.now.names.len()));
    let renew = move |_| {
        state.choose(None);
        state.change(|kept| {
            let fresh = Pad::new(kept.now.names.clone());
            kept.before = Some(std::mem::replace(&mut kept.now, fresh));
        });
    };
    let turn_back = move |_| {
        state.choose(None);
        state.change(|kept| {
            if let Some(before) = kept.before.take() {
                kept.before = Some(std::mem::replace(&mut kept.now, before));
            }
        });
    };
    view! {
        <div class="card page pad">
            <h1>{tr(Key::ButtonScorePad)}</h1>
            <p>{tr(Key::PadHelp)}</p>
            {move || names(state, players.get())}
            <div class="wide" tabindex="0" role="region" aria-label=tr(Key::YatzyPlaySheet)>{move || table(state, players.get())}</div>
            {move || state.chosen.get().map(|(player, name)| entry(state, player, name))}
            <div class="buttons">
                <button class="quiet" id="pad-new" on:click=renew>{tr(Key::PadNew)}</button>
                {move || state.kept.with(|kept| kept.before.is_some()).then(|| view! { <button class="quiet" id="pad-before" on:click=turn_back>{tr(Key::PadBefore)}</button> })}
                <a class="quiet button" href="#/print/yatzy">{tr(Key::ButtonPrintSheets)}</a>
                <a class="quiet button" href="#/">{tr(Key::ButtonBack)}</a>
            </div>
        </div>
    }
    .into_any()
}

/// Who plays: names to change, and a place more or less.
fn names(state: State, players: usize) -> AnyView {
    let field = |player: usize| {
        let now = state.kept.with_untracked(|kept| kept.now.names.get(player).cloned());
        let rename = move |event: web_sys::Event| {
            let name = value_of(&event).trim().to_string();
            state.change(|kept| kept.now.names.iter_mut().skip(player).take(1).for_each(|kept| kept.clone_from(&name)));
        };
        view! { <label>{mark(player)}<input type="text" maxlength="20" aria-label=tr(Key::SetupName) prop:value=now on:change=rename/></label> }
    };
    let add = move |_: web_sys::MouseEvent| {
        state.change(|kept| {
            if kept.now.names.len() < MAX_SEATS {
                kept.now.names.push(name(kept.now.names.len() + 1));
                kept.now.sheets.push(Sheet::default());
            }
        });
    };
    // A sheet on which something stands is not taken away.
    let is_blank = move || state.kept.with(|kept| kept.now.sheets.last().is_some_and(|sheet| sheet.filled().is_empty()));
    let remove = move |_| {
        state.choose(None);
        state.change(|kept| {
            if kept.now.sheets.len() > 1 && kept.now.sheets.last().is_some_and(|sheet| sheet.filled().is_empty()) {
                kept.now.names.pop();
                kept.now.sheets.pop();
            }
        });
    };
    view! {
        <div class="names">{(0..players).map(field).collect::<Vec<_>>()}</div>
        <div class="buttons">
            <button class="quiet" id="pad-add" disabled={players >= MAX_SEATS} on:click=add>{tr(Key::ButtonAddSeat)}</button>
            <button class="quiet" id="pad-remove" disabled={move || players < 2 || !is_blank()} on:click=remove>{tr(Key::ButtonRemoveSeat)}</button>
        </div>
    }
    .into_any()
}

fn cell_id(player: usize, name: BoxName) -> String {
    format!("pad-{player}-{}", name.name())
}

fn table(state: State, players: usize) -> AnyView {
    let heads = (0..players).map(|player| {
        let name = move || state.kept.with(|kept| kept.now.names.get(player).cloned());
        view! { <th scope="col">{mark(player)}<span>{name}</span></th> }
    });
    let rows = move |boxes: &'static [BoxName]| boxes.iter().map(|&name| row(state, players, name)).collect::<Vec<_>>();
    let sums = move |title: String, id: &'static str, sum: fn(&Sheet, &Options) -> u16| {
        let cells = (0..players).map(|player| {
            let now = move || state.kept.with(|kept| state.options.with_value(|options| kept.now.sheets.get(player).map(|sheet| sum(sheet, options))));
            view! { <td id=format!("pad-{id}-{player}") class:leads=move || id == "total" && leads(state, player)>{now}{move || (id == "total" && leads(state, player)).then(|| view! { <small>{tr(Key::PadLeads)}</small> })}</td> }
        });
        view! { <tr class="sum"><th scope="row">{title}</th>{cells.collect::<Vec<_>>()}</tr> }
    };
    let at_least = state.options.with_value(|options| options.bonus_at_least);
    view! {
        <table>
            <thead><tr><td></td>{heads.collect::<Vec<_>>()}</tr></thead>
            <tbody>
                {rows(&BoxName::ALL[..UPPER])}
                {sums(format!("{} / {at_least}", tr(Key::YatzyBoxUpper)), "upper", |sheet, _| sheet.upper_sum())}
                {sums(format!("{} {BONUS}", tr(Key::YatzyBoxBonus)), "bonus", Sheet::bonus)}
                {rows(&BoxName::ALL[UPPER..])}
                {sums(tr(Key::YatzyBoxTotal).to_string(), "total", Sheet::total)}
            </tbody>
        </table>
    }
    .into_any()
}

/// Whether nobody has more, once anybody has anything.
fn leads(state: State, player: usize) -> bool {
    state.options.with_value(|options| {
        state.kept.with(|kept| {
            let total = |sheet: &Sheet| sheet.total(options);
            let most = kept.now.sheets.iter().map(total).max().unwrap_or(0);
            most > 0 && kept.now.sheets.len() > 1 && kept.now.sheets.get(player).map(total) == Some(most)
        })
    })
}

fn row(state: State, players: usize, name: BoxName) -> AnyView {
    let cells = (0..players).map(|player| {
        let points = Memo::new(move |_| state.kept.with(|kept| kept.now.sheets.get(player).and_then(|sheet| sheet.points(name))));
        let label = move || {
            let whose = state.kept.with(|kept| kept.now.names.get(player).cloned().unwrap_or_default());
            let points = points.get().map_or_else(|| tr(Key::PadFree).to_string(), |points| points.to_string());
            texts::format_labelled(lang(), format!("{whose}, {}", box_name(name)), points)
        };
        let shown = move || match points.get() {
            None => String::new(),
            Some(0) => "✕".to_string(),
            Some(points) => points.to_string(),
        };
        let is_chosen = move || state.chosen.get() == Some((player, name));
        view! {
            <td><button id=cell_id(player, name) aria-label=label class:chosen=is_chosen aria-pressed=move || is_chosen().to_string()
                on:click=move |_| state.choose(Some((player, name)))>{shown}</button></td>
        }
    });
    view! { <tr><th scope="row">{box_name(name)}</th>{cells.collect::<Vec<_>>()}</tr> }.into_any()
}

/// What is written into the chosen box: what it can give by a tap, anything else by its number and after a question.
fn entry(state: State, player: usize, name: BoxName) -> AnyView {
    let whose = state.kept.with_untracked(|kept| kept.now.names.get(player).cloned().unwrap_or_default());
    let possible = state.options.with_value(|options| name.possible(options));
    let known = possible.clone();
    let choices = possible.into_iter().map(|points| {
        view! { <button class="quiet" data-points=points.to_string() on:click=move |_| state.write(Some(points))>{points}</button> }
    });
    let typed = RwSignal::new(String::new());
    let number = move || typed.with(|typed| typed.trim().parse::<u8>().ok());
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match number() {
            Some(points) if known.contains(&points) => state.write(Some(points)),
            doubted => state.doubted.set(doubted),
        }
    };
    let close = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            state.choose(None);
        }
    };
    let question = move || {
        state.doubted.get().map(|points| {
            view! {
                <p role="alert">{texts::pad_ask(lang(), box_name(name), points)}</p>
                <div class="buttons">
                    <button class="main" id="pad-yes" on:click=move |_| state.write(Some(points))>{tr(Key::ButtonYes)}</button>
                    <button class="quiet" id="pad-no" on:click=move |_| state.doubted.set(None)>{tr(Key::ButtonNo)}</button>
                </div>
            }
        })
    };
    let title = texts::format_labelled(lang(), whose, box_name(name));
    view! {
        <section class="entry" id=ENTRY tabindex="-1" role="group" aria-labelledby="pad-what" on:keydown=close>
            <h2 id="pad-what">{title}</h2>
            <div class="choices">{choices.collect::<Vec<_>>()}</div>
            <form class="buttons" on:submit=send>
                <label>{tr(Key::PadOtherPoints)}<input id="pad-other" type="number" inputmode="numeric" min="0" max="255" on:input=move |event| typed.set(value_of(&event))/></label>
                <button class="quiet" id="pad-write" disabled=move || number().is_none()>{tr(Key::PadWrite)}</button>
            </form>
            {question}
            <div class="buttons">
                <button class="quiet" id="pad-empty" on:click=move |_| state.write(None)>{tr(Key::PadEmpty)}</button>
                <button class="quiet" on:click=move |_| state.choose(None)>{tr(Key::ButtonCancel)}</button>
            </div>
        </section>
    }
    .into_any()
}
