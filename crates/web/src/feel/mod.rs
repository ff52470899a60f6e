//! What is heard and felt of a game: dice in a tray, wood, chips, a small fanfare.
//!
//! Here stands only who says when; what sounds and trembles is a part of its own.

mod celebration;
mod sound;

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_rules::{Event, ToAct};

use crate::app::settings;
use crate::live::{Kind, LiveGame, Play};
use crate::table::TableGame;
use crate::{browser, parts};

/// Something that can be heard or felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Felt {
    /// Dice fall into the tray.
    Dice,
    /// A piece of wood is put down.
    Wood,
    /// Chips are put down.
    Chips,
    /// Somebody at this screen has won.
    Win,
    /// It is the turn of somebody who looks elsewhere.
    Turn,
}

/// The first game comes first: until so many milliseconds after the page was opened nothing is fetched for this.
const LATER: f64 = 4000.0;

/// Follows a game.
pub fn follow<G: TableGame>(play: Play<G>) {
    Effect::new(move |before: Option<usize>| {
        let (clock, felt) = play.live.with(|live| (live.clock(), felt(live)));
        if let Some(felt) = felt.filter(|_| before.is_some_and(|before| clock > before)) {
            let_feel(felt);
        }
        clock
    });
}

fn felt<G: TableGame>(live: &LiveGame<G>) -> Option<Felt> {
    if live.to_act() == ToAct::Over {
        let result = live.table.game.result(&live.table.state)?;
        let here = |seat: usize| live.seats[seat].kind == Kind::Person;
        return Some(if result.winners.iter().any(here) { Felt::Win } else { G::PIECE });
    }
    match live.past.last()?.event {
        Event::Roll(_) => Some(Felt::Dice),
        // Dice that are kept lie where they are.
        Event::Move(_) if matches!(live.to_act(), ToAct::Roll { .. }) && !live.table.game.begins_turn(&live.table.state) => None,
        Event::Move(_) => Some(G::PIECE),
    }
}

/// Nothing where no motion is wanted, and nothing that was switched off.
fn let_feel(felt: Felt) {
    if settings::is_calm() || browser::ticks() < LATER {
        return;
    }
    spawn_local(async move {
        // Without the part the game goes on in silence.
        let _ = parts::feel(felt).await;
    });
}

/// Lets somebody hear and feel it, as they wish.
pub fn now(felt: Felt) {
    let settings = settings::get();
    let is_off = |choice: &Option<String>| choice.as_deref() == Some("off");
    // Before the first tap a browser would only complain.
    if !browser::was_tapped() {
        return;
    }
    if !is_off(&settings.sound) {
        sound::play(felt);
    }
    if !is_off(&settings.touch) {
        let pattern: &[u32] = match felt {
            Felt::Dice => &[12, 40, 8, 50, 14],
            Felt::Wood | Felt::Chips => &[10],
            Felt::Win => &[30, 60, 30, 60, 90],
            Felt::Turn => &[40, 80, 40],
        };
        browser::vibrate(pattern);
    }
    if felt == Felt::Win && settings.speed.as_deref() != Some("fast") {
        celebration::show();
    }
}
