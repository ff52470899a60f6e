//! After a few games: an offer to play against a stronger or a gentler computer.

use leptos::prelude::*;

use super::outcomes::{self, Outcome};
use crate::games;
use crate::i18n::{Key, game_name, lang, level_name, texts, tr};
use crate::live::opponent;
use crate::store;

/// So many games in a row against one level say enough.
const GAMES: usize = 3;

/// The level that would suit better, by the last results against this one, the newest first.
fn better_level(now: u8, results: impl Iterator<Item = Outcome>) -> Option<u8> {
    let last: Vec<Outcome> = results.take(GAMES).collect();
    let all = |won| last.len() == GAMES && last.iter().all(|result| result.level == now && result.won == won);
    match now {
        now if now < opponent::STRONGEST && all(true) => Some(now + 1),
        now if now > 1 && all(false) => Some(now - 1),
        _ => None,
    }
}

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
    since.is_none_or(|games| games >= GAMES).then_some(Offer { game, now, better, after })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn results(text: &str, level: u8) -> impl Iterator<Item = Outcome> {
        text.chars().map(move |letter| Outcome { level, won: letter == 'w' }).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn three_in_a_row_against_one_level_bring_an_offer() {
        assert_eq!(better_level(2, results("www", 2)), Some(3));
        assert_eq!(better_level(2, results("llll", 2)), Some(1));
        assert_eq!(better_level(2, results("wwl", 2)), None);
        assert_eq!(better_level(2, results("ww", 2)), None, "not enough of them");
        assert_eq!(better_level(3, results("www", 2)), None, "against another level");
        assert_eq!(better_level(5, results("www", 5)), None, "there is none above");
        assert_eq!(better_level(1, results("lll", 1)), None, "there is none below");
    }
}
