//! Dice on the table: five of them, rolled, kept and freed.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use spieltisch_rules::ToAct;
use spieltisch_rules::dice::Hand;

use super::TableGame;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{LiveGame, Play, moment};
use crate::pieces;

/// Five dice as they lie: kept ones stay where they are when the others are rolled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tray {
    /// What each die shows; 0 before the first roll.
    pub faces: [u8; 5],
    /// Which dice are kept.
    pub kept: [bool; 5],
    /// Rolls seen; every roll makes the dice tumble again.
    #[serde(skip)]
    pub thrown: u32,
    rolls: u8,
}

impl Tray {
    /// Follows the position: `hand` is all five dice after a roll, the kept ones while a roll is due.
    pub fn follow(&mut self, hand: Hand, rolls: u8) {
        if hand.is_full() {
            self.land(hand, rolls);
        } else {
            self.keep(hand);
        }
        self.rolls = rolls;
    }

    /// Whether these dice lie like this after so many rolls.
    fn shows(&self, hand: Hand, rolls: u8) -> bool {
        let mut lying = self.faces;
        lying.sort_unstable();
        self.rolls == rolls && hand.faces().eq(lying)
    }

    fn land(&mut self, hand: Hand, rolls: u8) {
        if self.shows(hand, rolls) {
            return;
        }
        if rolls == 1 {
            self.kept = [false; 5];
        }
        let mut rest: Vec<u8> = hand.faces().collect();
        for slot in 0..5 {
            if self.kept[slot] {
                match rest.iter().position(|&face| face == self.faces[slot]) {
                    Some(at) => drop(rest.remove(at)),
                    None => self.kept[slot] = false,
                }
            }
        }
        let mut rest = rest.into_iter();
        for slot in (0..5).filter(|&slot| !self.kept[slot]) {
            self.faces[slot] = rest.next().unwrap_or(1);
        }
        self.thrown += 1;
    }

    fn keep(&mut self, hand: Hand) {
        let mut wanted: Vec<u8> = hand.faces().collect();
        for slot in 0..5 {
            let at = wanted.iter().position(|&face| face == self.faces[slot]);
            self.kept[slot] = at.is_some();
            if let Some(at) = at {
                wanted.remove(at);
            }
        }
        // Kept before the page was loaded: where they lay is not known any more.
        for (slot, face) in (0..5).filter(|&slot| !self.kept[slot]).collect::<Vec<_>>().into_iter().zip(wanted) {
            (self.faces[slot], self.kept[slot]) = (face, true);
        }
    }

    /// The places of these dice, those already kept first.
    pub fn places_of(&self, hand: Hand) -> [bool; 5] {
        let mut wanted: Vec<u8> = hand.faces().collect();
        let mut places = [false; 5];
        for slot in (0..5).filter(|&slot| self.kept[slot]).chain((0..5).filter(|&slot| !self.kept[slot])) {
            if let Some(at) = wanted.iter().position(|&face| face == self.faces[slot]) {
                wanted.remove(at);
                places[slot] = true;
            }
        }
        places
    }

    /// The kept dice.
    pub fn kept_hand(&self) -> Hand {
        let kept = (0..5).filter(|&slot| self.kept[slot]).map(|slot| self.faces[slot]);
        kept.fold(Hand::EMPTY, Hand::with)
    }
}

/// Five dice that follow the game.
fn follow<G: TableGame>(play: Play<G>, dice_of: fn(&G::State) -> (Hand, u8)) -> RwSignal<Tray> {
    let (hand, rolls) = play.live.with_untracked(|live| dice_of(&live.table.state));
    // Whoever looked at a rule, changed the language or reloaded the page finds the dice as they kept them.
    let mut tray = moment::kept(play).filter(|tray: &Tray| tray.shows(hand, rolls)).unwrap_or_default();
    tray.follow(hand, rolls);
    let tray = RwSignal::new(tray);
    Effect::new(move |_| moment::keep(play, &*tray.read()));
    Effect::new(move |_| {
        let (hand, rolls) = play.with(|live| dice_of(&live.table.state));
        let mut next = tray.get_untracked();
        next.follow(hand, rolls);
        if next != tray.get_untracked() {
            tray.set(next);
        }
    });
    tray
}

/// Five dice between two rolls: the person at the screen keeps and frees them.
#[derive(Clone, Copy)]
pub struct Keeping {
    /// The dice.
    pub tray: RwSignal<Tray>,
    /// Keeps the die in this place, or frees it.
    pub toggle: Callback<usize>,
    may_keep: Signal<bool>,
    lying: Signal<bool>,
    /// The dice that a hint advises to keep.
    hinted: Signal<[bool; 5]>,
}

/// Five dice that follow the game and can be kept as long as fewer than `most` rolls are used.
/// Whatever was chosen instead is let go.
pub fn keeping<G: TableGame, T: Send + Sync + 'static>(
    play: Play<G>,
    dice_of: fn(&G::State) -> (Hand, u8),
    most: u8,
    chosen: RwSignal<Option<T>>,
    keeps: fn(G::Move) -> Option<Hand>,
) -> Keeping {
    let tray = follow(play, dice_of);
    let used = move |live: &LiveGame<G>| dice_of(&live.table.state).1;
    let may_keep =
        Signal::derive(move || play.with(|live| live.person_acts() && matches!(live.to_act(), ToAct::Move(_)) && used(live) < most));
    let lying = Signal::derive(move || play.with(|live| used(live) > 0));
    let toggle = Callback::new(move |slot: usize| {
        if may_keep.get_untracked() && slot < 5 {
            chosen.set(None);
            play.notice.set(None);
            tray.update(|tray| tray.kept[slot] = !tray.kept[slot]);
        }
    });
    let hinted = Signal::derive(move || {
        let hand = play.hinted.get().and_then(keeps);
        hand.map_or([false; 5], |hand| tray.with(|tray| tray.places_of(hand)))
    });
    Keeping { tray, toggle, may_keep, lying, hinted }
}

/// Shows the five dice.
pub fn show(keeping: Keeping) -> impl IntoView {
    let Keeping { tray, toggle, may_keep: active, lying, hinted } = keeping;
    let die = move |slot: usize| {
        let face = move || tray.with(|tray| tray.faces[slot]);
        let kept = move || tray.with(|tray| tray.kept[slot]);
        let tumble = move || {
            tray.with(|tray| if tray.kept[slot] || tray.thrown == 0 { "" } else { ["tumble-a", "tumble-b"][tray.thrown as usize % 2] })
        };
        let name = move || match face() {
            0 => tr(Key::PlayDice).to_string(),
            face if kept() => texts::grid_die_kept(lang(), face),
            face => texts::grid_die(lang(), face),
        };
        view! {
            <button
                class="die" class:kept=kept class:lying=move || lying.get() class:hinted=move || hinted.get()[slot]
                aria-pressed=move || kept().to_string() aria-label=name
                disabled=move || !active.get()
                on:click=move |_| toggle.run(slot)
            >
                <svg class=tumble viewBox="0 0 100 104" aria-hidden="true" inner_html=move || pieces::die::markup(face())></svg>
            </button>
        }
    };
    view! { <div class="dice" role="group" aria-label=tr(Key::PlayDice)>{(0..5).map(die).collect::<Vec<_>>()}</div> }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> Hand {
        text.parse().unwrap()
    }

    #[test]
    fn kept_dice_stay_in_their_places() {
        let mut tray = Tray::default();
        tray.follow(hand("1 2 4 6 6"), 1);
        assert_eq!(tray.faces, [1, 2, 4, 6, 6]);
        tray.kept[3] = true;
        tray.kept[4] = true;
        tray.follow(hand("6 6"), 1);
        tray.follow(hand("3 5 6 6 6"), 2);
        assert_eq!(tray.faces, [3, 5, 6, 6, 6]);
        assert_eq!(tray.kept, [false, false, false, true, true]);
        assert_eq!(tray.kept_hand(), hand("6 6"));
    }

    #[test]
    fn advised_dice_are_marked_where_they_are_kept_already() {
        let mut tray = Tray::default();
        tray.follow(hand("1 6 6 6 6"), 1);
        tray.kept[3] = true;
        assert_eq!(tray.places_of(hand("6 6")), [false, true, false, true, false]);
        assert_eq!(tray.places_of(Hand::EMPTY), [false; 5]);
    }

    #[test]
    fn dice_kept_before_the_page_was_loaded_lie_somewhere() {
        let mut tray = Tray::default();
        tray.follow(hand("6 6"), 1);
        assert_eq!((tray.faces, tray.kept_hand()), ([6, 6, 0, 0, 0], hand("6 6")));
        tray.follow(hand("3 5 6 6 6"), 2);
        assert_eq!((tray.faces, tray.kept_hand()), ([6, 6, 3, 5, 6], hand("6 6")));
    }

    #[test]
    fn a_new_turn_frees_all_dice() {
        let mut tray = Tray::default();
        tray.follow(hand("1 2 4 6 6"), 1);
        tray.kept[0] = true;
        tray.follow(Hand::EMPTY, 0);
        assert_eq!(tray.kept, [false; 5]);
        tray.follow(hand("1 1 1 1 1"), 1);
        assert_eq!((tray.faces, tray.kept), ([1; 5], [false; 5]));
    }
}
