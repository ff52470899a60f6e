//! The board of Castro: each square's symbol, and the top roof's owner with the height.

use spieltisch_rules::Game;
use spieltisch_rules::castro::{Castro, SIDE, Square, State};

use super::{Draw, letter};

impl Draw for Castro {
    fn draw(&self, state: &State) -> String {
        let line = format!("    +{}\n", "------+".repeat(SIDE as usize));
        let mut text = line.clone();
        for row in (0..SIDE).rev() {
            let squares = (0..SIDE).filter_map(|column| Square::new(column, row));
            let cells: String = squares.map(|square| cell(self, state, square)).collect();
            text += &format!("  {} |{cells}\n{line}", row + 1);
        }
        text + "       a      b      c      d      e      f\n"
    }
}

fn cell(game: &Castro, state: &State, square: Square) -> String {
    let symbol = game.board().symbol(square).letter();
    match state.stacks().top(square) {
        Some(owner) => format!(" {symbol} {}{} |", letter(owner), state.stacks().height(square)),
        None => format!(" {symbol}    |"),
    }
}
