//! Yatzy: score sheets for everyone, several to a page.

use std::collections::BTreeSet;

use spieltisch_rules::Game;
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BONUS, BoxName, MOST_UPPER, UPPER, Yatzy};
use spieltisch_texts::{self as texts, Key, Lang, games, t};

use crate::sheets::Print;
use crate::sheets::book::Book;
use crate::sheets::card::{self, Block, LeftOut};
use crate::sheets::model::{Ink, Rect, at};
use crate::sheets::pen::{LINE, Pen, THICK, bold, line_of, plain};
use crate::sheets::pieces::die;

/// The space between two sheets.
const GAP: f64 = 6.0;
/// The room for what a box gives, behind its name.
const HINT: f64 = 12.0;

impl Print for Yatzy {
    fn title(lang: Lang) -> &'static str {
        t(lang, games::yatzy::NAME)
    }

    fn draw(&self, book: &mut Book<'_>) {
        let across = match self.players() {
            ..=2 => 3,
            3..=5 => 2,
            _ => 1,
        };
        let lang = book.lang;
        let (mut pen, room) = book.page(t(lang, Key::YatzyPlaySheet));
        let (width, height) = ((room.w + GAP) / across as f64 - GAP, (room.h - GAP) / 2.0);
        for number in 0..2 * across {
            let (column, row) = ((number % across) as f64, (number / across) as f64);
            let sheet = Rect::new(room.x + column * (width + GAP), room.y + row * (height + GAP), width, height);
            draw_sheet(&mut pen, sheet, self, lang);
        }
        card::print(book, &card_of(self, lang));
    }
}

/// A line of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// Who plays.
    Names,
    /// A box.
    Box(BoxName),
    /// The points of the upper boxes.
    Upper,
    /// The bonus.
    Bonus,
    /// All points.
    Total,
}

/// The lines of a sheet, from above.
pub fn rows() -> Vec<Row> {
    let (upper, lower) = BoxName::ALL.split_at(UPPER);
    let boxes = |names: &[BoxName]| names.iter().copied().map(Row::Box).collect::<Vec<_>>();
    [vec![Row::Names], boxes(upper), vec![Row::Upper, Row::Bonus], boxes(lower), vec![Row::Total]].concat()
}

fn draw_sheet(pen: &mut Pen<'_>, sheet: Rect, game: &Yatzy, lang: Lang) {
    let rows = rows();
    let names = if sheet.w > 120.0 { 50.0 } else { 38.0 };
    let (height, column) = (sheet.h / rows.len() as f64, (sheet.w - names) / game.players() as f64);
    for (number, row) in rows.iter().enumerate() {
        let line = Rect::new(sheet.x, sheet.y + number as f64 * height, sheet.w, height);
        if matches!(row, Row::Upper | Row::Bonus | Row::Total) {
            pen.block(line, Ink::Pale);
        }
        let cell = Rect::new(line.x + 1.0, line.y, names - 2.0, line.h);
        let name = Rect { w: cell.w - HINT, ..cell };
        let hint = Rect::new(name.right(), cell.y, HINT, cell.h);
        let mut say = |key: Key, gives: &str| {
            pen.label(name, t(lang, key), if key == Key::YatzyBoxTotal { bold(3.4) } else { plain(3.4) });
            pen.label(hint, gives, plain(2.8).right().inked(Ink::Black));
        };
        match *row {
            Row::Names => say(Key::SetupName, ""),
            Row::Upper => say(Key::YatzyBoxUpper, ""),
            Row::Bonus => say(Key::YatzyBoxBonus, &bonus(game)),
            Row::Total => say(Key::YatzyBoxTotal, ""),
            Row::Box(box_name) => {
                say(games::yatzy::BOXES[box_name as usize], &gives(game, box_name));
                if box_name.is_upper() {
                    let side = height * 0.66;
                    die(pen, Rect::new(hint.right() - side, line.y + (height - side) / 2.0, side, side), box_name as u8 + 1);
                }
            }
        }
        let divides = matches!(row, Row::Names | Row::Bonus) || matches!(rows.get(number + 1), Some(Row::Upper | Row::Total));
        pen.line(at(line.x, line.bottom()), at(line.right(), line.bottom()), line_of(if divides { THICK } else { LINE }));
    }
    for player in 0..game.players() {
        let x = sheet.x + names + player as f64 * column;
        pen.line(at(x, sheet.y), at(x, sheet.bottom()), line_of(if player == 0 { THICK } else { LINE }));
    }
    pen.frame(sheet, THICK);
}

/// What earns the bonus, and what it brings; nothing where no sheet can earn it.
fn bonus(game: &Yatzy) -> String {
    match game.options().bonus_at_least {
        sum if sum > MOST_UPPER => "–".to_string(),
        sum => format!("≥{sum}: {BONUS}"),
    }
}

/// What a box gives: a number where it always gives the same, and a sum of all dice otherwise.
fn gives(game: &Yatzy, name: BoxName) -> String {
    if name.is_upper() {
        return String::new();
    }
    let all = Hand::all_full().map(|hand| name.points(hand, game.options()));
    let points: BTreeSet<u8> = all.filter(|&points| points > 0).collect();
    match points.first() {
        Some(only) if points.len() == 1 => only.to_string(),
        _ => "Σ".to_string(),
    }
}

fn card_of(game: &Yatzy, lang: Lang) -> Vec<Block> {
    let left_out = LeftOut { sections: vec![Key::PageOptions], rules: Vec::new() };
    let mut blocks = card::blocks(lang, games::yatzy::RULES, &left_out);
    let ending = t(lang, Key::PageEnding);
    let at = blocks.iter().position(|block| *block == Block::Heading(ending.to_string())).unwrap_or(blocks.len());
    let row = |name: BoxName| Block::Row(t(lang, games::yatzy::BOXES[name as usize]).to_string(), needs(lang, name));
    let points = texts::count_points(lang, BONUS.into());
    let bonus = texts::yatzy_needs_bonus(lang, game.options().bonus_at_least, points);
    let table = BoxName::ALL.map(row).into_iter().chain([Block::Row(t(lang, Key::YatzyBoxBonus).to_string(), bonus)]);
    blocks.splice(at..at, table);
    let options = game.options();
    let house = [
        (options.two_pairs_from_four, Key::OptionTwoPairsFromFour, Key::OptionTwoPairsFromFourHelp),
        (options.full_house_from_yatzy, Key::OptionFullHouseFromYatzy, Key::OptionFullHouseFromYatzyHelp),
    ];
    blocks.extend(card::house_rules(lang, &house));
    blocks
}

fn needs(lang: Lang, name: BoxName) -> String {
    if name.is_upper() {
        return texts::yatzy_needs_number(lang, name as usize + 1);
    }
    t(lang, games::yatzy::LOWER_NEEDS[name as usize - UPPER]).to_string()
}
