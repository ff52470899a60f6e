//! The sheets of Yatzy: a row a box, a column a player.

use std::fmt::Write;

use spieltisch_rules::Game;
use spieltisch_rules::yatzy::{BoxName, State, UPPER, Yatzy};

use super::{Draw, letter};

const NAME_WIDTH: usize = 16;

impl Draw for Yatzy {
    fn draw(&self, state: &State) -> String {
        let mut text = row("", (0..self.players()).map(|seat| letter(seat).to_string()));
        for (i, name) in BoxName::ALL.into_iter().enumerate() {
            if i == UPPER {
                text += &row("bonus", (0..self.players()).map(|seat| state.sheet(seat).bonus(self.options()).to_string()));
            }
            text += &row(
                name.name(),
                (0..self.players()).map(|seat| state.sheet(seat).points(name).map_or(".".into(), |points| points.to_string())),
            );
        }
        text + &row("total", self.scores(state).iter().map(i32::to_string))
    }
}

fn row(name: &str, cells: impl Iterator<Item = String>) -> String {
    let mut line = format!("  {name:NAME_WIDTH$}");
    for cell in cells {
        let _ = write!(line, "{cell:>5}");
    }
    line + "\n"
}
