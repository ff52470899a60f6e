//! Taking another name at a table.

use leptos::prelude::*;
use spieltisch_protocol::limits;

use super::table::LinkedTable;
use super::{names, words};
use crate::app::settings;
use crate::i18n::{Key, tr};
use crate::{browser, dialog};

/// The form, where it is open.
pub fn form(online: LinkedTable) -> AnyView {
    let close = Callback::new(move |()| {
        online.refused.set(None);
        online.naming.set(false);
    });
    dialog::modal("naming", tr(Key::OnlineRename), online.naming.into(), close, move || content(online, close))
}

fn content(online: LinkedTable, close: Callback<()>) -> AnyView {
    let current = move || {
        let seat = online.my_seat()?;
        Some(online.with_state(|table_state| names::of(table_state, seat)))
    };
    let name = RwSignal::new(untrack(current).unwrap_or_default());
    let asked = RwSignal::new(None::<String>);
    // Closed when the table knows the name: until then it may be refused.
    Effect::new(move |_| {
        if asked.get().is_some() && asked.get() == current() {
            close.run(());
        }
    });
    let save = move || {
        if let Some(name) = limits::name(&name.get_untracked()) {
            settings::change(|settings| settings.name = Some(name.clone()));
            asked.set(Some(name.clone()));
            if untrack(current).as_ref() != Some(&name) {
                online.rename(&name);
            }
        }
    };
    let refusal = move || asked.get().and(online.refused.get()).map(|refused| words::refusal(&refused));
    view! {
        <label class="named">{tr(Key::OnlineYourName)}
            <input type="text" id="new-name" maxlength=limits::NAME.to_string() autocomplete="nickname" autofocus prop:value=move || name.get()
                on:input=move |event| name.set(browser::value_of(&event))
                on:keydown=move |event| if event.key() == "Enter" { save() }/>
        </label>
        <p class="wrong" role="alert">{refusal}</p>
        <div class="buttons">
            <button class="main" id="save-name" disabled=move || limits::name(&name.get()).is_none() on:click=move |_| save()>{tr(Key::ButtonSave)}</button>
            <button class="quiet" on:click=move |_| close.run(())>{tr(Key::ButtonCancel)}</button>
        </div>
    }
    .into_any()
}
