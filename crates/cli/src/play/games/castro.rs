//! The table of Castro: symbols and roofs on the board, the dice, and how high may be built.

use ratatui::layout::Rect;
use ratatui::style::Style;
use spieltisch_core::LocalGame;
use spieltisch_core::castro::{heading, warnings, winning};
use spieltisch_rules::castro::{Castro, Move, ROOFS, SIDE, Square, SquareSet, Symbol};
use spieltisch_rules::{Game, ToAct};
use spieltisch_texts::games::castro;
use spieltisch_texts::{self as texts, Key, Lang, Section};

use super::{TerminalGame, dice};
use crate::play::look::{CHOSEN, HINTED, MARKS, POSSIBLE, QUIET, STRONG, colour};
use crate::play::screen::painter::{Grid, Painter, wrap};
use crate::play::screen::spots::Target;

impl TerminalGame for Castro {
    const RULES: &'static [Section] = castro::RULES;
    const TIPS: &'static [Key] = castro::TIPS;
    const ABOUT: Key = castro::ABOUT;

    fn remark(lang: Lang, game: &LocalGame<Castro>, _: &Self::Choice) -> Option<String> {
        Some(warnings(lang, game).join(" ")).filter(|warnings| !warnings.is_empty())
    }

    fn draw(painter: &mut Painter<'_, Castro>, area: Rect) {
        let side = u16::from(SIDE);
        let large = area.width >= 112 && area.height >= 31;
        let (width, height) = if large { (9, 4) } else { (5, 2) };
        let names = (0..SIDE).map(|column| char::from(b'a' + column).to_string()).collect();
        let grid = Grid { columns: side, rows: side, width, height, names, ..Grid::default() };
        let board = (side * (width + 1) + 1, side * (height + 1) + 1);
        let gap = area.width.saturating_sub(board.0 + 2 + 39) / 3;
        let at = (area.x + 2 + gap, area.y + area.height.saturating_sub(board.1) / 2);
        painter.grid(at, &grid);
        let seen = Seen::of(painter);
        for row in 0..SIDE {
            let y = at.1 + 1 + u16::from(side as u8 - 1 - row) * (height + 1);
            painter.text(at.0 - 2, y + height / 2, &(row + 1).to_string(), Style::new());
            for square in (0..SIDE).filter_map(|column| Square::new(column, row)) {
                let cell = grid.cell(at, square.column().into(), u16::from(SIDE - 1 - row));
                draw_square(painter, cell, square, &seen);
                painter.spot(Target::Field(square), cell);
            }
        }
        let beside = Rect::new(at.0 + board.0 + 2 + gap, at.1, 39, board.1);
        let beside = Rect { x: beside.x.min(area.right().saturating_sub(39)), ..beside };
        let below = dice::five(painter, &painter.choice.tray, beside);
        let lines = wrap(&heading(painter.lang, painter.game), 38);
        for (line, text) in lines.iter().enumerate() {
            painter.text(beside.x, below + line as u16, text, STRONG);
        }
        let below = below + lines.len() as u16 + 1;
        let left = |seat: usize| {
            let state = &painter.game.position.state;
            let turns = usize::from(state.turns());
            let players = painter.game.seats.len();
            let played = turns / players + usize::from(seat < turns % players);
            texts::count_roofs(painter.lang, i64::from(ROOFS) - played as i64)
        };
        let left: Vec<String> = (0..painter.game.seats.len()).map(left).collect();
        painter.players(Rect::new(beside.x, below, 39, area.bottom().saturating_sub(below)), |seat| left[seat].clone());
    }
}

/// Which squares stand out.
struct Seen {
    possible: SquareSet,
    won: SquareSet,
    hinted: Option<Square>,
}

impl Seen {
    fn of(painter: &Painter<'_, Castro>) -> Seen {
        let (game, state) = (&painter.game.position.game, &painter.game.position.state);
        let deciding = painter.game.person_acts() && painter.game.is_deciding();
        let possible = if deciding { game.legal_squares(state.stacks(), state.dice(), state.rolls()) } else { SquareSet::EMPTY };
        let over = painter.game.to_act() == ToAct::Over;
        let winners = game.result(state).filter(|_| over).map(|result| result.winners).unwrap_or_default();
        let won = winners.iter().fold(SquareSet::EMPTY, |all, seat| all.or(winning(game, state, seat)));
        let hinted = match painter.hinted {
            Some(Move::Place(square)) => Some(square),
            _ => None,
        };
        Seen { possible, won, hinted }
    }
}

fn draw_square(painter: &mut Painter<'_, Castro>, cell: Rect, square: Square, seen: &Seen) {
    let (game, state) = (&painter.game.position.game, &painter.game.position.state);
    let possible = seen.possible.contains(square);
    let (sign, style) = match () {
        () if painter.choice.chosen == Some(square) => ("▸", CHOSEN),
        () if seen.hinted == Some(square) => ("▴", HINTED),
        () if seen.won.contains(square) => ("★", STRONG),
        () if possible => ("+", POSSIBLE),
        () => (" ", if painter.game.person_acts() && !seen.possible.is_empty() { QUIET } else { Style::new() }),
    };
    let symbol = symbol(game.board().symbol(square));
    let margin = cell.width.saturating_sub(5) / 2;
    painter.text(cell.x + margin, cell.y, symbol, style);
    let sign_at = if cell.width > 5 { (cell.x, cell.y) } else { (cell.right() - 1, cell.bottom() - 1) };
    if let Some(top) = state.stacks().top(square) {
        let owner = &painter.game.seats[top];
        let (mark, paint) = (MARKS[owner.colour % 8], colour(owner.colour).patch(STRONG));
        let height = state.stacks().height(square);
        if cell.height > 2 {
            painter.text(cell.x + 3, cell.y + 1, "╱╲", paint);
            painter.text(cell.x + 2, cell.y + 2, &format!("╱{mark}{mark}╲"), paint);
            let stack: Vec<(&str, usize)> =
                state.stacks().roofs(square).map(|seat| painter.game.seats[seat].colour).map(|one| (MARKS[one % 8], one)).collect();
            for (level, (mark, one)) in stack.iter().enumerate() {
                painter.text(cell.x + 1 + level as u16, cell.y + 3, mark, colour(*one));
            }
            painter.text(cell.right() - 2, cell.y + 3, &height.to_string(), STRONG);
        } else {
            painter.text(cell.x, cell.y + 1, &format!("╱{mark}╲"), paint);
            painter.text(cell.x + 3, cell.y + 1, &height.to_string(), STRONG);
        }
    }
    if sign != " " {
        painter.text(sign_at.0, sign_at.1, sign, style);
    }
}

/// A symbol in five columns.
fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Pair(number) => [" 1 1 ", " 2 2 ", " 3 3 ", " 4 4 ", " 5 5 ", " 6 6 "][usize::from(number - 1)],
        Symbol::Three => " ●●● ",
        Symbol::Four => "●●●● ",
        Symbol::Straight => "▁▂▃▅▇",
        Symbol::FullHouse => "●●■■■",
        Symbol::Yatzy => "★★★★★",
    }
}
