//! Who begins: everyone rolls, one after another, and the highest sits first.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Position;
use ratatui::style::Style;
use spieltisch_core::{HeldRollOff, Kind, roll_off_text, settle, sum};
use spieltisch_records::Record;
use spieltisch_texts::{self as texts, Key, t};

use super::buttons::{self, Button};
use super::entering::Entering;
use super::painter::{DieLook, draw_die, mark_cursor, shorten, write};
use super::spots::{Direction, Spots, Target};
use super::table::TableSeat;
use super::{Desk, Mouse, Screen, Step};
use crate::play::games;
use crate::play::look::{MARKS, QUIET, STRONG, WARNING, colour};
use crate::play::store::Claim;

/// Sits down at a game: at its roll-off, where that is not over; `None` where another window has it or it cannot be opened.
pub fn sit_down(desk: &mut Desk, id: String, record: Record) -> Option<Box<dyn Screen>> {
    let claim = desk.store.claim(&id)?;
    open(desk, TableSeat { id, record, claim })
}

fn open(desk: &mut Desk, seat: TableSeat) -> Option<Box<dyn Screen>> {
    let mut screen: Box<dyn Screen> = if HeldRollOff::read(&seat.record).is_some() {
        let TableSeat { id, record, claim } = seat;
        let cursor = Target::Main;
        Box::new(RollOffScreen {
            id,
            record,
            claim,
            cursor,
            entering: Entering::default(),
            spots: Spots::default(),
            due: None,
            not_kept: None,
        })
    } else {
        games::find(&seat.record.game)?.open(seat).ok()?
    };
    screen.arrive(desk);
    Some(screen)
}

/// The roll-off of a game.
struct RollOffScreen {
    id: String,
    record: Record,
    claim: Option<Claim>,
    entering: Entering,
    cursor: Target<()>,
    spots: Spots<()>,
    /// When a computer's dice are thrown.
    due: Option<Instant>,
    not_kept: Option<String>,
}

impl RollOffScreen {
    fn held(&self) -> Option<HeldRollOff> {
        HeldRollOff::read(&self.record)
    }

    fn enter(&mut self, desk: &mut Desk, faces: Vec<u8>) {
        if let Some(held) = self.held() {
            held.enter(&mut self.record, faces);
        }
        self.entering.clear();
        self.arrive(desk);
    }

    /// Throws for the next, goes on once it is decided.
    fn press(&mut self, desk: &mut Desk) -> Step {
        let Some(held) = self.held() else { return Step::Nothing };
        if held.next().is_none() {
            settle(&mut self.record);
            let seat = TableSeat { id: self.id.clone(), record: self.record.clone(), claim: self.claim.take() };
            return open(desk, seat).map_or(Step::Nothing, Step::To);
        }
        if held.enters().is_some() {
            let Some(faces) = self.entering.complete() else { return Step::Nothing };
            self.enter(desk, faces);
        } else if self.due.is_none() {
            let faces = desk.chance.throw(held.dice());
            self.enter(desk, faces);
        }
        Step::Draw
    }

    fn choose(&mut self, desk: &mut Desk, target: Target<()>) -> Step {
        match target {
            Target::Main => self.press(desk),
            Target::Face(face) => Step::drawn(self.entering.add(face)),
            Target::Button('q') => Step::Leave,
            _ => Step::Nothing,
        }
    }
}

impl Screen for RollOffScreen {
    fn arrive(&mut self, desk: &mut Desk) {
        self.not_kept = desk.store.keep(&self.id, &self.record).err().map(|error| error.to_string());
        let Some(held) = self.held() else { return };
        let computer = held.next().is_some_and(|seat| held.seats[seat].kind != Kind::Person && held.enters().is_none());
        self.due = computer.then(|| Instant::now() + desk.pace.roll);
        if held.enters().is_some() {
            self.entering.expect(held.dice());
        }
    }

    fn draw(&mut self, desk: &Desk, buffer: &mut Buffer) -> Option<Position> {
        let held = self.held()?;
        let (lang, bottom) = (desk.lang, buffer.area.height);
        self.spots = Spots::default();
        let name = games::find(&self.record.game).map_or("", |game| game.name(lang));
        let end = write(buffer, 1, 0, &format!("{name} · {}", t(lang, Key::BeginTitle)), STRONG);
        if let Some(reason) = &self.not_kept {
            let room = usize::from(buffer.area.width.saturating_sub(end + 3));
            write(buffer, end + 2, 0, &shorten(&texts::terminal_not_kept(lang, reason), room), WARNING);
        }
        for (seat, player) in held.seats.iter().enumerate() {
            let y = 2 + seat as u16;
            let thrown = held.rolls.iter().rev().find(|(thrower, _)| *thrower == seat);
            let next = held.next() == Some(seat);
            write(buffer, 2, y, if next { "▸" } else { " " }, STRONG);
            write(buffer, 4, y, MARKS[player.colour % 8], colour(player.colour));
            write(buffer, 6, y, &shorten(&player.name, 24), if next { STRONG } else { Style::new() });
            if let Some((_, faces)) = thrown {
                let faces_text = faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                write(buffer, 32, y, &format!("{faces_text} = {}", sum(faces)), Style::new());
            }
        }
        let below = 3 + held.seats.len() as u16;
        if held.enters().is_some() {
            self.entering.draw(buffer, (4, below), &mut self.spots);
        } else if let Some((_, faces)) = held.rolls.last() {
            for (place, &face) in faces.iter().enumerate() {
                draw_die(buffer, 4 + place as u16 * 8, below, DieLook { face, style: QUIET, ..DieLook::default() });
            }
        }
        write(buffer, 1, bottom.saturating_sub(3), &roll_off_text(lang, &held), STRONG);
        if held.enters().is_some() {
            write(buffer, 1, bottom.saturating_sub(2), &texts::terminal_enter_dice(lang, held.dice() as i64), Style::new());
        }
        let label = match held.next() {
            None => t(lang, Key::ButtonContinue),
            Some(_) if held.enters().is_some() => t(lang, Key::ButtonOk),
            Some(_) => t(lang, Key::ButtonRoll),
        };
        let ready = self.due.is_none() && (held.enters().is_none() || self.entering.complete().is_some());
        let keys = [Button::new('q', t(lang, Key::TerminalKeyLeave))];
        buttons::draw(buffer, bottom.saturating_sub(1), Some((label, ready)), &keys, &mut self.spots);
        let area = self.spots.area_of(self.cursor).or_else(|| self.spots.area_of(Target::Main))?;
        mark_cursor(buffer, area);
        Some(area.as_position())
    }

    fn key(&mut self, desk: &mut Desk, key: KeyEvent) -> Step {
        let moved = |direction| self.spots.next(self.cursor, direction);
        self.cursor = match key.code {
            KeyCode::Up => moved(Direction::Up),
            KeyCode::Down => moved(Direction::Down),
            KeyCode::Left => moved(Direction::Left),
            KeyCode::Right => moved(Direction::Right),
            KeyCode::Enter => return self.choose(desk, self.cursor),
            KeyCode::Char(' ') => return self.press(desk),
            KeyCode::Char(digit @ '1'..='6') => return Step::drawn(self.entering.add(digit as u8 - b'0')),
            KeyCode::Backspace | KeyCode::Esc => return Step::drawn(self.entering.take_back()),
            KeyCode::Char('q') => return Step::Leave,
            _ => return Step::Nothing,
        };
        Step::Draw
    }

    fn mouse(&mut self, desk: &mut Desk, mouse: Mouse) -> Step {
        let Mouse::Click(at) = mouse else { return Step::Nothing };
        self.spots.at(at).map_or(Step::Nothing, |target| self.choose(desk, target))
    }

    fn wake(&mut self, desk: &mut Desk) -> Step {
        if self.due.is_none_or(|at| at > Instant::now()) {
            return Step::Nothing;
        }
        self.due = None;
        self.press(desk)
    }

    fn wakes_at(&self) -> Option<Instant> {
        self.due
    }

    fn keeps_game(&self) -> bool {
        self.not_kept.is_none() && self.claim.is_some()
    }
}
