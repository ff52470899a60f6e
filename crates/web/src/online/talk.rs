//! Reactions and the chat: beside the history on a desktop, folded away on a phone.

use leptos::html;
use leptos::prelude::*;
use spieltisch_protocol::{ChatLine, TableState, limits};

use super::table::LinkedTable;
use super::{names, reactions, words};
use crate::i18n::{Key, lang, texts, tr};
use crate::table::mark;
use crate::{browser, parts};

/// The button that unfolds the talk; it tells how many lines are new.
pub fn button(online: LinkedTable) -> AnyView {
    let unread = move || online.with_state(|table_state| table_state.lines.len()).saturating_sub(online.seen.get());
    let label = move || match unread() {
        0 => tr(Key::OnlineTalk).to_string(),
        new => format!("{}, {}", tr(Key::OnlineTalk), texts::online_unread(lang(), new as i64)),
    };
    let open = move |_| {
        online.talking.set(true);
        see_all(online);
    };
    view! {
        <button class="quiet talk-button" id="talk-button" aria-label=label on:click=open>
            {tr(Key::OnlineTalk)}
            {move || Some(unread()).filter(|new| *new > 0).map(|new| view! { <span class="unread" aria-hidden="true">{new}</span> })}
        </button>
    }
    .into_any()
}

fn see_all(online: LinkedTable) {
    online.seen.set(online.with_state_untracked(|table_state| table_state.lines.len()));
}

/// The talk itself.
pub fn panel(online: LinkedTable) -> AnyView {
    let chat = online.with_state_untracked(|table_state| table_state.terms.chat);
    let close = move || {
        online.talking.set(false);
        see_all(online);
    };
    let watchers = move || match online.here.get().watchers {
        0 => String::new(),
        watchers => texts::online_spectators(lang(), watchers.into()),
    };
    let sits = Memo::new(move |_| online.my_seat().is_some());
    view! {
        <section class="talk card" class:open=move || online.talking.get() aria-label=tr(Key::OnlineTalk)
            on:keydown=move |event| if event.key() == "Escape" { close() }>
            <div class="head">
                <h2>{tr(Key::OnlineTalk)}</h2>
                {parts::bell(online)}
                <span class="watchers">{watchers}</span>
                <button class="quiet fold" id="talk-close" aria-label=tr(Key::ButtonClose) title=tr(Key::ButtonClose) on:click=move |_| close()>"✕"</button>
            </div>
            {chat.then(|| lines(online))}
            {move || sits.get().then(|| view! {
                {buttons(online)}
                {chat.then(|| writing(online))}
            })}
        </section>
    }
    .into_any()
}

/// The six reactions.
fn buttons(online: LinkedTable) -> impl IntoView {
    let button = |with: &'static str| {
        let name = words::reaction(with);
        view! {
            <button class="react" aria-label=name title=name on:click=move |_| online.react(with)>
                <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=reactions::markup(with)></svg>
            </button>
        }
    };
    view! { <div class="reactions" role="group" aria-label=tr(Key::OnlineReact)>{limits::REACTIONS.iter().copied().map(button).collect::<Vec<_>>()}</div> }
}

fn lines(online: LinkedTable) -> impl IntoView {
    let list = NodeRef::<html::Div>::new();
    let count = Memo::new(move |_| online.with_state(|table_state| table_state.lines.len()));
    // The newest line stays in sight, and what is in sight has been seen.
    Effect::new(move |_| {
        let (_, _) = (count.get(), online.talking.get());
        if let Some(list) = list.get() {
            browser::after(0, move || {
                list.set_scroll_top(list.scroll_height());
                if list.offset_parent().is_some() && !online.seen.is_disposed() {
                    see_all(online);
                }
            });
        }
    });
    let lines = move || {
        let _ = count.get();
        online.with_state_untracked(|table_state| table_state.lines.iter().map(|said| line(table_state, said)).collect::<Vec<_>>())
    };
    let empty = move || (count.get() == 0).then(|| view! { <p class="fine">{tr(Key::OnlineNoLines)}</p> });
    view! {
        {empty}
        <div class="lines" role="log" tabindex="0" aria-label=tr(Key::OnlineChat) node_ref=list><ol>{lines}</ol></div>
    }
}

fn line(table_state: &TableState, said: &ChatLine) -> impl IntoView + use<> {
    let at = table_state.seats.get(usize::from(said.seat)).cloned().unwrap_or_default();
    view! { <li>{mark(at.colour.into())}<span><b>{names::shown(&at.name)}</b>" "{said.text.clone()}</span></li> }
}

fn writing(online: LinkedTable) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let send = move || {
        let line = text.get_untracked();
        if limits::line(&line).is_some() && online.say(&line) {
            text.set(String::new());
        }
    };
    view! {
        <div class="writing">
            <input type="text" id="chat-text" maxlength=limits::LINE.to_string() aria-label=tr(Key::OnlineWrite) placeholder=tr(Key::OnlineWrite) autocomplete="off"
                prop:value=move || text.get() on:input=move |event| text.set(browser::value_of(&event))
                on:keydown=move |event| if event.key() == "Enter" { send() }/>
            <button class="quiet" id="chat-send" on:click=move |_| send()>{tr(Key::OnlineSend)}</button>
        </div>
    }
}
