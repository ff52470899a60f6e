//! The field: it centres and scales itself, and its limit is drawn as it closes.

use leptos::prelude::*;
use spieltisch_rules::caro::{Caro, Colour, Move, Place};
use spieltisch_rules::{Event, Game, Seat};

use super::{Choice, tile, tiles};
use crate::i18n::{game_name, lang, points, texts, tile_name};
use crate::live::{LiveGame, Play};
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
    fn of(live: &LiveGame<Caro>) -> Window {
        let side = live.table.game.side() as i8;
        let Some((low, high)) = live.table.state.field().bounds() else {
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
pub fn show(play: Play<Caro>, choice: RwSignal<Choice>) -> impl IntoView {
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
        <p class="area" aria-hidden="true">{texts::caro_play_area(lang(), play.live.with_untracked(|live| live.table.game.side()))}</p>
    }
}

/// A tile that was laid since the person at this screen was last to lay.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fresh {
    place: Place,
    seat: Seat,
    /// The very last one, with what each of its edges brought: above, right, below, left.
    edges: Option<[Option<i32>; 4]>,
}

/// What the others have laid since; at least the last tile, whoever laid it.
fn fresh(live: &LiveGame<Caro>) -> Vec<Fresh> {
    let me = tiles::owner(live);
    let lying = |place: Place| live.table.state.field().colour_at(place);
    let laid = live.past.iter().rev().filter_map(|past| match past.event {
        Event::Move(Move::Lay(colour, place)) if lying(place) == Some(colour) => Some((past, colour, place)),
        _ => None,
    });
    let fresh = laid.enumerate().take_while(|(i, (past, ..))| *i == 0 || past.seat != me && !live.watched);
    let fresh = fresh.take(live.seats.len() - 1).map(|(i, (past, colour, place))| {
        let times = if past.before.supply(past.seat).count(colour) == 1 { 2 } else { 1 };
        let edge = |(x, y): (i8, i8)| lying(Place { x: place.x + x, y: place.y + y }).map(|other| times * colour.edge(other));
        Fresh { place, seat: past.seat, edges: (i == 0).then(|| [(0, 1), (1, 0), (0, -1), (-1, 0)].map(edge)) }
    });
    fresh.collect()
}

/// How one place looks. Only places that look different are redrawn.
#[derive(Clone, Copy, PartialEq)]
struct Look {
    laid: Option<Colour>,
    /// Whoever has just laid the tile here, by colour.
    by: Option<usize>,
    /// For the last tile, what each edge brought.
    edges: Option<[Option<i32>; 4]>,
    /// The tile the person wants to lay here.
    chosen: Option<Colour>,
    /// The tile a hint advises to lay here.
    hinted: Option<Colour>,
    /// What the tile in hand would bring here.
    offer: Option<i32>,
}

fn look(live: &LiveGame<Caro>, now: Choice, fresh: &[Fresh], hint: Option<Move>, place: Place) -> Look {
    let (game, state) = (&live.table.game, &live.table.state);
    let laid = state.field().colour_at(place);
    let fresh = fresh.iter().find(|fresh| fresh.place == place);
    Look {
        laid,
        by: fresh.map(|fresh| live.seats[fresh.seat].colour),
        edges: fresh.and_then(|fresh| fresh.edges),
        chosen: now.colour.filter(|_| now.place == Some(place)),
        hinted: hint.and_then(|mv| match mv {
            Move::Lay(colour, at) if at == place => Some(colour),
            _ => None,
        }),
        offer: now.colour.filter(|_| live.person_acts()).and_then(|colour| offer(game, state, colour, place)),
    }
}

fn cell(play: Play<Caro>, choice: RwSignal<Choice>, cursor: Cursor, look: Look, place: Place, at: (usize, usize)) -> AnyView {
    let Look { laid, by, edges, chosen, hinted, offer } = look;
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
            tap(play, choice, place);
        }
    };
    view! {
        <button
            role="gridcell" class="place" id=cursor.id(at.0, at.1) tabindex=move || cursor.tab_index(at.0, at.1)
            class:laid=laid.is_some() class:possible=offer.is_some() class:chosen=chosen.is_some()
            class:last=edges.is_some() class:fresh=by.is_some() class:hinted=hinted.is_some()
            aria-label=name aria-selected=chosen.is_some().to_string() on:click=tap
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

/// A tap chooses a place for the chosen tile, a second one lays it; a wrong place says why.
fn tap(play: Play<Caro>, choice: RwSignal<Choice>, place: Place) {
    let now = choice.get_untracked();
    let Some(colour) = now.colour else { return };
    let possible = play.live.with_untracked(|live| live.table.game.check(&live.table.state, Move::Lay(colour, place)).is_ok());
    if !possible || now.place == Some(place) {
        play.decide(Move::Lay(colour, place));
    } else {
        play.notice.set(None);
        choice.set(Choice { place: Some(place), ..now });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spieltisch_records::Record;

    fn after(events: &[&str]) -> LiveGame<Caro> {
        let record = format!(
            r#"{{"format": "spieltisch/1", "game": "caro", "players": ["Anna", "Ben", "Cleo"], "options": {{}}, "board": null,
                "events": {events:?}, "result": null, "seats": [{{}}, {{"computer": 1}}, {{"computer": 1}}]}}"#
        );
        LiveGame::open("c", Record::from_json(record.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn what_computers_laid_since_can_be_followed() {
        let live = after(&["lay red 0,0", "lay black 0,1", "lay grey 1,0"]);
        let marked: Vec<(String, Seat, bool)> =
            fresh(&live).iter().map(|fresh| (fresh.place.to_string(), fresh.seat, fresh.edges.is_some())).collect();
        assert_eq!(marked, [("1,0".to_string(), 2, true), ("0,1".to_string(), 1, false)]);
        assert_eq!(fresh(&live)[0].edges, Some([None, None, None, Some(8)]), "red lies to its left");
    }

    #[test]
    fn after_my_own_tile_only_that_one_is_marked() {
        let live = after(&["lay red 0,0"]);
        assert_eq!(fresh(&live).len(), 1);
        assert_eq!(fresh(&live)[0].seat, 0);
    }
}
