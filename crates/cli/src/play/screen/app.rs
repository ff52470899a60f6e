//! The one loop: whatever comes in is handed to the screen that is shown, and what has changed is drawn.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Instant;

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use ratatui::style::Style;
use signal_hook::consts::{SIGCONT, SIGTSTP};
use spieltisch_records::Record;
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::menu::Menu;
use super::painter::{wrap, write};
use super::{Desk, Mouse, Pace, Screen, Step, input, roll_off, terminal};
use crate::bot_process::Bot;
use crate::errors::Failure;
use crate::play::chance::Chance;
use crate::play::games::{self, Playable};
use crate::play::link::{LinkAddress, LinkScreen};
use crate::play::look::{Look, STRONG};
use crate::play::seats::Wishes;
use crate::play::store::GameStore;
use crate::play::thinking::Thinker;

/// The smallest window that every table fits into.
pub const SMALLEST: (u16, u16) = (80, 24);

/// What is shown first.
pub enum First {
    /// The start.
    Menu,
    /// A new game.
    Game(&'static dyn Playable),
    /// A recorded game.
    Watch(Box<Record>),
    /// A table by link, under this name.
    Link(LinkAddress, String),
}

/// What the program begins with.
pub struct Opening {
    /// The reader's language.
    pub lang: Lang,
    /// What the terminal can show.
    pub look: Look,
    /// How fast computers are.
    pub pace: Pace,
    /// Where dice come from.
    pub chance: Chance,
    /// Where games are kept.
    pub store: GameStore,
    /// What a new game is to be.
    pub wishes: Wishes,
    /// What is shown at once.
    pub first: First,
    /// A bot that plays for the computers.
    pub bot: Option<Bot>,
}

/// Plays until the person leaves.
pub fn run(opening: Opening) -> Result<(), Failure> {
    let (tell, inputs) = channel();
    let answers = tell.clone();
    let thinker = Thinker::start(opening.bot, move |stamp, thought| {
        let _ = answers.send(input::Input::Thought(stamp, thought)); // the loop has ended
    });
    let Opening { lang, look, pace, chance, store, wishes, first, .. } = opening;
    let mut desk = Desk { lang, look, pace, chance, store, thinker };
    let (screen, home) = match first {
        First::Link(address, name) => (Box::new(LinkScreen::open(&desk, address, name, tell.clone())) as Box<dyn Screen>, None),
        First::Watch(record) => {
            let game = games::find(&record.game).ok_or_else(|| Failure::Wrong(t(lang, Key::TerminalGivenUp).to_string()))?;
            (game.watch(lang, *record)?, None)
        }
        First::Game(game) => {
            let record = wishes.record(lang, game)?;
            let id = GameStore::new_id(game.info().name, desk.chance.number());
            let screen = roll_off::sit_down(&mut desk, id, record);
            (screen.ok_or_else(|| Failure::Wrong(t(lang, Key::TerminalGivenUp).to_string()))?, None)
        }
        First::Menu => (Box::new(Menu::new(&desk, wishes.clone())) as Box<dyn Screen>, Some(wishes)),
    };
    show(desk, screen, home, inputs, tell)
}

/// Shows a screen and all that follow from it.
fn show(
    desk: Desk,
    screen: Box<dyn Screen>,
    home: Option<Wishes>,
    inputs: Receiver<input::Input>,
    tell: std::sync::mpsc::Sender<input::Input>,
) -> Result<(), Failure> {
    terminal::restore_on_panic();
    input::listen(tell)?;
    terminal::enter()?;
    let lang = desk.lang;
    let mut app = App { desk, screen, home, inputs, dirty: true };
    let ended = app.run();
    let restored = terminal::leave();
    let kept = app.screen.keeps_game();
    let text = app.desk.look.text(t(lang, Key::TerminalGameKept));
    drop(app);
    match ended? {
        Ended::Left => {
            restored?;
            if kept {
                println!("{text}");
            }
            Ok(())
        }
        // As if it had not been caught: whoever waits for the program sees what ended it.
        Ended::Signal(signal) => Ok(signal_hook::low_level::emulate_default_handler(signal)?),
        Ended::Closed => Ok(()),
    }
}

/// Why the loop has ended.
enum Ended {
    Left,
    Signal(i32),
    Closed,
}

struct App {
    desk: Desk,
    screen: Box<dyn Screen>,
    /// What new games are to be, where there is a start to go back to.
    home: Option<Wishes>,
    inputs: Receiver<input::Input>,
    dirty: bool,
}

impl App {
    fn run(&mut self) -> Result<Ended, Failure> {
        let mut window = terminal::anew()?;
        loop {
            if std::mem::take(&mut self.dirty) && terminal::draw(&mut window, |frame| draw(&self.desk, &mut *self.screen, frame)).is_err() {
                return Ok(Ended::Closed); // the terminal has gone; the game is kept
            }
            let step = match self.next_input() {
                Err(RecvTimeoutError::Timeout) => self.screen.wake(&mut self.desk),
                Err(RecvTimeoutError::Disconnected) | Ok(input::Input::Closed) => return Ok(Ended::Closed),
                Ok(input::Input::Signal(SIGTSTP)) => {
                    window = suspend()?;
                    Step::Draw
                }
                Ok(input::Input::Signal(SIGCONT)) => {
                    terminal::enter()?;
                    window = terminal::anew()?;
                    Step::Draw
                }
                Ok(input::Input::Signal(signal)) => return Ok(Ended::Signal(signal)),
                Ok(input::Input::Link(heard)) => self.screen.heard(&mut self.desk, heard),
                Ok(input::Input::Thought(stamp, thought)) => self.screen.thought(&mut self.desk, stamp, thought),
                Ok(input::Input::Event(Event::Key(key))) if key.kind != KeyEventKind::Release => match control(key) {
                    Some('c') => return Ok(Ended::Left),
                    Some('z') => {
                        window = suspend()?;
                        Step::Draw
                    }
                    Some('l') => {
                        window = terminal::anew()?;
                        Step::Draw
                    }
                    // For the test that a panic leaves the terminal as it was.
                    Some('p') if cfg!(debug_assertions) && std::env::var_os("SPIELTISCH_PANIC").is_some() => panic!("asked to panic"),
                    _ if self.is_too_small(&window) => Step::Nothing,
                    _ => self.screen.key(&mut self.desk, key),
                },
                Ok(input::Input::Event(Event::Mouse(mouse))) if !self.is_too_small(&window) => {
                    pointed(mouse).map_or(Step::Nothing, |mouse| self.screen.mouse(&mut self.desk, mouse))
                }
                Ok(input::Input::Event(Event::Resize(..))) => Step::Draw,
                Ok(input::Input::Event(_)) => Step::Nothing,
            };
            match step {
                Step::Nothing => {}
                Step::Draw => self.dirty = true,
                Step::To(screen) => {
                    (self.screen, self.dirty) = (screen, true);
                }
                Step::Leave => match &self.home {
                    Some(wishes) if self.screen.has_home() => {
                        // First the game goes, and with it its claim.
                        self.screen = Box::new(Nowhere);
                        self.screen = Box::new(Menu::new(&self.desk, wishes.clone()));
                        self.dirty = true;
                    }
                    _ => return Ok(Ended::Left),
                },
            }
        }
    }

    fn next_input(&self) -> Result<input::Input, RecvTimeoutError> {
        match self.screen.wakes_at() {
            Some(at) => self.inputs.recv_timeout(at.saturating_duration_since(Instant::now())),
            None => self.inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    /// Whether the table cannot be seen: then no key plays blindly.
    fn is_too_small(&self, window: &terminal::Window) -> bool {
        window.size().is_ok_and(|size| size.width < SMALLEST.0 || size.height < SMALLEST.1)
    }
}

/// What is shown between two screens.
struct Nowhere;

impl Screen for Nowhere {
    fn draw(&mut self, _: &Desk, _: &mut ratatui::buffer::Buffer) -> Option<Position> {
        None
    }
    fn key(&mut self, _: &mut Desk, _: KeyEvent) -> Step {
        Step::Nothing
    }
    fn mouse(&mut self, _: &mut Desk, _: Mouse) -> Step {
        Step::Nothing
    }
}

/// Draws a screen as the terminal can show it, or how large the window should be.
pub fn draw(desk: &Desk, screen: &mut dyn Screen, frame: &mut Frame<'_>) {
    let area = frame.area();
    let cursor = if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        draw_too_small(desk.lang, frame);
        None
    } else {
        screen.draw(desk, frame.buffer_mut())
    };
    desk.look.adapt(frame.buffer_mut());
    if let Some(cursor) = cursor.filter(|cursor| area.contains(*cursor)) {
        frame.set_cursor_position(cursor);
    }
}

fn draw_too_small(lang: Lang, frame: &mut Frame<'_>) {
    let area = frame.area();
    let needed = texts::terminal_too_small(lang, SMALLEST.0, SMALLEST.1);
    let now = texts::terminal_size_now(lang, area.width, area.height);
    let width = usize::from(area.width.saturating_sub(2)).max(1);
    let lines: Vec<(String, Style)> = wrap(&needed, width)
        .into_iter()
        .map(|line| (line, STRONG))
        .chain(wrap(&now, width).into_iter().map(|line| (line, Style::new())))
        .collect();
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (row, (line, style)) in lines.iter().enumerate() {
        write(frame.buffer_mut(), u16::from(area.width > 2), top + row as u16, line, *style);
    }
}

/// Stops as a program does in the background, and comes back.
fn suspend() -> Result<terminal::Window, Failure> {
    terminal::leave()?;
    signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
    terminal::enter()?;
    Ok(terminal::anew()?)
}

/// The letter that was pressed with Control.
fn control(key: KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => Some(letter),
        _ => None,
    }
}

fn pointed(mouse: MouseEvent) -> Option<Mouse> {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Mouse::Click(Position::new(mouse.column, mouse.row))),
        MouseEventKind::ScrollDown => Some(Mouse::Wheel { down: true }),
        MouseEventKind::ScrollUp => Some(Mouse::Wheel { down: false }),
        _ => None,
    }
}
