//! The boards of Crowns: the crowns of each field, covered ones in brackets.

use spieltisch_rules::Game;
use spieltisch_rules::crowns::{Crowns, Field, State};

use super::{Draw, letter};

impl Draw for Crowns {
    fn draw(&self, state: &State) -> String {
        (0..self.players()).map(|seat| board(self, state, seat)).collect()
    }
}

fn board(game: &Crowns, state: &State, seat: usize) -> String {
    let mut text = format!(
        "  {}: {} points, {} chips left\n      1x  2x  3x  4x  5x  6x\n",
        letter(seat),
        game.scores(state)[seat],
        state.chips(seat)
    );
    for number in (1..=6).rev() {
        text += &format!("  {number} ");
        for field in (1..=6).filter_map(|count| Field::new(count, number)) {
            let crowns = game.board().crowns(field);
            text += &if state.covered(seat).contains(field) { format!(" [{crowns}]") } else { format!("  {crowns} ") };
        }
        text += "\n";
    }
    text
}
