//! Dice in the air: each is a cube that flies in, tumbles and comes to rest, in its own time and at a place of its own. Once all lie they
//! slide into order.
//!
//! Only `transform` and `opacity` are animated, so that the browser's compositor does all of it.

use leptos::prelude::*;

use super::TableGame;
use crate::browser;
use crate::live::GameView;
use crate::pieces::die;

/// How one die flies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flight {
    /// How many places beside its own it comes to rest before the dice are ordered.
    pub aside: i32,
    /// When it sets out, in milliseconds.
    pub delay: i32,
    /// How long it flies, in milliseconds.
    pub lasts: i32,
    /// Its turns about the three axes, in degrees.
    pub turns: [i32; 3],
    /// Where it comes from, in hundredths of its width.
    pub from: i32,
}

/// The flights of those dice that are thrown, all of which lie after `lasts` milliseconds; `chance` gives numbers from 0 up to 1.
pub fn flights<const DICE: usize>(thrown: [bool; DICE], lasts: i32, mut chance: impl FnMut() -> f64) -> [Option<Flight>; DICE] {
    let slots: Vec<usize> = (0..DICE).filter(|&slot| thrown[slot]).collect();
    let mut below = |count: usize| ((chance() * count as f64) as usize).min(count.saturating_sub(1));
    let mut places = slots.clone();
    for i in (1..places.len()).rev() {
        places.swap(i, below(i + 1));
    }
    let last = below(slots.len());
    let mut all = [None; DICE];
    for (i, (&slot, &place)) in slots.iter().zip(&places).enumerate() {
        // One die lies last of all; the others set out and come to rest when they like.
        let ends = if i == last { lasts } else { lasts * (62 + below(34) as i32) / 100 };
        let delay = lasts * below(16) as i32 / 100;
        let turn = |whole: i32, more: usize, left: bool| (360 * whole + more as i32) * if left { -1 } else { 1 };
        all[slot] = Some(Flight {
            aside: place as i32 - slot as i32,
            delay,
            lasts: ends - delay,
            turns: [turn(1, below(180), below(2) == 0), turn(1, below(270), below(2) == 0), turn(0, below(180), below(2) == 0)],
            from: below(240) as i32 - 120,
        });
    }
    all
}

/// The flights of the roll that is in the air, and none once it lies. `thrown` says which dice are thrown.
pub fn follow<G: TableGame, const DICE: usize>(
    play: GameView<G>,
    thrown: impl Fn() -> [bool; DICE] + Send + Sync + 'static,
) -> Memo<[Option<Flight>; DICE]> {
    Memo::new(move |_| match play.rolling.with(|rolling| rolling.as_ref().map(|rolling| rolling.lasts)) {
        Some(lasts) => flights(untrack(&thrown), lasts, js_sys::Math::random),
        None => [None; DICE],
    })
}

/// A die that shows `face` where it lies, and a tumbling cube before that.
pub fn show(
    face: impl Fn() -> u8 + Copy + Send + Sync + 'static,
    flight: impl Fn() -> Option<Flight> + Copy + Send + Sync + 'static,
) -> impl IntoView {
    // One by one: the page's policy allows no style as text.
    let how = move |read: fn(&Flight) -> String| move || flight().as_ref().map(read);
    let cube = move || {
        flight()
            .map(|_| view! { <span class="hop" aria-hidden="true"><span class="cube" inner_html=move || die::cube(face())></span></span> })
    };
    view! {
        <span
            class="cast" class:flying=move || flight().is_some()
            style:--aside=how(|flight| flight.aside.to_string())
            style:--delay=how(|flight| format!("{}ms", flight.delay))
            style:--lasts=how(|flight| format!("{}ms", flight.lasts))
            style:--lies=how(|flight| format!("{}ms", flight.delay + flight.lasts))
            style:--x=how(|flight| format!("{}deg", flight.turns[0]))
            style:--y=how(|flight| format!("{}deg", flight.turns[1]))
            style:--z=how(|flight| format!("{}deg", flight.turns[2]))
            style:--from=how(|flight| format!("{}%", flight.from))
        >
            <svg viewBox="0 0 100 104" aria-hidden="true" inner_html=move || die::markup(face())></svg>
            {cube}
        </span>
    }
}

/// A tap or click while dice are in the air only lets them lie: it was not meant for what they will show. In a game that is watched
/// there is nothing to play, and a tap on the next step takes it.
pub fn land_when_tapped<G: TableGame>(play: GameView<G>) {
    let listener = browser::before_clicks(move |event| {
        let inside = browser::is_inside(event, ".stand, .aside, .tray, .actions");
        if !inside || play.rolling.try_with_untracked(Option::is_some) != Some(true) {
            return false;
        }
        if play.live.with_untracked(|live| live.watched) {
            play.land();
            return false;
        }
        // A script's click is no second tap of a double tap.
        if event.is_trusted() { play.hurry() } else { play.land() }
    });
    // Kept until the table goes.
    StoredValue::new_local(listener);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look thrown, the same each time.
    fn chance(mut seed: u64) -> impl FnMut() -> f64 {
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    #[test]
    fn dice_lie_one_after_another_and_the_last_in_time() {
        for seed in 0..200 {
            let all = flights([true; 5], 720, chance(seed));
            let lies: Vec<i32> = all.iter().flatten().map(|flight| flight.delay + flight.lasts).collect();
            assert_eq!(lies.iter().max(), Some(&720), "seed {seed}");
            assert!(lies.iter().any(|&lie| lie < 720), "seed {seed}: not in lockstep");
            assert!(all.iter().flatten().all(|flight| flight.lasts > 300), "seed {seed}: each is seen tumbling");
        }
    }

    #[test]
    fn thrown_dice_change_places_among_themselves_only() {
        let mut moved = 0;
        for seed in 0..200 {
            let thrown = [true, false, true, true, false, true];
            let all = flights(thrown, 720, chance(seed));
            let mut places: Vec<i32> = (0..6).filter_map(|slot| Some(slot as i32 + all[slot]?.aside)).collect();
            moved += usize::from(!places.is_sorted());
            places.sort_unstable();
            assert_eq!(places, [0, 2, 3, 5], "seed {seed}");
            assert!(all[1].is_none() && all[4].is_none(), "kept dice stay");
        }
        assert!(moved > 150, "most rolls lie in no order at first, not {moved} of 200");
    }

    #[test]
    fn no_dice_fly_where_all_are_kept() {
        assert_eq!(flights([false; 5], 720, chance(1)), [None; 5]);
    }
}
