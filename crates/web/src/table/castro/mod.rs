//! The table of Castro: the board of symbols, roofs on it, five dice and the ladder.

mod aside;
mod board;
mod editor;
mod face;
mod glance;
mod ladder;
mod roof;
mod symbol;

use leptos::prelude::*;
use spieltisch_core::all_equal;
use spieltisch_rules::castro::{Castro, ROOFS};
use spieltisch_rules::games::Entry;
use spieltisch_rules::{Event, Seat};

use super::frame::{TableParts, frame};
use super::{TableGame, TableShape, choosing, dice};
use crate::feel::Felt;
use crate::games::{Aside, Face};
use crate::i18n::{lang, texts};
use crate::live::{GameView, LocalGame, Past};

impl TableGame for Castro {
    const FACE: &'static dyn Face = &Entry::<Castro>::ENTRY;
    const ASIDE: &'static dyn Aside = &Entry::<Castro>::ENTRY;
    const SHAPE: TableShape = TableShape::Board;
    const PIECE: Felt = Felt::Wood;

    fn cheer(live: &LocalGame<Self>, past: &Past<Self>) -> Option<Felt> {
        matches!(past.event, Event::Roll(_)).then(|| live.position.state.dice()).filter(all_equal).map(|_| Felt::Yatzy)
    }

    fn supply(live: &LocalGame<Self>, seat: Seat) -> AnyView {
        let state = &live.position.state;
        let players = live.seats.len();
        let played = (state.turns() as usize + players - 1 - seat) / players;
        texts::count_roofs(lang(), i64::from(ROOFS) - played as i64).into_any()
    }

    fn table(play: GameView<Self>) -> AnyView {
        table(play)
    }
}

fn table(play: GameView<Castro>) -> AnyView {
    let choice = dice::choice(play);
    let parts = TableParts {
        board: board::show(play, choice).into_any(),
        tray: dice::show(dice::keeping(play, choice)).into_any(),
        aside: ladder::show(play).into_any(),
    };
    frame(play, parts, choosing::controls(play, choice))
}
