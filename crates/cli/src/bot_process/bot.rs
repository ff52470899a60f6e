//! A bot at the table: asked for moves, refused, started anew; whatever it does, there is a legal move.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spieltisch_records::{DynGame, EventRefused, Record};
use spieltisch_rules::ToAct;
use spieltisch_rules::notation::excerpt;

use super::command::BotCommand;
use super::faults::{Conduct, Fault};
use super::process::{BotProcess, NoLine};

/// The protocol that bots speak.
pub const PROTOCOL: &str = "spieltisch-bot/1";
/// How long a bot may take to say that it is ready; loading what it has learned may take a while.
const START: Duration = Duration::from_secs(10);
/// Times a question is asked: once more after a wrong answer.
const TRIES: usize = 2;
/// After so many faults in one game a bot is not asked again before the next.
const FAULTS_IN_A_GAME: u32 = 3;
/// Lines that may come before an answer: late answers to earlier questions.
const LINES: usize = 1000;
/// Letters a name may have, as at a table shared by link.
const NAME: usize = 24;

/// A bot that is a process, for one seat of one game after the other.
pub struct Bot {
    command: BotCommand,
    deadline: Duration,
    /// What it said when it was started last.
    ready: Option<Ready>,
    process: Option<BotProcess>,
    questions: u64,
    faults_in_game: u32,
    conduct: Conduct,
}

/// What a bot says of itself.
#[derive(Clone, Debug)]
struct Ready {
    name: String,
    /// `None` where it does not say.
    games: Option<Vec<String>>,
}

impl Bot {
    /// A bot that has so long for each answer. It is started when its first game begins.
    pub fn new(command: &BotCommand, deadline: Duration) -> Bot {
        let (command, conduct) = (command.clone(), Conduct::default());
        Bot { command, deadline, ready: None, process: None, questions: 0, faults_in_game: 0, conduct }
    }

    /// The same, started at once, for those who want to know first whether it can be.
    pub fn start(command: &BotCommand, deadline: Duration) -> Result<Bot, Fault> {
        let (process, ready) = start(command)?;
        Ok(Bot { process: Some(process), ready: Some(ready), ..Bot::new(command, deadline) })
    }

    /// What it calls itself.
    pub fn name(&self) -> &str {
        self.ready.as_ref().map_or("bot", |ready| &ready.name)
    }

    /// Whether it plays this game: one that does not name its games plays all.
    pub fn plays(&self, game: &str) -> bool {
        let games = self.ready.as_ref().and_then(|ready| ready.games.as_ref());
        games.is_none_or(|games| games.iter().any(|own| own == game))
    }

    /// How it has behaved so far.
    pub fn conduct(&self) -> &Conduct {
        &self.conduct
    }

    /// A game begins: a bot with a fault in the last one is started anew.
    pub fn begin_game(&mut self) {
        if self.process.is_some() && self.faults_in_game == 0 {
            return;
        }
        self.faults_in_game = 0;
        self.process = None; // the old one ends first
        match start(&self.command) {
            Ok((process, ready)) => (self.process, self.ready) = (Some(process), Some(ready)),
            Err(fault) => self.fault(fault),
        }
    }

    /// A legal move at this position, which the record leads to: the bot's, or one of so many that `pick` chooses where it
    /// has none. `None` where no move is due. Where there is only one, it is not asked.
    pub fn choose(&mut self, session: &dyn DynGame, record: &Record, pick: impl FnOnce(usize) -> usize) -> Option<String> {
        let ToAct::Move(seat) = session.to_act() else { return None };
        let count = session.count_moves();
        if count <= 1 {
            return session.nth_move(0);
        }
        if self.process.is_some() {
            self.conduct.asked += 1;
            match self.ask(session, record, seat) {
                Ok(mv) => return Some(mv),
                Err(fault) => self.fault(fault),
            }
        }
        self.conduct.played_for += 1;
        session.nth_move(pick(count))
    }

    /// The game of this record is over.
    pub fn end_game(&mut self, record: &Record) {
        if let Some(process) = &self.process {
            // One that does not read this has had its fault, or will have it with the next question.
            process.send(format!(r#"{{"do":"over","record":{}}}"#, record.to_json()));
        }
    }

    /// Ends the process in good order and tells how the bot has behaved.
    pub fn say_goodbye(mut self) -> Conduct {
        if let Some(process) = self.process.take() {
            process.say_goodbye(json!({"do": "bye"}).to_string());
        }
        self.conduct
    }

    fn fault(&mut self, fault: Fault) {
        self.faults_in_game += 1;
        if fault.is_final() || self.faults_in_game >= FAULTS_IN_A_GAME {
            self.process = None;
        }
        self.conduct.add(fault);
    }

    fn ask(&mut self, session: &dyn DynGame, record: &Record, seat: usize) -> Result<String, Fault> {
        self.questions += 1;
        let Some(process) = &self.process else { return Err(Fault::Died(String::new())) };
        let (id, milliseconds) = (self.questions, self.deadline.as_millis());
        let (record, legal) = (record.to_json(), json!(session.legal_moves()));
        let question =
            format!(r#"{{"do":"choose","id":{id},"record":{record},"seat":{seat},"legal":{legal},"deadline_ms":{milliseconds}}}"#);
        let mut wrong = Fault::Flood;
        for _ in 0..TRIES {
            let asked = Instant::now();
            process.send(question.clone());
            let answer = self.answer(process, id, asked + self.deadline)?;
            self.conduct.slowest = self.conduct.slowest.max(asked.elapsed());
            let refused = match read_move(&answer, id).and_then(|mv| take(session, seat, &mv)) {
                Ok(mv) => return Ok(mv),
                Err(refused) => refused,
            };
            let Refusal { code, rule, message } = &refused;
            process.send(json!({"do": "refused", "id": id, "code": code, "rule": rule, "message": message}).to_string());
            wrong = Fault::Wrong { answer, why: rule.map_or_else(|| message.clone(), |rule| format!("{rule}: {message}")) };
        }
        Err(wrong)
    }

    /// The line that answers a question; late answers to earlier ones are passed over.
    fn answer(&self, process: &BotProcess, id: u64, until: Instant) -> Result<String, Fault> {
        for _ in 0..LINES {
            let line = process.next_line(until).map_err(|why| match why {
                NoLine::Late => Fault::Late(self.deadline),
                NoLine::TooLong => Fault::LongLine,
                NoLine::Ended => Fault::Died(process.last_words()),
            })?;
            let is_late = |answer: &Value| answer["id"].as_u64().is_some_and(|of| of < id);
            if !serde_json::from_str(&line).is_ok_and(|answer: Value| is_late(&answer)) {
                return Ok(line);
            }
        }
        Err(Fault::Flood)
    }
}

/// Starts a process and hears what it says of itself.
fn start(command: &BotCommand) -> Result<(BotProcess, Ready), Fault> {
    let process = BotProcess::start(command).map_err(|error| Fault::NotStarted(error.to_string()))?;
    process.send(json!({"do": "hello", "protocol": PROTOCOL}).to_string());
    let line = process.next_line(Instant::now() + START).map_err(|why| match why {
        NoLine::Late => Fault::NotReady(format!("nothing came within {} s", START.as_secs())),
        NoLine::TooLong => Fault::LongLine,
        NoLine::Ended => Fault::Died(process.last_words()),
    })?;
    let ready = read_ready(&line, command).ok_or_else(|| {
        let wanted = r#"{"is":"ready","name":"My bot","games":["yatzy"]}"#;
        Fault::NotReady(format!("hello was answered with “{}” instead of {wanted}", excerpt(&line)))
    })?;
    Ok((process, ready))
}

fn read_ready(line: &str, command: &BotCommand) -> Option<Ready> {
    let said: Value = serde_json::from_str(line).ok().filter(|said: &Value| said["is"] == "ready")?;
    let name: String = said["name"].as_str().unwrap_or_default().chars().filter(|letter| !letter.is_control()).take(NAME).collect();
    let name = if name.trim().is_empty() { command.to_string().chars().take(NAME).collect() } else { name };
    let games = said["games"].as_array().map(|games| games.iter().filter_map(Value::as_str).map(str::to_string).collect());
    Some(Ready { name, games })
}

/// Why an answer is not taken.
struct Refusal {
    code: &'static str,
    rule: Option<&'static str>,
    message: String,
}

impl From<EventRefused> for Refusal {
    fn from(refused: EventRefused) -> Refusal {
        Refusal { code: "rule", rule: Some(refused.rule), message: refused.message }
    }
}

fn read_move(line: &str, id: u64) -> Result<String, Refusal> {
    let unreadable = |message: String| Refusal { code: "unreadable", rule: None, message };
    let wanted = format!(r#"expected {{"is":"move","id":{id},"move":"…"}}"#);
    let answer: Value = serde_json::from_str(line).map_err(|error| unreadable(format!("not JSON ({error}); {wanted}")))?;
    match answer["move"].as_str() {
        Some(mv) if answer["is"] == "move" && answer["id"] == id => Ok(mv.to_string()),
        _ => Err(unreadable(wanted)),
    }
}

/// The move as the record writes it, where it is legal and this seat's.
fn take(session: &dyn DynGame, seat: usize, mv: &str) -> Result<String, Refusal> {
    let taken = session.snapshot().take(mv)?;
    if session.decider(&taken) == Some(seat) {
        return Ok(taken);
    }
    Err(Refusal { code: "not-your-turn", rule: None, message: format!("“{}” is the decision of another seat", excerpt(mv)) })
}
