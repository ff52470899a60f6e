//! The invitation as it is shown to a friend: a code to scan, a link to send, letters to be told.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_protocol::{Links, SpokenCode};
use spieltisch_records::Time;

use super::table::Online;
use super::{api, links, words};
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::{browser, parts};

/// While seats are free: the code to scan and the letters to be told.
pub fn show(online: Online, all: &Links) -> impl IntoView + use<> {
    let (table, invite) = (online.name(), all.invite.clone());
    let game = online.with_evening_untracked(|evening| evening.game.clone());
    // A camera needs no preview, and the shorter an address is, the coarser is its code.
    let address = links::address(&table, &invite);
    let free = Memo::new(move |_| online.with_evening(|evening| evening.free_seats().next().is_some()));
    move || {
        free.get().then(|| {
            view! {
                <p>{tr(Key::FriendSentence)}</p>
                {parts::qr(address.clone(), texts::friend_qr_label(lang(), game_name(&game)))}
                {spoken(table.clone(), invite.clone())}
            }
        })
    }
}

/// Six letters for the telephone, once they are asked for.
fn spoken(table: String, invite: String) -> impl IntoView {
    let told = RwSignal::new(None::<Result<SpokenCode, String>>);
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
            view! {
                <div class="spoken" role="status">
                    <strong id="spoken-code">{code}</strong>
                    <span>{texts::friend_said_help(lang(), until)}</span>
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
