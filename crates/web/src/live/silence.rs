//! A computer that does not answer: after a while that is said, and the person can go on.

use leptos::prelude::*;
use spieltisch_rules::{Event, ToAct};

use super::{GameView, LocalGame};
use crate::browser;
use crate::table::TableGame;
use crate::worker::{self, studying};

/// How long a computer may take before something is said, in milliseconds.
const PATIENCE: i32 = 12_000;

/// Watches over a question that was asked when the game had so many events.
pub fn watch<G: TableGame>(play: GameView<G>, clock: usize) {
    browser::after(PATIENCE, move || {
        let waits = play.live.try_with_untracked(|live| live.clock() == clock) == Some(true);
        if !waits || play.in_charge.try_get_untracked() != Some(true) {
            return;
        }
        // While a board is learned the person sees how far that is.
        if studying::is_running() {
            return watch(play, clock);
        }
        play.silent.set(true);
    });
}

/// Asks the computer again, in a new worker.
pub fn ask_again<G: TableGame>(play: GameView<G>) {
    play.silent.set(false);
    worker::ask_again();
    watch(play, play.live.with_untracked(LocalGame::clock));
}

/// Makes any move the rules allow, for a computer that does not answer.
pub fn let_chance_decide<G: TableGame>(play: GameView<G>) {
    play.silent.set(false);
    let mv = play.live.with_untracked(|live| {
        let (game, state) = (&live.position.game, &live.position.state);
        let count = match game.to_act(state) {
            ToAct::Move(_) => game.count_moves(state),
            ToAct::Roll { .. } | ToAct::Over => 0,
        };
        (count > 0).then(|| game.nth_move(state, (browser::random_u64() % count as u64) as usize)).flatten()
    });
    if let Some(mv) = mv {
        play.take(Event::Move(mv));
    }
}
