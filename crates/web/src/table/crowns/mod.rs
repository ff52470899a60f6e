//! The table of Crowns: everyone's board, six dice that turn down by themselves.

mod aside;
mod board;
mod chips;
mod dice;
mod editor;
mod face;
mod glance;

use leptos::prelude::*;
use spieltisch_core::crowns::CrownsChoice;
use spieltisch_rules::crowns::{Crowns, FieldSet, Title};
use spieltisch_rules::games::Entry;
use spieltisch_rules::{Event, Game, Seat, ToAct};

use super::frame::{Controls, TableParts, WayOut, frame};
use super::{TableGame, TableShape, choosing};
use crate::app::settings;
use crate::browser;
use crate::feel::Felt;
use crate::games::{Aside, Face};
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{GameView, LocalGame, Past, moment};

impl TableGame for Crowns {
    const FACE: &'static dyn Face = &Entry::<Crowns>::ENTRY;
    const ASIDE: &'static dyn Aside = &Entry::<Crowns>::ENTRY;
    const SHAPE: TableShape = TableShape::Board;
    const PIECE: Felt = Felt::Chips;

    fn cheer(live: &LocalGame<Self>, past: &Past<Self>) -> Option<Felt> {
        let full = |covered: FieldSet| live.position.game.lines().iter().filter(|(line, _)| covered.contains_all(*line)).count();
        (full(live.position.state.covered(past.seat)) > full(past.before.covered(past.seat))).then_some(Felt::Line)
    }

    fn triumph(live: &LocalGame<Self>) -> Felt {
        let alone = live.seats.len() == 1;
        if alone && Title::of(live.position.game.scores(&live.position.state)[0]) == Title::Genius { Felt::Genius } else { Felt::Win }
    }

    fn supply(live: &LocalGame<Self>, seat: Seat) -> AnyView {
        texts::count_chips(lang(), live.position.state.chips(seat).into()).into_any()
    }

    fn table(play: GameView<Self>) -> AnyView {
        table(play)
    }
}

fn table(play: GameView<Crowns>) -> AnyView {
    let choice = RwSignal::new(CrownsChoice::default());
    let shown = RwSignal::new(None::<Seat>);
    Effect::new(move |_| {
        let fresh = play.with(|live| CrownsChoice::new(&live.position.game, &live.position.state));
        let fresh = if settings::dice_stay() { fresh.unsorted() } else { fresh };
        choice.set(moment::kept(play).map_or_else(|| fresh.clone(), |chosen| fresh.clone().with(chosen)));
    });
    Effect::new(move |_| moment::keep(play, &choice.with(CrownsChoice::chosen_so_far)));
    show_placements(play, shown);
    let controls = Controls { way_out: Signal::derive(move || way_out(choice)), ..choosing::controls(play, choice) };
    let parts = TableParts {
        board: board::show(play, choice, shown).into_any(),
        tray: dice::show(play, choice, controls.digit).into_any(),
        aside: board::others(play, shown).into_any(),
    };
    frame(play, parts, controls)
}

/// Another field instead of chosen ones.
fn way_out(choice: RwSignal<CrownsChoice>) -> Option<WayOut> {
    Some(WayOut {
        sentence: choice.read().instead_text(lang())?,
        label: tr(Key::ButtonSwap),
        take: Callback::new(move |()| choice.update(CrownsChoice::swap)),
    })
}

/// Shows where chips were placed before the board changes hands. The next roll of a person at this
/// screen or a tap on the board ends it. Where no motion is wanted the board changes at once; the small boards
/// and the line above the board tell all the same.
fn show_placements(play: GameView<Crowns>, shown: RwSignal<Option<Seat>>) {
    Effect::new(move |before: Option<usize>| {
        let (clock, placed, stays) = play.with(|live| (live.clock(), placed_by_another(live), !live.person_acts() && rolled_last(live)));
        match placed.filter(|_| before.is_some_and(|before| before < clock) && !settings::is_calm()) {
            Some(seat) => {
                shown.set(Some(seat));
                let pace = settings::pace();
                browser::after(pace.roll + pace.think, move || {
                    if shown.try_get_untracked() == Some(Some(seat)) {
                        shown.set(None);
                    }
                });
            }
            // While a computer rolls, the last placement stays in sight.
            None if stays => {}
            None => shown.set(None),
        }
        clock
    });
}

/// Who has just placed chips, where the next turn is somebody else's.
fn placed_by_another(live: &LocalGame<Crowns>) -> Option<Seat> {
    let last = live.past.last().filter(|past| matches!(past.event, Event::Move(_)))?;
    (!live.watched && live.to_act() != ToAct::Over && live.seat_to_act() != last.seat).then_some(last.seat)
}

fn rolled_last(live: &LocalGame<Crowns>) -> bool {
    live.past.last().is_some_and(|past| matches!(past.event, Event::Roll(_)))
}
