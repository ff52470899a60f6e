//! The table on a whole terminal: keys and mouse in, screens out.

pub mod app;
mod buttons;
mod entering;
pub mod input;
pub mod linked;
pub mod menu;
pub mod overlay;
pub mod painter;
pub mod roll_off;
pub mod spots;
pub mod table;
mod table_frame;
mod table_keys;
mod terminal;
mod tumbling;
mod waiting;
pub mod watching;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Position;
use spieltisch_core::Stamp;
use spieltisch_texts::Lang;

use super::chance::Chance;
use super::link::Heard;
use super::look::Look;
use super::store::GameStore;
use super::thinking::{Thinker, Thought};

/// What every screen works with.
pub struct Desk {
    /// The reader's language.
    pub lang: Lang,
    /// What the terminal can show.
    pub look: Look,
    /// How fast computers and dice are.
    pub pace: Pace,
    /// Where dice come from.
    pub chance: Chance,
    /// Where games are kept.
    pub store: GameStore,
    /// Who thinks.
    pub thinker: Thinker,
}

/// How long things take by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Before a computer's decision is shown.
    pub think: Duration,
    /// Before a computer's dice are thrown.
    pub roll: Duration,
}

impl Pace {
    /// A pace of so many milliseconds for a decision.
    pub const fn of(think: u64) -> Pace {
        Pace { think: Duration::from_millis(think), roll: Duration::from_millis(think / 2) }
    }
}

/// What follows from something done on a screen.
pub enum Step {
    /// Nothing has changed.
    Nothing,
    /// It is drawn again.
    Draw,
    /// Another screen follows.
    To(Box<dyn Screen>),
    /// Back to the start, or out where there was none.
    Leave,
}

impl Step {
    /// Drawn again, where something has changed.
    pub fn drawn(changed: bool) -> Step {
        if changed { Step::Draw } else { Step::Nothing }
    }
}

/// Where a mouse was used, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Pressed there.
    Click(Position),
    /// The wheel, down or up.
    Wheel {
        /// Whether down.
        down: bool,
    },
}

/// A screen: what fills the terminal now.
pub trait Screen {
    /// It is shown from now on.
    fn arrive(&mut self, _: &mut Desk) {}
    /// Draws it; says where the cursor stands.
    fn draw(&mut self, desk: &Desk, buffer: &mut Buffer) -> Option<Position>;
    /// A key.
    fn key(&mut self, desk: &mut Desk, key: KeyEvent) -> Step;
    /// The mouse.
    fn mouse(&mut self, desk: &mut Desk, mouse: Mouse) -> Step;
    /// Something was thought of a game with this stamp.
    fn thought(&mut self, _: &mut Desk, _: Stamp, _: Thought) -> Step {
        Step::Nothing
    }
    /// Something came from the table by link.
    fn heard(&mut self, _: &mut Desk, _: Heard) -> Step {
        Step::Nothing
    }
    /// What it waits for is due.
    fn wake(&mut self, _: &mut Desk) -> Step {
        Step::Nothing
    }
    /// When it wants to be woken.
    fn wakes_at(&self) -> Option<Instant> {
        None
    }
    /// Whether leaving it leads back to the start.
    fn has_home(&self) -> bool {
        true
    }
    /// Whether it shows a game that is kept and not over.
    fn keeps_game(&self) -> bool {
        false
    }
}
