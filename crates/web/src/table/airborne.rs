//! Dice in the air: each is a cube that flies in, tumbles and comes to rest, in its own time and at a place of its own. Once all lie they
//! slide into order, unless the person likes them as they fell.
//!
//! Only `transform` and `opacity` are animated, so that the browser's compositor does all of it.

use leptos::prelude::*;
use spieltisch_core::{Flight, flights};

use super::TableGame;
use crate::app::settings;
use crate::browser;
use crate::live::GameView;
use crate::pieces::die;

/// The flights of the roll that is in the air, and none once it lies. `thrown` says which dice are thrown.
pub fn follow<G: TableGame, const DICE: usize>(
    play: GameView<G>,
    thrown: impl Fn() -> [bool; DICE] + Send + Sync + 'static,
) -> Memo<[Option<Flight>; DICE]> {
    Memo::new(move |_| match play.rolling.with(|rolling| rolling.as_ref().map(|rolling| rolling.lasts)) {
        Some(lasts) => {
            let all = flights(untrack(&thrown), lasts, js_sys::Math::random);
            if settings::dice_stay() { all.map(|flight| flight.map(|flight| Flight { aside: 0, ..flight })) } else { all }
        }
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
