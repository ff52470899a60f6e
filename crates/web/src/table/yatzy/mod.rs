//! The table of Yatzy: dice on felt, and the sheet.

mod aside;
mod face;
mod glance;
mod sheet;

use leptos::prelude::*;
use spieltisch_core::all_equal;
use spieltisch_rules::games::Entry;
use spieltisch_rules::yatzy::{BoxName, Move, ROLLS, Yatzy};
use spieltisch_rules::{Event, Seat};

use super::frame::{TableParts, frame};
use super::{TableGame, TableShape, choosing, dice};
use crate::feel::Felt;
use crate::games::{Aside, Face};
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{GameView, LocalGame, Past};

impl TableGame for Yatzy {
    const FACE: &'static dyn Face = &Entry::<Yatzy>::ENTRY;
    const ASIDE: &'static dyn Aside = &Entry::<Yatzy>::ENTRY;
    const SHAPE: TableShape = TableShape::Sheet;
    const PIECE: Felt = Felt::Wood;

    fn cheer(live: &LocalGame<Self>, past: &Past<Self>) -> Option<Felt> {
        matches!(past.event, Event::Roll(_)).then(|| live.position.state.dice()).filter(all_equal).map(|_| Felt::Yatzy)
    }

    fn supply(_: &LocalGame<Self>, _: Seat) -> AnyView {
        ().into_any()
    }

    fn table(play: GameView<Self>) -> AnyView {
        table(play)
    }
}

fn live_options(live: &LocalGame<Yatzy>) -> &spieltisch_rules::yatzy::Options {
    use spieltisch_rules::Game;
    live.position.game.options()
}

fn table(play: GameView<Yatzy>) -> AnyView {
    let choice = dice::choice(play);
    let felt = view! {
        <p class="rolls">{move || play.with(rolls_text)}</p>
        {dice::show(dice::keeping(play, choice))}
        <p class="rail" aria-hidden="true">{tr(Key::PlayKept)}</p>
    };
    let parts = TableParts { board: felt.into_any(), tray: ().into_any(), aside: sheet::show(play, choice).into_any() };
    frame(play, parts, choosing::controls(play, choice))
}

fn rolls_text(live: &LocalGame<Yatzy>) -> String {
    match live.position.state.rolls() {
        0 => String::new(),
        used => texts::play_rolls_used(lang(), used, ROLLS),
    }
}

/// The box written last, with whose sheet it is on.
fn last_written(live: &LocalGame<Yatzy>) -> Option<(Seat, BoxName)> {
    live.past.iter().rev().find_map(|past| match past.event {
        Event::Move(Move::Score(name)) => Some((past.seat, name)),
        _ => None,
    })
}
