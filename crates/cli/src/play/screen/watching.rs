//! A recorded game again, step by step, with its review.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Position;
use ratatui::style::Style;
use spieltisch_core::{LocalGame, Stamp};
use spieltisch_records::{Record, RecordError};
use spieltisch_texts::{self as texts, Key, Lang, t};
use unicode_width::UnicodeWidthStr;

use super::painter::write;
use super::table::{Table, TableSeat};
use super::{Desk, Mouse, Screen, Step};
use crate::play::games::TerminalGame;
use crate::play::look::{QUIET, STRONG};
use crate::play::thinking::Thought;

/// A recorded game.
pub struct Watching<G: TerminalGame> {
    whole: LocalGame<G>,
    step: usize,
    table: Table<G>,
}

impl<G: TerminalGame> Watching<G> {
    /// Opens a record at its beginning.
    pub fn open(lang: Lang, record: Record) -> Result<Watching<G>, RecordError> {
        let mut whole = LocalGame::<G>::open("watched", record.clone())?;
        whole.watched = true;
        let table = Table::open(TableSeat { id: "watched".into(), record, claim: None })?;
        let mut watching = Watching { whole, step: 0, table };
        watching.go(lang, 0);
        Ok(watching)
    }

    fn go(&mut self, lang: Lang, step: usize) {
        self.step = step.min(self.whole.clock());
        let then = self.whole.at(self.step);
        let said = then.past.last().map(|past| G::announcement(lang, &then, past)).unwrap_or_default();
        self.table.session.game = then;
        self.table.session.went_on(said);
    }
}

impl<G: TerminalGame> Screen for Watching<G> {
    fn draw(&mut self, desk: &Desk, buffer: &mut Buffer) -> Option<Position> {
        self.table.draw(desk, buffer);
        let text = texts::replay_step(desk.lang, self.step, self.whole.clock());
        let x = buffer.area.width.saturating_sub(text.width() as u16 + 1);
        write(buffer, x, 0, &text, STRONG);
        if self.table.overlay.is_none() {
            let row = buffer.area.height.saturating_sub(2);
            write(buffer, 0, row, &" ".repeat(buffer.area.width.into()), Style::new());
            let keys = [("←", Key::ButtonPrevious), ("→", Key::ButtonNext), ("Home", Key::ButtonFirst), ("End", Key::ButtonLast)];
            let keys = keys.map(|(key, what)| format!("{key} {}", t(desk.lang, what)));
            write(buffer, 1, row, &keys.join("  "), QUIET);
        }
        None
    }

    fn key(&mut self, desk: &mut Desk, key: KeyEvent) -> Step {
        if self.table.overlay.is_some() {
            return self.table.key(desk, key);
        }
        let step = match key.code {
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => self.step + 1,
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace => self.step.saturating_sub(1),
            KeyCode::PageDown => self.step + 10,
            KeyCode::PageUp => self.step.saturating_sub(10),
            KeyCode::Home => 0,
            KeyCode::End => self.whole.clock(),
            KeyCode::Char('v') => {
                // What decided it is said of the whole game, wherever one stands.
                self.go(desk.lang, self.whole.clock());
                return self.table.key(desk, key);
            }
            KeyCode::Char('?' | 'l' | 'p' | 'b' | 'q') => return self.table.key(desk, key),
            _ => return Step::Nothing,
        };
        self.go(desk.lang, step);
        Step::Draw
    }

    fn mouse(&mut self, desk: &mut Desk, mouse: Mouse) -> Step {
        if self.table.overlay.is_some() {
            return self.table.mouse(desk, mouse);
        }
        match mouse {
            Mouse::Wheel { down } => self.go(desk.lang, if down { self.step + 1 } else { self.step.saturating_sub(1) }),
            Mouse::Click(at) => self.go(desk.lang, if at.x < 40 { self.step.saturating_sub(1) } else { self.step + 1 }),
        }
        Step::Draw
    }

    fn thought(&mut self, desk: &mut Desk, stamp: Stamp, thought: Thought) -> Step {
        self.table.thought(desk, stamp, thought)
    }
}
