//! The table of Yatzy: everyone's sheet side by side, and the dice.

use ratatui::layout::Rect;
use ratatui::style::Style;
use spieltisch_core::yatzy::box_name;
use spieltisch_rules::Game;
use spieltisch_rules::yatzy::{BoxName, Move, UPPER, Yatzy};
use spieltisch_texts::games::yatzy;
use spieltisch_texts::{Key, Section, t};

use super::{TerminalGame, dice};
use crate::play::look::{CHOSEN, HINTED, POSSIBLE, QUIET, STRONG};
use crate::play::screen::painter::Painter;
use crate::play::screen::spots::Target;

/// The width of the names of boxes, and of a player's column.
const NAMES: u16 = 18;
const COLUMN: u16 = 5;

impl TerminalGame for Yatzy {
    const RULES: &'static [Section] = yatzy::RULES;
    const TIPS: &'static [Key] = yatzy::TIPS;
    const ABOUT: Key = yatzy::ABOUT;

    fn draw(painter: &mut Painter<'_, Yatzy>, area: Rect) {
        let players = painter.game.seats.len() as u16;
        let sheet_width = NAMES + players * COLUMN + 1;
        let spare = area.height.saturating_sub(19);
        let top = area.y + (spare / 2).min(4);
        let left = area.x + if area.width >= sheet_width + 50 { (area.width - sheet_width - 46) / 3 } else { 0 };
        sheet(painter, left, top);
        let beside = left + sheet_width + 2;
        let room = area.right().saturating_sub(beside);
        let wide = room >= 39;
        let dice_area = Rect::new(beside + if wide { (room - 39) / 2 } else { room.saturating_sub(15) / 2 }, top, room.min(if wide { 39 } else { 15 }), 15);
        let below = dice::five(painter, &painter.choice.tray, dice_area);
        if wide {
            names(painter, Rect::new(dice_area.x, below + 1, 39.min(room), area.bottom().saturating_sub(below + 1)));
        }
    }
}

/// The names in full, which the columns of the sheet have no room for.
fn names(painter: &mut Painter<'_, Yatzy>, area: Rect) {
    painter.players(area, |_| String::new());
}

fn sheet(painter: &mut Painter<'_, Yatzy>, x: u16, top: u16) {
    let (lang, game) = (painter.lang, painter.game);
    let options = game.position.game.options().clone();
    for seat in 0..game.seats.len() {
        let column = x + NAMES + seat as u16 * COLUMN;
        let (mark, style, name) = painter.player(seat);
        let acts = seat == game.seat_to_act();
        painter.text(column + 1, top, mark, style);
        painter.fit(column + 2, top, COLUMN - 2, &name, if acts { STRONG } else { Style::new() });
    }
    let mut y = top + 1;
    for name in BoxName::ALL {
        row(painter, x, y, name);
        y += 1;
        if name as usize + 1 == UPPER {
            let bonus = |seat: usize| {
                let sheet = game.position.state.sheet(seat);
                match sheet.bonus(&options) {
                    0 => format!("{}/{}", sheet.upper_sum(), options.bonus_at_least),
                    bonus => format!("+{bonus}"),
                }
            };
            sums(painter, x, y, t(lang, Key::YatzyBoxBonus), bonus);
            y += 1;
        }
    }
    let scores = game.position.game.scores(&game.position.state);
    sums(painter, x, y, t(lang, Key::YatzyBoxTotal), |seat| scores[seat].to_string());
}

/// A row that is counted, not chosen.
fn sums(painter: &mut Painter<'_, Yatzy>, x: u16, y: u16, name: &str, of: impl Fn(usize) -> String) {
    painter.fit(x, y, NAMES, name, STRONG);
    for seat in 0..painter.game.seats.len() {
        painter.text(x + NAMES + seat as u16 * COLUMN, y, &format!("{:>5}", of(seat)), STRONG);
    }
}

fn row(painter: &mut Painter<'_, Yatzy>, x: u16, y: u16, name: BoxName) {
    let game = painter.game;
    let (state, acts) = (&game.position.state, game.seat_to_act());
    let deciding = game.person_acts() && game.is_deciding();
    let free = state.sheet(acts).points(name).is_none();
    let worth = name.points(state.dice(), game.position.game.options());
    let chosen = painter.choice.chosen == Some(name);
    let hinted = painter.hinted == Some(Move::Score(name));
    let style = match () {
        () if chosen => CHOSEN,
        () if hinted => HINTED,
        () if deciding && free && worth > 0 => POSSIBLE,
        () if deciding && free => Style::new(),
        () => QUIET,
    };
    let sign = if chosen { "▸" } else if hinted { "▴" } else { " " };
    painter.text(x, y, sign, style);
    painter.fit(x + 1, y, NAMES - 2, box_name(painter.lang, name), style);
    for seat in 0..game.seats.len() {
        let column = x + NAMES + seat as u16 * COLUMN;
        let (text, style) = match state.sheet(seat).points(name) {
            Some(0) => ("–".to_string(), Style::new()),
            Some(points) => (points.to_string(), Style::new()),
            None if seat == acts && deciding => (format!("({worth})"), style),
            None => ("·".to_string(), QUIET),
        };
        painter.text(column, y, &format!("{text:>5}"), style);
    }
    painter.spot(Target::Field(name), Rect::new(x, y, NAMES + game.seats.len() as u16 * COLUMN, 1));
}
