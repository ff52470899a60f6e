//! The end of a game by link: the next one, and dice that anyone can check.

use leptos::prelude::*;
use spieltisch_fair::{Fault, Verified, Verifier};
use spieltisch_records::Record;
use spieltisch_records::header::OPENING;

use super::table::Online;
use super::talk;
use super::words;
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::table::press::{self, Guarded};

/// The buttons below the result: play again, check the dice, save the record.
pub fn buttons(online: Online) -> AnyView {
    let verdict = RwSignal::new(None::<(bool, String)>);
    let check = move |_| {
        let checked = record(online).map(|record| verify(online, &record));
        verdict.set(checked.map(|checked| (checked.is_ok(), words::verdict(&checked))));
    };
    let save = move |_| {
        if let Some(record) = record(online) {
            browser::download(&format!("{}-{}.jsonl", record.game, online.name()), &format!("{}\n", record.to_json()));
        }
    };
    // The second tap of a double tap on “Rematch” does not begin the next game without the others.
    let meaning: Signal<bool> = Memo::new(move |_| is_ready(online)).into();
    let next = press::guarded(meaning, Callback::new(move |()| if is_ready(online) { online.start() } else { online.again() }));
    let thrown = record(online).is_some_and(|record| has_dice(&record));
    let verify = thrown.then(|| view! { <button class="quiet" id="verify" on:click=check>{tr(Key::OnlineVerify)}</button> });
    view! {
        {move || verdict.get().map(|(well, text)| view! { <p class="verdict" class:wrong=!well role="status">{text}</p> })}
        {move || readiness(online, next)}
        {verify}
        <button class="quiet" on:click=save>{tr(Key::ButtonSaveRecord)}</button>
        {talk::button(online)}
    }
    .into_any()
}

/// Whether any dice were thrown: in the game, or for who begins.
fn has_dice(record: &Record) -> bool {
    record.events.iter().any(|event| event.starts_with("roll")) || OPENING.read(record).is_some_and(|throws| !throws.is_empty())
}

/// The game that is over. Its record in the evening is the one with the secret.
fn record(online: Online) -> Option<Record> {
    online.with_evening_untracked(|evening| evening.round.as_ref().filter(|round| round.over).map(|round| round.record.clone()))
}

/// Checks everything the record states. Who begins may follow from the game before.
fn verify(online: Online, record: &Record) -> Result<Verified, Fault> {
    let mut verifier = Verifier::default();
    online.with_evening_untracked(|evening| evening.finished.last().map(|before| verifier.check(before).is_ok()));
    verifier.check(record)
}

/// Whether the player here is ready for the next game.
fn is_ready(online: Online) -> bool {
    online.my_seat().is_some_and(|mine| online.with_evening(|evening| evening.ready.contains_key(&mine)))
}

/// The way to the next game, and who has taken it.
fn readiness(online: Online, next: Guarded) -> AnyView {
    let Some(mine) = online.my_seat() else { return ().into_any() };
    let (ready, missing) = online.with_evening(|evening| {
        let name = |seat: u8| evening.seats[usize::from(seat)].name.clone();
        let (ready, missing): (Vec<u8>, Vec<u8>) = evening.persons().partition(|seat| evening.ready.contains_key(seat));
        (ready, missing.into_iter().map(name).collect::<Vec<_>>())
    });
    if ready.contains(&mine) {
        return view! {
            <p class="waits" role="status">{texts::online_waits_for(lang(), texts::list(lang(), &missing))}</p>
            <button class="main" id="start-now" class:settling=move || next.settling.get() on:click=move |event| next.press.run(event.is_trusted())>{tr(Key::OnlineStartNow)}</button>
        }
        .into_any();
    }
    let names: Vec<String> =
        online.with_evening(|evening| ready.iter().map(|seat| evening.seats[usize::from(*seat)].name.clone()).collect());
    view! {
        {(!names.is_empty()).then(|| view! { <p class="waits" role="status">{texts::online_ready(lang(), texts::list(lang(), &names))}</p> })}
        <button class="main" id="main-button" class:settling=move || next.settling.get() on:click=move |event| next.press.run(event.is_trusted())>{tr(Key::ButtonRematch)}</button>
    }
    .into_any()
}
