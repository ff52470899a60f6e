//! The evening's tally: who has won how often, over all games of the last hours.

use leptos::prelude::*;
use spieltisch_records::header::{CONTINUES, OPENED};

use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::store::{self, Saved};

/// How long an evening is, in milliseconds.
const EVENING: f64 = 12.0 * 3600.0 * 1000.0;
const RESET: &str = "spieltisch/evening";

/// Whether a game is one of the evening's: played here from its beginning to its end, among several.
fn counts(saved: &Saved) -> bool {
    let elsewhere = OPENED.is_in(&saved.record) || CONTINUES.is_in(&saved.record);
    saved.is_finished() && saved.record.players.len() > 1 && !elsewhere
}

/// Whether any game was ever played here to its end.
pub fn has_finished() -> bool {
    store::all_games().iter().any(counts)
}

/// Wins by name, the most first; players without a win stand in it too.
fn wins() -> Vec<(String, i64)> {
    let since = store::read(RESET).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) as f64;
    let since = since.max(browser::now() - EVENING);
    let mut wins: Vec<(String, i64)> = Vec::new();
    for saved in store::without_corrected(store::all_games().into_iter().filter(counts).collect()) {
        if (saved.time().0 as f64) < since {
            continue;
        }
        let winners = saved.record.result.get("winners").and_then(|winners| winners.as_array()).cloned().unwrap_or_default();
        for (seat, name) in saved.record.players.iter().enumerate() {
            let won = i64::from(winners.iter().any(|winner| winner.as_u64() == Some(seat as u64)));
            match wins.iter_mut().find(|(known, _)| known == name) {
                Some((_, count)) => *count += won,
                None => wins.push((name.clone(), won)),
            }
        }
    }
    wins.sort_by_key(|&(_, count)| -count);
    wins
}

/// The tally in one line, or nothing before the first game.
pub fn line() -> Option<impl IntoView> {
    let wins: Vec<String> =
        wins().into_iter().map(|(name, count)| texts::start_tally_line(lang(), name, texts::count_wins(lang(), count))).collect();
    (!wins.is_empty()).then(|| view! { <p class="wins">{wins.join(" · ")}</p> })
}

/// The tally with its heading and a way to start over.
pub fn card() -> impl IntoView {
    let shown = RwSignal::new(!wins().is_empty());
    let reset = move |_| {
        store::write(RESET, &(browser::now() as u64).to_string());
        shown.set(false);
    };
    move || {
        shown.get().then(|| {
            view! {
                <section class="card tally-card">
                    <h2>{tr(Key::StartTally)}</h2>
                    {line()}
                    <button class="link" on:click=reset>{tr(Key::StartTallyReset)}</button>
                </section>
            }
        })
    }
}
