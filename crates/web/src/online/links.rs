//! Links to be sent: shared, copied, or read from the field.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::browser;
use crate::i18n::{Key, tr};

/// A link with its name and ways to send it.
pub fn row(id: &str, label: String, address: String) -> impl IntoView + use<> {
    let copied = RwSignal::new(false);
    let field = format!("link-{id}");
    let (to_copy, to_share, in_field) = (address.clone(), address.clone(), field.clone());
    let copy = move |_| {
        copy(&in_field, &to_copy);
        copied.set(true);
    };
    let share = can_share().then(|| {
        view! { <button class="quiet" on:click=move |_| share(&to_share)>{tr(Key::ButtonShareLink)}</button> }
    });
    view! {
        <div class="link-row">
            <label for=field.clone()>{label}</label>
            <input type="text" readonly id=field.clone() prop:value=address on:focus=move |_| select(&field)/>
            <div class="buttons">
                {share}
                <button class="quiet" on:click=copy>{move || tr(if copied.get() { Key::LinkCopied } else { Key::ButtonCopyLink })}</button>
            </div>
        </div>
    }
}

/// The address a token leads to.
pub fn address(table: &str, token: &str) -> String {
    browser::whole_address(&format!("#/t/{table}/{token}"))
}

/// The same for a message: here the server sees which table it is, and messengers show who invites to what. What the token is good
/// for stays behind the `#`.
pub fn preview_address(table: &str, token: &str) -> String {
    browser::whole_address(&format!("?t={table}#/t/{table}/{token}"))
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
