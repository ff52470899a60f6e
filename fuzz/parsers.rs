//! Everything that is parsed, one function for each kind of input. None may panic, whatever the bytes, and what was read must be written so
//! that it reads back. Each says whether it could read the bytes.
//!
//! The fuzz targets call these functions with bytes of their own, `crates/testkit/tests/suite/corpus.rs` with those in `seeds`.

use serde::Serialize;
use serde::de::DeserializeOwned;
use spieltisch_bots::value_store::fingerprint;
use spieltisch_bots::{castro, crowns};
use spieltisch_protocol::{ClientMessage, LogEntry, NewTable, ServerMessage, Subscription, TableReplica};
use spieltisch_records::{Record, replay};
use spieltisch_rules::board_file::BoardFile;
use spieltisch_rules::{Event, Game, ToAct, for_each_game};

/// Events of any game, one a line, played as far as the rules allow.
pub fn notation(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    macro_rules! any {
        ($($folder:ident: $game:ty),* $(,)?) => { false $(| events::<$game>(text))* };
    }
    for_each_game!(any)
}

fn events<G: Game>(text: &str) -> bool {
    let game = G::new(2, G::Options::default(), G::Board::default()).expect("a game for two");
    let mut state = game.start();
    let mut played = 0;
    for line in text.lines() {
        let Ok(event) = line.parse::<Event<G>>() else { continue };
        let written = event.to_string();
        let again = written.parse::<Event<G>>().map(|event| event.to_string());
        assert_eq!(again.as_ref(), Ok(&written), "{line:?} reads back");
        let before = state.clone();
        if game.take(&mut state, event).is_err() {
            assert!(state == before, "{line:?} is refused and changes nothing");
            continue;
        }
        played += 1;
        assert_eq!(game.count_moves(&state) > 0, matches!(game.to_act(&state), ToAct::Move(_)), "moves where one is due");
        assert_eq!(game.result(&state).is_some(), game.to_act(&state) == ToAct::Over, "a result at the end");
    }
    played > 0
}

/// A record, replayed.
pub fn records(data: &[u8]) -> bool {
    let Ok(mut record) = Record::from_json(data) else { return false };
    let again = Record::from_json(record.to_json().as_bytes()).expect("a record reads back");
    assert_eq!((&again.game, &again.players, &again.events), (&record.game, &record.players, &record.events));
    if replay(&mut record).is_err() {
        return false;
    }
    let replayed = record.clone();
    assert!(replay(&mut record).is_ok() && record == replayed, "a replay changes nothing the second time");
    true
}

/// A message of a client or the server, a table to be set up, a wish to be told, or the log of a table.
pub fn messages(data: &[u8]) -> bool {
    let log: Vec<LogEntry> = serde_json::from_slice(data).unwrap_or_default();
    let mut table = TableReplica::default();
    for step in &log {
        let _ = table.take(step);
    }
    !log.is_empty()
        | reads_back::<ClientMessage>(data)
        | reads_back::<ServerMessage>(data)
        | reads_back::<NewTable>(data)
        | reads_back::<Subscription>(data)
}

fn reads_back<T: Serialize + DeserializeOwned>(data: &[u8]) -> bool {
    let Ok(message) = serde_json::from_slice::<T>(data) else { return false };
    let written = serde_json::to_string(&message).expect("a message can be written");
    let again = serde_json::from_str::<T>(&written).map(|message| serde_json::to_string(&message).ok());
    assert_eq!(again.ok().flatten(), Some(written));
    true
}

/// A board of one's own, for any game that has one.
pub fn board_files(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    macro_rules! any {
        ($($folder:ident: $game:ty),* $(,)?) => { false $(| board::<$game>(text))* };
    }
    for_each_game!(any)
}

fn board<G: Game>(text: &str) -> bool {
    let Ok(board) = G::Board::from_toml(text) else { return false };
    assert!(G::Board::from_toml(&board.to_toml()).as_ref() == Ok(&board), "a board reads back");
    G::new(*G::INFO.players.start(), G::Options::default(), board).is_ok()
}

/// Learned values: as they are, and with the check sum that no fuzzer would find.
pub fn values(data: &[u8]) -> bool {
    let sum = fingerprint(data.iter().copied()).to_le_bytes();
    let sealed = [data, &sum].concat();
    [data, &sealed].map(is_values).contains(&true)
}

fn is_values(data: &[u8]) -> bool {
    let castro = castro::Values::from_bytes(data).map(|values| castro::Values::from_bytes(&values.to_bytes()).is_ok());
    let crowns = crowns::values::Values::from_bytes(data).map(|values| crowns::values::Values::from_bytes(&values.to_bytes()).is_ok());
    assert!(castro != Ok(false) && crowns != Ok(false), "values read back");
    castro.is_ok() | crowns.is_ok() | crowns::duel::Duel::from_bytes(data).is_ok() | crowns::train::Checkpoint::from_bytes(data).is_ok()
}
