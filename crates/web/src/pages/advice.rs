//! After a few games: an offer to play against a stronger or a gentler computer.

use leptos::prelude::*;
use spieltisch_core::{IN_A_ROW, better_level};

use super::outcomes;
use crate::games;
use crate::i18n::{Key, game_name, lang, level_name, texts, tr};
use crate::live::opponent;
use crate::store;

/// Under this name stands the game after whose end the offer was declined.
fn declined(game: &str) -> String {
    format!("spieltisch/opponent/{game}/declined")
}

struct Offer {
    game: &'static str,
    now: u8,
    better: u8,
    /// The newest game it rests on.
    after: String,
}

fn offer(game: &'static str) -> Option<Offer> {
    let now = opponent::level(game);
    let known = outcomes::of(game);
    let better = better_level(now, known.iter().map(|(_, result)| *result))?;
    let after = known.first()?.0.clone();
    // What was declined is asked again after as many further games.
    let since = store::read(&declined(game)).and_then(|id| known.iter().position(|(known, _)| *known == id));
    since.is_none_or(|games| games >= IN_A_ROW).then_some(Offer { game, now, better, after })
}

/// The offer, where there is one.
pub fn card() -> AnyView {
    let shown = RwSignal::new(true);
    let Some(Offer { game, now, better, after }) = games::faces().into_iter().find_map(|face| offer(face.info().name)) else {
        return ().into_any();
    };
    let text =
        if better > now { texts::opponent_up(lang(), game_name(game), now) } else { texts::opponent_down(lang(), game_name(game), now) };
    let take = move |_| {
        opponent::remember(game, better);
        shown.set(false);
        // The cards of the games show the level too.
        crate::browser::redraw();
    };
    let decline = move |_| {
        store::write(&declined(game), &after);
        shown.set(false);
    };
    (move || {
        shown.get().then(|| {
            view! {
                <section class="card waiting advice">
                    <p>{text.clone()}</p>
                    <button class="main" id="take-level" on:click=take>{texts::setup_level_named(lang(), better, level_name(better))}</button>
                    <button class="quiet" id="keep-level" on:click=decline.clone()>{tr(Key::OpponentStay)}</button>
                </section>
            }
        })
    })
    .into_any()
}
