//! The table of Crowns: one player's board with its crowns and chips, the dice, and everyone's points.

use ratatui::layout::Rect;
use ratatui::style::Style;
use spieltisch_core::LocalGame;
use spieltisch_core::crowns::{CrownsChoice, Ending, owner};
use spieltisch_rules::crowns::{Crowns, Field, FieldSet, Move, fields_of};
use spieltisch_rules::{Game, Seat, ToAct};
use spieltisch_texts::games::crowns;
use spieltisch_texts::{self as texts, Key, Lang, Section};

use super::TerminalGame;
use crate::play::look::{CHOSEN, HINTED, MARKS, POSSIBLE, QUIET, STRONG, colour};
use crate::play::screen::painter::{DieLook, Grid, Painter};
use crate::play::screen::spots::Target;

/// Fields in a row and in a column.
const SIDE: u16 = 6;

impl TerminalGame for Crowns {
    const RULES: &'static [Section] = crowns::RULES;
    const TIPS: &'static [Key] = crowns::TIPS;
    const ABOUT: Key = crowns::ABOUT;
    const OWN_BOARDS: bool = true;

    fn remark(lang: Lang, _: &LocalGame<Crowns>, choice: &CrownsChoice) -> Option<String> {
        choice.instead_text(lang)
    }

    fn draw(painter: &mut Painter<'_, Crowns>, area: Rect) {
        let large = area.width >= 112 && area.height >= 25;
        let (width, height) = if large { (7, 3) } else { (5, 2) };
        let names = (1..=SIDE).map(|count| format!("{count}×")).collect();
        let line = Some(5);
        let grid = Grid { columns: SIDE, rows: SIDE, width, height, names, line_before_column: line, line_after_row: Some(1) };
        let board = (SIDE * (width + 1) + 1, SIDE * (height + 1) + 1);
        let gap = area.width.saturating_sub(board.0 + 2 + 39) / 3;
        let at = (area.x + 2 + gap, area.y + area.height.saturating_sub(board.1) / 2);
        painter.grid(at, &grid);
        let seen = Seen::of(painter);
        for field in Field::all() {
            let cell = grid.cell(at, u16::from(field.count()) - 1, SIDE - u16::from(field.number()));
            if field.count() == 1 {
                painter.text(at.0 - 2, cell.y, &field.number().to_string(), Style::new());
            }
            draw_field(painter, cell, field, &seen);
            painter.spot(Target::Field(field), cell);
        }
        let beside = at.0 + board.0 + 2 + gap;
        let beside = Rect::new(beside.min(area.right().saturating_sub(38)), at.1, 38, area.height);
        let below = dice(painter, beside);
        let (mark, style, name) = painter.player(seen.seat);
        let x = painter.text(beside.x, below, mark, style);
        painter.fit(x + 1, below, 34, &texts::play_board_of(painter.lang, name), STRONG);
        let chips: Vec<String> = (0..painter.game.seats.len())
            .map(|seat| texts::count_chips(painter.lang, painter.game.position.state.chips(seat).into()))
            .collect();
        let below = painter.players(Rect::new(beside.x, below + 2, 38, 8), |seat| chips[seat].clone());
        small_boards(
            painter,
            Rect::new(beside.x, below + 1, area.right().saturating_sub(beside.x), area.bottom().saturating_sub(below + 1)),
            seen.seat,
        );
    }
}

/// The board that is shown, and which of its fields stand out.
struct Seen {
    seat: Seat,
    covered: FieldSet,
    possible: FieldSet,
    chosen: FieldSet,
    hinted: FieldSet,
    fallen: FieldSet,
}

impl Seen {
    fn of(painter: &Painter<'_, Crowns>) -> Seen {
        let (game, state) = (painter.game, &painter.game.position.state);
        let seat = painter.shown.unwrap_or_else(|| owner(game));
        let mine = game.person_acts() && seat == game.seat_to_act() && state.dice().is_some();
        let only = |fields: FieldSet| if mine { fields } else { FieldSet::EMPTY };
        let hinted = match painter.hinted {
            Some(Move::Place(placement)) => fields_of(placement),
            _ => FieldSet::EMPTY,
        };
        let fallen = if game.to_act() == ToAct::Over { Ending::of(game, seat).fallen } else { FieldSet::EMPTY };
        Seen {
            seat,
            covered: state.covered(seat),
            possible: only(painter.choice.possible(state)),
            chosen: only(painter.choice.chosen),
            hinted: only(hinted),
            fallen,
        }
    }
}

fn draw_field(painter: &mut Painter<'_, Crowns>, cell: Rect, field: Field, seen: &Seen) {
    let crowns = painter.game.position.game.board().crowns(field);
    let (sign, style) = match () {
        () if seen.chosen.contains(field) => ("▸", CHOSEN),
        () if seen.hinted.contains(field) => ("▴", HINTED),
        () if seen.possible.contains(field) => ("+", POSSIBLE),
        () => (" ", if seen.possible.is_empty() { Style::new() } else { QUIET }),
    };
    let text = if crowns > 0 { format!("{crowns}♛") } else { String::new() };
    painter.text(cell.x + (cell.width - 2) / 2, cell.y, &text, style);
    let low = cell.bottom() - 1;
    if seen.covered.contains(field) {
        let one = painter.game.seats[seen.seat].colour;
        let (left, right) = if seen.fallen.contains(field) { ("·", "·") } else { ("(", ")") };
        let chip = format!("{left}{}{right}", MARKS[one % 8]);
        painter.text(cell.x + (cell.width - 3) / 2, low, &chip, colour(one).patch(STRONG));
    } else {
        painter.text(cell.x + (cell.width - 1) / 2, low, sign, style);
    }
}

/// The six dice as they are turned; one that was turned says what it was.
fn dice(painter: &mut Painter<'_, Crowns>, area: Rect) -> u16 {
    let (now, rolled) = (painter.choice.dice(), painter.choice.rolled());
    let die = |place: usize| {
        let face = now.get(place).copied().unwrap_or(0);
        let used = painter.choice.is_used(face);
        DieLook { face, number: place + 1, kept: used, style: if used { CHOSEN } else { QUIET } }
    };
    let dice: Vec<DieLook> = (0..6).map(die).collect();
    let turned: Vec<String> = rolled
        .iter()
        .zip(&now)
        .filter(|(was, is)| was != is)
        .map(|(was, is)| texts::crowns_play_die_turned(painter.lang, was, is))
        .collect();
    let below = painter.dice(Rect { width: 23, ..area }, &dice);
    for (line, text) in turned.iter().take(6).enumerate() {
        painter.fit(area.x + 25, area.y + line as u16, area.width.saturating_sub(25), text, QUIET);
    }
    below
}

/// Where there is room, the boards of the others in small.
fn small_boards(painter: &mut Painter<'_, Crowns>, area: Rect, shown: Seat) {
    let others: Vec<Seat> = (0..painter.game.seats.len()).filter(|&seat| seat != shown).collect();
    if others.is_empty() || area.height < 8 {
        return;
    }
    for (place, seat) in others.into_iter().enumerate() {
        let x = area.x + place as u16 * 9;
        if x + 8 > area.right() {
            break;
        }
        let (mark, style, name) = painter.player(seat);
        painter.text(x, area.y, mark, style);
        painter.fit(x + 2, area.y, 6, &name, Style::new());
        let covered = painter.game.position.state.covered(seat);
        for field in Field::all() {
            let (text, style) = if covered.contains(field) { (mark, style) } else { ("·", QUIET) };
            painter.text(x + u16::from(field.count()) - 1, area.y + 1 + SIDE - u16::from(field.number()), text, style);
        }
    }
}
