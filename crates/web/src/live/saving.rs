//! Keeping the game in the browser after every event.

use spieltisch_records::header::SAVED;
use spieltisch_rules::{Game, ToAct};

use super::LocalGame;
use crate::browser;
use crate::store::{self, Growing, Version};

/// Keeps a game that was last seen in the storage as `version`, and returns its version now; `None` where it has gone on in another
/// tab meanwhile. What is watched or decided elsewhere is not kept here.
pub fn save<G: Game>(game: &LocalGame<G>, version: Version) -> Option<Version> {
    if game.watched || game.by_link {
        return Some(version);
    }
    let whole = || {
        let mut record = game.record();
        SAVED.write(&mut record, &browser::time());
        record
    };
    let growing = Growing {
        events: game.past.len(),
        event: &|index| game.past[index].event.to_string(),
        whole: &whole,
        over: game.to_act() == ToAct::Over,
    };
    store::update_game(&game.id, &growing, version)
}
