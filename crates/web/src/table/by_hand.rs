//! What a table tells the part for real tables: dice that are entered, the coach, its voice.

use leptos::prelude::*;
use spieltisch_core::entries;
use spieltisch_rules::ToAct;

use super::TableGame;
use super::frame::Controls;
use crate::app::settings;
use crate::i18n::{Key, lang, tr};
use crate::live::{GameView, Kind, LocalGame, elsewhere};
use crate::parts;
use crate::real::{Around, RollPrompt};

/// What stands beside the table where it is switched on; nothing else of it is fetched.
pub fn show<G: TableGame>(play: GameView<G>, controls: Controls, over: Memo<bool>) -> Option<AnyView> {
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
        clock: Signal::derive(move || play.with(LocalGame::clock)),
        over: over.into(),
        in_charge: play.in_charge,
        spoken: play.spoken,
        coached: play.coached,
        listed: play.listed,
        chosen: Signal::derive(move || controls.chosen.get().then(|| controls.label.get())),
        coach,
        corrects,
        told: Callback::new(move |()| play.live.with_untracked(|live| entries(lang(), live))),
        phrase: Callback::new(move |(index, mv): (usize, String)| {
            play.live.with_untracked(|live| Some(G::phrase(lang(), &live.at(index), mv.parse().ok()?)))
        }),
        reread: Callback::new(move |()| elsewhere::catch_up(play)),
    };
    Some(parts::real_table(around))
}

/// The roll that is due and entered.
pub fn asked<G: TableGame>(play: GameView<G>) -> RollPrompt {
    let undo = play.live.with_untracked(LocalGame::can_undo);
    play.live.with_untracked(|live| {
        let (seat, dice) = match live.to_act() {
            ToAct::Roll { seat, dice } => (seat, dice),
            ToAct::Move(seat) => (seat, 0),
            ToAct::Over => (0, 0),
        };
        RollPrompt {
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
pub fn entries_button<G: TableGame>(play: GameView<G>) -> Option<AnyView> {
    let entered = play.live.with_untracked(|live| live.allowed().entered.is_some() && !live.by_link);
    entered.then(|| {
        view! { <button class="quiet" id="entries" on:click=move |_| play.listed.set(true)>{tr(Key::HistoryTitle)}</button> }.into_any()
    })
}
