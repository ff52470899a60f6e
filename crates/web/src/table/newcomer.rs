//! The lesson, offered in one line at the table of a game that was never played on this device.

use leptos::prelude::*;
use spieltisch_rules::Game;

use super::TableGame;
use crate::i18n::{Key, tr};
use crate::live::{GameView, Kind, LocalGame};
use crate::store;

/// The offer; it goes as soon as a person plays.
pub fn offer<G: TableGame>(play: GameView<G>) -> Option<impl IntoView> {
    let is_new = play.referee().is_none() && play.live.with_untracked(|live| has_not_begun(live) && is_first(G::INFO.name, &live.id));
    let shown = Memo::new(move |_| is_new && play.with(has_not_begun));
    let line = move || {
        shown.get().then(|| {
            view! { <span class="newcomer">{tr(Key::StartNewcomer)}" "<a id="learn-first" href=format!("#/learn/{}", G::INFO.name)>{tr(Key::StartLearn)}</a></span> }
        })
    };
    is_new.then_some(line)
}

fn has_not_begun<G: Game>(live: &LocalGame<G>) -> bool {
    live.past.iter().all(|past| live.seats[past.seat].kind != Kind::Person)
}

/// Whether this is the first game of its kind here, and its lesson was neither taken nor offered by an earlier version.
fn is_first(game: &str, id: &str) -> bool {
    let known = ["offered", "lesson"].iter().any(|what| store::read(&format!("spieltisch/{what}/{game}")).is_some());
    !known && !store::all_games().iter().any(|saved| saved.record.game == game && saved.id != id)
}
