//! The end of a game: who won, how the points came about, and the next game.

use leptos::prelude::*;
use spieltisch_records::Session;
use spieltisch_rules::starter::Opening;
use spieltisch_rules::{GameResult, Reason};

use super::frame::{face, mark};
use super::{ScorePart, TableGame, by_hand, press};
use crate::app::{route, settings};
use crate::browser;
use crate::i18n::{Key, lang, points, texts, tr};
use crate::live::opening::{self, Starter};
use crate::live::{LiveGame, Play};
use crate::pages::tally;

/// How long each step of the scoring is shown before the next, in milliseconds.
const STEP: i32 = 450;

/// The panel that stands where the next step stood.
pub fn panel<G: TableGame>(play: Play<G>) -> AnyView {
    let Some(result) = play.live.with_untracked(|live| live.table.result()) else { return ().into_any() };
    let headline = play.live.with_untracked(|live| headline(live, &result));
    let reason = match result.reason {
        Reason::Points => None,
        Reason::FourInARow => Some(tr(Key::EndByRow)),
        Reason::ThreeYatzy => Some(tr(Key::EndByYatzy)),
    };
    // Points that decided nothing are not counted: whoever lost may have more of them.
    let scoring = |live: &LiveGame<G>, seat| if reason.is_none() { G::scoring(live, seat) } else { Vec::new() };
    let steps: Vec<Vec<ScorePart>> = play.live.with_untracked(|live| (0..live.seats.len()).map(|seat| scoring(live, seat)).collect());
    let total = steps.iter().map(Vec::len).max().unwrap_or(0);
    count_on(play.counted, total);
    let rows = play.live.with_untracked(|live| ranking(live, &result, &steps, play.counted, total));
    // Who won is what comes next, for the keyboard and for screen readers.
    browser::after(0, || browser::focus("end-title"));
    // Alone there is nobody to take revenge on.
    let alone = play.live.with_untracked(|live| live.seats.len() == 1);
    let again_label = if alone { Key::ButtonAgain } else { Key::ButtonRematch };
    let main = press::guarded(Signal::stored(()), Callback::new(move |()| rematch(play)));
    let id = play.live.with_untracked(|live| live.id.clone());
    view! {
        <section class="end card" class:counted=move || play.counted.get().ge(&total)>
            <h2 tabindex="-1" id="end-title">{headline}</h2>
            {reason.map(|reason| view! { <p class="reason">{reason}</p> })}
            <ol class="ranking">{rows}</ol>
            {tally::line().map(|line| view! { <div class="tally"><h3>{tr(Key::EndTally)}</h3>{line}</div> })}
            <div class="buttons">
                {match play.referee() {
                    Some(referee) => referee.end_buttons(),
                    None => view! { <button class="main" id="main-button" class:settling=move || main.settling.get() on:click=move |event| main.press.run(event.is_trusted())>{tr(again_label)}</button> }.into_any(),
                }}
                {by_hand::entries_button(play)}
                {ways_on(&id)}
            </div>
        </section>
    }
    .into_any()
}

/// Where to go from a finished game. The same for all games, so that none carries a copy.
fn ways_on(id: &str) -> AnyView {
    view! {
        <a class="quiet button" id="review" href=format!("#/review/{id}")>{tr(Key::ButtonReview)}</a>
        <a class="quiet button" href=format!("#/replay/{id}")>{tr(Key::ButtonReplay)}</a>
        <a class="quiet button" id="share" href=format!("#/share/{id}")>{tr(Key::ButtonShare)}</a>
        <a class="quiet button" href="#/">{tr(Key::ButtonHome)}</a>
    }
    .into_any()
}

fn headline<G: TableGame>(live: &LiveGame<G>, result: &GameResult) -> String {
    let names: Vec<&str> = result.winners.iter().map(|seat| live.seats[seat].name.as_str()).collect();
    match names.as_slice() {
        _ if live.seats.len() == 1 => texts::end_alone(lang(), points(result.scores[0])),
        [name] => texts::end_wins(lang(), name),
        names => texts::end_shared(lang(), texts::list(lang(), names)),
    }
}

/// Shows one step of the scoring after the other, or all at once where no motion is wanted.
fn count_on(counted: RwSignal<usize>, total: usize) {
    if settings::is_calm() {
        counted.set(total);
    }
    if counted.get_untracked() < total {
        browser::after(STEP, move || {
            if counted.try_update(|counted| *counted += 1).is_some() {
                count_on(counted, total);
            }
        });
    }
}

fn ranking<G: TableGame>(
    live: &LiveGame<G>,
    result: &GameResult,
    steps: &[Vec<ScorePart>],
    counted: RwSignal<usize>,
    total: usize,
) -> Vec<AnyView> {
    let mut seats: Vec<usize> = (0..live.seats.len()).collect();
    seats.sort_by_key(|&seat| (!result.winners.contains(seat), -result.scores[seat]));
    let row = |seat: usize| {
        let (mine, final_score) = (steps[seat].clone(), result.scores[seat]);
        let by_points = result.reason == Reason::Points;
        let points: Vec<i32> = mine.iter().map(|step| step.points).collect();
        let score = move || {
            by_points.then(|| match counted.get() {
                all if all >= total => final_score,
                some => points.iter().take(some).sum(),
            })
        };
        let lines = mine.into_iter().enumerate().filter(|(_, step)| !step.text.is_empty());
        let lines = lines.map(|(i, step)| view! { <li class:shown=move || counted.get().gt(&i)>{step.text}</li> }).collect::<Vec<_>>();
        let player = &live.seats[seat];
        view! {
            <li class:winner=result.winners.contains(seat)>
                <div class="player">{mark(player.colour)}<span class="name">{face(player)}{player.name.clone()}</span><span class="score">{score}</span></div>
                <ul class="steps">{lines}</ul>
            </li>
        }
        .into_any()
    };
    seats.into_iter().map(row).collect()
}

/// The next game of the same company, with the same options and board.
fn rematch<G: TableGame>(play: Play<G>) {
    let id = play.live.with_untracked(|live| {
        let starter = match G::INFO.begins.opening(Some(&live.table.scores())) {
            Opening::RollOff { dice } if live.seats.len() > 1 => Starter::RollOff(dice),
            Opening::Seat(seat) => Starter::Seat(seat),
            // The youngest stays the youngest: they sit first already.
            Opening::AskYoungest | Opening::RollOff { .. } => Starter::Seat(0),
        };
        opening::begin(live.header(), &live.seats, live.allowed(), starter)
    });
    route::go(&format!("#/play/{id}"));
}
