//! The picture that comes with an invitation, across as messengers show it: a board and the game's name, no other word.

use spieltisch_records::{Position, Record};

use crate::pictures::easel::{BRASS, Easel, FELT, IVORY, players};
use crate::pictures::{Draw, GAMES};
use crate::sheets::{Ink, Lang, Page, Rect, at, bold, plain};

/// How wide and high the picture is.
pub const PREVIEW: (u16, u16) = (1200, 630);

const MARGIN: f64 = 40.0;

/// The picture of one game. What it is called is the same in all languages.
pub fn draw<G: Draw>(table: &Position<G>, record: &Record) -> Page {
    let mut easel = ground(record);
    table.game.draw_emblem(&table.state, &mut easel, board());
    write(&mut easel, G::title(Lang::En), "Spieltisch");
    easel.finish()
}

/// The picture of all games, one board each: for a table that is gone.
pub fn of_all(records: &[Record]) -> Option<Page> {
    let mut easel = ground(records.first()?);
    let side = (board().w - MARGIN) / 2.0;
    for (number, record) in records.iter().enumerate().take(4) {
        let (column, row) = ((number % 2) as f64, (number / 2) as f64);
        let room = Rect::new(board().x + column * (side + MARGIN), board().y + row * (side + MARGIN), side, side);
        easel.players = players(record);
        GAMES.find(&record.game)?.emblem(record, &mut easel, room)?;
    }
    let titles: Vec<&str> = GAMES.all().into_iter().map(|game| game.title()).collect();
    write(&mut easel, "Spieltisch", &titles.join(" · "));
    Some(easel.finish())
}

fn board() -> Rect {
    let side = f64::from(PREVIEW.1) - 2.0 * MARGIN;
    Rect::new(MARGIN, MARGIN, side, side)
}

fn ground(record: &Record) -> Easel {
    let mut easel = Easel::new(PREVIEW, Lang::En, players(record));
    let all = easel.room();
    easel.block(all, 0.0, FELT);
    easel
}

/// What is written beside the board, with a die above it.
fn write(easel: &mut Easel, title: &str, below: &str) {
    let left = board().right() + 50.0;
    let wide = f64::from(PREVIEW.0) - left - MARGIN;
    easel.die(Rect::new(left, 130.0, 92.0, 92.0), 5);
    easel.text(Rect::new(left, 246.0, wide, 150.0), title, bold(118.0).inked(IVORY));
    easel.line(at(left, 408.0), at(left + wide, 408.0), 6.0, BRASS);
    easel.text(Rect::new(left, 426.0, wide, 70.0), below, plain(50.0).inked(Ink::Rgb(207, 227, 216)));
}
