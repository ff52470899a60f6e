//! The tiles of Caro by the first letter of their colours.

use spieltisch_rules::caro::{Caro, Place, State};

use super::Draw;

impl Draw for Caro {
    fn draw(&self, state: &State) -> String {
        let Some((low, high)) = state.field().bounds() else { return "  (no tile yet)\n".to_string() };
        let mut text = String::new();
        for y in (low.y..=high.y).rev() {
            text += &format!("  {y:>3} ");
            for x in low.x..=high.x {
                let tile = state.field().colour_at(Place { x, y });
                text += tile.map_or(" .", |colour| [" B", " W", " G", " R"][colour as usize]);
            }
            text += "\n";
        }
        text
    }
}
