//! A bot that comes to a table, sits down and plays, and comes back whenever the connection is lost.

use std::thread;
use std::time::Duration;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use spieltisch_protocol::{Answers, ClientMessage, Intention, RefusalCode, Refused, Role, ServerMessage, TableEvent, TableReplica};
use spieltisch_rules::ToAct;

use super::connection::{Connection, Lost};
use super::link::TableLink;
use crate::bot_process::{Bot, Conduct};
use crate::errors::Failure;

/// How long to wait before the first try to come back; each further pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest of them.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How a visit to the table ended.
enum End {
    /// All games that were wanted are played, or the table is gone.
    Done,
    /// The connection is lost; coming back is worth a try.
    Lost(String),
    /// Coming back would change nothing.
    Final(String),
}

impl From<Lost> for End {
    fn from(Lost(why): Lost) -> End {
        End::Lost(why)
    }
}

/// A bot that is a guest at a table.
pub struct BotGuest {
    link: TableLink,
    bot: Bot,
    name: String,
    /// How many games it stays; `None` for as long as the table is there.
    games: Option<u64>,
    rng: Xoshiro256PlusPlus,
    /// The token of the seat, where it comes by an invitation: the same for every try.
    own_token: String,
    seen: TableReplica,
    seat: Option<u8>,
    /// Whether it has said that it forbids nothing: once is enough, it is not worth waiting for.
    has_agreed: bool,
    /// What was sent and not answered yet.
    pending: Option<Intention>,
    /// What the bot decided, so that a lost connection does not cost the decision: round, events, move.
    decision: Option<(u32, u32, String)>,
    /// The game the bot was told has begun, and whether it was told its end.
    told: Option<(u32, bool)>,
    over: u64,
    faults: u64,
    pause: Duration,
}

impl BotGuest {
    /// A bot that takes a seat by this link under this name.
    pub fn new(link: TableLink, bot: Bot, name: String, games: Option<u64>) -> Result<BotGuest, Failure> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes).map_err(|error| Failure::Wrong(format!("the system gives no random numbers: {error}")))?;
        let (seed, token) = bytes.split_at(8);
        Ok(BotGuest {
            link,
            bot,
            name: name.trim().to_string(),
            games,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed.iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte))),
            own_token: hexadecimal(token),
            seen: TableReplica::default(),
            seat: None,
            has_agreed: false,
            pending: None,
            decision: None,
            told: None,
            over: 0,
            faults: 0,
            pause: FIRST_PAUSE,
        })
    }

    /// Plays until all games are played or the table is gone, and tells how the bot behaved.
    pub fn play(mut self) -> Result<Conduct, Failure> {
        loop {
            match self.visit() {
                End::Done => return Ok(self.bot.say_goodbye()),
                End::Final(why) => return Err(Failure::Wrong(why)),
                // A table that nobody has seen may not be there at all.
                End::Lost(why) if self.seen.table_state.seq == 0 && self.pause >= LONGEST_PAUSE => return Err(Failure::Wrong(why)),
                End::Lost(why) => {
                    eprintln!("the connection is lost ({why}); coming back in {:.1} s", self.pause.as_secs_f64());
                    thread::sleep(self.pause);
                    self.pause = (2 * self.pause).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// One connection, from hello to its end.
    fn visit(&mut self) -> End {
        match self.converse() {
            Ok(end) | Err(end) => end,
        }
    }

    fn converse(&mut self) -> Result<End, End> {
        let mut connection = Connection::open(&self.link)?;
        self.come_in(&mut connection)?;
        (self.pause, self.pending) = (FIRST_PAUSE, None);
        loop {
            self.tell_bot();
            if self.games.is_some_and(|games| self.over >= games) {
                self.leave(&mut connection);
                return Ok(End::Done);
            }
            if self.pending.is_none()
                && let Some(intention) = self.intention()
            {
                connection.send(&ClientMessage::Want(intention.clone()))?;
                self.pending = Some(intention);
            }
            match connection.next()? {
                ServerMessage::Step(step) => {
                    self.pending = None;
                    self.seen.take(&step).map_err(|error| End::Lost(error.to_string()))?;
                }
                ServerMessage::Seated { seat, token } => {
                    (self.seat, self.link.token) = (Some(seat), token);
                    // Asked a second time, because the first answer was lost, this is all that is answered: no step follows.
                    self.pending = None;
                }
                ServerMessage::Role { role } => self.take_role(role)?,
                ServerMessage::Refused(refused) => self.take_refusal(&refused)?,
                ServerMessage::Gone => {
                    println!("The table was deleted.");
                    return Ok(End::Done);
                }
                _ => {}
            }
        }
    }

    fn come_in(&mut self, connection: &mut Connection) -> Result<(), End> {
        let (last, changed) = (self.seen.table_state.seq, self.seen.table_state.changed);
        let (table, token) = (self.link.table.clone(), self.link.token.clone());
        connection.send(&ClientMessage::Hello { table, token, last, at: (last > 0).then_some(changed) })?;
        let (mut known, last) = match connection.next()? {
            ServerMessage::Welcome { role, after, upto, last, steps, .. } => {
                self.seen.go_on_after(after);
                self.seen.take_page(after, &steps, upto).map_err(|error| End::Final(error.to_string()))?;
                self.take_role(role)?;
                (upto, last)
            }
            ServerMessage::Refused(refused) if refused.code == RefusalCode::NoSuchTable => return Err(End::Final(refused.message)),
            ServerMessage::Refused(refused) => return Err(End::Lost(refused.message)),
            _ => return Err(End::Lost("hello was not answered".into())),
        };
        while known < last {
            let ServerMessage::Page { after, upto, steps } = connection.next()? else { continue };
            self.seen.take_page(after, &steps, upto).map_err(|error| End::Final(error.to_string()))?;
            known = upto;
        }
        let game = &self.seen.table_state.game;
        if self.bot.plays(game) { Ok(()) } else { Err(End::Final(format!("the bot says that it does not play {game}"))) }
    }

    /// Leaves the seat to others; where that is not heard any more, it stays taken.
    fn leave(&self, connection: &mut Connection) {
        let mut goes_on = connection.send(&ClientMessage::Want(Intention::Leave)).is_ok();
        while goes_on {
            goes_on = match connection.next() {
                Ok(ServerMessage::Step(step)) => !step.what.iter().any(|what| matches!(what, TableEvent::Left { .. })),
                Ok(ServerMessage::Refused(_)) | Err(_) => false,
                Ok(_) => true,
            };
        }
    }

    fn take_role(&mut self, role: Role) -> Result<(), End> {
        match role {
            Role::Seat(seat) => self.seat = Some(seat),
            Role::Invited => {}
            Role::Watcher if self.seat.is_some() => return Err(End::Final("another player has taken the seat".into())),
            Role::Watcher | Role::Host => return Err(End::Final("this link takes no seat; ask for an invitation".into())),
        }
        Ok(())
    }

    fn take_refusal(&mut self, refused: &Refused) -> Result<(), End> {
        match refused.code {
            RefusalCode::TooMuch if matches!(self.pending, Some(Intention::Agree(_))) => self.pending = None,
            // The same again, a little later.
            RefusalCode::TooMuch | RefusalCode::NotStored => {
                thread::sleep(refused.wait.map_or(self.pause, |seconds| Duration::from_secs(seconds.into())));
                self.pending = None;
            }
            // Another player has that name: any other will do.
            RefusalCode::BadText if !self.name.is_empty() => (self.name, self.pending) = (String::new(), None),
            // Something else happened first; its step is on the way or was heard already.
            RefusalCode::Stale | RefusalCode::NotNow | RefusalCode::NotYourTurn => {}
            RefusalCode::Reconnect => return Err(End::Lost(refused.message.clone())),
            _ => return Err(End::Final(refused.message.clone())),
        }
        Ok(())
    }

    /// What the bot wants now.
    fn intention(&mut self) -> Option<Intention> {
        let state = &self.seen.table_state;
        let at = self.seat.and_then(|seat| state.seats.get(usize::from(seat)));
        let (Some(seat), Some(at)) = (self.seat.filter(|_| at.is_some_and(|at| at.taken && !at.left)), at) else {
            let token = self.seat.is_none().then(|| self.own_token.clone());
            return Some(Intention::Sit { seat: None, name: self.name.clone(), part: self.part(), token });
        };
        // What people may see beside the game is not for a bot to forbid.
        let agreed = Answers { marks: Some(true), chances: Some(true) };
        if at.answers != agreed && !self.has_agreed {
            self.has_agreed = true;
            return Some(Intention::Agree(agreed));
        }
        if state.asked.as_ref().is_some_and(|asked| asked.seat != seat && !asked.agreed.contains(&seat)) {
            return Some(Intention::Answer { yes: true });
        }
        if state.round.as_ref().is_some_and(|round| round.over) && !state.ready.contains_key(&seat) {
            return Some(Intention::Again { part: self.part() });
        }
        if self.seen.seat_to_act() == Some(seat) { self.play_on() } else { None }
    }

    /// The roll that is due, or the bot's decision.
    fn play_on(&mut self) -> Option<Intention> {
        let (game, round, after) = (self.seen.game()?, self.seen.table_state.round.as_ref()?, self.seen.clock());
        let number = round.number;
        if let ToAct::Roll { .. } = game.to_act() {
            return Some(Intention::Roll { round: number, after });
        }
        let decided = self.decision.as_ref().filter(|(of, at, _)| (*of, *at) == (number, after));
        let event = match decided {
            Some((_, _, event)) => event.clone(),
            None => {
                let rng = &mut self.rng;
                self.bot.choose(game, &round.record, |count| rng.random_range(0..count))?
            }
        };
        self.decision = Some((number, after, event.clone()));
        Some(Intention::Move { round: number, after, event })
    }

    /// Tells the bot, and whoever watches, that games begin and end, and what was wrong.
    fn tell_bot(&mut self) {
        let Some(round) = &self.seen.table_state.round else { return };
        if self.told.is_none_or(|(number, _)| number != round.number) && !round.over {
            self.told = Some((round.number, false));
            println!("Game {} begins: {}.", round.number + 1, round.record.players.join(", "));
            self.bot.begin_game();
        }
        if round.over && self.told == Some((round.number, false)) {
            self.told = Some((round.number, true));
            self.over += 1;
            println!("Game {} is over: {}", round.number + 1, round.record.result["scores"]);
            self.bot.end_game(&round.record);
        }
        let faults = self.bot.conduct().faults();
        if faults > self.faults {
            self.faults = faults;
            eprintln!("the bot: {}", self.bot.conduct());
        }
    }

    /// A random part for the dice.
    fn part(&self) -> String {
        let mut bytes = [0; 16];
        // Without one the dice are still fair: they have the others' parts and the server's.
        if getrandom::fill(&mut bytes).is_ok() { hexadecimal(&bytes) } else { String::new() }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
