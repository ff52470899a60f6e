//! The field: it centres and scales itself, and its limit is drawn as it closes.

use leptos::prelude::*;
use spieltisch_core::TableChoice;
use spieltisch_core::caro::{CaroChoice, Fresh, fresh};
use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Colour, Move, Place};

use super::{choosing, tile};
use crate::i18n::{game_name, lang, points, texts, tile_name};
use crate::live::{GameView, LocalGame};
use crate::table::grid::Cursor;
use crate::table::press::is_doubled;

/// The part of the table that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    left: i8,
    right: i8,
    bottom: i8,
    top: i8,
    /// Whether the tiles reach the full width or height of the area.
    closed_across: bool,
    closed_up: bool,
}

impl Window {
    /// The tiles and one place around them, as far as the area allows.
    fn of(live: &LocalGame<Caro>) -> Window {
        let side = live.position.game.side() as i8;
        let Some((low, high)) = live.position.state.field().bounds() else {
            return Window { left: -1, right: 1, bottom: -1, top: 1, closed_across: false, closed_up: false };
        };
        let closed_across = high.x - low.x + 1 == side;
        let closed_up = high.y - low.y + 1 == side;
        let (across, up) = (i8::from(!closed_across), i8::from(!closed_up));
        Window { left: low.x - across, right: high.x + across, bottom: low.y - up, top: high.y + up, closed_across, closed_up }
    }

    fn columns(&self) -> usize {
        (self.right - self.left + 1) as usize
    }

    fn rows(&self) -> usize {
        (self.top - self.bottom + 1) as usize
    }

    fn place(&self, column: usize, row: usize) -> Place {
        Place { x: self.left + column as i8, y: self.top - row as i8 }
    }
}

/// The field as a grid.
pub fn show(play: GameView<Caro>, choice: RwSignal<CaroChoice>) -> impl IntoView {
    let window = Memo::new(move |_| play.with(Window::of));
    let cursor = Cursor::new("caro", Signal::derive(move || (window.get().columns(), window.get().rows())));
    // The field grows to all sides; the cursor stays with its place.
    Effect::new(move |before: Option<Window>| {
        let now = window.get();
        if let Some(before) = before.filter(|before| *before != now) {
            cursor.shift((before.left - now.left).into(), (now.top - before.top).into());
        }
        now
    });
    let fresh = Memo::new(move |_| play.with(fresh));
    let rows = move || {
        let window = window.get();
        cursor.hold_focus();
        let row = |row: usize| {
            let cells = (0..window.columns()).map(|column| {
                let place = window.place(column, row);
                let look = Memo::new(move |_| play.with(|live| look(live, choice.get(), &fresh.read(), play.hinted.get(), place)));
                move || cell(play, choice, cursor, look.get(), place, (column, row))
            });
            view! { <div role="row" class="row">{cells.collect::<Vec<_>>()}</div> }
        };
        (0..window.rows()).map(row).collect::<Vec<_>>()
    };
    view! {
        <div
            class="field" role="grid" aria-label=texts::grid_board(lang(), game_name("caro"))
            class:closed-across=move || window.get().closed_across class:closed-up=move || window.get().closed_up
            style:--columns=move || window.get().columns().to_string() style:--rows=move || window.get().rows().to_string()
            on:keydown=move |event| cursor.key(&event)
        >
            {rows}
        </div>
        <p class="area" aria-hidden="true">{texts::caro_play_area(lang(), play.live.with_untracked(|live| live.position.game.side()))}</p>
    }
}

/// How one place looks. Only places that look different are redrawn.
#[derive(Clone, Copy, PartialEq)]
struct CellLook {
    laid: Option<Colour>,
    /// The player who has just laid the tile here, by colour.
    by: Option<usize>,
    /// For the last tile, what each edge brought.
    edges: Option<[Option<i32>; 4]>,
    /// The tile the person wants to lay here.
    chosen: Option<Colour>,
    /// Whether a tile is still to be chosen for this place.
    awaits: bool,
    /// The tile a hint advises to lay here.
    hinted: Option<Colour>,
    /// What the tile in hand would bring here.
    offer: Option<i32>,
}

fn look(live: &LocalGame<Caro>, now: CaroChoice, fresh: &[Fresh], hint: Option<Move>, place: Place) -> CellLook {
    let (game, state) = (&live.position.game, &live.position.state);
    let laid = state.field().colour_at(place);
    let fresh = fresh.iter().find(|fresh| fresh.place == place);
    CellLook {
        laid,
        by: fresh.map(|fresh| live.seats[fresh.seat].colour),
        edges: fresh.and_then(|fresh| fresh.edges),
        chosen: now.colour.filter(|_| now.place == Some(place)),
        awaits: now.colour.is_none() && now.place == Some(place),
        hinted: hint.and_then(|mv| match mv {
            Move::Lay(colour, at) if at == place => Some(colour),
            _ => None,
        }),
        offer: now.colour.filter(|_| live.person_acts()).and_then(|colour| offer(game, state, colour, place)),
    }
}

fn cell(play: GameView<Caro>, choice: RwSignal<CaroChoice>, cursor: Cursor, look: CellLook, place: Place, at: (usize, usize)) -> AnyView {
    let CellLook { laid, by, edges, chosen, awaits, hinted, offer } = look;
    let name = match (laid, offer) {
        (Some(colour), _) => texts::grid_caro_tile(lang(), place, tile_name(colour)),
        (None, Some(worth)) => texts::grid_caro_free_points(lang(), place, points(worth)),
        (None, None) => texts::grid_caro_free(lang(), place),
    };
    let tile = laid.or(chosen).map(tile::markup).unwrap_or_default();
    let marks = by.map(|colour| tile::laid_by(colour, edges.unwrap_or_default())).unwrap_or_default();
    let tap = move |event: web_sys::MouseEvent| {
        cursor.put(at.0, at.1);
        if choice.get_untracked().place != Some(place) || !is_doubled(&event) {
            choosing::tap(play, choice, |choice, live| choice.tap(live, place));
        }
    };
    view! {
        <button
            role="gridcell" class="place" id=cursor.id(at.0, at.1) tabindex=move || cursor.tab_index(at.0, at.1)
            class:laid=laid.is_some() class:possible=offer.is_some() class:chosen=chosen.is_some() class:awaits=awaits
            class:last=edges.is_some() class:fresh=by.is_some() class:hinted=hinted.is_some()
            aria-label=name aria-selected=(chosen.is_some() || awaits).to_string() on:click=tap
        >
            <svg viewBox="0 0 100 100" aria-hidden="true" inner_html=format!("{tile}{marks}")></svg>
            <span class="worth" aria-hidden="true">{offer}</span>
        </button>
    }
    .into_any()
}

/// What laying the tile would bring, where it may be laid.
fn offer(game: &Caro, state: &spieltisch_rules::caro::State, colour: Colour, place: Place) -> Option<i32> {
    game.check(state, Move::Lay(colour, place)).ok()?;
    game.points(state, colour, place)
}
