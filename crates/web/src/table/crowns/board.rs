//! A player's board: crowns, chips, line values at its rims; and small views of everyone's boards.

use std::fmt::Write;

use leptos::prelude::*;
use spieltisch_core::crowns::{CrownsChoice, Ending, line_name};
use spieltisch_core::{GameText, TableChoice, Tapped};
use spieltisch_rules::crowns::{Crowns, Field, FieldSet, Move, fields_of};
use spieltisch_rules::{Event, Game, Seat, ToAct};

use super::{chips, choosing};
use crate::i18n::{Key, game_name, lang, points, texts, tr};
use crate::live::{GameView, Kind, LocalGame, Past};
use crate::pieces::mark;
use crate::table::grid::Cursor;

/// What a board shows besides its chips.
#[derive(Clone, PartialEq)]
struct Signs {
    seat: Seat,
    covered: FieldSet,
    possible: FieldSet,
    /// Possible with nothing chosen, but not with what is chosen now.
    faded: FieldSet,
    chosen: FieldSet,
    /// What a hint advises.
    hinted: FieldSet,
    /// Chosen against the hint: they are let go first.
    unwanted: FieldSet,
    last: FieldSet,
    lit: FieldSet,
    fallen: FieldSet,
    over: bool,
}

/// The board of the player to act, or of the one whose small board was tapped.
pub fn show(play: GameView<Crowns>, choice: RwSignal<CrownsChoice>, shown: RwSignal<Option<Seat>>) -> impl IntoView {
    let cursor = Cursor::new("crowns", Signal::stored((6, 6)));
    let signs = Memo::new(move |_| {
        play.with(|live| {
            let steps = if live.to_act() == ToAct::Over { play.counted.get() } else { 0 };
            signs(live, &choice.read(), play.hinted.get(), shown_seat(play, live, shown), steps)
        })
    });
    let lines = Memo::new(move |_| {
        let signs = signs.read();
        (signs.covered, signs.lit)
    });
    let rim = move |line: usize| move || play.live.with_untracked(|live| rim(live, lines.get(), line));
    let row = |row: usize| {
        let number = 6 - row as u8;
        let cells = (1..=6).filter_map(|count| Field::new(count, number)).map(|field| {
            let look = Memo::new(move |_| play.live.with_untracked(|live| look(live, &signs.read(), field)));
            move || play.live.with_untracked(|live| cell(play, (choice, shown), cursor, live, look.get(), field))
        });
        let rim = (number < 6).then(|| rim(number as usize - 1));
        view! { <div role="row" class="row" class:edge=number == 6>{cells.collect::<Vec<_>>()}<span class="rim" aria-hidden="true">{rim}</span></div> }
    };
    let columns = (5..10).map(|line| view! { <span class="rim">{rim(line)}</span> }).collect::<Vec<_>>();
    let rows = view! {
        {(0..6).map(row).collect::<Vec<_>>()}
        <div class="row rims" aria-hidden="true">{columns}<span class="rim diagonals">{rim(10)}{rim(11)}</span></div>
    };
    let whose = move || {
        play.with(|live| {
            let player = &live.seats[shown_seat(play, live, shown)];
            (live.seats.len() > 1).then(|| {
                view! {
                    <p class="whose">
                        {crate::table::mark(player.colour)}<span>{texts::play_board_of(lang(), &player.name)}</span>
                        {lately(live).map(|line| view! { <span class="lately">{line}</span> })}
                    </p>
                }
            })
        })
    };
    view! {
        {whose}
        <div class="fields" role="grid" aria-label=texts::grid_board(lang(), game_name("crowns")) on:keydown=move |event| cursor.key(&event)>{rows}</div>
    }
}

/// The last placement in words, as long as nobody can have missed it otherwise.
fn lately(live: &LocalGame<Crowns>) -> Option<String> {
    let past = live.past.iter().rev().find(|past| matches!(past.event, Event::Move(_)))?;
    let Event::Move(mv) = past.event else { return None };
    (live.to_act() != ToAct::Over).then(|| Crowns::history_line(lang(), live, past, mv)).flatten()
}

/// Whose board is shown: the one that was asked for, while points are counted one that gives nothing away, else the obvious one.
fn shown_seat(play: GameView<Crowns>, live: &LocalGame<Crowns>, shown: RwSignal<Option<Seat>>) -> Seat {
    let counting = !live.watched && live.to_act() == ToAct::Over && !play.settled.get();
    let here = || live.seats.iter().position(|player| player.kind == Kind::Person);
    shown.get().or_else(|| here().filter(|_| counting)).unwrap_or_else(|| default_seat(live))
}

/// At the end the first winner's board, else that of the player to act.
fn default_seat(live: &LocalGame<Crowns>) -> Seat {
    match live.position.game.result(&live.position.state) {
        Some(result) => result.winners.iter().next().unwrap_or(0),
        // Watched again, a game shows what has just happened.
        None if live.watched => live.past.last().map_or(0, |past| past.seat),
        None => live.seat_to_act(),
    }
}

fn signs(live: &LocalGame<Crowns>, choice: &CrownsChoice, hint: Option<Move>, seat: Seat, steps: usize) -> Signs {
    let state = &live.position.state;
    let choosing = live.person_acts() && state.dice().is_some() && seat == state.seat();
    let possible = if choosing { choice.possible(state) } else { FieldSet::EMPTY };
    let all = if choosing { choice.possible_at_first() } else { FieldSet::EMPTY };
    let covered = state.covered(seat);
    let over = live.to_act() == ToAct::Over;
    let ending = Ending::of(live, seat);
    let last = last_placed(live).filter(|(of, _)| *of == seat);
    let advised = match hint {
        Some(Move::Place(placement)) if choosing => fields_of(placement),
        _ => FieldSet::EMPTY,
    };
    let unwanted: FieldSet = choice.chosen.iter().filter(|&field| !advised.is_empty() && !advised.contains(field)).collect();
    Signs {
        seat,
        covered,
        possible,
        faded: all.iter().filter(|&field| !possible.contains(field)).collect(),
        chosen: if choosing { choice.chosen } else { FieldSet::EMPTY },
        hinted: if unwanted.is_empty() { advised } else { FieldSet::EMPTY },
        unwanted,
        last: last.map_or(FieldSet::EMPTY, |(_, fields)| fields),
        // In a running game full lines are safe and shine; at the end they are counted one by one.
        lit: ending.lit_after(if over { steps } else { usize::MAX }).iter().filter(|field| over || !field.is_edge()).collect(),
        fallen: ending.fallen_after(if over { steps } else { 0 }),
        over,
    }
}

/// The last placement, with whose it is.
fn last_placed(live: &LocalGame<Crowns>) -> Option<(Seat, FieldSet)> {
    let past = live.past.iter().rev().find(|past| matches!(past.event, Event::Move(_)))?;
    Some((past.seat, placed(past)))
}

fn placed(past: &Past<Crowns>) -> FieldSet {
    match past.event {
        Event::Move(Move::Place(placement)) => fields_of(placement),
        _ => FieldSet::EMPTY,
    }
}

/// How one field looks. Only fields that look different are redrawn.
#[derive(Clone, Copy, PartialEq)]
struct FieldLook {
    colour: usize,
    covered: bool,
    chosen: bool,
    possible: bool,
    faded: bool,
    near: bool,
    hinted: bool,
    unwanted: bool,
    last: bool,
    fallen: bool,
    lit: bool,
}

fn look(live: &LocalGame<Crowns>, signs: &Signs, field: Field) -> FieldLook {
    let (covered, chosen) = (signs.covered.contains(field), signs.chosen.contains(field));
    let nearly = |line: FieldSet| line.contains(field) && (3..5).contains(&line.and(signs.covered).len());
    FieldLook {
        colour: live.seats[signs.seat].colour,
        covered,
        chosen,
        possible: signs.possible.contains(field),
        faded: signs.faded.contains(field),
        near: !covered && !signs.over && live.position.game.lines().iter().any(|(line, _)| nearly(*line)),
        hinted: signs.hinted.contains(field),
        unwanted: signs.unwanted.contains(field),
        last: covered && signs.last.contains(field),
        fallen: signs.fallen.contains(field),
        lit: covered && signs.lit.contains(field),
    }
}

/// The worth of a line, and how far it is: which fields are covered, and which of them shine.
fn rim(live: &LocalGame<Crowns>, (covered, lit): (FieldSet, FieldSet), line: usize) -> impl IntoView + use<> {
    let (fields, worth) = live.position.game.lines()[line];
    let filled = fields.and(covered).len();
    let title = texts::grid_crowns_line(lang(), line_name(lang(), line), points(worth), filled);
    let sign = match line {
        10 => "↗",
        11 => "↘",
        _ => "",
    };
    view! { <span class="worth" class:near=(3..5).contains(&filled) class:full=filled == 5 && lit.contains_all(fields) title=title>{sign}{worth}</span> }
}

fn cell(
    play: GameView<Crowns>,
    (choice, shown): (RwSignal<CrownsChoice>, RwSignal<Option<Seat>>),
    cursor: Cursor,
    live: &LocalGame<Crowns>,
    look: FieldLook,
    field: Field,
) -> AnyView {
    let (column, row) = (field.count() as usize - 1, 6 - field.number() as usize);
    let crowns = live.position.game.board().crowns(field);
    let FieldLook { colour, covered, chosen, .. } = look;
    let drawing = if covered || chosen { chips::chip(colour, crowns) } else { chips::crowns(crowns) };
    let text = texts::crowns_term_field_spoken(lang(), field.count(), field.number());
    let count = texts::count_crowns(lang(), crowns.into());
    let name = match (covered, chosen) {
        (true, _) => texts::grid_crowns_taken(lang(), text, count),
        (_, true) => texts::grid_crowns_chosen(lang(), text, count),
        _ if look.possible => format!("{}, {}", texts::grid_crowns_free(lang(), text, count), tr(Key::GridPossible)),
        _ => texts::grid_crowns_free(lang(), text, count),
    };
    let tap = move |_| {
        cursor.put(column, row);
        // Another's board is looked at; a tap leads back to one's own.
        let is_mine = play.live.with_untracked(|live| shown.get_untracked().is_none_or(|seat| seat == live.position.state.seat()));
        if is_mine { tap(play, choice, field) } else { shown.set(None) }
    };
    view! {
        <button
            role="gridcell" class="square" id=cursor.id(column, row) tabindex=move || cursor.tab_index(column, row)
            class:edge=field.is_edge() class:near=look.near class:possible=look.possible && !chosen class:faded=look.faded
            class:chosen=chosen class:hinted=look.hinted class:unwanted=look.unwanted class:last=look.last class:fallen=look.fallen class:lit=look.lit
            aria-label=name aria-selected=chosen.to_string() on:click=tap
        >
            {(!covered).then(|| view! { <span class="what" aria-hidden="true">{format!("{}×{}", field.count(), field.number())}</span> })}
            <svg viewBox="0 0 100 100" aria-hidden="true" inner_html=drawing></svg>
        </button>
    }
    .into_any()
}

/// A tap chooses a field or lets it go; what it could be had for is said.
fn tap(play: GameView<Crowns>, choice: RwSignal<CrownsChoice>, field: Field) {
    if choosing::tap(play, choice, |choice, live| choice.tap(live, field)) != Tapped::Chosen {
        return;
    }
    if let Some(sentence) = choice.with_untracked(|choice| choice.instead_text(lang())) {
        play.spoken.set(sentence);
    }
}

/// Small views of everyone's boards; a tap shows one.
pub fn others(play: GameView<Crowns>, shown: RwSignal<Option<Seat>>) -> impl IntoView {
    let boards = move || {
        play.with(|live| {
            let seats = if live.seats.len() > 1 { live.seats.len() } else { 0 };
            let board = |seat: Seat| {
                let player = &live.seats[seat];
                let name = texts::play_board_of(lang(), &player.name);
                let pressed = move || (shown.get() == Some(seat)).to_string();
                view! {
                    <button class="small-board" title=name.clone() aria-label=name aria-pressed=pressed on:click=move |_| shown.set(Some(seat))>
                        <svg viewBox="0 0 64 64" aria-hidden="true" inner_html=small(live.position.state.covered(seat), latest(live, seat), player.colour)></svg>
                    </button>
                }
            };
            (0..seats).map(board).collect::<Vec<_>>()
        })
    };
    view! { <div class="small-boards">{boards}</div> }
}

/// What a player placed in their last turn.
fn latest(live: &LocalGame<Crowns>, seat: Seat) -> FieldSet {
    let past = live.past.iter().rev().find(|past| past.seat == seat && matches!(past.event, Event::Move(_)));
    past.map_or(FieldSet::EMPTY, placed)
}

fn small(covered: FieldSet, latest: FieldSet, colour: usize) -> String {
    let mut drawn = String::new();
    for field in Field::all() {
        let gap = |index: u8| f64::from(index) * 10.0 + if index == 5 { 3.0 } else { 1.0 };
        let (x, y) = (gap(field.count() - 1), 54.0 - gap(field.number() - 1) + 1.0);
        let fill = if covered.contains(field) {
            mark::COLOURS[colour % 8]
        } else if field.is_edge() {
            "#cdb181"
        } else {
            "#f3e9d2"
        };
        let _ = write!(drawn, r##"<rect x="{x}" y="{y}" width="9" height="9" rx="2" fill="{fill}" stroke="#2a211a" stroke-width="0.5"/>"##);
        if latest.contains(field) {
            let _ = write!(drawn, r##"<circle cx="{}" cy="{}" r="2.6" fill="#fff" stroke="#2a211a" stroke-width="1"/>"##, x + 4.5, y + 4.5);
        }
    }
    drawn
}
