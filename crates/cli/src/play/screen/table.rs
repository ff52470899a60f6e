//! A game on the screen: keys and mouse act on it, and it is kept after every event.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;
use spieltisch_core::{Done, FieldOf, LocalGame, Next, SeenDice, Session, Stamp, Starter, TableChoice, Wish, begin, entries, result_lines};
use spieltisch_records::{Record, RecordError};
use spieltisch_rules::{Event, Seat, ToAct};
use spieltisch_texts::{Key, t};

use super::entering::Entering;
use super::overlay::Overlay;
use super::spots::{Direction, Spots, Target};
use super::tumbling::Tumbling;
use super::waiting::Waiting;
use super::{Desk, Mouse, Screen, Step, roll_off};
use crate::play::games::TerminalGame;
use crate::play::store::{Claim, GameStore, now};
use crate::play::thinking::Thought;

/// A game to sit down at.
pub struct TableSeat {
    /// Under which it is kept.
    pub id: String,
    /// The game.
    pub record: Record,
    /// That no other window goes on with it.
    pub claim: Option<Claim>,
}

/// A game on the screen.
pub struct Table<G: TerminalGame> {
    pub(super) session: Session<G>,
    pub(super) waiting: Waiting<G>,
    pub(super) tumbling: Option<Tumbling<G>>,
    pub(super) cursor: Target<FieldOf<G>>,
    pub(super) spots: Spots<FieldOf<G>>,
    pub(super) overlay: Option<Overlay>,
    pub(super) entering: Entering,
    /// Whose board is shown, where someone else's was asked for.
    pub(super) shown: Option<Seat>,
    /// Whether a hint was asked for and is thought about.
    pub(super) asking: bool,
    /// Why the game is not kept.
    pub(super) not_kept: Option<String>,
    /// What a referee elsewhere is to be asked for.
    pub(super) wish: Option<Wish>,
    claim: Option<Claim>,
}

impl<G: TerminalGame> Table<G> {
    /// Opens a game.
    pub fn open(seat: TableSeat) -> Result<Table<G>, RecordError> {
        let seen = SeenDice::read(&seat.record);
        let session = Session::new(LocalGame::open(&seat.id, seat.record)?, seen);
        Ok(Table {
            session,
            waiting: Waiting::Nothing,
            tumbling: None,
            cursor: Target::Main,
            spots: Spots::default(),
            overlay: None,
            entering: Entering::default(),
            shown: None,
            asking: false,
            not_kept: None,
            wish: None,
            claim: seat.claim,
        })
    }

    /// Keeps the game as it stands.
    fn keep(&mut self, desk: &Desk) {
        let mut record = self.session.game.record();
        self.session.seen.write(&mut record);
        match desk.store.keep(&self.session.game.id, &record) {
            Ok(()) if self.not_kept.take().is_some() => self.session.said = t(desk.lang, Key::KeepingAgain).to_string(),
            Ok(()) => {}
            Err(error) => self.not_kept = Some(error.to_string()),
        }
    }

    /// What something done has led to: what is to be kept is kept, dice tumble, computers go on.
    fn done(&mut self, desk: &mut Desk, done: Done, choice: G::Choice) -> Step {
        match done {
            Done::Nothing => Step::Nothing,
            Done::Shown => Step::Draw,
            Done::Ask(wish) => {
                self.wish = Some(wish);
                Step::Draw
            }
            Done::Played => {
                self.keep(desk);
                self.asking = false;
                self.shown = None;
                self.entering.clear();
                self.tumbling = Tumbling::start(desk, &self.session, choice);
                self.expect_dice();
                self.go_on(desk);
                self.show_end(desk);
                Step::Draw
            }
        }
    }

    /// Where dice are thrown by hand, they are entered next.
    fn expect_dice(&mut self) {
        if let (ToAct::Roll { dice, .. }, true) = (self.session.game.to_act(), self.session.game.is_roll_entered()) {
            self.entering.expect(dice);
        }
    }

    pub(super) fn show_end(&mut self, desk: &Desk) {
        if self.tumbling.is_none() && self.is_over() {
            desk.thinker.note_end(self.session.game.record());
            self.overlay = Some(Overlay::new(t(desk.lang, G::NAME), result_lines(desk.lang, &self.session.game)));
        }
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.session.game.to_act() == ToAct::Over
    }

    /// Whether the main button can be pressed.
    pub(super) fn is_ready(&self) -> bool {
        match self.session.game.is_roll_entered() {
            _ if self.is_over() => true,
            true => self.entering.complete().is_some(),
            false => self.session.choice.next(&self.session.game) != Next::Nothing,
        }
    }

    fn press(&mut self, desk: &mut Desk) -> Step {
        if self.is_over() {
            return self.rematch(desk);
        }
        let choice = self.session.choice.clone();
        if self.session.game.is_roll_entered() {
            let Some(faces) = self.entering.complete() else { return Step::Nothing };
            let done = self.session.enter(desk.lang, &faces);
            return self.done(desk, done, choice);
        }
        let done = self.session.press(desk.lang, &mut |dice| desk.chance.throw(dice));
        // Dice that were kept by this press stay where they are while the others tumble.
        self.done(desk, done, choice)
    }

    /// The next game of the same company.
    fn rematch(&mut self, desk: &mut Desk) -> Step {
        let game = &self.session.game;
        if game.by_link {
            self.wish = Some(Wish::Again);
            return Step::Draw;
        }
        let record = begin(game.header(), &game.seats, game.allowed(), Starter::of_rematch(game), now());
        let id = GameStore::new_id(G::INFO.name, desk.chance.number());
        match roll_off::sit_down(desk, id, record) {
            Some(screen) => Step::To(screen),
            None => Step::Nothing,
        }
    }

    fn choose(&mut self, desk: &mut Desk, target: Target<FieldOf<G>>) -> Step {
        let before = self.session.choice.clone();
        let done = match target {
            Target::Main => return self.press(desk),
            Target::Button(key) => return self.act(desk, key),
            Target::Face(face) => return Step::drawn(self.entering.add(face)),
            Target::Field(field) => self.session.tap(desk.lang, |choice, game| choice.tap(game, field)),
            Target::Piece(place) => self.session.tap(desk.lang, |choice, game| choice.tap_piece(game, place)),
        };
        self.done(desk, done, before)
    }

    /// Does what a letter stands for; one that stands for nothing now does nothing.
    fn act(&mut self, desk: &mut Desk, key: char) -> Step {
        let (lang, before) = (desk.lang, self.session.choice.clone());
        if !self.keys(lang).iter().any(|button| button.key == key) {
            return Step::Nothing;
        }
        match key {
            'q' => return Step::Leave,
            'u' => {
                let done = self.session.undo(lang, |dice| desk.chance.below(dice));
                let step = self.done(desk, done, before);
                self.tumbling = None;
                self.go_on(desk);
                return step;
            }
            'h' => self.ask_for_hint(desk),
            'l' => {
                let lines = entries(lang, &self.session.game).lines.into_iter().map(|line| line.said).collect();
                self.overlay = Some(Overlay::new(t(lang, Key::HistoryTitle), lines).at_its_end());
            }
            'b' => {
                let players = self.session.game.seats.len();
                let now = self.shown.unwrap_or(self.session.game.seat_to_act());
                self.shown = Some((now + 1) % players);
            }
            'p' => self.overlay = Some(Overlay::new(t(lang, G::NAME), result_lines(lang, &self.session.game))),
            'v' => {
                let record = self.session.game.record();
                self.overlay = Some(Overlay::new(t(lang, Key::ButtonReview), vec![t(lang, Key::ReviewPreparing).to_string()]));
                desk.thinker.ask(self.session.game.stamp(), move |experts| Thought::Review(experts.review(lang, record)));
            }
            'x' => {
                if let Target::Field(field) = self.cursor {
                    self.session.said = G::field_text(lang, &self.session.game, &self.session.choice, field);
                    self.session.notice = None;
                }
            }
            '?' => self.overlay = Some(Overlay::new(t(lang, Key::TerminalKeyHelp), self.help(lang))),
            _ => return self.object(desk, key),
        }
        Step::Draw
    }

    fn ask_for_hint(&mut self, desk: &Desk) {
        let game = self.session.game.clone();
        self.asking = true;
        self.session.notice = None;
        desk.thinker.ask(self.session.game.stamp(), move |experts| Thought::Advice(experts.advise(&game)));
    }

    /// Someone at this screen objects.
    fn object(&mut self, desk: &mut Desk, key: char) -> Step {
        let objectors = self.session.game.objectors_here();
        let Some(seat) = super::table_keys::objector(&objectors, key) else { return Step::Nothing };
        let Some(objection) = self.session.game.position.game.objection(seat) else { return Step::Nothing };
        let before = self.session.choice.clone();
        let done = self.session.take(desk.lang, Event::Move(objection));
        self.done(desk, done, before)
    }

    /// Lets go what was chosen or shown last.
    fn let_go(&mut self) -> Step {
        let session = &mut self.session;
        let shown = self.shown.take().is_some() | session.hint.take().is_some() | session.notice.take().is_some();
        if !shown && !self.entering.take_back() && session.choice.is_anything(&session.game) {
            session.choice.let_go();
        }
        Step::Draw
    }

    /// Dice that tumble lie at once when a key is pressed; the key does nothing else.
    fn land(&mut self, desk: &mut Desk) -> bool {
        let landed = self.tumbling.take().is_some();
        if landed {
            self.go_on(desk);
            self.show_end(desk);
        }
        landed
    }
}

impl<G: TerminalGame> Screen for Table<G> {
    fn draw(&mut self, desk: &Desk, buffer: &mut Buffer) -> Option<Position> {
        self.draw_table(desk, buffer)
    }

    fn key(&mut self, desk: &mut Desk, key: KeyEvent) -> Step {
        if let Some(overlay) = &mut self.overlay {
            if !overlay.key(key) {
                self.overlay = None;
            }
            return Step::Draw;
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Step::Nothing;
        }
        if self.land(desk) {
            return Step::Draw;
        }
        let moved = |direction| self.spots.next(self.cursor, direction);
        self.cursor = match key.code {
            KeyCode::Up => moved(Direction::Up),
            KeyCode::Down => moved(Direction::Down),
            KeyCode::Left => moved(Direction::Left),
            KeyCode::Right => moved(Direction::Right),
            KeyCode::Tab => self.spots.next_area(self.cursor),
            KeyCode::Enter => return self.choose(desk, self.cursor),
            KeyCode::Char(' ') => return self.press(desk),
            KeyCode::Esc => return self.let_go(),
            KeyCode::Backspace => return Step::drawn(self.entering.take_back()),
            KeyCode::Char(digit @ '1'..='6') => {
                let number = digit as u8 - b'0';
                let target =
                    if self.session.game.is_roll_entered() { Target::Face(number) } else { Target::Piece(usize::from(number) - 1) };
                return self.choose(desk, target);
            }
            KeyCode::Char(key) => return self.act(desk, key),
            _ => return Step::Nothing,
        };
        Step::Draw
    }

    fn mouse(&mut self, desk: &mut Desk, mouse: Mouse) -> Step {
        if let Some(overlay) = &mut self.overlay {
            if !overlay.mouse(mouse) {
                self.overlay = None;
            }
            return Step::Draw;
        }
        let Mouse::Click(at) = mouse else { return Step::Nothing };
        if self.land(desk) {
            return Step::Draw;
        }
        let Some(target) = self.spots.at(at) else { return Step::Nothing };
        self.cursor = target;
        match self.choose(desk, target) {
            Step::Nothing => Step::Draw, // the cursor has moved
            step => step,
        }
    }

    fn thought(&mut self, desk: &mut Desk, stamp: Stamp, thought: Thought) -> Step {
        if stamp != self.session.game.stamp() {
            return Step::Nothing;
        }
        match thought {
            Thought::Advice(advice) if self.asking => {
                self.asking = false;
                self.session.hint = Some(advice);
            }
            // Whoever has closed it meanwhile does not want it any more.
            Thought::Review(lines) if self.overlay.is_some() => {
                self.overlay = Some(Overlay::new(t(desk.lang, Key::ButtonReview), lines));
            }
            thought => self.answered(desk, thought),
        }
        Step::Draw
    }

    fn wake(&mut self, desk: &mut Desk) -> Step {
        if let Some(tumbling) = &mut self.tumbling {
            if tumbling.next <= Instant::now() && !tumbling.go_on(desk) {
                self.land(desk);
            }
            return Step::Draw;
        }
        if self.waiting.due_at().is_none_or(|at| at > Instant::now()) {
            return Step::Nothing;
        }
        let before = self.session.choice.clone();
        let done = match std::mem::take(&mut self.waiting) {
            Waiting::Roll { .. } => self.session.throw(desk.lang, &mut |dice| desk.chance.throw(dice)),
            Waiting::Decision { event, .. } => self.session.take(desk.lang, event),
            Waiting::Nothing | Waiting::Answer { .. } => Done::Nothing,
        };
        self.done(desk, done, before)
    }

    fn wakes_at(&self) -> Option<Instant> {
        self.tumbling.as_ref().map(|tumbling| tumbling.next).or_else(|| self.waiting.due_at())
    }

    fn keeps_game(&self) -> bool {
        !self.is_over() && self.not_kept.is_none() && self.claim.is_some()
    }

    fn arrive(&mut self, desk: &mut Desk) {
        self.keep(desk);
        self.expect_dice();
        self.go_on(desk);
    }
}
