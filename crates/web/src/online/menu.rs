//! The menu of a table by link while its game is shown: behind the name of the game in the bar.

use leptos::prelude::*;

use super::leaving;
use super::table::LinkedTable;
use crate::dialog;
use crate::i18n::{Key, tr};

/// The menu, where it is open.
pub fn sheet(online: LinkedTable) -> AnyView {
    let close = Callback::new(move |()| online.menu.set(false));
    dialog::modal("menu", tr(Key::OnlineMenu), online.menu.into(), close, move || content(online, close))
}

fn content(online: LinkedTable, close: Callback<()>) -> AnyView {
    let to_table = move |_| {
        close.run(());
        online.at_lobby.set(true);
    };
    let rename = move |_| {
        close.run(());
        online.naming.set(true);
    };
    let sits = Memo::new(move |_| online.my_seat().is_some());
    view! {
        <button class="quiet" id="table-button" on:click=to_table>{tr(Key::OnlineTable)}</button>
        {move || sits.get().then(|| view! { <button class="quiet" id="rename-menu" on:click=rename>{tr(Key::OnlineRename)}</button> })}
        {leaving::button(online, "leave-game", "quiet leave")}
        <button class="main" id="menu-close" autofocus on:click=move |_| close.run(())>{tr(Key::OnlineToGame)}</button>
    }
    .into_any()
}
