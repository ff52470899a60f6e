//! A score pad for Yatzy with real dice: people decide, the program adds up.

mod entry;
mod kept;
mod names;

use leptos::ev;
use leptos::prelude::*;
use spieltisch_records::read_setup;
use spieltisch_rules::Game;
use spieltisch_rules::yatzy::{BONUS, BoxName, Options, Sheet, UPPER, Yatzy};

use super::setup;
use crate::browser;
use crate::i18n::{Key, box_name, lang, texts, tr};
use crate::store;
use crate::table::mark;
use kept::{Kept, PLACE};

/// What is shown and changed.
#[derive(Clone, Copy)]
pub struct PadState {
    kept: RwSignal<Kept>,
    chosen: RwSignal<Option<(usize, BoxName)>>,
    /// Points that the chosen box cannot give, to be confirmed.
    doubted: RwSignal<Option<u8>>,
    options: StoredValue<Options>,
}

impl PadState {
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
            (Some(_), _) => entry::ENTRY.to_string(),
            (None, Some((player, name))) => cell_id(player, name),
            (None, None) => return,
        };
        browser::after(0, move || browser::focus_in_place(&wanted));
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
    let state = PadState { kept: RwSignal::new(Kept::load()), chosen: RwSignal::new(None), doubted: RwSignal::new(None), options };
    let listening = window_event_listener(ev::storage, move |_| state.kept.set(Kept::load()));
    on_cleanup(move || listening.remove());
    let is_begun = Memo::new(move |_| state.kept.with(|kept| kept.now.is_begun()));
    (move || if is_begun.get() { written_on(state) } else { beginning(state) }).into_any()
}

/// Who plays, before anything is written.
fn beginning(state: PadState) -> AnyView {
    view! {
        <div class="card page pad">
            <h1>{tr(Key::ButtonScorePad)}</h1>
            <p class="fine">{tr(Key::PadHelp)}</p>
            <h2>{tr(Key::SetupSeats)}</h2>
            {names::show(state)}
            <button class="main" id="pad-begin" on:click=move |_| state.change(|kept| kept.now.begun = true)>{tr(Key::ButtonStart)}</button>
            <div class="buttons">
                {before(state)}
                <a class="quiet button" href="#/print/yatzy">{tr(Key::ButtonPrintSheets)}</a>
                <a class="quiet button" href="#/">{tr(Key::ButtonBack)}</a>
            </div>
        </div>
    }
    .into_any()
}

/// The way back to the pad before.
fn before(state: PadState) -> impl IntoView {
    let turn_back = move |_| {
        state.choose(None);
        state.change(|kept| {
            if let Some(before) = kept.before.take() {
                kept.before = Some(std::mem::replace(&mut kept.now, before));
            }
        });
    };
    move || {
        let is_there = state.kept.with(|kept| kept.before.is_some());
        is_there.then(|| view! { <button class="quiet" id="pad-before" on:click=turn_back>{tr(Key::PadBefore)}</button> })
    }
}

/// The pad itself.
fn written_on(state: PadState) -> AnyView {
    // Only as many columns as there are; what stands in them follows by itself.
    let players = Memo::new(move |_| state.kept.with(|kept| kept.now.names.len()));
    let renew = move |_| {
        state.choose(None);
        state.change(|kept| {
            let fresh = kept.now.again();
            kept.before = Some(std::mem::replace(&mut kept.now, fresh));
        });
    };
    view! {
        <div class="card page pad">
            <h1 class="visually-hidden">{tr(Key::ButtonScorePad)}</h1>
            <div class="wide" tabindex="0" role="region" aria-label=tr(Key::YatzyPlaySheet)>{move || sheets(state, players.get())}</div>
            <details><summary>{tr(Key::SetupSeats)}</summary>{names::show(state)}</details>
            <div class="buttons">
                <button class="quiet" id="pad-new" on:click=renew>{tr(Key::PadNew)}</button>
                {before(state)}
                <a class="quiet button" href="#/print/yatzy">{tr(Key::ButtonPrintSheets)}</a>
                <a class="quiet button" href="#/">{tr(Key::ButtonBack)}</a>
            </div>
            {move || state.chosen.get().map(|(player, name)| entry::show(state, player, name))}
        </div>
    }
    .into_any()
}

fn cell_id(player: usize, name: BoxName) -> String {
    format!("pad-{player}-{}", name.name())
}

/// The upper part and the lower part, side by side where there is width.
fn sheets(state: PadState, players: usize) -> AnyView {
    let at_least = state.options.with_value(|options| options.bonus_at_least);
    let upper = format!("{} / {at_least}", tr(Key::YatzyBoxUpper));
    let bonus = format!("{} {BONUS}", tr(Key::YatzyBoxBonus));
    let rows = |boxes: &'static [BoxName]| boxes.iter().map(|&name| row(state, players, name)).collect::<Vec<_>>();
    view! {
        <div class="sheets-of-pad" class:few={players < 3} style:--players=players.to_string()>
            <table>
                {heads(state, players)}
                <tbody>
                    {rows(&BoxName::ALL[..UPPER])}
                    {sums(state, players, upper, "upper", |sheet, _| sheet.upper_sum())}
                    {sums(state, players, bonus, "bonus", Sheet::bonus)}
                </tbody>
            </table>
            <table>
                {heads(state, players)}
                <tbody>
                    {rows(&BoxName::ALL[UPPER..])}
                    {sums(state, players, tr(Key::YatzyBoxTotal).to_string(), "total", Sheet::total)}
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

fn heads(state: PadState, players: usize) -> AnyView {
    let head = |player: usize| {
        let name = move || state.kept.with(|kept| kept.now.names.get(player).cloned());
        view! { <th scope="col">{mark(player)}<span>{name}</span></th> }
    };
    view! { <thead><tr><td></td>{(0..players).map(head).collect::<Vec<_>>()}</tr></thead> }.into_any()
}

fn sums(state: PadState, players: usize, title: String, id: &'static str, sum: fn(&Sheet, &Options) -> u16) -> AnyView {
    let cell = |player: usize| {
        let now = move || {
            state.kept.with(|kept| state.options.with_value(|options| kept.now.sheets.get(player).map(|sheet| sum(sheet, options))))
        };
        let leads = move || id == "total" && leads(state, player);
        view! { <td id=format!("pad-{id}-{player}") class:leads=leads>{now}{move || leads().then(|| view! { <small>{tr(Key::PadLeads)}</small> })}</td> }
    };
    view! { <tr class="sum"><th scope="row">{title}</th>{(0..players).map(cell).collect::<Vec<_>>()}</tr> }.into_any()
}

/// Whether no player has more, once any has points.
fn leads(state: PadState, player: usize) -> bool {
    state.options.with_value(|options| {
        state.kept.with(|kept| {
            let total = |sheet: &Sheet| sheet.total(options);
            let most = kept.now.sheets.iter().map(total).max().unwrap_or(0);
            most > 0 && kept.now.sheets.len() > 1 && kept.now.sheets.get(player).map(total) == Some(most)
        })
    })
}

fn row(state: PadState, players: usize, name: BoxName) -> AnyView {
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
