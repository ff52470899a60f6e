//! The end of a game by link: the next one, and dice that anyone can check.

use leptos::prelude::*;
use spieltisch_core::link;
use spieltisch_records::Record;
use spieltisch_records::fair::{Verified, Verifier, VerifyFault};
use spieltisch_records::header::OPENING;

use super::table::LinkedTable;
use super::{names, talk};
use crate::i18n::{Key, lang, texts, tr};
use crate::table::press::{self, Guarded};
use crate::{browser, files};

/// The buttons below the result: play again, and the talk.
pub fn buttons(online: LinkedTable) -> AnyView {
    // The second tap of a double tap on “Rematch” does not begin the next game without the others.
    let meaning: Signal<bool> = Memo::new(move |_| is_ready(online)).into();
    let next = press::guarded(meaning, Callback::new(move |()| if is_ready(online) { online.start() } else { online.again() }));
    view! {
        {move || readiness(online, next)}
        {talk::button(online)}
    }
    .into_any()
}

/// What few people want: to check the dice, to save the record.
pub fn more(online: LinkedTable) -> AnyView {
    let verdict = RwSignal::new(None::<(bool, String)>);
    let check = move |_| {
        let checked = record(online).map(|record| verify(online, &record));
        verdict.set(checked.map(|checked| (checked.is_ok(), link::verdict(lang(), &checked))));
    };
    let save = move |_| {
        if let Some(record) = record(online) {
            browser::download(&files::of_record(&record, "jsonl"), &format!("{}\n", record.to_json()));
        }
    };
    let thrown = record(online).is_some_and(|record| has_dice(&record));
    let verify = thrown.then(|| view! { <button class="quiet" id="verify" on:click=check>{tr(Key::OnlineVerify)}</button> });
    view! {
        {verify}
        <button class="quiet" on:click=save>{tr(Key::ButtonSaveRecord)}</button>
        {move || verdict.get().map(|(well, text)| view! { <p class="verdict" class:wrong=!well role="status">{text}</p> })}
    }
    .into_any()
}

/// Whether any dice were thrown: in the game, or for who begins.
fn has_dice(record: &Record) -> bool {
    record.events.iter().any(|event| event.starts_with("roll")) || OPENING.read(record).is_some_and(|throws| !throws.is_empty())
}

/// The game that is over. Its record at the table is the one with the secret.
fn record(online: LinkedTable) -> Option<Record> {
    online.with_state_untracked(|table_state| table_state.round.as_ref().filter(|round| round.over).map(|round| round.record.clone()))
}

/// Checks everything the record states. Who begins may follow from the game before.
fn verify(online: LinkedTable, record: &Record) -> Result<Verified, VerifyFault> {
    let mut verifier = Verifier::default();
    online.with_state_untracked(|table_state| table_state.finished.last().map(|before| verifier.check(before).is_ok()));
    verifier.check(record)
}

/// Whether the player here is ready for the next game.
fn is_ready(online: LinkedTable) -> bool {
    online.my_seat().is_some_and(|mine| online.with_state(|table_state| table_state.ready.contains_key(&mine)))
}

/// A person at the table: seat and name.
type Seated = (u8, String);

/// Who wants the next game, and who has not said so.
fn wishes(online: LinkedTable) -> (Vec<Seated>, Vec<Seated>) {
    online.with_state(|table_state| {
        let named = table_state.persons().map(|seat| (seat, names::of(table_state, seat)));
        named.partition(|(seat, _)| table_state.ready.contains_key(seat))
    })
}

/// Over the table, in sight wherever the page is scrolled to: a player wants the next game, and one tap agrees.
pub fn rematch_wish(online: LinkedTable) -> AnyView {
    let wished = Memo::new(move |_| {
        let mine = online.my_seat()?;
        let over = online.with_state(|table_state| table_state.round.as_ref().is_some_and(|round| round.over));
        let (ready, _) = wishes(online);
        let asked = over && !online.at_lobby.get() && !ready.is_empty() && ready.iter().all(|(seat, _)| *seat != mine);
        let names: Vec<String> = ready.into_iter().map(|(_, name)| name).collect();
        asked.then(|| match names.as_slice() {
            [name] => texts::online_wants_rematch(lang(), name),
            names => texts::online_want_rematch(lang(), texts::list(lang(), names)),
        })
    });
    (move || {
        wished.get().map(|text| {
            view! {
                <div class="note question" id="rematch-wish" role="group" aria-label=tr(Key::ButtonRematch)>
                    <p role="status">{text}</p>
                    <button class="main" id="rematch-yes" on:click=move |_| online.again()>{tr(Key::ButtonRematch)}</button>
                </div>
            }
        })
    })
    .into_any()
}

/// The way to the next game, and who has taken it.
fn readiness(online: LinkedTable, next: Guarded) -> AnyView {
    let Some(mine) = online.my_seat() else { return ().into_any() };
    let (ready, missing) = wishes(online);
    if ready.iter().any(|(seat, _)| *seat == mine) {
        let missing: Vec<String> = missing.into_iter().map(|(_, name)| name).collect();
        return view! {
            <p class="waits" role="status">{texts::online_waits_for(lang(), texts::list(lang(), &missing))}</p>
            <button class="main" id="start-now" class:settling=move || next.settling.get() on:click=move |event| next.press.run(event.is_trusted())>{tr(Key::OnlineStartNow)}</button>
        }
        .into_any();
    }
    view! {
        <button class="main" id="main-button" class:settling=move || next.settling.get() on:click=move |event| next.press.run(event.is_trusted())>{tr(Key::ButtonRematch)}</button>
    }
    .into_any()
}
