//! The ladder: rolls used, and how high one may still build; and warnings of near wins.

use leptos::prelude::*;
use spieltisch_rules::castro::{Castro, ROLLS};
use spieltisch_rules::{Seat, ToAct};

use super::lines;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{LiveGame, Play};

/// The ladder with the warnings below.
pub fn show(play: Play<Castro>) -> impl IntoView {
    let rolls = Memo::new(move |_| play.with(|live| live.table.state.rolls()));
    let step = move |roll: u8| {
        let height = ROLLS - roll;
        let name = match height {
            0 => texts::castro_play_ladder_step_empty(lang(), roll),
            roofs => texts::castro_play_ladder_step(lang(), roll, texts::count_roofs(lang(), roofs.into())),
        };
        let bricks = (0..height).map(|_| view! { <i></i> }).collect::<Vec<_>>();
        view! {
            <li class:now=move || rolls.get() == roll class:used={move || roll < rolls.get()} aria-label=name aria-current=move || (rolls.get() == roll).then_some("step")>
                <span class="bricks" aria-hidden="true">{bricks}</span>
                <span class="roll" aria-hidden="true">{roll}"."</span>
                <b aria-hidden="true">{height}</b>
            </li>
        }
    };
    view! {
        <section class="ladder card" aria-label=tr(Key::CastroPlayLadder)>
            <h2>{move || play.with(heading)}</h2>
            <ol>{(1..=ROLLS).map(step).collect::<Vec<_>>()}</ol>
            <ul class="warnings" aria-live="polite">{move || play.with(warnings)}</ul>
        </section>
    }
}

/// How high may be built now, and by whom.
fn heading(live: &LiveGame<Castro>) -> String {
    let rolls = live.table.state.rolls();
    match rolls {
        _ if live.to_act() == ToAct::Over => tr(Key::CastroPlayLadder).to_string(),
        0 => tr(Key::CastroPlayLadder).to_string(),
        ROLLS => tr(Key::CastroPlayLadderEmptyOnly).to_string(),
        rolls if live.person_acts() => texts::castro_play_ladder_now(lang(), (ROLLS - rolls).into()),
        rolls => texts::castro_play_ladder_theirs(lang(), (ROLLS - rolls).into(), &live.seats[live.seat_to_act()].name),
    }
}

fn warnings(live: &LiveGame<Castro>) -> Vec<AnyView> {
    let (game, state) = (&live.table.game, &live.table.state);
    if live.to_act() == ToAct::Over {
        return Vec::new();
    }
    let warn = |seat: Seat| {
        let name = &live.seats[seat].name;
        let line = (!lines::three_of_four(state, seat).is_empty()).then(|| texts::castro_play_three_in_line(lang(), name));
        let yatzy = (!lines::two_yatzy(game, state, seat).is_empty()).then(|| texts::castro_play_two_yatzy(lang(), name));
        [line, yatzy].into_iter().flatten()
    };
    (0..live.seats.len()).flat_map(warn).map(|text| view! { <li>{text}</li> }.into_any()).collect()
}
