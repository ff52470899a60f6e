//! Dice on the table: five of them, rolled, kept and freed.

use leptos::prelude::*;
use spieltisch_core::{DiceChoice, FiveDice, Flight, TableChoice, Tray, may_keep};

use super::airborne;
use super::{TableGame, choosing};
use crate::app::settings;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{GameView, moment};

/// What is chosen between two rolls. It follows the game.
pub fn choice<G, T>(play: GameView<G>) -> RwSignal<DiceChoice<T>>
where
    G: TableGame<Choice = DiceChoice<T>> + FiveDice,
    T: Copy + PartialEq + Send + Sync + 'static,
    DiceChoice<T>: TableChoice<G>,
{
    // After a look at a rule, another language or a reload of the page the dice lie as they were kept.
    let mut now = DiceChoice::default();
    if let Some(tray) = moment::kept::<G, Tray>(play) {
        now = play.live.with_untracked(|live| now.with_tray(live, tray));
    }
    now.tray.unsorted = settings::dice_stay();
    play.live.with_untracked(|live| TableChoice::<G>::follow(&mut now, live));
    let choice = RwSignal::new(now);
    let tray = Memo::new(move |_| choice.read().tray.clone());
    Effect::new(move |_| moment::keep(play, &*tray.read()));
    Effect::new(move |_| {
        let mut next = choice.get_untracked();
        play.live.with(|live| TableChoice::<G>::follow(&mut next, live));
        if choice.with_untracked(|now| *now != next) {
            choice.set(next);
        }
    });
    choice
}

/// Five dice between two rolls: the person at the screen keeps and frees them.
#[derive(Clone, Copy)]
pub struct DiceKeeper {
    tray: Memo<Tray>,
    /// Keeps the die in this place, or frees it.
    toggle: Callback<usize>,
    may_keep: Signal<bool>,
    lying: Signal<bool>,
    /// The dice that a hint advises to keep.
    hinted: Signal<[bool; 5]>,
    /// The dice that are kept against a hint: they are freed first.
    unwanted: Signal<[bool; 5]>,
    flights: Memo<[Option<Flight>; 5]>,
}

/// Five dice that can be kept as long as a roll is left.
pub fn keeping<G, T>(play: GameView<G>, choice: RwSignal<DiceChoice<T>>) -> DiceKeeper
where
    G: TableGame<Choice = DiceChoice<T>> + FiveDice,
    T: Copy + PartialEq + Send + Sync + 'static,
    DiceChoice<T>: TableChoice<G>,
{
    let tray = Memo::new(move |_| choice.read().tray.clone());
    let may_keep = Signal::derive(move || play.with(may_keep));
    let lying = Signal::derive(move || play.live.with(|live| G::dice(&live.position.state).1 > 0));
    let flights = airborne::follow(play, move || tray.with(|tray| tray.kept.map(|kept| !kept)));
    let toggle = Callback::new(move |slot: usize| {
        choosing::tap(play, choice, |choice, live| choice.tap_piece(live, slot));
    });
    let advised = move || play.hinted.get().filter(|_| !play.is_rolling()).and_then(G::kept_by);
    let unwanted = Signal::derive(move || advised().map_or([false; 5], |hand| tray.with(|tray| tray.kept_against(hand))));
    let hinted = Signal::derive(move || {
        let freed_first = unwanted.get().contains(&true);
        advised().filter(|_| !freed_first).map_or([false; 5], |hand| tray.with(|tray| tray.places_of(hand)))
    });
    DiceKeeper { tray, toggle, may_keep, lying, hinted, unwanted, flights }
}

/// Shows the five dice.
pub fn show(keeping: DiceKeeper) -> impl IntoView {
    let DiceKeeper { tray, toggle, may_keep: active, lying, hinted, unwanted, flights } = keeping;
    let die = move |slot: usize| {
        let face = move || tray.with(|tray| tray.faces[slot]);
        let kept = move || tray.with(|tray| tray.kept[slot]);
        let name = move || match face() {
            0 => tr(Key::PlayDice).to_string(),
            face if kept() => texts::grid_die_kept(lang(), face),
            face => texts::grid_die(lang(), face),
        };
        view! {
            <button
                class="die" class:kept=kept class:lying=move || lying.get() class:hinted=move || hinted.get()[slot]
                class:unwanted=move || unwanted.get()[slot]
                aria-pressed=move || kept().to_string() aria-label=name
                disabled=move || !active.get()
                on:click=move |_| toggle.run(slot)
            >
                {airborne::show(face, move || flights.get()[slot])}
            </button>
        }
    };
    view! { <div class="dice" role="group" aria-label=tr(Key::PlayDice)>{(0..5).map(die).collect::<Vec<_>>()}</div> }
}
