//! The table of Caro: the tiles as they lie, and everyone's supply.

use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use spieltisch_core::caro::{colour_name, fresh, owner, possible_places, shown_area};
use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Colour, Move, Place};
use spieltisch_texts::games::caro;
use spieltisch_texts::{Key, Lang, Section};

use super::TerminalGame;
use crate::play::look::{CHOSEN, HINTED, MARKS, POSSIBLE, QUIET, STRONG, colour};
use crate::play::screen::painter::Painter;
use crate::play::screen::spots::Target;

impl TerminalGame for Caro {
    const RULES: &'static [Section] = caro::RULES;
    const TIPS: &'static [Key] = caro::TIPS;
    const ABOUT: Key = caro::ABOUT;

    fn draw(painter: &mut Painter<'_, Caro>, area: Rect) {
        let (low, high) = shown_area(painter.game);
        let (columns, rows) = ((high.x - low.x + 1) as u16, (high.y - low.y + 1) as u16);
        // As large as the room allows, and about square.
        let (width, height) = [(7, 3), (5, 2), (4, 2), (4, 1)]
            .into_iter()
            .find(|(width, height)| columns * width <= area.width.saturating_sub(32) && rows * height <= area.height)
            .unwrap_or((4, 1));
        let room = area.width.saturating_sub(32);
        let at = (area.x + room.saturating_sub(columns * width) / 2, area.y + area.height.saturating_sub(rows * height) / 2);
        let possible = possible_places(painter.game, painter.choice);
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let cell = Rect::new(at.0 + (x - low.x) as u16 * width, at.1 + (high.y - y) as u16 * height, width, height);
                let place = Place { x, y };
                draw_place(painter, cell, place, possible.contains(&(x, y)));
                painter.spot(Target::Field(place), cell);
            }
        }
        beside(painter, Rect::new(area.right().saturating_sub(30), area.y + area.height.saturating_sub(19) / 2, 30, area.height));
    }
}

/// The letter of a colour in the reader's language; each language has four.
fn letter(lang: Lang, tile: Colour) -> String {
    colour_name(lang, tile).chars().next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default()
}

/// The pattern and style of a tile: no two colours share a pattern.
fn pattern(tile: Colour) -> (&'static str, Style) {
    let on = |fg: Color, bg: Color| Style::new().fg(fg).bg(bg);
    match tile {
        Colour::Black => ("█", on(Color::Rgb(20, 20, 20), Color::Rgb(20, 20, 20))),
        Colour::White => (" ", on(Color::Rgb(20, 20, 20), Color::Rgb(245, 245, 245))),
        Colour::Grey => ("░", on(Color::Rgb(60, 60, 60), Color::Rgb(150, 150, 150))),
        Colour::Red => ("▚", on(Color::Rgb(170, 30, 20), Color::Rgb(200, 50, 40))),
    }
}

fn letter_style(tile: Colour) -> Style {
    let (_, style) = pattern(tile);
    match tile {
        Colour::White | Colour::Grey => style.fg(Color::Rgb(20, 20, 20)).patch(STRONG),
        Colour::Black | Colour::Red => style.fg(Color::Rgb(245, 245, 245)).patch(STRONG),
    }
}

fn draw_tile(painter: &mut Painter<'_, Caro>, area: Rect, tile: Colour) {
    let (fill, style) = pattern(tile);
    for row in 0..area.height {
        painter.text(area.x, area.y + row, &fill.repeat(area.width.into()), style);
    }
    let middle = area.y + (area.height - 1) / 2;
    if fill == " " {
        // Without colours a white tile is seen by its edges.
        for row in 0..area.height {
            painter.text(area.x, area.y + row, "│", style.patch(QUIET));
            painter.text(area.right() - 1, area.y + row, "│", style.patch(QUIET));
        }
    }
    painter.text(area.x + (area.width - 1) / 2, middle, &letter(painter.lang, tile), letter_style(tile));
}

fn draw_place(painter: &mut Painter<'_, Caro>, cell: Rect, place: Place, possible: bool) {
    let state = &painter.game.position.state;
    let hinted = matches!(painter.hinted, Some(Move::Lay(_, advised)) if advised == place);
    let inner = Rect { width: cell.width - 1, ..cell };
    let middle = (inner.x + (inner.width - 1) / 2, inner.y + (inner.height - 1) / 2);
    if let Some(tile) = state.field().colour_at(place) {
        draw_tile(painter, inner, tile);
        if let Some(new) = fresh(painter.game).iter().find(|fresh| fresh.place == place) {
            let one = painter.game.seats[new.seat].colour;
            painter.text(inner.right() - 1, inner.bottom() - 1, MARKS[one % 8], pattern(tile).1.patch(colour(one)).patch(STRONG));
        }
        return;
    }
    if painter.choice.place == Some(place) {
        if let Some(tile) = painter.choice.colour {
            draw_tile(painter, inner, tile);
        }
        painter.text(inner.x, middle.1, "▸", CHOSEN);
        return;
    }
    let worth = painter.choice.colour.filter(|_| possible).and_then(|tile| painter.game.position.game.points(state, tile, place));
    let (text, style) = match (hinted, worth) {
        (true, Some(worth)) => (format!("▴{worth}"), HINTED),
        (true, None) => ("▴".to_string(), HINTED),
        (false, Some(worth)) => (worth.to_string(), POSSIBLE),
        (false, None) if possible => ("+".to_string(), POSSIBLE),
        (false, None) => ("·".to_string(), QUIET),
    };
    let back = (text.chars().count() as u16).saturating_sub(1) / 2;
    painter.text(middle.0 - back.min(middle.0 - inner.x), middle.1, &text, style);
}

/// The tiles of the player who acts, to be chosen; below them everyone with points and tiles left.
fn beside(painter: &mut Painter<'_, Caro>, area: Rect) {
    let (lang, mine) = (painter.lang, owner(painter.game));
    let supply = painter.game.position.state.supply(mine);
    for (place, tile) in Colour::ALL.into_iter().enumerate() {
        let (x, y) = (area.x + place as u16 * 7, area.y);
        let spot = Rect::new(x, y, 6, 4);
        if supply.has(tile) {
            draw_tile(painter, Rect { height: 3, ..spot }, tile);
        } else {
            painter.text(x + 2, y + 1, "–", QUIET);
        }
        let chosen = painter.choice.colour == Some(tile);
        let hinted = matches!(painter.hinted, Some(Move::Lay(advised, _)) if advised == tile);
        let (sign, style) = if chosen {
            ("▸", CHOSEN)
        } else if hinted {
            ("▴", HINTED)
        } else {
            (" ", QUIET)
        };
        let text = format!("{sign}{} ×{}", place + 1, supply.count(tile));
        painter.text(x, y + 3, &text, style);
        painter.spot(Target::Piece(place), spot);
    }
    let left = |seat: usize| {
        let supply = painter.game.position.state.supply(seat);
        Colour::ALL.map(|tile| format!("{}{}", letter(lang, tile), supply.count(tile))).join(" ")
    };
    let left: Vec<String> = (0..painter.game.seats.len()).map(left).collect();
    for (seat, left) in left.iter().enumerate() {
        let y = area.y + 6 + 3 * seat as u16;
        let row = Rect::new(area.x, y, area.width, 1);
        let (mark, style, name) = painter.player(seat);
        let acts = seat == painter.game.seat_to_act();
        let x = painter.text(row.x, y, if acts { "▸" } else { " " }, STRONG);
        let x = painter.text(x, y, mark, style);
        painter.fit(x + 1, y, 20, &name, if acts { STRONG } else { Style::new() });
        let score = painter.game.position.game.scores(&painter.game.position.state)[seat];
        painter.text(row.right() - 5, y, &format!("{score:>4}"), STRONG);
        painter.text(row.x + 3, y + 1, left, QUIET);
    }
}
