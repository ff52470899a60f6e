//! All puzzles from the first day to today, by game, with a tick where one was found.

use leptos::prelude::*;
use spieltisch_core::Streak;
use spieltisch_review::puzzles::{Day, FIRST, kept};
use spieltisch_rules::games;

use super::puzzle::local_day;
use super::streak;
use crate::i18n::{Key, game_name, lang, texts, tr};

/// The page of all puzzles.
pub fn page() -> AnyView {
    let today = streak::today();
    let (found, list) = (streak::of(today), kept());
    let of_game = |game: &'static str| {
        let days: Vec<Day> = (FIRST.0..=today.0).rev().map(Day).filter(|&day| list.game(day) == Some(game)).collect();
        let links = days.iter().map(|&day| link(day, today, &found)).collect::<Vec<_>>();
        (!days.is_empty()).then(|| view! { <section><h2>{game_name(game)}</h2><ul class="days">{links}</ul></section> })
    };
    view! {
        <div class="card page puzzles">
            <h1>{tr(Key::PuzzleArchive)}</h1>
            {games::names().into_iter().map(of_game).collect::<Vec<_>>()}
        </div>
    }
    .into_any()
}

fn link(day: Day, today: Day, found: &Streak) -> impl IntoView {
    let found = found.has_found(day.0);
    let name = if day == today { tr(Key::PuzzleToday).to_string() } else { local_day(day) };
    let label = if found { texts::puzzle_solved(lang(), &name) } else { name.clone() };
    view! {
        <li><a class="quiet button" class:found=found href=format!("#/puzzle/{day}") aria-label=label>
            {name}{found.then(|| view! { <span class="tick" aria-hidden="true">"✓"</span> })}
        </a></li>
    }
}
