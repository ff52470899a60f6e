//! A table by link as one client sees it, without its connection: messages in, what to say and what to show out.

use spieltisch_protocol::{
    ClientMessage, GameCursor, GameUpdate, Intention, Refused, ReplayError, Role, SeatAt, ServerMessage, TableReplica,
};
use spieltisch_records::header::{STARTED, UNDO};
use spieltisch_records::{Record, Time};
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::link::{clock, shown_name, translate_names};
use crate::{Kind, LocalGame, Turn, Wish, free_colour};

/// A table by link.
pub struct LinkedTable {
    /// Everything that happened there; the game is followed by its own table.
    pub replica: TableReplica,
    /// Who the client is there.
    pub role: Role,
    /// The seats whose people are connected.
    pub here: Vec<u8>,
    /// How many look on.
    pub watchers: u32,
    /// Whether the connection stands.
    pub connected: bool,
    /// Whether the table was deleted.
    pub gone: bool,
    /// What was refused last.
    pub refused: Option<Refused>,
    /// How far the clock here is ahead of the server's, in milliseconds.
    ahead: i64,
    table: String,
    token: String,
}

/// Whether the person in a seat is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// They are connected.
    Here,
    /// They are not.
    Away,
    /// A computer plays for them.
    Replaced,
}

impl LinkedTable {
    /// A table by what its link carries.
    pub fn new(table: &str, token: &str) -> LinkedTable {
        LinkedTable {
            replica: TableReplica::of_state(),
            role: Role::Watcher,
            here: Vec::new(),
            watchers: 0,
            connected: false,
            gone: false,
            refused: None,
            ahead: 0,
            table: table.into(),
            token: token.into(),
        }
    }

    /// What is said first on every connection.
    pub fn hello(&self) -> ClientMessage {
        let state = &self.replica.table_state;
        let at = (state.seq > 0).then_some(state.changed);
        ClientMessage::Hello { table: self.table.clone(), token: self.token.clone(), last: state.seq, at }
    }

    /// Takes a message that came now; an error means that steps are missing and the connection is to be made anew.
    pub fn hear(&mut self, message: ServerMessage, now: Time) -> Result<(), ReplayError> {
        match message {
            ServerMessage::Welcome { role, after, upto, steps, here, watchers, .. } => {
                (self.role, self.here, self.watchers, self.connected, self.refused) = (role, here, watchers, true, None);
                self.replica.go_on_after(after);
                self.replica.take_page(after, &steps, upto)?;
            }
            ServerMessage::Page { after, upto, steps } => self.replica.take_page(after, &steps, upto)?,
            ServerMessage::Role { role } => self.role = role,
            ServerMessage::Seated { seat, token } => (self.role, self.token) = (Role::Seat(seat), token),
            ServerMessage::Step(step) => {
                self.ahead = now.0 as i64 - step.at as i64;
                self.refused = None;
                self.replica.take(&step)?;
            }
            ServerMessage::Here { here, watchers } => (self.here, self.watchers) = (here, watchers),
            ServerMessage::Refused(refused) => self.refused = Some(refused),
            ServerMessage::Gone => self.gone = true,
            ServerMessage::Reaction { .. } | ServerMessage::Pong => {}
        }
        Ok(())
    }

    /// The token to come back with: that of the seat, once there is one.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Comes with this token from now on: one that was chosen for a seat.
    pub fn come_as(&mut self, token: &str) {
        self.token = token.into();
    }

    /// Whether a seat waits for this client to sit down.
    pub fn may_sit(&self) -> bool {
        let state = &self.replica.table_state;
        match self.role {
            Role::Seat(seat) => state.seats.get(usize::from(seat)).is_some_and(|at| !at.taken || at.left),
            Role::Invited | Role::Host => state.free_seats().next().is_some(),
            Role::Watcher => false,
        }
    }

    /// The seat of this client, once it is taken.
    pub fn my_seat(&self) -> Option<u8> {
        self.role.seat().filter(|_| !self.may_sit())
    }

    /// The number of the game being played, or of the last one.
    pub fn round(&self) -> Option<u32> {
        self.replica.table_state.round.as_ref().map(|round| round.number)
    }

    /// That game as this client sees it: its own person here, all others elsewhere.
    pub fn record(&self, lang: Lang) -> Option<Record> {
        let mut record = self.replica.table_state.round.as_ref()?.record.clone();
        translate_names(lang, &mut record);
        UNDO.write(&mut record, &self.replica.table_state.terms.takeback);
        Some(record)
    }

    /// Marks who sits elsewhere in a game that was opened from [`LinkedTable::record`].
    pub fn seat_people<G: spieltisch_rules::Game>(&self, game: &mut LocalGame<G>) {
        let round = self.replica.table_state.round.as_ref();
        let here = round.and_then(|round| round.place_of(self.my_seat()?));
        game.by_link = true;
        // A table may have given several seats one colour; here everyone has a shape of their own.
        for place in 1..game.seats.len() {
            if game.seats[..place].iter().any(|player| player.colour == game.seats[place].colour) {
                game.seats[place].colour = free_colour(&game.seats, place);
            }
        }
        for (place, player) in game.seats.iter_mut().enumerate() {
            if player.kind == Kind::Person && here != Some(place) {
                player.kind = Kind::Link;
            }
        }
    }

    /// Everyone's names in the game, as they are called now.
    pub fn names(&self, lang: Lang) -> Vec<String> {
        let round = self.replica.table_state.round.as_ref();
        round.map(|round| round.record.players.iter().map(|name| shown_name(lang, name)).collect()).unwrap_or_default()
    }

    /// What is new in the game of this number; `None` once another is played.
    pub fn news(&self, round: u32, seen: GameCursor) -> Option<GameUpdate> {
        self.replica.news(round, seen)
    }

    /// What the server is asked for a wish at a table with so many events; `part` is a random part for new dice.
    pub fn intention(&self, wish: Wish, events: usize, part: String) -> Option<Intention> {
        let (round, after) = (self.round()?, events as u32);
        Some(match wish {
            Wish::Move(event) => Intention::Move { round, after, event },
            Wish::Roll => Intention::Roll { round, after },
            Wish::TakeBack => Intention::TakeBack,
            Wish::Again => Intention::Again { part },
        })
    }

    /// Whether the person of a seat is there; nothing where a computer plays.
    pub fn presence(&self, seat: u8) -> Option<Presence> {
        let at = self.replica.table_state.seats.get(usize::from(seat)).filter(|at| at.computer.is_none())?;
        Some(match at.played_by_computer() {
            Some(_) => Presence::Replaced,
            None if self.here.contains(&seat) => Presence::Here,
            None => Presence::Away,
        })
    }

    fn name_of(&self, lang: Lang, seat: u8) -> String {
        self.replica.table_state.seats.get(usize::from(seat)).map_or_else(String::new, |at: &SeatAt| shown_name(lang, &at.name))
    }

    /// Whether someone else asks to take a decision back, and this client has not answered.
    pub fn is_asked(&self) -> bool {
        let asked = self.replica.table_state.asked.as_ref();
        let mine = self.my_seat();
        asked.is_some_and(|asked| mine.is_some_and(|mine| mine != asked.seat && !asked.agreed.contains(&mine)))
    }

    /// The most pressing thing to say around the game: a lost connection, a question, who waits for another game, who is away.
    pub fn status(&self, lang: Lang) -> Option<String> {
        let state = &self.replica.table_state;
        if self.gone {
            return Some(t(lang, Key::OnlineGone).to_string());
        }
        if !self.connected {
            return Some(t(lang, if state.seq == 0 { Key::OnlineConnecting } else { Key::LinkLost }).to_string());
        }
        if let Some(asked) = &state.asked {
            let question = texts::online_asks_back(lang, self.name_of(lang, asked.seat));
            return Some(if self.is_asked() { question } else { t(lang, Key::OnlineWaitsForYes).to_string() });
        }
        let over = state.round.as_ref().is_some_and(|round| round.over);
        let others: Vec<String> =
            state.ready.keys().filter(|&&seat| Some(seat) != self.my_seat()).map(|&seat| self.name_of(lang, seat)).collect();
        if over && !others.is_empty() {
            return Some(texts::online_wants_rematch(lang, texts::list(lang, &others)));
        }
        let away = state.persons().find(|&seat| Some(seat) != self.my_seat() && self.presence(seat) != Some(Presence::Here));
        away.map(|seat| match self.presence(seat) {
            Some(Presence::Replaced) => texts::online_stands_in(lang, self.name_of(lang, seat)),
            _ => texts::online_is_away(lang, self.name_of(lang, seat)),
        })
    }

    /// The last lines of the talk.
    pub fn talk(&self, lang: Lang) -> Vec<String> {
        let line = |line: &spieltisch_protocol::ChatLine| texts::format_labelled(lang, self.name_of(lang, line.seat), &line.text);
        self.replica.table_state.lines.iter().map(line).collect()
    }

    /// The time that is left for a turn, where the table has agreed on one.
    pub fn time_left(&self, lang: Lang, turn: Option<Turn>, now: Time) -> Option<String> {
        let (state, turn) = (&self.replica.table_state, turn?);
        let (limit, round) = (state.terms.turn?, state.round.as_ref().filter(|round| !round.over)?);
        let started = || STARTED.read(&round.record).map_or(state.changed, |Time(started)| started);
        let began = turn.after.and_then(|event| round.times.get(event).copied()).unwrap_or_else(started);
        let used = (now.0 as i64 - self.ahead - began as i64) / 1000;
        let left = (i64::from(limit) - used).clamp(0, i64::from(limit)) as u32;
        Some(texts::online_time_left(lang, clock(left)))
    }
}
