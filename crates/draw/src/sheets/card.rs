//! Rule cards: a game's rules in two columns, in the largest letters that still fit one page.

use spieltisch_texts::{Key, Lang, Paragraph, Section, rule_detail, rule_sentence, t};

use crate::sheets::book::Book;
use crate::sheets::model::{Rect, Weight};
use crate::sheets::pen::{LEADING, Pen, bold, height_of, plain, wrap};

/// The size of letters on a card, at the most.
const LARGEST: f64 = 4.8;
/// Smaller letters are not pleasant to read: a longer card goes on to another page.
const SMALLEST: f64 = 2.5;
const STEP: f64 = 0.05;
/// The space between the columns.
const GAP: f64 = 8.0;
/// The part of a column that the names in a table take.
const NAMES: f64 = 0.36;

/// A piece of a card.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A row of a table: a name, and what it means.
    Row(String, String),
}

/// What a card leaves out of a game's rules page, because it does not hold for this set-up or speaks of the program.
pub struct LeftOut {
    /// Sections, by their headings.
    pub sections: Vec<Key>,
    /// Rules, by their ids.
    pub rules: Vec<&'static str>,
}

/// The blocks of a game's rules page.
pub fn blocks(lang: Lang, sections: &[Section], left_out: &LeftOut) -> Vec<Block> {
    let mut blocks = Vec::new();
    for section in sections.iter().filter(|section| !left_out.sections.contains(&section.heading)) {
        blocks.push(Block::Heading(t(lang, section.heading).to_string()));
        for paragraph in section.paragraphs {
            match paragraph {
                Paragraph::Text(key) | Paragraph::OnPaper(key) => blocks.push(Block::Text(t(lang, *key).to_string())),
                Paragraph::Rule(id) if left_out.rules.contains(id) => {}
                Paragraph::Rule(id) => {
                    let said = [rule_sentence(lang, id), rule_detail(lang, id)].into_iter().flatten().collect::<Vec<_>>();
                    blocks.push(Block::Text(said.join(" ")));
                }
            }
        }
    }
    blocks
}

/// Where lines of a card stand: which column, how far down, which block.
struct Placed<'b> {
    column: usize,
    y: f64,
    block: &'b Block,
}

/// Puts a card into the book, on as few pages as it needs.
pub fn print(book: &mut Book<'_>, blocks: &[Block]) {
    let title = book.rules_title();
    let (_, mut room) = book.page(&title);
    let width = (room.w - GAP) / 2.0;
    let mut size = LARGEST;
    let mut placed = place(blocks, width, room.h, size);
    while columns(&placed) > 2 && size > SMALLEST {
        size -= STEP;
        placed = place(blocks, width, room.h, size);
    }
    for number in 0..columns(&placed).div_ceil(2) {
        let mut pen = if number == 0 {
            book.last_page()
        } else {
            let (pen, next) = book.page(&title);
            room = next;
            pen
        };
        for Placed { column, y, block } in placed.iter().filter(|placed| placed.column / 2 == number) {
            let left = room.x + (column % 2) as f64 * (width + GAP);
            draw(&mut pen, Rect::new(left, room.y + y, width, height(block, width, size)), block, size);
        }
    }
}

fn columns(placed: &[Placed<'_>]) -> usize {
    placed.last().map_or(0, |last| last.column + 1)
}

/// Fills one column after the other; a heading is not left alone at the end of one.
fn place(blocks: &[Block], width: f64, most: f64, size: f64) -> Vec<Placed<'_>> {
    let (mut column, mut y) = (0, 0.0);
    let mut placed = Vec::new();
    for (i, block) in blocks.iter().enumerate() {
        let space = if y == 0.0 { 0.0 } else { before(block, size) };
        let mut needed = space + height(block, width, size);
        if let (Block::Heading(_), Some(next)) = (block, blocks.get(i + 1)) {
            needed += before(next, size) + height(next, width, size);
        }
        if y > 0.0 && y + needed > most {
            (column, y) = (column + 1, 0.0);
        } else {
            y += space;
        }
        placed.push(Placed { column, y, block });
        y += height(block, width, size);
    }
    placed
}

/// The space above a block.
fn before(block: &Block, size: f64) -> f64 {
    size * match block {
        Block::Heading(_) => 0.9,
        Block::Text(_) => 0.35,
        Block::Row(..) => 0.15,
    }
}

fn height(block: &Block, width: f64, size: f64) -> f64 {
    let lines = |text: &str, width: f64, size: f64, weight: Weight| height_of(wrap(text, width, size, weight).len(), size);
    match block {
        Block::Heading(text) => lines(text, width, heading(size), Weight::Bold),
        Block::Text(text) => lines(text, width, size, Weight::Regular),
        Block::Row(name, text) => {
            let (names, rest) = row(Rect::new(0.0, 0.0, width, 0.0), size);
            lines(name, names.w, size, Weight::Bold).max(lines(text, rest.w, size, Weight::Regular))
        }
    }
}

fn heading(size: f64) -> f64 {
    size * LEADING
}

/// The two cells of a row.
fn row(room: Rect, size: f64) -> (Rect, Rect) {
    let names = Rect { w: room.w * NAMES, ..room };
    (names, Rect::new(names.right() + size / 2.0, room.y, room.w - names.w - size / 2.0, room.h))
}

fn draw(pen: &mut Pen<'_>, room: Rect, block: &Block, size: f64) {
    match block {
        Block::Heading(text) => pen.paragraph(room, text, bold(heading(size))),
        Block::Text(text) => pen.paragraph(room, text, plain(size)),
        Block::Row(name, text) => {
            let (names, rest) = row(room, size);
            pen.paragraph(names, name, bold(size));
            pen.paragraph(rest, text, plain(size));
        }
    }
}

/// The house rules in force, each as whether it is, its name and what it means; nothing where none is.
pub fn house_rules(lang: Lang, rules: &[(bool, Key, Key)]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (_, name, meaning) in rules.iter().filter(|(in_force, ..)| *in_force) {
        if blocks.is_empty() {
            blocks.push(Block::Heading(t(lang, Key::PageOptions).to_string()));
        }
        blocks.push(Block::Row(t(lang, *name).to_string(), t(lang, *meaning).to_string()));
    }
    blocks
}
