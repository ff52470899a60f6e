//! Every game after every event, kept as it grows.
//!
//! A game lies under its own name as a record. What happens after that was written lies beside it in small pieces
//! ([`Piece`]), so that a tap is one small write. A game that is over is written whole again, and its pieces go.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

use spieltisch_records::header::{CORRECTS, ENTERED, OPENED, OPENING, SAVED};
use spieltisch_records::{Piece, Record, Time};

use super::{HELD, discard, is_there, names, read, write};
use crate::browser;

/// Records of games, by id.
pub(super) const GAME: &str = "spieltisch/game/";
/// Rolls that are half typed in, by the game's id.
pub const TYPED: &str = "spieltisch/typed/";
/// What waits to be played again in a corrected game, by its id.
pub const WAITING: &str = "spieltisch/waiting/";
/// Dice that were seen and taken back, by the game's id and the roll.
pub const SEEN: &str = "spieltisch/seen/";
/// Pieces of games, by id and number.
pub(super) const EVENTS: &str = "spieltisch/events/";

thread_local! {
    /// The game begun last, until it is opened: what was just written need not be read.
    static BEGUN: RefCell<Option<Saved>> = const { RefCell::new(None) };
}

/// A game as it lies in the store.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Its id.
    pub id: String,
    /// Its record, with the seats among the further fields.
    pub record: Record,
    /// Tells it from the same game after anything has changed.
    pub version: Version,
}

/// Tells a game as it was kept from the same game after anything has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version {
    /// A fingerprint of its record.
    record: u64,
    /// How many events stand in that.
    in_record: usize,
    /// Its last piece.
    last: Option<LastPiece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LastPiece {
    number: usize,
    fingerprint: u64,
    full: bool,
}

impl Version {
    fn of(text: &str, in_record: usize) -> Version {
        Version { record: fingerprint(text), in_record, last: None }
    }

    fn with(self, number: usize, piece: &Piece, text: &str) -> Version {
        Version { last: Some(LastPiece { number, fingerprint: fingerprint(text), full: piece.is_full() }), ..self }
    }
}

fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Saved {
    /// When it was kept last.
    pub fn time(&self) -> Time {
        SAVED.read(&self.record).unwrap_or_default()
    }

    /// Whether it has come to its end.
    pub fn is_finished(&self) -> bool {
        !self.record.result.is_null()
    }

    /// Whether anything is in it that would be missed: an event, dice entered by hand, or whatever came from a file. A table that was left
    /// before its first roll is set up again with one tap.
    fn is_begun(&self) -> bool {
        let record = &self.record;
        let entered = ENTERED.is_in(record) && OPENING.is_in(record);
        let beside = || [TYPED, WAITING].iter().any(|beside| is_there(&format!("{beside}{}", self.id)));
        !record.events.is_empty() || self.is_finished() || OPENED.is_in(record) || entered || beside()
    }
}

/// A game being played, as far as it has to be known to keep it.
pub struct Growing<'a> {
    /// How many events it has.
    pub events: usize,
    /// The event at an index.
    pub event: &'a dyn Fn(usize) -> String,
    /// All of it.
    pub whole: &'a dyn Fn() -> Record,
    /// Whether it is over.
    pub over: bool,
}

/// Under which id a new game is kept: no two tabs find the same.
pub fn new_id() -> String {
    format!("{:x}-{:04x}", browser::now() as u64, browser::random_u64() as u16)
}

/// Under which name a game lies in the browser's storage.
pub fn name_of(id: &str) -> String {
    format!("{GAME}{id}")
}

fn name_of_piece(id: &str, number: usize) -> String {
    format!("{EVENTS}{id}/{number:03}")
}

/// Whether something of this game lies under a name.
pub fn is_of_game(name: &str, id: &str) -> bool {
    name == name_of(id) || id_of_piece(name) == Some(id)
}

fn id_of_piece(name: &str) -> Option<&str> {
    name.strip_prefix(EVENTS)?.rsplit_once('/').map(|(id, _)| id)
}

/// Keeps a game whole.
pub fn save_game(id: &str, record: &Record) {
    write_whole(id, record);
}

/// Keeps a new game and hands it to the table that opens it next. Games that were left before anything happened in them are forgotten.
pub fn begin_game(id: &str, record: Record) {
    forget_left();
    let version = write_whole(id, &record);
    BEGUN.replace(Some(Saved { id: id.to_string(), record, version }));
}

fn write_whole(id: &str, record: &Record) -> Version {
    let text = record.to_json();
    // Where it is only held, an older state of it stays in the storage.
    if write(&name_of(id), &text) {
        discard_pieces(id);
    }
    Version::of(&text, record.events.len())
}

/// Forgets the dice of a game that were taken back: they cannot come again.
fn forget_seen(id: &str) {
    let is_of_game = |name: &&String| name.strip_prefix(SEEN).and_then(|rest| rest.split('/').next()) == Some(id);
    names().iter().filter(is_of_game).for_each(|name| discard(name));
}

/// Forgets the games that were left before anything happened in them, those of the last hour apart: one may be open in another tab.
fn forget_left() {
    const HOUR: u64 = 3_600_000;
    let before = Time(browser::time().0.saturating_sub(HOUR));
    stored().filter(|saved| !saved.is_begun() && saved.time() < before).for_each(|saved| drop(delete_game(&saved.id)));
}

fn discard_pieces(id: &str) {
    let pieces = (0..).map(|number| name_of_piece(id, number));
    pieces.take_while(|name| is_there(name)).for_each(|name| discard(&name));
}

/// Keeps what is new in a game that was last seen in this version, and returns the one it has now; nothing is kept where
/// another tab has changed it since.
pub fn update_game(id: &str, game: &Growing<'_>, seen: Version) -> Option<Version> {
    // A game that was deleted in another tab comes back as a whole.
    let gone = !is_there(&name_of(id));
    if !gone && has_changed(id, seen) {
        return None;
    }
    if game.over {
        forget_seen(id);
    }
    if gone || game.over || game.events < seen.in_record {
        return Some(write_whole(id, &(game.whole)()));
    }
    let (number, piece) = Piece::last_of(game.events, seen.in_record, browser::time(), game.event);
    let text = serde_json::to_string(&piece).unwrap_or_default();
    write(&name_of_piece(id, number), &text);
    // What was taken back, or never followed on this.
    discard(&name_of_piece(id, number + 1));
    Some(seen.with(number, &piece, &text))
}

/// Whether another tab has changed a game that was last seen in this version.
pub fn has_changed(id: &str, seen: Version) -> bool {
    let differs = |name: &str, known: u64| read(name).map(|text| fingerprint(&text)) != Some(known);
    let has_gone_on = || match seen.last {
        None => read_piece(id, 0).is_some_and(|(piece, _)| piece.after == seen.in_record),
        Some(last) => {
            differs(&name_of_piece(id, last.number), last.fingerprint) || (last.full && is_there(&name_of_piece(id, last.number + 1)))
        }
    };
    differs(&name_of(id), seen.record) || has_gone_on()
}

fn read_piece(id: &str, number: usize) -> Option<(Piece, String)> {
    let text = read(&name_of_piece(id, number))?;
    Some((serde_json::from_str(&text).ok()?, text))
}

/// The game with this id.
pub fn load_game(id: &str) -> Option<Saved> {
    let text = read(&name_of(id))?;
    let mut record = Record::from_json(text.as_bytes()).ok()?;
    let mut version = Version::of(&text, record.events.len());
    for number in 0.. {
        let Some((piece, text)) = read_piece(id, number) else { break };
        if !piece.join(&mut record) {
            break;
        }
        version = version.with(number, &piece, &text);
        if !piece.is_full() {
            break;
        }
    }
    Some(Saved { id: id.to_string(), record, version })
}

/// The game with this id, as it was begun a moment ago or as it lies in the store.
pub fn open_game(id: &str) -> Option<Saved> {
    BEGUN.take().filter(|begun| begun.id == id).or_else(|| load_game(id))
}

/// Which game the one with this id is.
pub fn game_of(id: &str) -> Option<String> {
    let begun = BEGUN.with_borrow(|begun| begun.as_ref().filter(|begun| begun.id == id).map(|begun| begun.record.game.clone()));
    begun.or_else(|| Some(load_game(id)?.record.game))
}

/// Without the versions of games that a corrected one stands for.
pub fn without_corrected(mut games: Vec<Saved>) -> Vec<Saved> {
    let corrected: Vec<String> = games.iter().filter_map(|saved| Some(CORRECTS.read(&saved.record)?.game)).collect();
    games.retain(|saved| !corrected.contains(&saved.id));
    games
}

/// Everything that lay in the store of a game that was deleted.
#[derive(Clone, Debug)]
pub struct Deleted(Vec<(String, String)>);

/// Forgets a game. What is returned can be put back.
pub fn delete_game(id: &str) -> Deleted {
    let beside = [TYPED, WAITING].map(|beside| format!("{beside}{id}"));
    let seen = format!("{SEEN}{id}/");
    let is_of_it = |name: &String| is_of_game(name, id) || beside.contains(name) || name.starts_with(&seen);
    let deleted: Vec<(String, String)> =
        names().into_iter().filter(is_of_it).filter_map(|name| read(&name).map(|text| (name, text))).collect();
    deleted.iter().for_each(|(name, _)| discard(name));
    super::reviews::forget(id);
    // Now there may be room for what had none.
    super::write_held();
    Deleted(deleted)
}

/// Puts a deleted game back.
pub fn put_back(Deleted(deleted): &Deleted) {
    for (name, text) in deleted {
        write(name, text);
    }
}

fn stored() -> impl Iterator<Item = Saved> {
    names().into_iter().filter_map(|name| load_game(name.strip_prefix(GAME)?))
}

/// All games in which anything has happened, the one played last first.
pub fn all_games() -> Vec<Saved> {
    let mut games: Vec<Saved> = stored().filter(Saved::is_begun).collect();
    games.sort_by_key(|saved| std::cmp::Reverse(saved.time()));
    games
}

/// All games of which something is held and not kept, as records, one per line.
pub fn held_games() -> String {
    let id_of = |name: &String| name.strip_prefix(GAME).or_else(|| id_of_piece(name)).map(str::to_string);
    let mut ids: Vec<String> = HELD.with_borrow(|held| held.keys().filter_map(id_of).collect());
    ids.sort_unstable();
    ids.dedup();
    ids.iter().filter_map(|id| load_game(id)).map(|saved| format!("{}\n", saved.record.to_json())).collect()
}
