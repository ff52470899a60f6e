//! The start: games to go on with, the four games, and against whom.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use spieltisch_core::level_name;
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::buttons::{self, Button};
use super::painter::{mark_cursor, shorten, wrap, write};
use super::spots::{Direction, Spots, Target};
use super::{Desk, Mouse, Screen, Step, roll_off};
use crate::play::games;
use crate::play::look::{POSSIBLE, QUIET, STRONG, WARNING};
use crate::play::seats::{Company, Wishes};
use crate::play::store::{GameStore, WaitingGame};

/// Games to go on with that are shown at once.
const SHOWN: usize = 6;

/// What can be chosen at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// A game to go on with, by its place in the list.
    GoOn(usize),
    /// A new game.
    New(usize),
    /// Against someone weaker, or fewer.
    Less,
    /// Against someone stronger, or more.
    More,
}

/// The start.
pub struct Menu {
    waiting: Vec<WaitingGame>,
    wishes: Wishes,
    cursor: Target<Choice>,
    spots: Spots<Choice>,
    notice: Option<String>,
    /// The first game to go on with that is shown.
    from: usize,
}

impl Menu {
    /// The start, with what the arguments wish.
    pub fn new(desk: &Desk, wishes: Wishes) -> Menu {
        let waiting = desk.store.waiting();
        let cursor = Target::Field(if waiting.is_empty() { Choice::New(0) } else { Choice::GoOn(0) });
        Menu { waiting, wishes, cursor, spots: Spots::default(), notice: None, from: 0 }
    }

    fn choose(&mut self, desk: &mut Desk, target: Target<Choice>) -> Step {
        self.cursor = target;
        match target {
            Target::Field(Choice::Less) => self.change(-1),
            Target::Field(Choice::More) => self.change(1),
            Target::Field(Choice::GoOn(place)) => {
                let Some(game) = self.waiting.get(place) else { return Step::Nothing };
                match roll_off::sit_down(desk, game.id.clone(), game.record.clone()) {
                    Some(screen) => return Step::To(screen),
                    None => self.notice = Some(t(desk.lang, Key::TerminalElsewhere).to_string()),
                }
            }
            Target::Field(Choice::New(place)) => {
                let Some(game) = games::all().get(place).copied() else { return Step::Nothing };
                match self.wishes.record(desk.lang, game) {
                    Ok(record) => {
                        let id = GameStore::new_id(game.info().name, desk.chance.number());
                        return roll_off::sit_down(desk, id, record).map_or(Step::Nothing, Step::To);
                    }
                    Err(failure) => self.notice = Some(failure.to_string()),
                }
            }
            Target::Button('q') => return Step::Leave,
            _ => return Step::Nothing,
        }
        Step::Draw
    }

    fn change(&mut self, by: isize) {
        self.notice = None;
        self.wishes.company = self.wishes.company.step(by);
    }

    fn draw_waiting(&mut self, lang: Lang, buffer: &mut Buffer, mut y: u16) -> u16 {
        if self.waiting.is_empty() {
            return y;
        }
        if let Target::Field(Choice::GoOn(place)) = self.cursor {
            self.from = self.from.clamp(place.saturating_sub(SHOWN - 1), place);
        }
        write(buffer, 2, y, t(lang, Key::ButtonContinue), STRONG);
        for (place, game) in self.waiting.iter().enumerate().skip(self.from).take(SHOWN) {
            y += 1;
            let text = shorten(&games::described(lang, &game.record), 70);
            let end = write(buffer, 4, y, &text, Style::new());
            self.spots.add(Target::Field(Choice::GoOn(place)), Rect::new(3, y, end.saturating_sub(2), 1));
        }
        if self.from + SHOWN < self.waiting.len() {
            write(buffer, 4, y + 1, &format!("▾ {}", self.waiting.len() - self.from - SHOWN), QUIET);
            y += 1;
        }
        y + 2
    }
}

/// The company in words.
fn company_text(lang: Lang, company: Company) -> String {
    match company {
        Company::Alone => t(lang, Key::TerminalAlone).to_string(),
        Company::Level(level) => texts::setup_level_named(lang, level, level_name(lang, level)),
        Company::People(people) => texts::terminal_people(lang, people),
    }
}

impl Screen for Menu {
    fn draw(&mut self, desk: &Desk, buffer: &mut Buffer) -> Option<Position> {
        let (lang, bottom) = (desk.lang, buffer.area.height);
        self.spots = Spots::default();
        write(buffer, 2, 1, "Spieltisch", STRONG);
        write(buffer, 14, 1, t(lang, Key::StartTitle), Style::new());
        let mut y = self.draw_waiting(lang, buffer, 3);
        for (place, game) in games::all().into_iter().enumerate() {
            let end = write(buffer, 4, y, game.name(lang), POSSIBLE);
            self.spots.add(Target::Field(Choice::New(place)), Rect::new(3, y, end.saturating_sub(2), 1));
            let lines = wrap(game.about(lang), usize::from(buffer.area.width.saturating_sub(16)));
            for (row, line) in lines.iter().enumerate() {
                write(buffer, 14, y + row as u16, line, QUIET);
            }
            y += lines.len() as u16;
        }
        y += 1;
        let x = write(buffer, 4, y, t(lang, Key::StartOpponent), STRONG);
        let end = write(buffer, x + 2, y, "◂", STRONG);
        self.spots.add(Target::Field(Choice::Less), Rect::new(x + 1, y, 3, 1));
        let end = write(buffer, end + 1, y, &company_text(lang, self.wishes.company), POSSIBLE);
        self.spots.add(Target::Field(Choice::More), Rect::new(end, y, 3, 1));
        write(buffer, end + 1, y, "▸", STRONG);
        if let Some(notice) = &self.notice {
            write(buffer, 2, bottom.saturating_sub(4), &format!("! {notice}"), WARNING);
        }
        write(buffer, 2, bottom.saturating_sub(3), t(lang, Key::TerminalByLinkHelp), QUIET);
        let keys = [
            Button::new('↑', t(lang, Key::TerminalKeyMoves)),
            Button::new('↵', t(lang, Key::ButtonStart)),
            Button::new('q', t(lang, Key::TerminalKeyLeave)),
        ];
        buttons::draw(buffer, bottom.saturating_sub(1), None, &keys, &mut self.spots);
        let area = self.spots.area_of(self.cursor)?;
        mark_cursor(buffer, area);
        Some(area.as_position())
    }

    fn key(&mut self, desk: &mut Desk, key: KeyEvent) -> Step {
        let on_game = matches!(self.cursor, Target::Field(Choice::New(_)));
        self.cursor = match key.code {
            KeyCode::Up | KeyCode::Char('k') => match self.cursor {
                Target::Field(Choice::GoOn(place)) if place > 0 => Target::Field(Choice::GoOn(place - 1)),
                cursor => self.spots.next(cursor, Direction::Up),
            },
            KeyCode::Down | KeyCode::Char('j') => match self.cursor {
                Target::Field(Choice::GoOn(place)) if place + 1 < self.waiting.len() => Target::Field(Choice::GoOn(place + 1)),
                cursor => self.spots.next(cursor, Direction::Down),
            },
            // On a game, left and right choose against whom.
            KeyCode::Left if on_game => return self.step(-1),
            KeyCode::Right if on_game => return self.step(1),
            KeyCode::Left => self.spots.next(self.cursor, Direction::Left),
            KeyCode::Right => self.spots.next(self.cursor, Direction::Right),
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose(desk, self.cursor),
            KeyCode::Char('q') => return Step::Leave,
            _ => return Step::Nothing,
        };
        Step::Draw
    }

    fn mouse(&mut self, desk: &mut Desk, mouse: Mouse) -> Step {
        let Mouse::Click(at) = mouse else { return Step::Nothing };
        self.spots.at(at).map_or(Step::Nothing, |target| self.choose(desk, target))
    }

    fn has_home(&self) -> bool {
        false
    }
}

impl Menu {
    fn step(&mut self, by: isize) -> Step {
        self.change(by);
        Step::Draw
    }
}
