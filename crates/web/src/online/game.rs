//! The game of a table shared by link, shown at the same tables as every other.

use leptos::prelude::*;
use spieltisch_protocol::{Evening, Round};
use spieltisch_records::RecordError;
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;
use spieltisch_rules::{Event, ToAct};

use super::table::Online;
use super::words;
use crate::live::{Kind, LiveGame, Notice, Play};
use crate::table::TableGame;
use crate::{browser, store};

/// Between what another player keeps and the dice that follow, in milliseconds.
const BETWEEN: i32 = 450;

/// The table with the game as it stands, for someone in this seat or none.
pub fn show(online: Online, my_seat: Option<u8>) -> AnyView {
    match online.evening.with_untracked(|evening| evening.game.clone()).as_str() {
        "yatzy" => open::<Yatzy>(online, my_seat),
        "castro" => open::<Castro>(online, my_seat),
        "caro" => open::<Caro>(online, my_seat),
        "crowns" => open::<Crowns>(online, my_seat),
        _ => ().into_any(),
    }
}

fn open<G: TableGame>(online: Online, my_seat: Option<u8>) -> AnyView {
    let live = online.evening.with_untracked(|evening| {
        let round = evening.round.as_ref()?;
        Some(live::<G>(&online.name(), evening, round, my_seat))
    });
    match live {
        None => ().into_any(),
        Some(Err(error)) => view! { <p class="card page">{error.to_string()}</p> }.into_any(),
        Some(Ok(live)) => {
            let play = Play::by_link(live, online);
            follow(play, online);
            tell_refusals(play, online);
            G::table(play)
        }
    }
}

fn live<G: TableGame>(table: &str, evening: &Evening, round: &Round, my_seat: Option<u8>) -> Result<LiveGame<G>, RecordError> {
    let mut record = round.record.clone();
    record.more.insert("undo".into(), evening.terms.takeback.into());
    let mut live = LiveGame::open(&saved_as(table, round.number), record)?;
    live.by_link = true;
    for (place, player) in live.seats.iter_mut().enumerate() {
        if player.kind == Kind::Person && my_seat != Some(round.table_seat(place)) {
            player.kind = Kind::Link;
        }
    }
    Ok(live)
}

/// Under which id a finished game is kept among this browser's own.
fn saved_as(table: &str, round: u32) -> String {
    format!("{table}-{round}")
}

/// Lets the table follow the steps.
fn follow<G: TableGame>(play: Play<G>, online: Online) {
    let number = online.evening.with_untracked(|evening| evening.round.as_ref().map(|round| round.number));
    Effect::new(move |before: Option<()>| {
        let events = online.evening.with(|evening| {
            let round = evening.round.as_ref().filter(|round| Some(round.number) == number)?;
            if round.over {
                keep_record(&online.name(), round);
            }
            Some(round.record.events.clone())
        });
        if let Some(events) = events {
            catch_up(play, &events, before.is_some());
        }
    });
}

/// Takes what is new. Dice that another player rolled after keeping some come a moment later, so
/// that everyone sees which were kept.
fn catch_up<G: TableGame>(play: Play<G>, events: &[String], calmly: bool) {
    let mut live = play.live.get_untracked();
    let same = live.past.iter().zip(events).take_while(|(past, event)| past.event.to_string() == **event).count();
    if same == live.past.len() && same == events.len() {
        return;
    }
    let taken_back = same < live.past.len();
    while live.past.len() > same {
        live.undo();
    }
    let mut spoken = Vec::new();
    let mut rest = false;
    for (i, text) in events.iter().enumerate().skip(same) {
        let Ok(event) = text.parse::<Event<G>>() else { break };
        let follows_their_move = i > same && matches!(event, Event::Roll(_)) && !live.person_acts();
        if calmly && follows_their_move && i + 1 == events.len() {
            rest = true;
            break;
        }
        let state = live.table.state.clone();
        if live.take(event).is_err() {
            break;
        }
        let seat = live.past.last().map_or(0, |past| past.seat);
        spoken.push(G::announcement(&live, &state, seat, event));
    }
    if taken_back {
        spoken.push(crate::i18n::tr(crate::i18n::Key::SayUndone).to_string());
    }
    play.notice.set(None);
    // After a long absence only the last words are worth hearing.
    let from = spoken.len().saturating_sub(2);
    play.spoken.set(spoken[from..].join(" "));
    play.live.set(live);
    if rest {
        let events = events.to_vec();
        browser::after(BETWEEN, move || {
            let behind = play.live.try_with_untracked(|live| live.past.len() < events.len());
            if behind == Some(true) {
                catch_up(play, &events, false);
            }
        });
    }
}

fn tell_refusals<G: TableGame>(play: Play<G>, online: Online) {
    Effect::new(move |_| {
        if let Some(refused) = online.refused.get() {
            let sentence = words::refusal(&refused);
            play.spoken.set(sentence.clone());
            play.notice.set(Some(Notice { sentence, rule: None }));
        }
    });
}

/// A finished game is kept like those played at this screen: to be watched again, and in the tally.
fn keep_record(table: &str, round: &Round) {
    let id = saved_as(table, round.number);
    if store::load_game(&id).is_none() {
        let mut record = round.record.clone();
        record.more.insert("saved".into(), browser::now_text().into());
        store::save_game(&id, &record);
    }
}

/// The seat of the table whose turn it is, and when the turn began by the server's clock.
pub fn turn<G: TableGame>(live: &LiveGame<G>, online: Online) -> Option<(u8, u64)> {
    if live.to_act() == ToAct::Over {
        return None;
    }
    let place = live.seat_to_act();
    let before = live.past.iter().rposition(|past| past.seat != place);
    online.evening.with(|evening| {
        let round = evening.round.as_ref()?;
        let started = || round.record.more.get("started").and_then(serde_json::Value::as_u64).unwrap_or(evening.changed);
        let began = before.and_then(|event| online.times.with(|times| times.get(event).copied())).unwrap_or_else(started);
        Some((round.table_seat(place), began))
    })
}
