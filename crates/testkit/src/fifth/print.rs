//! What is printed of it: a column for everyone.

use spieltisch_draw::sheets::{Book, Lang, Print, Rect, plain};
use spieltisch_rules::Game;

use crate::fifth::pig::Pig;

impl Print for Pig {
    fn title(_: Lang) -> &'static str {
        "Pig"
    }

    fn draw(&self, book: &mut Book<'_>) {
        let players = self.players();
        let (mut pen, room) = book.page("Points");
        let width = room.w / players as f64;
        for player in 0..players {
            let column = Rect::new(room.x + player as f64 * width, room.y, width, room.h);
            pen.frame(column, 0.25);
            pen.label(Rect { h: 8.0, ..column }.inset(1.0), &format!("{}", player + 1), plain(4.0));
        }
    }
}
