//! Where several people share one device and wish it: what the sign that hands it over needs to know.

use leptos::prelude::*;
use spieltisch_core::several_here;

use super::TableGame;
use crate::family::Handing;
use crate::live::GameView;
use crate::parts;

/// The sign; nothing of it is fetched where it is switched off.
pub fn sign<G: TableGame>(play: GameView<G>) -> Option<AnyView> {
    let wished = |live: &crate::live::LocalGame<G>| !live.watched && !live.by_link && live.allowed().hand_over && several_here(&live.seats);
    play.live.with_untracked(wished).then(|| {
        let due = Signal::derive(move || {
            play.with(|live| Some(Handing { player: live.handed_to()?.clone(), turn: format!("{}/{}", live.id, live.clock()) }))
        });
        parts::hand_over(due)
    })
}
