//! Marks and chances at a table by link: shown while everyone who sits there agrees, off for all as soon as one does not.

use leptos::prelude::*;
use spieltisch_protocol::{Answers, Beside, TableState};
use spieltisch_records::Record;
use spieltisch_rules::Seat;

use super::names;
use super::table::LinkedTable;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::Allowed;
use crate::{browser, parts};

/// The switches on the page of the table, for the players.
pub fn switches(online: LinkedTable) -> AnyView {
    let sits = Memo::new(move |_| online.my_seat().is_some());
    (move || {
        sits.get().then(|| {
            view! {
                <section class="agreement">
                    <h2>{tr(Key::OnlineAgreement)}</h2>
                    {Beside::ALL.iter().map(|&what| switch(online, what)).collect::<Vec<_>>()}
                </section>
            }
        })
    })
    .into_any()
}

fn switch(online: LinkedTable, what: Beside) -> AnyView {
    let (name, help) = match what {
        Beside::Marks => ("marks", Key::OptionMarksHelp),
        Beside::Chances => ("chances", Key::OptionChancesHelp),
    };
    let mine = Memo::new(move |_| answer(online, what) == Some(true));
    let turn = move |event: web_sys::MouseEvent| {
        // The box shows what the table knows: it changes when the server says so.
        event.prevent_default();
        online.agree(Answers::default().with(what, !mine.get_untracked()));
    };
    view! {
        <label class="option">
            <input type="checkbox" id=format!("agree-{name}") aria-describedby=format!("agreed-{name}") prop:checked=move || mine.get() on:click=turn/>
            <span><strong>{title(what)}</strong><small>{tr(help)}</small></span>
        </label>
        <p class="fine" id=format!("agreed-{name}") role="status">{move || standing(online, what)}</p>
    }
    .into_any()
}

fn title(what: Beside) -> &'static str {
    tr(match what {
        Beside::Marks => Key::OptionMarks,
        Beside::Chances => Key::OptionChances,
    })
}

/// What the person at this page has answered.
fn answer(online: LinkedTable, what: Beside) -> Option<bool> {
    let mine = online.my_seat()?;
    online.with_state(|table_state| table_state.seats.get(usize::from(mine))?.answers.to(what))
}

/// Who agrees so far, in a sentence.
fn standing(online: LinkedTable, what: Beside) -> String {
    online.with_state(|table_state| {
        let names: Vec<String> = table_state.who_agrees(what).map(|seat| names::of(table_state, seat)).collect();
        match names.len() {
            0 => tr(Key::OnlineAgreedNone).to_string(),
            all if all == people_asked(table_state) => tr(Key::OnlineAgreedAll).to_string(),
            some => texts::online_agreed(lang(), texts::list(lang(), &names), some, people_asked(table_state)),
        }
    })
}

/// How many people are asked: everyone who sits there, and before the first game those still expected.
fn people_asked(table_state: &TableState) -> usize {
    let expected = table_state.seats.iter().filter(|at| at.computer.is_none() && !at.taken).count();
    table_state.persons().count() + if table_state.round.is_none() { expected } else { 0 }
}

/// Beside a game: what others propose, as a line to be answered whenever one likes; and for screen readers, what was switched on or off.
pub fn news(online: LinkedTable) -> AnyView {
    let proposed = Memo::new(move |_| proposed(online));
    let said = RwSignal::new(String::new());
    for what in Beside::ALL {
        let agreed = agreed(online, what);
        Effect::new(move |before: Option<bool>| {
            let now = agreed.get();
            if before.is_some_and(|before| before != now) {
                said.set(texts::format_labelled(lang(), title(what), untrack(|| standing(online, what))));
            }
            now
        });
    }
    let line = move || Some(proposed.get()).filter(|proposed| !proposed.is_empty()).map(|proposed| question(online, proposed));
    view! {
        {line}
        <p class="visually-hidden" role="status">{move || said.get()}</p>
    }
    .into_any()
}

/// What others would like to see and the person at this page has not answered.
fn open(online: LinkedTable) -> Vec<Beside> {
    let is_open =
        |what: &Beside| answer(online, *what).is_none() && online.with_state(|table_state| table_state.who_agrees(*what).next().is_some());
    // No need to ask where the switches stand.
    let asked = online.my_seat().is_some() && !online.at_lobby.get() && online.with_state(|table_state| table_state.round.is_some());
    Beside::ALL.into_iter().filter(|what| asked && is_open(what)).collect()
}

/// Who would like to see what, as a question; empty where there is none.
fn proposed(online: LinkedTable) -> String {
    let open = open(online);
    if open.is_empty() {
        return String::new();
    }
    let named = |what: &Beside| match what {
        Beside::Marks => tr(Key::OnlineMarks),
        Beside::Chances => tr(Key::OnlineChances),
    };
    let wished: Vec<&str> = open.iter().map(named).collect();
    let names: Vec<String> = online.with_state(|table_state| {
        let proposes = |seat: &u8| open.iter().any(|&what| table_state.who_agrees(what).any(|other| other == *seat));
        table_state.persons().filter(proposes).map(|seat| names::of(table_state, seat)).collect()
    });
    texts::online_proposes(lang(), texts::list(lang(), &names), texts::list(lang(), &wished))
}

fn question(online: LinkedTable, text: String) -> AnyView {
    let answer = move |yes: bool| {
        let open = untrack(|| open(online));
        online.agree(open.into_iter().fold(Answers::default(), |answers, what| answers.with(what, yes)));
        // The buttons go away; a player at the keyboard goes on with the game.
        browser::focus("main-button");
    };
    view! {
        <div class="note question proposal" role="group" aria-label=tr(Key::OnlineAgreement)>
            <p role="status">{text}</p>
            <button class="quiet" id="agree-yes" on:click=move |_| answer(true)>{tr(Key::OnlineAgree)}</button>
            <button class="quiet" id="agree-no" on:click=move |_| answer(false)>{tr(Key::ButtonNo)}</button>
        </div>
    }
    .into_any()
}

/// Whether everyone agrees on it.
fn agreed(online: LinkedTable, what: Beside) -> Memo<bool> {
    Memo::new(move |_| online.with_state(|table_state| table_state.all_agree(what)))
}

/// The mark and the bar beside a game, for a player in this place of the order of play, or a spectator: marks are about one's own
/// decisions, chances for all to see.
pub fn beside(online: LinkedTable, place: Option<Seat>, record: Signal<Record>) -> AnyView {
    let [marks, chances] = Beside::ALL.map(|what| agreed(online, what));
    (move || {
        let (marks, chances) = (marks.get() && place.is_some(), chances.get());
        (marks || chances).then(|| {
            let wished = Allowed { marks, chances, coach: false, ..Allowed::read(&record.get_untracked()) };
            parts::beside(wished, place, record)
        })
    })
    .into_any()
}
