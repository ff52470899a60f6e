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
        let name = texts::castro_play_ladder_step(lang(), roll, height);
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
            <h2>{move || heading(rolls.get())}</h2>
            <ol>{(1..=ROLLS).map(step).collect::<Vec<_>>()}</ol>
            <ul class="warnings">{move || play.with(warnings)}</ul>
        </section>
    }
}

fn heading(rolls: u8) -> String {
    match rolls {
        0 => tr(Key::CastroPlayLadder).to_string(),
        ROLLS => tr(Key::CastroPlayLadderEmptyOnly).to_string(),
        rolls => texts::castro_play_ladder_now(lang(), (ROLLS - rolls).into()),
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
