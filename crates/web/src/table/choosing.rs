//! What is chosen at a table: the core says what taps and presses mean, here they are carried out.

use leptos::prelude::*;
use spieltisch_core::{Next, TableChoice, Tapped};
use spieltisch_rules::Event;

use super::TableGame;
use super::frame::Controls;
use crate::i18n::lang;
use crate::live::{GameView, LocalGame};

/// Does what a tap on the board or on a piece means.
pub fn tap<G: TableGame>(
    play: GameView<G>,
    choice: RwSignal<G::Choice>,
    tap: impl FnOnce(&mut G::Choice, &LocalGame<G>) -> Tapped<G::Move>,
) -> Tapped<G::Move> {
    let mut next = choice.get_untracked();
    let tapped = play.live.with_untracked(|live| tap(&mut next, live));
    if tapped == Tapped::Chosen {
        play.notice.set(None);
    }
    if choice.with_untracked(|now| *now != next) {
        choice.set(next);
    }
    if let Tapped::Play(mv) = tapped
        && play.live.with_untracked(LocalGame::person_acts)
    {
        play.take(Event::Move(mv));
    }
    tapped
}

/// Presses the main button; `true` where a move was made.
pub fn press<G: TableGame>(play: GameView<G>, choice: RwSignal<G::Choice>) -> bool {
    let mut next = choice.get_untracked();
    let (pressed, acts) = play.live.with_untracked(|live| (next.press(live), live.person_acts()));
    match pressed {
        Next::Nothing => false,
        Next::Play(_) | Next::PlayAndRoll(_) if !acts => false,
        Next::Roll => {
            play.throw();
            false
        }
        Next::Ask => {
            play.notice.set(None);
            play.spoken.set(play.live.with_untracked(|live| next.prompt(lang(), live)));
            choice.set(next);
            false
        }
        Next::Play(mv) => play.take(Event::Move(mv)),
        Next::PlayAndRoll(mv) => {
            let played = play.take(Event::Move(mv));
            if played {
                play.throw();
            }
            played
        }
    }
}

/// The next step and the way back, as the choice has them.
pub fn controls<G: TableGame>(play: GameView<G>, choice: RwSignal<G::Choice>) -> Controls {
    Controls {
        label: Signal::derive(move || play.with(|live| choice.read().label(lang(), live))),
        ready: Signal::derive(move || play.with(|live| choice.read().next(live)) != Next::Nothing),
        press: Callback::new(move |()| {
            press(play, choice);
        }),
        asks: Signal::derive(move || choice.read().asks()),
        way_out: Signal::stored(None),
        prompt: Signal::derive(move || play.with(|live| choice.read().prompt(lang(), live))),
        chosen: Signal::derive(move || play.with(|live| choice.read().is_anything(live))),
        let_go: Callback::new(move |()| choice.update(|choice| choice.let_go())),
        digit: Callback::new(move |place: usize| {
            tap(play, choice, |choice, live| choice.tap_piece(live, place));
        }),
    }
}
