//! Leaving a table: asked once, done when the referee has heard it.

use leptos::prelude::*;

use super::table::LinkedTable;
use crate::app::route;
use crate::dialog;
use crate::i18n::{Key, tr};

/// The way out, for players at the table.
pub fn button(online: LinkedTable, id: &'static str, class: &'static str) -> AnyView {
    let sits = Memo::new(move |_| online.my_seat().is_some());
    let leave = move |_| dialog::ask(tr(Key::OnlineLeaveAsk), tr(Key::ButtonLeave), move || online.leave());
    (move || {
        sits.get().then(|| {
            view! {
                <button class=class id=id disabled=move || online.leaving.get() on:click=leave>
                    {move || tr(if online.leaving.get() { Key::OnlineAsked } else { Key::ButtonLeave })}
                </button>
            }
        })
    })
    .into_any()
}

/// Goes to the start as soon as the seat is left.
pub fn follow(online: LinkedTable) {
    Effect::new(move |_| {
        if online.leaving.get() && online.my_seat().is_none() {
            online.leaving.set(false);
            route::go("#/");
        }
    });
}
