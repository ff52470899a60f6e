//! Where several people share one device and wish it: what the sign that hands it over needs to know.

use leptos::prelude::*;

use super::{TableGame, several_here};
use crate::family::Handing;
use crate::live::Play;
use crate::parts;

/// The sign; nothing of it is fetched where nobody wished for it.
pub fn sign<G: TableGame>(play: Play<G>) -> Option<AnyView> {
    let wished = |live: &crate::live::LiveGame<G>| !live.watched && !live.by_link && live.allowed().hand_over && several_here(&live.seats);
    play.live.with_untracked(wished).then(|| {
        let due = Signal::derive(move || {
            play.with(|live| Some(Handing { player: live.handed_to()?.clone(), turn: format!("{}/{}", live.id, live.clock()) }))
        });
        parts::hand_over(due)
    })
}
