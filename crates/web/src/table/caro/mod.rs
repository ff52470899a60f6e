//! The table of Caro: a field that grows, and everyone's tiles open.

mod aside;
mod face;
mod field;
mod glance;
mod tile;
mod tiles;

use leptos::prelude::*;
use spieltisch_core::caro::CaroChoice;
use spieltisch_rules::caro::{Caro, Move};
use spieltisch_rules::games::Entry;
use spieltisch_rules::{Event, Game, Seat};

use super::frame::{Controls, TableParts, frame};
use super::{TableGame, TableShape, choosing};
use crate::browser;
use crate::feel::Felt;
use crate::games::{Aside, Face};
use crate::i18n::{Key, tr};
use crate::live::{GameView, LocalGame, Past, moment};

impl TableGame for Caro {
    const FACE: &'static dyn Face = &Entry::<Caro>::ENTRY;
    const ASIDE: &'static dyn Aside = &Entry::<Caro>::ENTRY;
    const SHAPE: TableShape = TableShape::Board;
    const PIECE: Felt = Felt::Wood;

    fn cheer(_: &LocalGame<Self>, past: &Past<Self>) -> Option<Felt> {
        let Event::Move(Move::Lay(colour, _)) = past.event else { return None };
        (past.before.supply(past.seat).count(colour) == 1).then_some(Felt::LastTile)
    }

    fn supply(live: &LocalGame<Self>, seat: Seat) -> AnyView {
        tiles::small(live.position.state.supply(seat)).into_any()
    }

    fn table(play: GameView<Self>) -> AnyView {
        table(play)
    }
}

fn table(play: GameView<Caro>) -> AnyView {
    let choice = RwSignal::new(CaroChoice::default());
    Effect::new(move |_| {
        let fresh = play.with(CaroChoice::at_first);
        choice.set(moment::kept(play).unwrap_or(fresh));
    });
    Effect::new(move |_| moment::keep(play, &choice.get()));
    let controls = Controls {
        press: Callback::new(move |()| {
            if choosing::press(play, choice) {
                // The button can do nothing now and loses the focus; the next choice is made on the board.
                browser::after(0, browser::focus_board);
            }
        }),
        ..choosing::controls(play, choice)
    };
    let tray = view! {
        {tiles::show(play, choice, controls.digit)}
        {move || objections(play)}
    };
    let parts = TableParts { board: field::show(play, choice).into_any(), tray: tray.into_any(), aside: ().into_any() };
    frame(play, parts, controls)
}

/// On an open table: a button for everyone here who may object.
fn objections(play: GameView<Caro>) -> Option<AnyView> {
    use crate::live::Kind;
    play.with(|live| {
        let objectors = live.position.game.objectors(&live.position.state)?;
        let people: Vec<Seat> = objectors.iter().filter(|&seat| live.seats[seat].kind == Kind::Person).collect();
        let alone = people.len() == 1;
        let button = |seat: Seat| {
            let label =
                if alone { tr(Key::ButtonObject).to_string() } else { format!("{} {}", live.seats[seat].name, tr(Key::ButtonObject)) };
            let hinted = move || play.hinted.get() == Some(Move::Object(seat as u8));
            view! { <button class="quiet object" class:hinted=hinted on:click=move |_| {
                play.take(Event::Move(Move::Object(seat as u8)));
            }>{label}</button> }
        };
        let buttons = people.iter().map(|&seat| button(seat)).collect::<Vec<_>>();
        (!buttons.is_empty()).then(|| view! { <div class="objections">{buttons}</div> }.into_any())
    })
}
