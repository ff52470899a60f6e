//! The table line by line: for screen readers, slow lines and pipes. Every line stands alone, and none holds an escape sequence.

mod table;
mod words;

use std::io::{self, BufRead, Write};

use spieltisch_core::{HeldRollOff, faces, roll_off_text, settle};
use spieltisch_records::Record;
use spieltisch_texts::{self as texts, Key, Lang, t};

pub use self::table::{PlainGame, PlainTable};
use super::chance::Chance;
use super::games::{self, Playable};
use super::look::Look;
use super::seats::Wishes;
use super::store::GameStore;
use super::thinking::Experts;
use crate::bot_process::Bot;
use crate::errors::Failure;

/// What the program begins with.
pub struct PlainArgs {
    /// The reader's language.
    pub lang: Lang,
    /// What the reader can show.
    pub look: Look,
    /// Where dice come from.
    pub chance: Chance,
    /// Where games are kept.
    pub store: GameStore,
    /// What a new game is to be.
    pub wishes: Wishes,
    /// The game that is begun at once.
    pub game: Option<&'static dyn Playable>,
    /// A bot that plays for the computers.
    pub bot: Option<Bot>,
}

/// What a table line by line works with.
pub struct PlainDesk {
    /// The reader's language.
    pub lang: Lang,
    /// Where dice come from.
    pub chance: Chance,
    /// Where games are kept.
    pub store: GameStore,
    /// Who thinks.
    pub experts: Experts,
    look: Look,
}

impl PlainDesk {
    /// Says something in a line of its own.
    pub fn say(&self, text: &str) -> Result<(), Failure> {
        // What stands in a name or a file must not speak to the terminal.
        let text: String = text.chars().filter(|letter| !letter.is_control() && *letter != '\u{ad}').collect();
        let mut out = io::stdout().lock();
        writeln!(out, "{}", self.look.text(text.trim_end()))?;
        Ok(out.flush()?)
    }

    /// The next line; `None` at the end of the input.
    pub fn read(&self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().to_string()))
    }
}

/// What follows a game.
pub enum After {
    /// Nothing: the person leaves.
    Leave,
    /// The next game of the same company.
    Again(Box<Record>),
    /// The input has ended.
    Ended,
}

/// Plays until the person leaves or the input ends.
pub fn run(args: PlainArgs) -> Result<(), Failure> {
    let PlainArgs { lang, look, chance, store, wishes, game, bot } = args;
    let mut desk = PlainDesk { lang, chance, store, experts: Experts::new(bot), look };
    let begun = match game {
        Some(game) => Some((GameStore::new_id(game.info().name, desk.chance.number()), wishes.record(lang, game)?)),
        None => ask_for_game(&mut desk, &wishes)?,
    };
    let Some((mut id, mut record)) = begun else { return Ok(()) };
    loop {
        let Some(_claim) = desk.store.claim(&id) else { return desk.say(t(lang, Key::TerminalElsewhere)) };
        if !roll_off(&mut desk, &id, &mut record)? {
            return desk.say(t(lang, Key::TerminalLineEnded));
        }
        let game = games::find(&record.game).ok_or_else(|| Failure::Wrong(t(lang, Key::TerminalGivenUp).to_string()))?;
        let mut table = game.open_plain(&id, record)?;
        match table.play(&mut desk)? {
            After::Leave => return Ok(()),
            After::Ended => return desk.say(t(lang, Key::TerminalLineEnded)),
            After::Again(next) => {
                id = GameStore::new_id(&next.game, desk.chance.number());
                record = *next;
            }
        }
    }
}

/// Lists games to go on with and games to begin, by number.
fn ask_for_game(desk: &mut PlainDesk, wishes: &Wishes) -> Result<Option<(String, Record)>, Failure> {
    let (waiting, all, lang) = (desk.store.waiting(), games::all(), desk.lang);
    desk.say(t(lang, Key::TerminalLineWhichGame))?;
    for (number, game) in waiting.iter().enumerate() {
        desk.say(&format!("{} {}: {}", number + 1, t(lang, Key::ButtonContinue), games::described(lang, &game.record)))?;
    }
    for (number, game) in all.iter().enumerate() {
        desk.say(&format!("{} {}: {}", waiting.len() + number + 1, game.name(lang), game.about(lang)))?;
    }
    while let Some(line) = desk.read()? {
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(game) = number.and_then(|number| waiting.get(number)) {
            return Ok(Some((game.id.clone(), game.record.clone())));
        }
        let by_number = number.and_then(|number| all.get(number.checked_sub(waiting.len())?));
        let by_name = || all.iter().find(|game| line.eq_ignore_ascii_case(game.info().name) || line.eq_ignore_ascii_case(game.name(lang)));
        match by_number.or_else(by_name) {
            Some(game) => {
                let record = wishes.record(lang, *game)?;
                return Ok(Some((GameStore::new_id(game.info().name, desk.chance.number()), record)));
            }
            None if words::is_leaving(&line) => return Ok(None),
            None if line.is_empty() => {}
            None => desk.say(&texts::terminal_line_unknown(lang, &line))?,
        }
    }
    Ok(None)
}

/// Holds the roll-off, where there is one; `false` where the input ended before it was decided.
fn roll_off(desk: &mut PlainDesk, id: &str, record: &mut Record) -> Result<bool, Failure> {
    let lang = desk.lang;
    while let Some(held) = HeldRollOff::read(record) {
        desk.say(&roll_off_text(lang, &held))?;
        let Some(next) = held.next() else {
            settle(record);
            break;
        };
        let thrown = if held.enters().is_some() {
            let ask = texts::terminal_enter_dice(lang, held.dice() as i64);
            desk.say(&texts::format_labelled(lang, &held.seats[next].name, ask))?;
            let Some(line) = desk.read()? else { return Ok(false) };
            faces(&line)
        } else {
            desk.chance.throw(held.dice())
        };
        held.enter(record, thrown);
        // What cannot be kept is told with the first event of the game.
        let _ = desk.store.keep(id, record);
    }
    Ok(true)
}
