//! The invitation as it is shown to a friend: a code to scan and a link to send; folded away, letters to be told and further links.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_core::Reach;
use spieltisch_protocol::{Links, SpokenCode};
use spieltisch_records::Time;

use super::reach;
use super::table::LinkedTable;
use super::{api, links, names, words};
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::{browser, parts};

/// The code to scan and the one button, while seats are free.
pub fn show(online: LinkedTable, all: &Links, reach: RwSignal<Reach>) -> AnyView {
    let (table, invite) = (online.name(), all.invite.clone());
    let game = online.with_state_untracked(|table_state| table_state.game.clone());
    let free = Memo::new(move |_| online.with_state(|table_state| table_state.free_seats().next().is_some()));
    let begun = Memo::new(move |_| online.with_state(|table_state| table_state.round.is_some()));
    // Where a game waits, the way there is what to do.
    let class = Signal::derive(move || if begun.get() { "quiet" } else { "main" });
    (move || {
        let reach = reach.get();
        (free.get() && reach != Reach::Asking).then(|| {
            // A camera needs no preview, and the shorter an address is, the coarser is its code.
            let code = parts::qr(links::address(&reach, &table, &invite), texts::friend_qr_label(lang(), game_name(&game)));
            view! {
                <section class="invite" aria-label=tr(Key::OnlineInvite)>
                    {(reach == Reach::OnlyHere).then(only_here)}
                    {code}
                    <p class="fine scan">{tr(Key::FriendSentence)}</p>
                    {links::send(class, "invite", links::preview_address(&reach, &table, &invite))}
                </section>
            }
        })
    })
    .into_any()
}

/// Others cannot open the link: how to let them in.
fn only_here() -> AnyView {
    view! {
        <div class="only-here" id="only-here" role="note">
            <p>{tr(Key::OnlineOnlyHere)}</p>
            <code tabindex="0">{reach::command()}</code>
        </div>
    }
    .into_any()
}

/// Everything else to invite by.
pub fn more(online: LinkedTable, all: Links, reach: RwSignal<Reach>) -> AnyView {
    (move || {
        let reach = reach.get();
        (reach != Reach::Asking).then(|| {
            view! {
                <details id="more-invite">
                    <summary>{tr(Key::OnlineMoreInvite)}</summary>
                    {spoken(online.name(), all.invite.clone(), &reach)}
                    {rows(online, &all, &reach)}
                </details>
            }
        })
    })
    .into_any()
}

fn rows(online: LinkedTable, all: &Links, reach: &Reach) -> AnyView {
    let table = online.name();
    let mine = online.role.get_untracked().and_then(|role| role.seat());
    let seats = all.seats.iter().enumerate().filter(|(seat, token)| !token.is_empty() && mine != Some(*seat as u8));
    let seats = seats.map(|(seat, token)| {
        let name = online.with_state_untracked(|table_state| names::of_seat(table_state, seat));
        links::row(&format!("seat-{seat}"), texts::online_seat_link(lang(), name), links::preview_address(reach, &table, token))
    });
    view! {
        {links::row("invite", tr(Key::OnlineInviteHelp).to_string(), links::preview_address(reach, &table, &all.invite))}
        {seats.collect::<Vec<_>>()}
        {links::row("watch", tr(Key::OnlineWatchLink).to_string(), links::address(reach, &table, &all.watch))}
    }
    .into_any()
}

/// Six letters for the telephone, once they are asked for, with all that has to be said.
fn spoken(table: String, invite: String, reach: &Reach) -> impl IntoView + use<> {
    let told = RwSignal::new(None::<Result<SpokenCode, String>>);
    let page = reach.spoken(&browser::whole_address(""));
    let ask = move |_| {
        let (table, invite) = (table.clone(), invite.clone());
        spawn_local(async move {
            let answer = api::spoken_code(&table, &invite).await.map_err(|failure| words::failure(&failure));
            drop(told.try_set(Some(answer)));
        });
    };
    let shown = move || match told.get() {
        Some(Ok(spoken)) => {
            let code = format!("{} {}", spoken.code.get(..3).unwrap_or_default(), spoken.code.get(3..).unwrap_or_default());
            let until = browser::local_time(Time(spoken.until), lang().code());
            let how = texts::friend_said_how(lang(), &page, tr(Key::StartFriend));
            view! {
                <div class="spoken" role="status">
                    <span id="spoken-how">{how}</span>
                    <strong id="spoken-code">{code}</strong>
                    <span class="fine">{texts::friend_said_until(lang(), until)}</span>
                </div>
            }
            .into_any()
        }
        Some(Err(why)) => view! { <p class="wrong" role="alert">{why}</p> }.into_any(),
        None => ().into_any(),
    };
    let asks = move || !matches!(told.get(), Some(Ok(_)));
    view! {
        {move || asks().then(|| view! { <button class="quiet" id="tell-code" on:click=ask.clone()>{tr(Key::FriendSay)}</button> })}
        {shown}
    }
}
