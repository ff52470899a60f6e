//! What a table tells the part for real tables: dice that are entered, the coach, its voice.

use leptos::prelude::*;
use spieltisch_rules::{Event, ToAct};

use super::TableGame;
use super::frame::Controls;
use crate::app::settings;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{Kind, LiveGame, Play, elsewhere};
use crate::parts;
use crate::real::{Around, Asked, Line, Told};

/// What stands beside the table where somebody wants it; nothing else of it is fetched.
pub fn show<G: TableGame>(play: Play<G>, controls: Controls, over: Memo<bool>) -> Option<AnyView> {
    if play.watch.is_some() {
        return None;
    }
    let (game, by_link, allowed) = play.live.with_untracked(|live| (live.id.clone(), live.by_link, live.allowed()));
    let corrects = allowed.entered.is_some() && !by_link;
    let coach = allowed.coach && allowed.hints && !by_link;
    if !corrects && !coach && settings::get().voice.is_none() {
        return None;
    }
    let around = Around {
        game: StoredValue::new(game),
        clock: Signal::derive(move || play.with(LiveGame::clock)),
        over: over.into(),
        in_charge: play.in_charge,
        spoken: play.spoken,
        coached: play.coached,
        listed: play.listed,
        chosen: Signal::derive(move || controls.chosen.get().then(|| controls.label.get())),
        coach,
        corrects,
        told: Callback::new(move |()| play.live.with_untracked(told)),
        phrase: Callback::new(move |(index, mv): (usize, String)| {
            play.live.with_untracked(|live| Some(G::phrase(&live.at(index), mv.parse().ok()?)))
        }),
        reread: Callback::new(move |()| elsewhere::catch_up(play)),
    };
    Some(parts::real_table(around))
}

/// The roll that is due and entered.
pub fn asked<G: TableGame>(play: Play<G>) -> Asked {
    let undo = play.live.with_untracked(LiveGame::can_undo);
    play.live.with_untracked(|live| {
        let (seat, dice) = match live.to_act() {
            ToAct::Roll { seat, dice } => (seat, dice),
            ToAct::Move(seat) => (seat, 0),
            ToAct::Over => (0, 0),
        };
        Asked {
            game: live.id.clone(),
            which: live.clock().to_string(),
            dice,
            name: live.seats[seat].name.clone(),
            computer: live.seats[seat].kind != Kind::Person,
            kept: live.kept_before(live.clock()),
            take: Callback::new(move |faces: Vec<u8>| play.enter(&faces)),
            undo: undo.then(|| Callback::new(move |()| play.undo())),
            spoken: play.spoken,
            coached: play.coached,
            listed: Some(play.listed),
        }
    })
}

/// The button that unfolds the list of entries, at a table where they can be corrected.
pub fn entries_button<G: TableGame>(play: Play<G>) -> Option<AnyView> {
    let entered = play.live.with_untracked(|live| live.allowed().entered.is_some() && !live.by_link);
    entered.then(|| {
        view! { <button class="quiet" id="entries" on:click=move |_| play.listed.set(true)>{tr(Key::HistoryTitle)}</button> }.into_any()
    })
}

fn told<G: TableGame>(live: &LiveGame<G>) -> Told {
    let entered = live.allowed().entered;
    let line = |past: &crate::live::Past<G>| {
        let player = &live.seats[past.seat];
        let person = player.kind == Kind::Person;
        let (roll, said) = match past.event {
            Event::Roll(_) => (true, G::announcement(live, &past.before, past.seat, past.event)),
            Event::Move(mv) => {
                let line = G::history_line(live, past, mv);
                (false, line.unwrap_or_else(|| texts::format_labelled(lang(), &player.name, G::phrase(live, mv))))
            }
        };
        Line {
            colour: player.colour,
            name: player.name.clone(),
            seat: past.seat,
            said,
            roll,
            begins: roll && live.table.game.begins_turn(&past.before),
            person,
            entered: if roll { entered.is_some_and(|entered| entered.covers(!person)) } else { person },
        }
    };
    let turn_over = live.past.last().is_some_and(|last| match live.to_act() {
        ToAct::Over => true,
        ToAct::Move(seat) => seat != last.seat,
        ToAct::Roll { seat, .. } => seat != last.seat || live.table.game.begins_turn(&live.table.state),
    });
    Told { lines: live.past.iter().map(line).collect(), turn_over, company: live.seats.len() > 1 }
}
