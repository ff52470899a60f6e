//! The ladder: rolls used, and how high one may still build; and warnings of near wins.

use leptos::prelude::*;
use spieltisch_core::castro;
use spieltisch_rules::castro::{Castro, ROLLS};

use crate::i18n::{Key, lang, texts, tr};
use crate::live::{GameView, LocalGame};

/// The ladder with the warnings below.
pub fn show(play: GameView<Castro>) -> impl IntoView {
    let rolls = Memo::new(move |_| play.with(|live| live.position.state.rolls()));
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
            <h2>{move || play.with(|live| castro::heading(lang(), live))}</h2>
            <ol>{(1..=ROLLS).map(step).collect::<Vec<_>>()}</ol>
            <ul class="warnings" aria-live="polite">{move || play.with(warnings)}</ul>
        </section>
    }
}

fn warnings(live: &LocalGame<Castro>) -> Vec<AnyView> {
    castro::warnings(lang(), live).into_iter().map(|text| view! { <li>{text}</li> }.into_any()).collect()
}
