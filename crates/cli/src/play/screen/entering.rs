//! Dice that were thrown by hand, as they are entered: one face after another.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::painter::{DieLook, draw_die};
use super::spots::{Spots, Target};
use crate::play::look::{CHOSEN, QUIET};

/// Faces entered so far of a throw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entering {
    faces: Vec<u8>,
    dice: usize,
}

impl Entering {
    /// Begins a throw of so many dice anew, unless it has begun.
    pub fn expect(&mut self, dice: usize) {
        if self.dice != dice {
            *self = Entering { faces: Vec::new(), dice };
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Entering::default();
    }

    /// A face more, where one is missing.
    pub fn add(&mut self, face: u8) -> bool {
        let room = self.faces.len() < self.dice && (1..=6).contains(&face);
        if room {
            self.faces.push(face);
        }
        room
    }

    /// The last face goes.
    pub fn take_back(&mut self) -> bool {
        self.faces.pop().is_some()
    }

    /// All faces, once none is missing.
    pub fn complete(&self) -> Option<Vec<u8>> {
        (self.dice > 0 && self.faces.len() == self.dice).then(|| self.faces.clone())
    }

    /// Draws what was entered above the six faces to choose from, in 47 columns and 10 rows.
    pub fn draw<F: Copy + PartialEq>(&self, buffer: &mut Buffer, at: (u16, u16), spots: &mut Spots<F>) {
        for place in 0..self.dice {
            let face = self.faces.get(place).copied().unwrap_or(0);
            let style = if face > 0 { CHOSEN } else { QUIET };
            draw_die(buffer, at.0 + place as u16 * 8, at.1, DieLook { face, style, ..DieLook::default() });
        }
        for face in 1..=6u8 {
            let x = at.0 + u16::from(face - 1) * 8;
            draw_die(buffer, x, at.1 + 5, DieLook { face, number: face.into(), kept: false, style: Style::new() });
            spots.add(Target::Face(face), Rect::new(x, at.1 + 5, 7, 5).intersection(buffer.area));
        }
    }
}
