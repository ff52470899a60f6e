//! What a table by link agrees on besides the rules, as part of the set-up.

use leptos::prelude::*;
use spieltisch_protocol::Terms;

use super::words;
use crate::browser::{is_ticked, value_of};
use crate::i18n::{Key, lang, texts, tr};

/// After how many seconds a computer can stand in.
const STAND_IN: [u32; 4] = [60, 300, 900, 3600];
/// How many seconds a turn can have.
const TURN: [u32; 6] = [30, 60, 120, 300, 86_400, 3 * 86_400];

/// The choices; `dice` tells whether the game has dice that could be the same for all.
pub fn show(terms: RwSignal<Terms>, dice: bool) -> AnyView {
    let same = dice.then(|| {
        switch("same-dice", Key::OnlineSameDice, Key::OnlineSameDiceHelp, terms, |terms| terms.same_dice, |terms, on| terms.same_dice = on)
    });
    let chat = switch("chat", Key::OnlineChat, Key::OnlineChatHelp, terms, |terms| terms.chat, |terms, on| terms.chat = on);
    let stand_in =
        span("stand-in", [Key::OnlineStandIn, Key::OnlineStandInHelp, Key::OnlineNever], &STAND_IN, terms, |terms| &mut terms.stand_in);
    let turn = span("turn", [Key::OnlineTurnTime, Key::OnlineTurnTimeHelp, Key::OnlineNoLimit], &TURN, terms, |terms| &mut terms.turn);
    view! {
        <section class="terms">
            {same}
            {chat}
            {stand_in}
            {turn}
            <p class="fine">{texts::format_labelled(lang(), tr(Key::OptionUndo), tr(Key::OnlineTakebackHelp))}</p>
            <p class="fine">{texts::format_labelled(lang(), texts::list(lang(), &[tr(Key::OptionMarks), tr(Key::OptionChances)]), tr(Key::OnlineAgreeLater))}</p>
        </section>
    }
    .into_any()
}

/// What is agreed besides the rules, in short lines.
pub fn lines(terms: &Terms) -> Vec<String> {
    let mut lines = Vec::new();
    if terms.same_dice {
        lines.push(tr(Key::OnlineSameDice).to_string());
    }
    if let Some(seconds) = terms.stand_in {
        lines.push(texts::format_labelled(lang(), tr(Key::OnlineStandIn), words::span(seconds)));
    }
    if let Some(seconds) = terms.turn {
        lines.push(texts::format_labelled(lang(), tr(Key::OnlineTurnTime), words::span(seconds)));
    }
    lines
}

/// The same in one line, with the chat; there is always something to say.
pub fn now(terms: &Terms) -> String {
    let chat = if terms.chat { tr(Key::OnlineChat) } else { tr(Key::OnlineNoChat) };
    lines(terms).into_iter().chain([chat.to_string()]).collect::<Vec<_>>().join(" · ")
}

fn switch(name: &str, title: Key, help: Key, terms: RwSignal<Terms>, is: fn(&Terms) -> bool, set: fn(&mut Terms, bool)) -> AnyView {
    view! {
        <label class="option">
            <input type="checkbox" id=format!("term-{name}") prop:checked=move || terms.with(is) on:change=move |event| terms.update(|terms| set(terms, is_ticked(&event)))/>
            <span><strong>{tr(title)}</strong><small>{tr(help)}</small></span>
        </label>
    }
    .into_any()
}

fn span(
    name: &str,
    [title, help, none]: [Key; 3],
    choices: &'static [u32],
    terms: RwSignal<Terms>,
    field: fn(&mut Terms) -> &mut Option<u32>,
) -> AnyView {
    let now = *field(&mut terms.get_untracked());
    let choose = move |event: web_sys::Event| {
        let seconds = value_of(&event).parse().ok().filter(|seconds| *seconds > 0);
        terms.update(|terms| *field(terms) = seconds);
    };
    let options = choices.iter().map(|&seconds| {
        view! { <option value=seconds.to_string() selected=now == Some(seconds)>{words::span(seconds)}</option> }
    });
    view! {
        <label class="option">
            <select id=format!("term-{name}") on:change=choose>
                <option value="0" selected=now.is_none()>{tr(none)}</option>
                {options.collect::<Vec<_>>()}
            </select>
            <span><strong>{tr(title)}</strong><small>{tr(help)}</small></span>
        </label>
    }
    .into_any()
}
