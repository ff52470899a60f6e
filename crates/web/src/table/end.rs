//! The end of a game: who won, how the points came about, and the next game.

use leptos::prelude::*;
use spieltisch_core::{ScorePart, headline, scoring};
use spieltisch_records::DynGame;
use spieltisch_rules::starter::Opening;
use spieltisch_rules::{GameResult, Reason};

use super::frame::{face, mark};
use super::{TableGame, by_hand, press};
use crate::app::{route, settings};
use crate::browser;
use crate::i18n::{Key, lang, tr};
use crate::live::opening::{self, Starter};
use crate::live::{GameView, LocalGame};
use crate::pages::tally;

/// How long each step of the scoring is shown before the next, in milliseconds.
const STEP: i32 = 450;

/// The panel that stands where the next step stood.
pub fn panel<G: TableGame>(play: GameView<G>) -> AnyView {
    let Some(result) = play.live.with_untracked(|live| live.position.result()) else { return ().into_any() };
    let named = play.live.with_untracked(|live| headline(lang(), live, &result));
    let reason = match result.reason {
        Reason::Points => None,
        Reason::FourInARow => Some(tr(Key::EndByRow)),
        Reason::ThreeYatzy => Some(tr(Key::EndByYatzy)),
    };
    let scoring = |live: &LocalGame<G>, seat| scoring(lang(), live, seat, result.reason);
    let steps: Vec<Vec<ScorePart>> = play.live.with_untracked(|live| (0..live.seats.len()).map(|seat| scoring(live, seat)).collect());
    let total = steps.iter().map(Vec::len).max().unwrap_or(0);
    count_on(play.counted, play.settled, total);
    // Until the points are counted nothing tells who has won: neither the title nor the order.
    let settled = play.settled;
    let headline = move || if settled.get() { named.clone() } else { tr(Key::EndCounting).to_string() };
    let rows = move || {
        let settled = settled.get();
        play.live.with_untracked(|live| ranking(live, &result, &steps, play.counted, settled))
    };
    // Who won is what comes next, for the keyboard and for screen readers.
    browser::after(0, || browser::focus_in_place("end-title"));
    // Alone there is no rematch.
    let alone = play.live.with_untracked(|live| live.seats.len() == 1);
    let again_label = if alone { Key::ButtonAgain } else { Key::ButtonRematch };
    let main = press::guarded(Signal::stored(()), Callback::new(move |()| rematch(play)));
    let id = play.live.with_untracked(|live| live.id.clone());
    view! {
        <section class="end card" class:counted=move || settled.get()>
            <h2 tabindex="-1" id="end-title" aria-live="polite">{headline}</h2>
            {reason.map(|reason| view! { <p class="reason">{reason}</p> })}
            <ol class="ranking">{rows}</ol>
            {tally::line().map(|line| view! { <div class="tally"><h3>{tr(Key::EndTally)}</h3>{line}</div> })}
            <div class="buttons">
                {match play.referee() {
                    Some(referee) => referee.end_buttons(),
                    None => view! { <button class="main" id="main-button" class:settling=move || main.settling.get() on:click=move |event| main.press.run(event.is_trusted())>{tr(again_label)}</button> }.into_any(),
                }}
                {ways_on(&id, by_hand::entries_button(play), play.referee().map(|referee| referee.end_more()))}
            </div>
        </section>
    }
    .into_any()
}

/// Where to go from a finished game; what few people want is folded. The same for all games, so that none carries a copy.
fn ways_on(id: &str, entries: Option<AnyView>, by_link: Option<AnyView>) -> AnyView {
    view! {
        <a class="quiet button" id="review" href=format!("#/review/{id}")>{tr(Key::ButtonReview)}</a>
        <details class="ways">
            <summary class="quiet button" id="more-ways">{tr(Key::PlayMore)}</summary>
            <div class="buttons">
                <a class="quiet button" id="share" href=format!("#/share/{id}")>{tr(Key::ButtonShare)}</a>
                <a class="quiet button" href=format!("#/replay/{id}")>{tr(Key::ButtonReplay)}</a>
                {entries}
                {by_link}
                <a class="quiet button" href="#/">{tr(Key::ButtonHome)}</a>
            </div>
        </details>
    }
    .into_any()
}

/// Shows one step of the scoring after the other, or all at once where no motion is wanted; then everything is settled.
fn count_on(counted: RwSignal<usize>, settled: RwSignal<bool>, total: usize) {
    if settings::is_calm() {
        counted.set(total);
    }
    if counted.get_untracked() >= total {
        return settled.set(true);
    }
    browser::after(STEP, move || {
        if counted.try_update(|counted| *counted += 1).is_some() {
            count_on(counted, settled, total);
        }
    });
}

fn ranking<G: TableGame>(
    live: &LocalGame<G>,
    result: &GameResult,
    steps: &[Vec<ScorePart>],
    counted: RwSignal<usize>,
    settled: bool,
) -> Vec<AnyView> {
    let mut seats: Vec<usize> = (0..live.seats.len()).collect();
    if settled {
        seats.sort_by_key(|&seat| (!result.winners.contains(seat), -result.scores[seat]));
    }
    let row = |seat: usize| {
        let (mine, final_score) = (steps[seat].clone(), result.scores[seat]);
        let by_points = result.reason == Reason::Points;
        let points: Vec<i32> = mine.iter().map(|step| step.points).collect();
        let score = move || by_points.then(|| if settled { final_score } else { points.iter().take(counted.get()).sum() });
        let lines = mine.into_iter().enumerate().filter(|(_, step)| !step.text.is_empty());
        let lines = lines.map(|(i, step)| view! { <li class:shown=move || counted.get().gt(&i)>{step.text}</li> }).collect::<Vec<_>>();
        let player = &live.seats[seat];
        view! {
            <li class:winner=settled && result.winners.contains(seat)>
                <div class="player">{mark(player.colour)}<span class="name">{face(player)}{player.name.clone()}</span><span class="score">{score}</span></div>
                <ul class="steps">{lines}</ul>
            </li>
        }
        .into_any()
    };
    seats.into_iter().map(row).collect()
}

/// The next game of the same company, with the same options and board.
fn rematch<G: TableGame>(play: GameView<G>) {
    let id = play.live.with_untracked(|live| {
        let starter = match G::INFO.begins.opening(Some(&live.position.scores())) {
            Opening::RollOff { dice } if live.seats.len() > 1 => Starter::RollOff(dice),
            Opening::Seat(seat) => Starter::Seat(seat),
            // The youngest stays the youngest: they sit first already.
            Opening::AskYoungest | Opening::RollOff { .. } => Starter::Seat(0),
        };
        opening::begin(live.header(), &live.seats, live.allowed(), starter)
    });
    route::go(&format!("#/play/{id}"));
}
