//! The table of Caro: a field that grows, and everyone's tiles open.

mod aside;
mod face;
mod field;
mod tile;
mod tiles;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use spieltisch_rules::caro::{Caro, CaroRefusal, Colour, Move, Place, State};
use spieltisch_rules::{Event, Game, Seat};

use super::frame::{Controls, Parts, frame};
use super::{ScorePart, TableGame, several_here};
use crate::browser;
use crate::i18n::{Key, colour_name, lang, points, texts, tile_name, tr};
use crate::live::{LiveGame, Past, Play, moment};

impl TableGame for Caro {
    fn refusal_text(live: &LiveGame<Self>, refusal: &CaroRefusal) -> String {
        let name = |seat: u8| live.seats.get(seat as usize).map_or("", |player| player.name.as_str());
        tr(match refusal {
            CaroRefusal::Over { .. } => Key::CaroRefusalOver,
            CaroRefusal::NoSuchTile { colour } => return texts::caro_refusal_no_such_tile(lang(), tile_name(*colour)),
            CaroRefusal::FirstTile { .. } => Key::CaroRefusalFirstTile,
            CaroRefusal::Occupied { .. } => Key::CaroRefusalOccupied,
            CaroRefusal::TouchesNothing { .. } => Key::CaroRefusalTouchesNothing,
            CaroRefusal::OutsideArea { side, .. } => return texts::caro_refusal_outside_area(lang(), side),
            CaroRefusal::OwnColour { colour } => return texts::caro_refusal_own_colour(lang(), colour_name(*colour)),
            CaroRefusal::MoreThanTwo { colour } => return texts::caro_refusal_more_than_two(lang(), colour_name(*colour)),
            CaroRefusal::LongDiagonal { colour } => return texts::caro_refusal_long_diagonal(lang(), colour_name(*colour)),
            CaroRefusal::CanLay => Key::CaroRefusalCanLay,
            CaroRefusal::CanLayOpen => Key::CaroRefusalCanLayOpen,
            CaroRefusal::SameTileAgain { colour } => return texts::caro_refusal_same_tile_again(lang(), tile_name(*colour)),
            CaroRefusal::NoOpenTable => Key::CaroRefusalNoOpenTable,
            CaroRefusal::NothingToObject => Key::CaroRefusalNothingToObject,
            CaroRefusal::MayNotObject { seat } => return texts::caro_refusal_may_not_object(lang(), name(*seat)),
            CaroRefusal::ObjectedAlready { seat } => return texts::caro_refusal_objected_already(lang(), name(*seat)),
        })
        .to_string()
    }

    fn history_line(live: &LiveGame<Self>, past: &Past<Self>, mv: Move) -> Option<String> {
        let name = &live.seats[past.seat].name;
        Some(match mv {
            Move::Lay(colour, place) => {
                let worth = points(live.table.game.points(&past.before, colour, place).unwrap_or(0));
                match past.before.supply(past.seat).count(colour) {
                    1 => texts::history_lay_double(lang(), name, tile_name(colour), worth),
                    _ => texts::history_lay(lang(), name, tile_name(colour), worth),
                }
            }
            Move::Pass => texts::history_pass(lang(), name),
            Move::Object(_) if past.before.last_is_wrong() => texts::history_object_right(lang(), name, culprit(live, past)),
            Move::Object(_) => texts::history_object_wrong(lang(), name),
        })
    }

    /// The board shows no coordinates; only who hears the names of its places is told one.
    fn announcement(live: &LiveGame<Self>, before: &State, seat: Seat, event: Event<Self>) -> String {
        match event {
            Event::Move(Move::Lay(colour, place)) => {
                let worth = points(live.table.game.points(before, colour, place).unwrap_or(0));
                texts::say_laid(lang(), &live.seats[seat].name, tile_name(colour), place, worth)
            }
            Event::Move(mv) => Self::history_line(live, &Past { before: before.clone(), event, seat }, mv).unwrap_or_default(),
            Event::Roll(_) => String::new(),
        }
    }

    fn purpose(live: &LiveGame<Self>, mv: Move) -> Option<String> {
        let Move::Lay(colour, place) = mv else { return None };
        let state = &live.table.state;
        let worth = points(live.table.game.points(state, colour, place)?);
        Some(match state.supply(state.seat()).count(colour) {
            1 => texts::hint_counts_double(lang(), worth),
            _ => texts::hint_now_points(lang(), worth),
        })
    }

    fn phrase(_: &LiveGame<Self>, mv: Move) -> String {
        match mv {
            Move::Lay(colour, _) => texts::move_lay(lang(), tile_name(colour)),
            Move::Pass => tr(Key::MovePass).to_string(),
            Move::Object(_) => tr(Key::MoveObject).to_string(),
        }
    }

    fn supply(live: &LiveGame<Self>, seat: Seat) -> AnyView {
        tiles::small(live.table.state.supply(seat)).into_any()
    }

    fn scoring(live: &LiveGame<Self>, seat: Seat) -> Vec<ScorePart> {
        let turns = live.past.iter().filter(|past| past.seat == seat).filter_map(|past| match past.event {
            Event::Move(Move::Lay(colour, place)) => live.table.game.points(&past.before, colour, place),
            _ => None,
        });
        let turns: Vec<i32> = turns.collect();
        let total: i32 = turns.iter().sum();
        let sum = turns.iter().map(i32::to_string).collect::<Vec<_>>().join(" + ");
        let lost = live.table.game.scores(&live.table.state)[seat] - total;
        let penalty = (lost != 0).then(|| ScorePart::new(texts::end_caro_penalty(lang(), texts::signed(lost.into())), lost));
        [Some(ScorePart::new(sum, total)), penalty].into_iter().flatten().collect()
    }

    fn table(play: Play<Self>) -> AnyView {
        table(play)
    }
}

/// Who laid the tile that an objection took back.
fn culprit(live: &LiveGame<Caro>, objection: &Past<Caro>) -> String {
    let laid =
        live.past.iter().rev().find(|past| {
            matches!(past.event, Event::Move(Move::Lay(..))) && past.before.field().count() < objection.before.field().count()
        });
    laid.map_or_else(String::new, |past| live.seats[past.seat].name.clone())
}

/// What the person has chosen: a tile, then a place for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The tile.
    pub colour: Option<Colour>,
    /// The place.
    pub place: Option<Place>,
}

fn table(play: Play<Caro>) -> AnyView {
    let choice = RwSignal::new(Choice::default());
    Effect::new(move |_| {
        let again = play.with(|live| live.table.state.again());
        choice.set(moment::kept(play).unwrap_or(Choice { colour: again, place: None }));
    });
    Effect::new(move |_| moment::keep(play, &choice.get()));
    let choose = Callback::new(move |colour: Colour| {
        let can = play.live.with_untracked(|live| live.person_acts() && live.table.state.supply(live.seat_to_act()).has(colour));
        if can {
            play.notice.set(None);
            choice.set(Choice { colour: Some(colour), place: None });
        }
    });
    let next_now = move || play.with(|live| next(live, choice.get()));
    let controls = Controls {
        label: Signal::derive(move || play.with(|live| label(live, choice.get()))),
        ready: Signal::derive(move || next_now().is_some()),
        press: Callback::new(move |()| {
            let next = play.live.with_untracked(|live| next(live, choice.get_untracked()));
            if next.is_some_and(|mv| play.decide(mv)) {
                // The button can do nothing now and loses the focus; the next choice is made on the board.
                browser::after(0, browser::focus_board);
            }
        }),
        asks: Signal::stored(false),
        way_out: Signal::stored(None),
        prompt: Signal::derive(move || play.with(|live| prompt(live, choice.get()))),
        chosen: Signal::derive(move || choice.get() != Choice { colour: play.with(|live| live.table.state.again()), place: None }),
        let_go: Callback::new(move |()| {
            choice.update(|choice| *choice = Choice { colour: choice.colour.filter(|_| choice.place.is_some()), place: None });
        }),
        digit: Callback::new(move |index: usize| {
            if let Some(&colour) = Colour::ALL.get(index) {
                choose.run(colour);
            }
        }),
    };
    let tray = view! {
        {tiles::show(play, choice, choose)}
        {move || objections(play)}
    };
    let parts = Parts { board: field::show(play, choice).into_any(), tray: tray.into_any(), aside: ().into_any() };
    frame(play, parts, controls)
}

fn next(live: &LiveGame<Caro>, choice: Choice) -> Option<Move> {
    if !live.person_acts() {
        return None;
    }
    if live.table.game.check(&live.table.state, Move::Pass).is_ok() && choice.place.is_none() {
        return Some(Move::Pass);
    }
    Some(Move::Lay(choice.colour?, choice.place?))
}

fn label(live: &LiveGame<Caro>, choice: Choice) -> String {
    match next(live, choice) {
        Some(Move::Lay(colour, place)) => {
            let worth = live.table.game.points(&live.table.state, colour, place).unwrap_or(0);
            format!("{} · {worth}", tr(Key::ButtonLayTile))
        }
        Some(Move::Pass) => tr(Key::ButtonPass).to_string(),
        _ => tr(Key::ButtonLayTile).to_string(),
    }
}

fn prompt(live: &LiveGame<Caro>, choice: Choice) -> String {
    let state = &live.table.state;
    let (name, several) = (&live.seats[live.seat_to_act()].name, several_here(&live.seats));
    let fits_nowhere =
        |colour: Colour| !live.table.game.moves(state).iter().any(|mv| matches!(mv, Move::Lay(other, _) if *other == colour));
    match (choice.colour, state.again()) {
        (_, Some(due)) if fits_nowhere(due) && several => texts::caro_play_lay_other(lang(), name),
        (_, Some(due)) if fits_nowhere(due) => tr(Key::CaroPlayLayOtherYou).to_string(),
        (_, Some(due)) if several => texts::caro_play_lay_again(lang(), name, tile_name(due)),
        (_, Some(due)) => texts::caro_play_lay_again_you(lang(), tile_name(due)),
        _ if live.table.game.check(state, Move::Pass).is_ok() && choice.colour.is_none_or(fits_nowhere) => {
            tr(Key::CaroPlayMustPass).to_string()
        }
        (None, _) => tr(Key::CaroPlayChooseTile).to_string(),
        (Some(colour), _) if fits_nowhere(colour) => texts::caro_play_no_place(lang(), tile_name(colour)),
        (Some(_), _) => tr(Key::CaroPlayChoosePlace).to_string(),
    }
}

/// On an open table: a button for everyone here who may object.
fn objections(play: Play<Caro>) -> Option<AnyView> {
    use crate::live::Kind;
    play.with(|live| {
        let objectors = live.table.game.objectors(&live.table.state)?;
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
