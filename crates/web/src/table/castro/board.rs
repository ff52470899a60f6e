//! The board: symbols, roofs, what is possible now.

use leptos::prelude::*;
use spieltisch_core::castro::{heights, three_of_four, two_yatzy, winning};
use spieltisch_core::{DiceChoice, TableChoice};
use spieltisch_rules::castro::{Castro, HIGHEST, Move, SIDE, Square, SquareSet, Symbol};
use spieltisch_rules::{Game, Seat, ToAct};

use super::{choosing, roof, symbol};
use crate::browser;
use crate::i18n::{Key, game_name, lang, points, symbol_name, symbol_needs, texts, tr};
use crate::live::{GameView, LocalGame};
use crate::table::grid::Cursor;
use crate::table::press::is_doubled;

type SquareChoice = DiceChoice<Square>;

/// What the board shows besides its roofs.
#[derive(Clone, PartialEq)]
struct BoardSigns {
    possible: SquareSet,
    near: SquareSet,
    won: SquareSet,
    last: Option<Square>,
    /// At an end by points, the heights counted so far and those still to come.
    counted: Vec<usize>,
    uncounted: Vec<usize>,
}

/// How one square looks. Only squares that look different are redrawn.
#[derive(Clone, PartialEq)]
struct SquareLook {
    possible: bool,
    chosen: bool,
    near: bool,
    won: bool,
    last: bool,
    /// Whether a hint advises it.
    hinted: bool,
    counted: bool,
    uncounted: bool,
    /// The colours of its roofs, the lowest first.
    roofs: Vec<usize>,
}

/// The board as a grid, row 6 on top.
pub fn show(play: GameView<Castro>, choice: RwSignal<SquareChoice>) -> impl IntoView {
    let chosen = Memo::new(move |_| choice.read().chosen);
    let cursor = Cursor::new("castro", Signal::stored((6, 6)));
    let signs = Memo::new(move |_| play.with(|live| signs(live, if live.to_act() == ToAct::Over { play.counted.get() } else { 0 })));
    let row = |row: u8| {
        let squares = (0..SIDE).filter_map(|column| Square::new(column, SIDE - 1 - row));
        let cells = squares.map(|square| {
            let look = Memo::new(move |_| play.with(|live| look(live, &signs.read(), square, (chosen.get(), play.hinted.get()))));
            move || look.with(|look| play.live.with_untracked(|live| cell(play, choice, cursor, live, look, square)))
        });
        view! { <div role="row" class="row"><span class="rim" aria-hidden="true">{SIDE - row}</span>{cells.collect::<Vec<_>>()}</div> }
    };
    let rows = (0..SIDE).map(row).collect::<Vec<_>>();
    let columns = ["a", "b", "c", "d", "e", "f"].map(|name| view! { <span class="rim">{name}</span> });
    view! {
        <div class="squares" role="grid" aria-label=texts::grid_board(lang(), game_name("castro")) on:keydown=move |event| cursor.key(&event)>
            {rows}
            <div class="row rims" aria-hidden="true"><span></span>{columns}</div>
        </div>
    }
}

fn signs(live: &LocalGame<Castro>, steps: usize) -> BoardSigns {
    let (game, state) = (&live.position.game, &live.position.state);
    let seats = || 0..live.seats.len();
    let over = live.to_act() == ToAct::Over;
    let all = |of: &dyn Fn(Seat) -> SquareSet| seats().fold(SquareSet::EMPTY, |all, seat| all.or(of(seat)));
    let possible = if live.person_acts() && live.is_deciding() {
        game.legal_squares(state.stacks(), state.dice(), state.rolls())
    } else {
        SquareSet::EMPTY
    };
    let last = live.past.iter().rev().find_map(|past| match past.event {
        spieltisch_rules::Event::Move(Move::Place(square)) => Some(square),
        _ => None,
    });
    let won = if over { all(&|seat| winning(game, state, seat)) } else { SquareSet::EMPTY };
    let heights = if over && won.is_empty() { heights(live) } else { Vec::new() };
    let (counted, uncounted) = heights.split_at(steps.min(heights.len()));
    BoardSigns {
        possible,
        near: if over { SquareSet::EMPTY } else { all(&|seat| three_of_four(state, seat).or(two_yatzy(game, state, seat))) },
        won,
        last,
        counted: counted.to_vec(),
        uncounted: uncounted.to_vec(),
    }
}

fn look(live: &LocalGame<Castro>, signs: &BoardSigns, square: Square, (chosen, hinted): (Option<Square>, Option<Move>)) -> SquareLook {
    let height = live.position.state.stacks().height(square);
    SquareLook {
        possible: signs.possible.contains(square),
        chosen: chosen == Some(square),
        near: signs.near.contains(square),
        won: signs.won.contains(square),
        last: signs.last == Some(square),
        hinted: hinted == Some(Move::Place(square)),
        counted: signs.counted.contains(&height),
        uncounted: signs.uncounted.contains(&height),
        roofs: live.position.state.stacks().roofs(square).map(|seat| live.seats[seat].colour).collect(),
    }
}

fn cell(
    play: GameView<Castro>,
    choice: RwSignal<SquareChoice>,
    cursor: Cursor,
    live: &LocalGame<Castro>,
    look: &SquareLook,
    square: Square,
) -> AnyView {
    let (column, row) = (square.column() as usize, (SIDE - 1 - square.row()) as usize);
    let tap = move |event: web_sys::MouseEvent| {
        cursor.put(column, row);
        if choice.with_untracked(|choice| choice.chosen != Some(square)) || !is_doubled(&event) {
            choosing::tap(play, choice, |choice, live| choice.tap(live, square));
        }
    };
    view! {
        <button
            role="gridcell" class="square" id=cursor.id(column, row) tabindex=move || cursor.tab_index(column, row)
            class:possible=look.possible class:chosen=look.chosen class:near=look.near
            class:won=look.won class:last=look.last class:hinted=look.hinted class:counted=look.counted class:uncounted=look.uncounted
            aria-label=name(live, square, look.possible) aria-selected=look.chosen.to_string() on:click=tap
            title=symbol_needs(live.position.game.board().symbol(square)) data-explain=explained(live, square)
        >
            <svg viewBox="0 0 100 100" aria-hidden="true" inner_html=drawing(live, square, &look.roofs)></svg>
        </button>
    }
    .into_any()
}

fn drawing(live: &LocalGame<Castro>, square: Square, roofs: &[usize]) -> String {
    let symbol = symbol::markup(live.position.game.board().symbol(square));
    if roofs.is_empty() {
        return symbol;
    }
    let lock =
        if roofs.len() == HIGHEST { r##"<circle cx="82" cy="18" r="17" fill="none" stroke="#d9a441" stroke-width="4"/>"## } else { "" };
    format!(
        r##"<g transform="translate(2 1) scale(0.5)">{symbol}</g>{}<circle cx="82" cy="18" r="14" fill="#2a211a"/><text x="82" y="25.5" text-anchor="middle" font-size="22" font-weight="700" fill="#fff">{}</text>{lock}"##,
        roof::stack(roofs),
        roofs.len()
    )
}

/// What a square needs and what a roof on it gives.
fn explained(live: &LocalGame<Castro>, square: Square) -> String {
    let symbol = live.position.game.board().symbol(square);
    let needs = texts::play_explained(lang(), browser::capitalized(&symbol_name(symbol)), symbol_needs(symbol));
    let height = live.position.state.stacks().height(square) as i32;
    let gives = match height as usize {
        HIGHEST => texts::castro_play_gives(lang(), points(height)),
        _ => texts::castro_play_gives_roof(lang(), points(height + 1)),
    };
    let wins = if symbol == Symbol::Yatzy { tr(Key::CastroPlayGivesWin) } else { "" };
    format!("{needs} {gives} {wins}").trim_end().to_string()
}

fn name(live: &LocalGame<Castro>, square: Square, possible: bool) -> String {
    let symbol = symbol_name(live.position.game.board().symbol(square));
    let stacks = live.position.state.stacks();
    let height = stacks.height(square);
    let name = match stacks.top(square).map(|seat| &live.seats[seat].name) {
        None => texts::grid_castro_empty(lang(), square, symbol),
        Some(top) if height == HIGHEST => texts::grid_castro_closed(lang(), square, symbol, top),
        Some(top) => texts::grid_castro_stack(lang(), square, symbol, texts::count_roofs(lang(), height as i64), top),
    };
    if possible { format!("{name}, {}", tr(Key::GridPossible)) } else { name }
}
