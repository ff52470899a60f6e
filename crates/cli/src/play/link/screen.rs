//! The screen of a table by link: sitting down, waiting for others, the game, and what is said around it.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;
use ratatui::style::Style;
use spieltisch_core::link::refusal_text;
use spieltisch_core::{LinkedTable, Presence, Stamp, Turn, Wish};
use spieltisch_protocol::{ClientMessage, GameCursor, Intention};
use spieltisch_texts::{Key, Lang, t};
use unicode_width::UnicodeWidthStr;

use super::address::LinkAddress;
use super::connection::{Connection, Heard};
use crate::play::games;
use crate::play::look::{CHOSEN, MARKS, POSSIBLE, QUIET, STRONG, WARNING, colour};
use crate::play::screen::input::Input;
use crate::play::screen::overlay::Overlay;
use crate::play::screen::painter::{shorten, write};
use crate::play::screen::{Desk, Mouse, Screen, Step};
use crate::play::store::now;
use crate::play::thinking::Thought;

/// A game whose referee is elsewhere.
pub trait LinkedGame: Screen {
    /// Takes back all but the first `stand` events, and takes these instead.
    fn catch_up(&mut self, desk: &mut Desk, stand: usize, events: &[String]);
    /// Everyone's names now.
    fn rename(&mut self, names: &[String]);
    /// Says why something was refused.
    fn refuse(&mut self, why: String);
    /// What the person wishes, with the number of events it was wished after.
    fn take_wish(&mut self) -> Option<(Wish, usize)>;
    /// Whose turn it is.
    fn turn(&self) -> Option<Turn>;
    /// How many events it has.
    fn events(&self) -> usize;
    /// Whether text lies over it.
    fn is_covered(&self) -> bool;
}

/// The game being shown.
struct Shown {
    round: u32,
    seat: Option<u8>,
    seen: GameCursor,
    table: Box<dyn LinkedGame>,
}

/// A table by link on the screen.
pub struct LinkScreen {
    table: LinkedTable,
    id: String,
    connection: Connection,
    shown: Option<Shown>,
    /// The name that is typed, until the person sits.
    name: String,
    /// What is typed to the others.
    typing: Option<String>,
    talk: Option<Overlay>,
    /// When the clock is drawn again.
    tick: Option<Instant>,
}

impl LinkScreen {
    /// Connects to a table; messages come by `tell`.
    pub fn open(desk: &Desk, address: LinkAddress, name: String, tell: Sender<Input>) -> LinkScreen {
        // Who sat there before comes back to their seat.
        let token = desk.store.seat_token(&address.table).unwrap_or(address.token);
        let connection = Connection::open(address.socket, move |heard| {
            let _ = tell.send(Input::Link(heard)); // the loop has ended
        });
        let table = LinkedTable::new(&address.table, &token);
        LinkScreen { table, id: address.table, connection, shown: None, name, typing: None, talk: None, tick: None }
    }

    fn want(&self, intention: Intention) {
        self.connection.say(ClientMessage::Want(intention));
    }

    /// Sits down, under a token of one's own: asked again with the same one, the answer is the same.
    fn sit(&mut self, desk: &mut Desk) {
        let mut random = || format!("{:016x}{:016x}", desk.chance.number(), desk.chance.number());
        let (part, token) = (random(), random());
        let invited = self.table.role.seat().is_none();
        if invited {
            // What cannot be kept is forgotten when the program ends; the seat is taken all the same.
            let _ = desk.store.keep_seat_token(&self.id, &token);
        }
        self.want(Intention::Sit { seat: None, name: self.name.trim().into(), part, token: invited.then_some(token) });
    }

    /// Lets the game follow what has happened.
    fn follow(&mut self, desk: &mut Desk) {
        let (lang, seat) = (desk.lang, self.table.my_seat());
        let Some(round) = self.table.round() else { return };
        if self.shown.as_ref().is_none_or(|shown| shown.round != round || shown.seat != seat) {
            let record = self.table.record(lang);
            let opened = record.and_then(|record| games::find(&record.game)?.open_linked(&self.id, record, &self.table).ok());
            let seen = self.table.replica.seen();
            self.shown = opened.map(|table| Shown { round, seat, seen, table });
            return;
        }
        let Some(shown) = &mut self.shown else { return };
        if let Some(news) = self.table.news(round, shown.seen) {
            shown.table.catch_up(desk, news.stand, &news.events);
            shown.seen = news.seen.up_to(shown.table.events());
        }
        shown.table.rename(&self.table.names(lang));
    }

    /// Sends what the person has wished at the game.
    fn send_wish(&mut self, desk: &mut Desk) {
        let Some((wish, events)) = self.shown.as_mut().and_then(|shown| shown.table.take_wish()) else { return };
        let part = format!("{:016x}{:016x}", desk.chance.number(), desk.chance.number());
        if let Some(intention) = self.table.intention(wish, events, part) {
            self.want(intention);
        }
    }

    fn type_letter(&mut self, desk: &mut Desk, key: KeyEvent) -> Step {
        let Some(typed) = &mut self.typing else { return Step::Nothing };
        match key.code {
            KeyCode::Char(letter) => typed.push(letter),
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let text = self.typing.take().unwrap_or_default().trim().to_string();
                if !text.is_empty() {
                    self.want(Intention::Say { text });
                }
            }
            _ => return Step::Nothing,
        }
        let _ = desk;
        Step::Draw
    }

    /// Before the game: the name is typed, then the others are awaited.
    fn lobby_key(&mut self, desk: &mut Desk, key: KeyEvent) -> Step {
        let sits = self.table.may_sit();
        match key.code {
            KeyCode::Enter if sits => self.sit(desk),
            KeyCode::Backspace if sits => drop(self.name.pop()),
            KeyCode::Char(letter) if sits => self.name.push(letter),
            KeyCode::Char('s') if self.table.my_seat().is_some() => {
                let part = format!("{:016x}{:016x}", desk.chance.number(), desk.chance.number());
                self.want(Intention::Start { part });
            }
            KeyCode::Char('q') | KeyCode::Esc => return Step::Leave,
            _ => return Step::Nothing,
        }
        Step::Draw
    }

    fn draw_lobby(&self, lang: Lang, buffer: &mut Buffer) -> Option<Position> {
        let state = &self.table.replica.table_state;
        let name = games::find(&state.game).map_or("Spieltisch", |game| game.name(lang));
        write(buffer, 2, 1, name, STRONG);
        for (seat, at) in state.seats.iter().enumerate() {
            let y = 3 + seat as u16;
            write(buffer, 4, y, MARKS[usize::from(at.colour) % 8], colour(at.colour.into()));
            let called = spieltisch_core::link::shown_name(lang, &at.name);
            let x = write(buffer, 6, y, &shorten(&called, 24), Style::new());
            let standing = match self.table.presence(seat as u8) {
                None => t(lang, Key::SetupComputer),
                Some(_) if !at.taken => t(lang, Key::OnlineFree),
                Some(_) if self.table.my_seat() == Some(seat as u8) => t(lang, Key::OnlineYou),
                Some(Presence::Here) => t(lang, Key::OnlineHere),
                Some(Presence::Away | Presence::Replaced) => t(lang, Key::OnlineAway),
            };
            write(buffer, x.max(30) + 2, y, standing, QUIET);
        }
        let bottom = buffer.area.height;
        if let Some(refused) = &self.table.refused {
            write(buffer, 2, bottom.saturating_sub(5), &format!("! {}", refusal_text(lang, refused)), WARNING);
        }
        if self.table.may_sit() {
            let x = write(buffer, 2, bottom.saturating_sub(3), &format!("{}: ", t(lang, Key::OnlineYourName)), STRONG);
            let end = write(buffer, x, bottom.saturating_sub(3), &self.name, CHOSEN);
            write(
                buffer,
                2,
                bottom.saturating_sub(1),
                &format!("{}: {}", t(lang, Key::TerminalKeyEnter), t(lang, Key::OnlineSit)),
                POSSIBLE,
            );
            return Some(Position::new(end, bottom.saturating_sub(3)));
        }
        if state.seq > 0 {
            let keys = [format!("s {}", t(lang, Key::OnlineStartNow)), format!("q {}", t(lang, Key::TerminalKeyLeave))];
            let waits = if self.table.my_seat().is_some() { Key::OnlineStartsSoon } else { Key::LinkWatching };
            write(buffer, 2, bottom.saturating_sub(3), t(lang, waits), STRONG);
            write(buffer, 2, bottom.saturating_sub(1), &keys[usize::from(self.table.my_seat().is_none())..].join("  "), Style::new());
        }
        None
    }

    /// In the first row, on the right: the most pressing thing, the time that is left, or what was said last.
    fn draw_around(&self, lang: Lang, buffer: &mut Buffer) {
        let status = self.table.status(lang);
        let pressing = status.is_some();
        let left = self.shown.as_ref().and_then(|shown| self.table.time_left(lang, shown.table.turn(), now()));
        let last = || self.table.talk(lang).pop().map(|line| format!("t {line}"));
        let talk = || self.table.replica.table_state.terms.chat.then(|| format!("t {}", t(lang, Key::OnlineTalk)));
        let asked = self.table.is_asked().then(|| format!("y {} n {}", t(lang, Key::ButtonYes), t(lang, Key::ButtonNo)));
        let parts = [left, status.or_else(last).or_else(talk), asked];
        let text = shorten(&parts.into_iter().flatten().collect::<Vec<_>>().join("  "), 46);
        let x = buffer.area.width.saturating_sub(text.width() as u16 + 1);
        write(buffer, x, 0, &text, if pressing { WARNING } else { QUIET });
        if let Some(typed) = &self.typing {
            let row = buffer.area.height.saturating_sub(1);
            write(buffer, 0, row, &" ".repeat(buffer.area.width.into()), Style::new());
            write(buffer, 1, row, &format!("{}: {typed}_", t(lang, Key::OnlineWrite)), STRONG);
        }
    }
}

impl Screen for LinkScreen {
    fn draw(&mut self, desk: &Desk, buffer: &mut Buffer) -> Option<Position> {
        let cursor = match &mut self.shown {
            Some(shown) => shown.table.draw(desk, buffer),
            None => self.draw_lobby(desk.lang, buffer),
        };
        self.draw_around(desk.lang, buffer);
        self.talk.as_mut().map(|talk| talk.draw(desk.lang, buffer)).or(cursor)
    }

    fn key(&mut self, desk: &mut Desk, key: KeyEvent) -> Step {
        if let Some(talk) = &mut self.talk {
            if !talk.key(key) {
                self.talk = None;
            }
            return Step::Draw;
        }
        if self.typing.is_some() {
            return self.type_letter(desk, key);
        }
        let Some(shown) = &mut self.shown else { return self.lobby_key(desk, key) };
        if !shown.table.is_covered() && key.modifiers.difference(KeyModifiers::SHIFT).is_empty() {
            match key.code {
                KeyCode::Char('t') if self.table.replica.table_state.terms.chat && self.table.my_seat().is_some() => {
                    self.typing = Some(String::new());
                    return Step::Draw;
                }
                KeyCode::Char('T') => {
                    self.talk = Some(Overlay::new(t(desk.lang, Key::OnlineTalk), self.table.talk(desk.lang)).at_its_end());
                    return Step::Draw;
                }
                KeyCode::Char(answer @ ('y' | 'n')) if self.table.is_asked() => {
                    self.want(Intention::Answer { yes: answer == 'y' });
                    return Step::Draw;
                }
                _ => {}
            }
        }
        let step = shown.table.key(desk, key);
        self.send_wish(desk);
        step
    }

    fn mouse(&mut self, desk: &mut Desk, mouse: Mouse) -> Step {
        let Some(shown) = &mut self.shown else { return Step::Nothing };
        let step = shown.table.mouse(desk, mouse);
        self.send_wish(desk);
        step
    }

    fn heard(&mut self, desk: &mut Desk, heard: Heard) -> Step {
        match heard {
            Heard::Open => self.connection.say(self.table.hello()),
            Heard::Lost => self.table.connected = false,
            Heard::Message(message) => {
                if self.table.hear(*message, now()).is_err() {
                    self.connection.renew();
                }
                if let (Some(refused), Some(shown)) = (&self.table.refused, &mut self.shown) {
                    shown.table.refuse(refusal_text(desk.lang, refused));
                }
                self.follow(desk);
                // A table with clocks is drawn once a second while a game runs.
                let runs = self.table.replica.table_state.terms.turn.is_some() && self.table.replica.table_state.is_playing();
                self.tick = runs.then(|| Instant::now() + Duration::from_secs(1));
            }
        }
        Step::Draw
    }

    fn thought(&mut self, desk: &mut Desk, stamp: Stamp, thought: Thought) -> Step {
        self.shown.as_mut().map_or(Step::Nothing, |shown| shown.table.thought(desk, stamp, thought))
    }

    fn wake(&mut self, desk: &mut Desk) -> Step {
        if self.tick.is_some_and(|tick| tick <= Instant::now()) {
            self.tick = Some(Instant::now() + Duration::from_secs(1));
        }
        if let Some(shown) = &mut self.shown {
            shown.table.wake(desk);
        }
        Step::Draw
    }

    fn wakes_at(&self) -> Option<Instant> {
        let of_game = self.shown.as_ref().and_then(|shown| shown.table.wakes_at());
        [self.tick, of_game].into_iter().flatten().min()
    }
}
