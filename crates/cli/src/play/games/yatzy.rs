//! The table of Yatzy: everyone's sheet side by side, and the dice.

use ratatui::layout::Rect;
use ratatui::style::Style;
use spieltisch_core::yatzy::box_name;
use spieltisch_rules::Game;
use spieltisch_rules::yatzy::{BoxName, Move, UPPER, Yatzy};
use spieltisch_texts::games::yatzy;
use spieltisch_texts::{Key, Section, t};
use unicode_width::UnicodeWidthStr;

use super::{TerminalGame, dice};
use crate::play::look::{CHOSEN, HINTED, POSSIBLE, QUIET, STRONG};
use crate::play::screen::painter::{Painter, shorten};
use crate::play::screen::spots::Target;

/// The width of the names of boxes.
const NAMES: u16 = 18;

/// The width of a player's column: as wide as the dice beside it leave room for.
fn column_width(width: u16, players: u16) -> u16 {
    (width.saturating_sub(NAMES + 44) / players.max(1)).clamp(5, 10)
}

impl TerminalGame for Yatzy {
    const RULES: &'static [Section] = yatzy::RULES;
    const TIPS: &'static [Key] = yatzy::TIPS;
    const ABOUT: Key = yatzy::ABOUT;

    fn draw(painter: &mut Painter<'_, Yatzy>, area: Rect) {
        let players = painter.game.seats.len() as u16;
        let column = column_width(area.width, players);
        let sheet_width = NAMES + players * column + 1;
        let spare = area.height.saturating_sub(19);
        let top = area.y + (spare / 2).min(4);
        let left = area.x + if area.width >= sheet_width + 50 { (area.width - sheet_width - 46) / 3 } else { 0 };
        sheet(painter, left, top, column);
        let beside = left + sheet_width + 2;
        let room = area.right().saturating_sub(beside);
        let wide = room >= 39;
        let dice_area = Rect::new(
            beside + if wide { (room - 39) / 2 } else { room.saturating_sub(15) / 2 },
            top,
            room.min(if wide { 39 } else { 15 }),
            15,
        );
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

fn sheet(painter: &mut Painter<'_, Yatzy>, x: u16, top: u16, width: u16) {
    let (lang, game) = (painter.lang, painter.game);
    let options = game.position.game.options().clone();
    for seat in 0..game.seats.len() {
        let column = x + NAMES + seat as u16 * width;
        let (mark, style) = (painter.player(seat).0, painter.player(seat).1);
        let acts = seat == game.seat_to_act();
        let name = shorten(&game.seats[seat].name, usize::from(width) - 2);
        let start = column + width - 1 - name.width() as u16;
        painter.text(start, top, mark, style);
        painter.text(start + 1, top, &name, if acts { STRONG } else { Style::new() });
    }
    let mut y = top + 1;
    for name in BoxName::ALL {
        row(painter, x, y, width, name);
        y += 1;
        if name as usize + 1 == UPPER {
            let bonus = |seat: usize| {
                let sheet = game.position.state.sheet(seat);
                match sheet.bonus(&options) {
                    0 if width > 5 => format!("{}/{}", sheet.upper_sum(), options.bonus_at_least),
                    0 => sheet.upper_sum().to_string(),
                    bonus => format!("+{bonus}"),
                }
            };
            sums(painter, (x, y), width, t(lang, Key::YatzyBoxBonus), bonus);
            y += 1;
        }
    }
    let scores = game.position.game.scores(&game.position.state);
    sums(painter, (x, y), width, t(lang, Key::YatzyBoxTotal), |seat| scores[seat].to_string());
}

/// A row that is counted, not chosen.
fn sums(painter: &mut Painter<'_, Yatzy>, (x, y): (u16, u16), width: u16, name: &str, of: impl Fn(usize) -> String) {
    painter.fit(x, y, NAMES, name, STRONG);
    for seat in 0..painter.game.seats.len() {
        painter.text(x + NAMES + seat as u16 * width, y, &format!("{:>1$}", of(seat), usize::from(width)), STRONG);
    }
}

fn row(painter: &mut Painter<'_, Yatzy>, x: u16, y: u16, width: u16, name: BoxName) {
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
    let sign = if chosen {
        "▸"
    } else if hinted {
        "▴"
    } else {
        " "
    };
    painter.text(x, y, sign, style);
    painter.fit(x + 1, y, NAMES - 2, box_name(painter.lang, name), style);
    for seat in 0..game.seats.len() {
        let column = x + NAMES + seat as u16 * width;
        let (text, style) = match state.sheet(seat).points(name) {
            Some(0) => ("–".to_string(), Style::new()),
            Some(points) => (points.to_string(), Style::new()),
            None if seat == acts && deciding => (format!("({worth})"), style),
            None => ("·".to_string(), QUIET),
        };
        painter.text(column, y, &format!("{text:>0$}", usize::from(width)), style);
    }
    painter.spot(Target::Field(name), Rect::new(x, y, NAMES + game.seats.len() as u16 * width, 1));
}
