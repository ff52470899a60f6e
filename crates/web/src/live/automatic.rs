//! What happens by itself: computers roll, think, decide and object.

use leptos::prelude::*;
use spieltisch_bots::Level;
use spieltisch_rules::{Event, Game, Seat, ToAct};

use super::{Kind, LiveGame, Play, silence};
use crate::app::settings;
use crate::table::TableGame;
use crate::{browser, worker};

/// Watches the game and does what nobody at the screen has to do.
pub fn run<G: TableGame>(play: Play<G>) {
    Effect::new(move |_| {
        let step = play.live.with(|live| next_step(live));
        play.silent.set(false);
        if !play.in_charge.get() {
            return;
        }
        let clock = play.live.with_untracked(LiveGame::clock);
        match step {
            Step::Nothing => {}
            Step::Roll => later(play, clock, settings::pace().roll, move || play.throw()),
            Step::Object(mv) => later(play, clock, settings::pace().think * 2, move || {
                play.take(Event::Move(mv));
            }),
            Step::Think { level, calm } => think(play, clock, level, calm),
        }
    });
}

enum Step<G: Game> {
    Nothing,
    Roll,
    Object(G::Move),
    /// The computer decides; `calm` leaves people time to object to the last tile.
    Think {
        level: u8,
        calm: bool,
    },
}

fn next_step<G: TableGame>(live: &LiveGame<G>) -> Step<G> {
    if let Some(mv) = objection(live) {
        return Step::Object(mv);
    }
    let level = |seat: Seat| match live.seats[seat].kind {
        Kind::Person | Kind::Link => None,
        Kind::Computer(level) => Some(level),
    };
    match live.to_act() {
        ToAct::Roll { seat, .. } if level(seat).is_some() => Step::Roll,
        ToAct::Move(seat) => match level(seat) {
            Some(level) => Step::Think { level, calm: person_may_object(live) },
            None => Step::Nothing,
        },
        _ => Step::Nothing,
    }
}

/// The objection of a computer that noticed something.
fn objection<G: TableGame>(live: &LiveGame<G>) -> Option<G::Move> {
    let objectors = live.table.game.objectors(&live.table.state)?;
    let notices = |seat: &Seat| match live.seats[*seat].kind {
        Kind::Computer(level) => G::computer_notices(&live.table.state, Level::numbered(level)),
        Kind::Person | Kind::Link => false,
    };
    live.table.game.objection(objectors.iter().find(notices)?)
}

fn person_may_object<G: Game>(live: &LiveGame<G>) -> bool {
    let objectors = live.table.game.objectors(&live.table.state);
    objectors.is_some_and(|seats| seats.iter().any(|seat| live.seats[seat].kind == Kind::Person))
}

fn think<G: TableGame>(play: Play<G>, clock: usize, level: u8, calm: bool) {
    let record = play.live.with_untracked(LiveGame::record);
    let asked = browser::now();
    silence::watch(play, clock);
    worker::ask_move(&record, level, move |event| {
        let Some(event) = event.and_then(|event| event.parse::<Event<G>>().ok()) else {
            let _ = play.silent.try_set(true);
            return;
        };
        let pace = settings::pace().think * if calm { 4 } else { 1 };
        let waited = (browser::now() - asked) as i32;
        later(play, clock, (pace - waited).max(0), move || {
            let refused = !play.take(event) && play.live.with_untracked(LiveGame::clock) == clock;
            play.silent.set(refused);
        });
    });
}

/// Does something after a while, unless the game has gone on or the page was left.
fn later<G: Game>(play: Play<G>, clock: usize, milliseconds: i32, what: impl FnOnce() + 'static) {
    browser::after(milliseconds, move || {
        let still = play.live.try_with_untracked(|live| live.past.len() == clock);
        if still == Some(true) && play.in_charge.try_get_untracked() == Some(true) {
            what();
        }
    });
}
