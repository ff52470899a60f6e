//! What a person has chosen and not done yet, for someone who looks away for a moment: at a rule, in another language,
//! or because the device let go of the page.

use std::cell::RefCell;

use leptos::prelude::WithUntracked;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::GameView;
use crate::browser::window;
use crate::table::TableGame;

const NAME: &str = "spieltisch/moment";

/// What was chosen last in this tab.
#[derive(Clone, Serialize, Deserialize)]
struct Moment {
    game: String,
    /// How many events the game had.
    clock: usize,
    what: String,
}

thread_local! {
    static LAST: RefCell<Option<Moment>> = const { RefCell::new(None) };
}

fn storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// Remembers what is chosen at a table, as things stand there; nothing for spectators.
pub fn keep<G: TableGame>(play: GameView<G>, what: &impl Serialize) {
    if play.watch.is_none() {
        let (game, clock) = now(play);
        remember(&game, clock, what);
    }
}

/// What was chosen at a table, where nothing has happened since.
pub fn kept<G: TableGame, T: DeserializeOwned>(play: GameView<G>) -> Option<T> {
    let (game, clock) = now(play);
    recall(&game, clock).filter(|_| play.watch.is_none())
}

fn now<G: TableGame>(play: GameView<G>) -> (String, usize) {
    play.live.with_untracked(|live| (live.id.clone(), live.clock()))
}

/// Remembers what is chosen in a game that has so many events.
fn remember(game: &str, clock: usize, what: &impl Serialize) {
    let moment = Moment { game: game.to_string(), clock, what: serde_json::to_string(what).unwrap_or_default() };
    if let Some(storage) = storage() {
        // A browser without room remembers it until the page is reloaded.
        let _ = storage.set_item(NAME, &serde_json::to_string(&moment).unwrap_or_default());
    }
    LAST.replace(Some(moment));
}

/// What was chosen in a game when it had so many events.
fn recall<T: DeserializeOwned>(game: &str, clock: usize) -> Option<T> {
    let read = || serde_json::from_str(&storage()?.get_item(NAME).ok().flatten()?).ok();
    let moment: Moment = LAST.with_borrow(Clone::clone).or_else(read)?;
    if moment.game != game || moment.clock != clock {
        return None;
    }
    serde_json::from_str(&moment.what).ok()
}
