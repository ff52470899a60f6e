//! Links to be sent: shared, copied, or read from the field.

use leptos::prelude::*;
use spieltisch_core::Reach;
use wasm_bindgen::prelude::*;

use crate::browser;
use crate::i18n::{Key, tr};

/// A link with its name and a way to copy it.
pub fn row(id: &str, label: String, address: String) -> impl IntoView + use<> {
    let copied = RwSignal::new(false);
    let field = format!("link-{id}");
    let (to_copy, in_field) = (address.clone(), field.clone());
    let copy = move |_| {
        copy(&in_field, &to_copy);
        copied.set(true);
    };
    view! {
        <div class="link-row">
            <label for=field.clone()>{label}</label>
            <input type="text" readonly id=field.clone() prop:value=address on:focus=move |_| select(&field)/>
            <div class="buttons">
                <button class="quiet" on:click=copy>{move || tr(if copied.get() { Key::LinkCopied } else { Key::ButtonCopyLink })}</button>
            </div>
        </div>
    }
}

/// The one way to send an invitation: the device's own where it has one, else the clipboard. `field` is the id of the row with the same link.
pub fn send(class: Signal<&'static str>, field: &'static str, address: String) -> impl IntoView + use<> {
    let copied = RwSignal::new(false);
    let by_device = can_share();
    let send = move |_| {
        if by_device {
            share(&address);
        } else {
            copy(&format!("link-{field}"), &address);
            copied.set(true);
        }
    };
    let label = move || match (by_device, copied.get()) {
        (true, _) => tr(Key::OnlineSendInvite),
        (false, false) => tr(Key::OnlineCopyInvite),
        (false, true) => tr(Key::LinkCopied),
    };
    view! { <button class=move || class.get() id="send-invite" on:click=send>{label}</button> }
}

/// The address a token leads to.
pub fn address(reach: &Reach, table: &str, token: &str) -> String {
    format!("{}#/t/{table}/{token}", reach.page(&browser::whole_address("")))
}

/// The same for a message: here the server sees which table it is, and messengers show who invites to what. What the token is good
/// for stays behind the `#`.
pub fn preview_address(reach: &Reach, table: &str, token: &str) -> String {
    format!("{}?t={table}#/t/{table}/{token}", reach.page(&browser::whole_address("")))
}

fn select(field: &str) {
    let element = browser::document().get_element_by_id(field);
    if let Some(input) = element.and_then(|element| element.dyn_into::<web_sys::HtmlInputElement>().ok()) {
        input.select();
    }
}

/// Copies by the browser's clipboard; where that is kept from the page, by what is selected in the field.
fn copy(field: &str, text: &str) {
    let navigator = browser::window().navigator();
    let has_clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    if has_clipboard {
        let _ = navigator.clipboard().write_text(text);
        return;
    }
    // A field that is folded away cannot be selected.
    let fold = browser::document().get_element_by_id(field).and_then(|field| field.closest("details").ok().flatten());
    if let Some(fold) = fold {
        let _ = fold.set_attribute("open", "");
    }
    select(field);
    if let Ok(document) = browser::document().dyn_into::<web_sys::HtmlDocument>() {
        let _ = document.exec_command("copy");
    }
}

/// The browser's own way to send something, where it has one.
fn share_function() -> Option<js_sys::Function> {
    let navigator = browser::window().navigator();
    js_sys::Reflect::get(&navigator, &"share".into()).ok()?.dyn_into().ok()
}

fn can_share() -> bool {
    share_function().is_some()
}

fn share(address: &str) {
    let Some(function) = share_function() else { return };
    let what = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&what, &"title".into(), &"Spieltisch".into());
    let _ = js_sys::Reflect::set(&what, &"text".into(), &tr(Key::FriendShare).into());
    let _ = js_sys::Reflect::set(&what, &"url".into(), &address.into());
    let _ = function.call1(&browser::window().navigator(), &what);
}
