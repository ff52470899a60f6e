//! A finished game as a picture, upright as a phone is held.

use spieltisch_records::Position;

use crate::pictures::Draw;
use crate::pictures::easel::{Easel, FELT, INK, PALE_BRASS, PAPER, Player, SOFT};
use crate::pictures::outcome::{Outcome, Placed};
use crate::sheets::{Ink, Lang, Page, Rect, at, bold, plain};

/// How wide a picture is, and how high at the most: it is no higher than its board needs.
pub const LARGEST: (u16, u16) = (1080, 1350);

const MARGIN: f64 = 48.0;
/// Above the board, and below it.
const GAP: f64 = 20.0;
/// The band with the game's name and who won.
const BAND: f64 = 208.0;
/// The line that says what decided the game.
const REASON: f64 = 52.0;
/// A player's line.
const LINE: f64 = 64.0;
/// The line at the foot.
const FOOT: f64 = 56.0;
/// More players than this stand in two columns.
const ONE_COLUMN: usize = 4;

/// Draws it.
pub fn draw<G: Draw>(table: &Position<G>, outcome: &Outcome, lang: Lang, players: Vec<Player>, date: &str) -> Page {
    let columns = if outcome.players.len() > ONE_COLUMN { 2 } else { 1 };
    let lines = outcome.players.len().div_ceil(columns);
    let wide = f64::from(LARGEST.0) - 2.0 * MARGIN;
    let top = BAND + GAP + if outcome.reason.is_some() { REASON } else { 0.0 };
    let below = GAP + lines as f64 * LINE + FOOT;
    let room = Rect::new(MARGIN, top, wide, table.game.height_within(wide, f64::from(LARGEST.1) - top - below).ceil());
    let mut easel = Easel::new((LARGEST.0, (room.bottom() + below) as u16), lang, players);
    let all = easel.room();
    easel.block(all, 0.0, PAPER);
    let band = Rect { h: BAND, ..all };
    easel.block(band, 0.0, FELT);
    easel.text(Rect::new(MARGIN, 26.0, wide * 0.66, 92.0), G::title(easel.lang), bold(82.0).inked(Ink::White));
    let day = Rect::new(MARGIN + wide * 0.68, 44.0, wide * 0.32, 60.0);
    easel.text(day, date, plain(38.0).right().inked(Ink::Rgb(207, 227, 216)));
    easel.text(Rect::new(MARGIN, 122.0, wide, 66.0), &outcome.headline, bold(50.0).inked(Ink::Rgb(255, 217, 138)));
    if let Some(reason) = outcome.reason {
        easel.text(Rect::new(MARGIN, BAND + GAP - 4.0, wide, REASON - 8.0), reason, plain(34.0).inked(INK));
    }
    table.game.draw_position(&table.state, &mut easel, room);
    let below = room.bottom() + GAP;
    let width = (wide - 24.0 * (columns as f64 - 1.0)) / columns as f64;
    for (number, placed) in outcome.players.iter().enumerate() {
        let (column, line) = (number / lines, number % lines);
        let row = Rect::new(MARGIN + column as f64 * (width + 24.0), below + line as f64 * LINE, width, LINE);
        draw_player(&mut easel, row, placed);
    }
    easel.text(Rect::new(MARGIN, all.h - FOOT + 8.0, wide, FOOT - 16.0), "Spieltisch", plain(30.0).centred().inked(SOFT));
    easel.finish()
}

/// A player's mark, name and points.
fn draw_player(easel: &mut Easel, row: Rect, placed: &Placed) {
    let row = Rect::new(row.x, row.y + 3.0, row.w, row.h - 6.0);
    if placed.won {
        easel.block(row, 12.0, PALE_BRASS);
    }
    easel.mark(at(row.x + 36.0, row.middle().y), 36.0, placed.player.colour);
    let points = if placed.points.is_some() { 110.0 } else { 0.0 };
    let style = if placed.won { bold(40.0) } else { plain(40.0) };
    easel.text(Rect::new(row.x + 68.0, row.y, row.w - 68.0 - points - 16.0, row.h), &placed.player.name, style.inked(INK));
    if let Some(points) = placed.points {
        easel.text(Rect::new(row.right() - 116.0, row.y, 100.0, row.h), &points.to_string(), bold(42.0).right().inked(INK));
    }
}
