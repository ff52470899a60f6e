//! What happens by itself: computers roll, think, decide and object.

use leptos::prelude::*;
use spieltisch_rules::{Event, Game, MAX_SEATS, Seat, ToAct};

use super::{GameView, Kind, LocalGame, Stamp, silence};
use crate::app::settings;
use crate::table::TableGame;
use crate::{browser, worker};

/// Watches the game and does what needs no one at the screen.
pub fn run<G: TableGame>(play: GameView<G>) {
    Effect::new(move |_| {
        let (due, stamp) = play.live.with(|live| (due(live), live.stamp()));
        play.silent.set(false);
        // Computers, too, see dice only once they lie.
        if !play.in_charge.get() || play.is_rolling() {
            return;
        }
        match due {
            BotAction::Nothing => {}
            BotAction::Roll => later(play, stamp, settings::pace().roll, move || play.throw()),
            BotAction::Decision(decision) => decide(play, stamp, decision),
            BotAction::Objection { levels, or_else } => object(play, stamp, levels, or_else),
        }
    });
}

/// What computers have to do.
enum BotAction {
    Nothing,
    Roll,
    Decision(BotDecision),
    /// They look at the last move; if no one objects to it, a computer may have to decide.
    Objection {
        /// The levels of those who may object, by seat, 0 for all others.
        levels: [u8; MAX_SEATS],
        or_else: Option<BotDecision>,
    },
}

/// A decision of a computer.
#[derive(Clone, Copy)]
struct BotDecision {
    level: u8,
    /// Whether it leaves people time to object to the last tile.
    calm: bool,
}

fn due<G: TableGame>(live: &LocalGame<G>) -> BotAction {
    let level = |seat: Seat| match live.seats[seat].kind {
        Kind::Person | Kind::Link => 0,
        Kind::Computer(level) => level,
    };
    let seat = match live.to_act() {
        ToAct::Roll { seat, .. } if level(seat) > 0 && !live.is_roll_entered() => return BotAction::Roll,
        ToAct::Move(seat) => seat,
        ToAct::Roll { .. } | ToAct::Over => return BotAction::Nothing,
    };
    let objectors = live.position.game.objectors(&live.position.state).unwrap_or_default();
    let calm = objectors.iter().any(|seat| live.seats[seat].kind == Kind::Person);
    let decision = (level(seat) > 0).then(|| BotDecision { level: level(seat), calm });
    let levels = std::array::from_fn(|seat| if objectors.contains(seat) { level(seat) } else { 0 });
    match decision {
        or_else if levels != [0; MAX_SEATS] => BotAction::Objection { levels, or_else },
        Some(decision) => BotAction::Decision(decision),
        None => BotAction::Nothing,
    }
}

fn object<G: TableGame>(play: GameView<G>, stamp: Stamp, levels: [u8; MAX_SEATS], or_else: Option<BotDecision>) {
    let record = play.live.with_untracked(LocalGame::record);
    if or_else.is_some() {
        silence::watch(play, stamp.0);
    }
    worker::ask_objection(&record, levels, move |event| match (event.and_then(|event| event.parse::<Event<G>>().ok()), or_else) {
        (Some(objection), _) => later(play, stamp, settings::pace().think * 2, move || {
            play.take(objection);
        }),
        (None, Some(decision)) if is_still_so(play, stamp) => decide(play, stamp, decision),
        (None, _) => {}
    });
}

fn decide<G: TableGame>(play: GameView<G>, stamp: Stamp, decision: BotDecision) {
    let record = play.live.with_untracked(LocalGame::record);
    let asked = browser::now();
    silence::watch(play, stamp.0);
    worker::ask_move(&record, decision.level, move |event| {
        let Some(event) = event.and_then(|event| event.parse::<Event<G>>().ok()) else {
            let _ = play.silent.try_set(true);
            return;
        };
        let pace = settings::pace().think * if decision.calm { 4 } else { 1 };
        let waited = (browser::now() - asked) as i32;
        later(play, stamp, (pace - waited).max(0), move || {
            let refused = !play.take(event) && play.live.with_untracked(LocalGame::stamp) == stamp;
            play.silent.set(refused);
        });
    });
}

/// Whether the game has not gone on, in a page that is still shown and in charge of it.
fn is_still_so<G: Game>(play: GameView<G>, stamp: Stamp) -> bool {
    play.live.try_with_untracked(LocalGame::stamp) == Some(stamp) && play.in_charge.try_get_untracked() == Some(true)
}

/// Does something after a while, unless the game has gone on or the page was left.
fn later<G: Game>(play: GameView<G>, stamp: Stamp, milliseconds: i32, what: impl FnOnce() + 'static) {
    browser::after(milliseconds, move || {
        if is_still_so(play, stamp) {
            what();
        }
    });
}
