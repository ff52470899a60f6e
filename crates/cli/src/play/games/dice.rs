//! What Yatzy and Castro share: five dice that are kept and rolled again.

use ratatui::layout::Rect;
use spieltisch_core::{FiveDice, Tray};

use super::TerminalGame;
use crate::play::look::{CHOSEN, HINTED, QUIET};
use crate::play::screen::painter::{DieLook, Painter};

/// Draws the five dice: kept ones with a double frame, those that a hint keeps in another colour and marked; returns the row below.
pub fn five<G: TerminalGame + FiveDice>(painter: &mut Painter<'_, G>, tray: &Tray, area: Rect) -> u16 {
    let advised = painter.hinted.and_then(G::kept_by).map(|hand| tray.places_of(hand));
    let rolled = G::dice(&painter.game.position.state).1 > 0 || painter.tumbling.is_some();
    let die = |slot: usize| {
        let hinted = advised.is_some_and(|places| places[slot]);
        let kept = rolled && tray.kept[slot];
        let style = if hinted {
            HINTED
        } else if kept {
            CHOSEN
        } else {
            QUIET
        };
        DieLook { face: if rolled { tray.faces[slot] } else { 0 }, number: slot + 1, kept, style }
    };
    let dice: Vec<DieLook> = (0..5).map(die).collect();
    let below = painter.dice(area, &dice);
    if let Some(places) = advised.filter(|_| area.width >= 39) {
        for slot in (0..5).filter(|&slot| places[slot]) {
            painter.text(area.x + slot as u16 * 8 + 3, below, "▴", HINTED);
        }
    }
    below + 1
}
