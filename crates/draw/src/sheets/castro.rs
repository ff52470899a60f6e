//! Castro: the board with room for real roofs, what may be built on, and roofs to cut out and fold.

use spieltisch_rules::Game;
use spieltisch_rules::castro::{Castro, HIGHEST, ROLLS, ROOFS, SIDE, Square, Symbol};
use spieltisch_texts::{self as texts, Key, Lang, games, t};

use crate::sheets::Print;
use crate::sheets::book::Book;
use crate::sheets::card::{self, LeftOut};
use crate::sheets::model::{Ink, Rect, at};
use crate::sheets::pen::{LINE, Pen, THICK, bold, line_of, plain, rounded};
use crate::sheets::pieces::{CUT, FOLD, die, mark, star};

/// The side of a square: a folded roof stands in it with room to spare.
const SQUARE: f64 = 30.0;
/// The room for the names of rows and columns.
const NAMES: f64 = 5.0;
/// A roof before it is folded.
const ROOF: (f64, f64) = (23.0, 27.0);

impl Print for Castro {
    fn title(lang: Lang) -> &'static str {
        t(lang, games::castro::NAME)
    }

    fn draw(&self, book: &mut Book<'_>) {
        let lang = book.lang;
        let (mut pen, room) = book.page(t(lang, Key::SetupBoard));
        draw_board(&mut pen, room, self, lang);
        let below = room.y + f64::from(SIDE) * SQUARE + NAMES + 4.0;
        draw_ladder(&mut pen, Rect::new(room.x, below, room.w, room.bottom() - below), lang);
        draw_roofs(book, self.players());
        let left_out = LeftOut { sections: vec![Key::PageOptions], rules: Vec::new() };
        let mut blocks = card::blocks(lang, games::castro::RULES, &left_out);
        let house = [(self.options().full_house_from_yatzy, Key::OptionFullHouseFromYatzy, Key::OptionFullHouseFromYatzyHelp)];
        blocks.extend(card::house_rules(lang, &house));
        card::print(book, &blocks);
    }
}

fn draw_board(pen: &mut Pen<'_>, room: Rect, game: &Castro, lang: Lang) {
    let side = f64::from(SIDE) * SQUARE;
    let board = Rect::new(room.x + (room.w - side - NAMES) / 2.0 + NAMES, room.y, side, side);
    for square in Square::all() {
        let (column, row) = (f64::from(square.column()), f64::from(SIDE - 1 - square.row()));
        let cell = Rect::new(board.x + column * SQUARE, board.y + row * SQUARE, SQUARE, SQUARE);
        let symbol = game.board().symbol(square);
        pen.frame(cell, LINE);
        draw_symbol(pen, Rect::new(cell.x + 5.0, cell.y + 3.0, 20.0, 20.0), symbol);
        pen.label(Rect::new(cell.x + 1.0, cell.bottom() - 5.0, SQUARE - 2.0, 4.5), &symbol_name(lang, symbol), plain(3.2).centred());
    }
    pen.frame(board, THICK);
    for number in 0..SIDE {
        let (place, column) = (f64::from(number) * SQUARE, char::from(b'a' + number));
        pen.label(Rect::new(board.x + place, board.bottom() + 0.5, SQUARE, NAMES - 0.5), &column.to_string(), plain(3.4).centred());
        let name = (SIDE - number).to_string();
        pen.label(Rect::new(board.x - NAMES, board.y + place, NAMES - 1.0, SQUARE), &name, plain(3.4).centred());
    }
}

/// What a square asks for, in words.
pub fn symbol_name(lang: Lang, symbol: Symbol) -> String {
    let key = match symbol {
        Symbol::Pair(number) => return texts::castro_symbol_pair(lang, number),
        Symbol::Three => Key::CastroSymbolThreeOfAKind,
        Symbol::Four => Key::CastroSymbolFourOfAKind,
        Symbol::Straight => Key::CastroSymbolStraight,
        Symbol::FullHouse => Key::CastroSymbolFullHouse,
        Symbol::Yatzy => Key::CastroSymbolYatzy,
    };
    t(lang, key).to_string()
}

/// What a square asks for, in a square.
fn draw_symbol(pen: &mut Pen<'_>, room: Rect, symbol: Symbol) {
    let unit = room.w / 20.0;
    let mut block = |x: f64, y: f64, ink: Ink| {
        let rect = Rect::new(room.x + x * unit, room.y + y * unit, 5.6 * unit, 5.6 * unit);
        pen.shape(rounded(rect, 1.2 * unit), Some(ink), Some(line_of(LINE)));
    };
    match symbol {
        Symbol::Pair(number) => {
            for x in [0.6, 10.4] {
                die(pen, Rect::new(room.x + x * unit, room.y + 5.5 * unit, 9.0 * unit, 9.0 * unit), number);
            }
        }
        Symbol::Three => [0.6, 7.2, 13.8].into_iter().for_each(|x| block(x, 7.2, Ink::Black)),
        Symbol::Four => [(3.9, 3.9), (10.5, 3.9), (3.9, 10.5), (10.5, 10.5)].into_iter().for_each(|(x, y)| block(x, y, Ink::Black)),
        Symbol::FullHouse => {
            [0.6, 7.2, 13.8].into_iter().for_each(|x| block(x, 3.9, Ink::Black));
            [3.9, 10.5].into_iter().for_each(|x| block(x, 10.5, Ink::White));
        }
        Symbol::Straight => {
            for step in 0..5 {
                let high = 4.0 + 3.0 * f64::from(step);
                let bar = Rect::new(room.x + (1.4 + 3.6 * f64::from(step)) * unit, room.y + (18.0 - high) * unit, 2.8 * unit, high * unit);
                pen.shape(rounded(bar, 0.8 * unit), Some(Ink::Black), None);
            }
        }
        Symbol::Yatzy => pen.shape(star(room.middle(), 9.5 * unit), Some(Ink::White), Some(line_of(THICK))),
    }
}

/// After how many rolls one may build how high.
fn draw_ladder(pen: &mut Pen<'_>, room: Rect, lang: Lang) {
    let title = Rect { h: 6.0, ..room };
    pen.label(title, t(lang, Key::CastroPlayLadder), bold(4.0));
    let width = room.w / f64::from(ROLLS);
    for roll in 1..=ROLLS {
        let cell = Rect::new(room.x + f64::from(roll - 1) * width, title.bottom(), width, 16.0);
        pen.frame(cell, LINE);
        let step = match HIGHEST as i64 - i64::from(roll) {
            0 => texts::castro_play_ladder_step_empty(lang, roll),
            roofs => texts::castro_play_ladder_step(lang, roll, texts::count_roofs(lang, roofs)),
        };
        pen.paragraph(cell.inset(1.5), &step, plain(3.4).centred());
    }
}

/// Roofs of every player: rectangles, each folded along its ridge.
fn draw_roofs(book: &mut Book<'_>, players: usize) {
    let (width, height) = ROOF;
    let mut wanted = (0..players).flat_map(|seat| (0..ROOFS).map(move |_| seat)).peekable();
    while wanted.peek().is_some() {
        let (mut pen, room) = book.page(t(book.lang, Key::PrintRoofs));
        let (across, down) = ((room.w / width) as usize, (room.h / height) as usize);
        for (number, seat) in wanted.by_ref().take(across * down).enumerate() {
            let (column, row) = ((number % across) as f64, (number / across) as f64);
            let roof = Rect::new(room.x + column * width, room.y + row * height, width, height);
            pen.shape(crate::sheets::pen::outline(roof), None, Some(CUT));
            let ridge = roof.middle().y;
            pen.line(at(roof.x, ridge), at(roof.right(), ridge), FOLD);
            for y in [roof.y + height * 0.25, roof.y + height * 0.75] {
                mark(&mut pen, at(roof.middle().x, y), 7.0, seat);
            }
        }
    }
}
