//! Sending something by the device's own way to share; where there is none, it is copied or saved.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::browser::{document, window};
use crate::i18n::Key;

/// What became of something that was to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The device's own way took it, or the person changed their mind there: nothing is left to say.
    Taken,
    /// It was copied or saved instead.
    Kept,
    /// Neither was possible.
    Nowhere,
}

impl Sent {
    /// What is to be said, where it was kept.
    pub fn kept(self, said: Key) -> Option<Key> {
        (self == Sent::Kept).then_some(said)
    }
}

/// Sends a text with an address, or copies both. Where the clipboard is kept from the page, the text is copied from a field that
/// shows it, if there is one.
pub async fn text(text: &str, address: &str, field: Option<&str>) -> Sent {
    let what = object(&[("text", text.into()), ("url", address.into())]);
    if let Some(sent) = share(&what).await {
        return sent;
    }
    if copy(&format!("{text}\n{address}")).await || field.is_some_and(copy_from) { Sent::Kept } else { Sent::Nowhere }
}

/// Sends a file under a name, or saves it.
pub async fn file(file: &JsValue, name: &str) -> Sent {
    let kind = Reflect::get(file, &"type".into()).unwrap_or_default();
    let named = construct("File", &Array::of3(&Array::of1(file), &name.into(), &object(&[("type", kind)])));
    if let Some(named) = named {
        let what = object(&[("files", Array::of1(&named).into())]);
        let takes_files = call(&window().navigator(), "canShare", &Array::of1(&what)).is_some_and(|can| can.is_truthy());
        if takes_files && let Some(sent) = share(&what).await {
            return sent;
        }
    }
    let Some(address) = address_of(file) else { return Sent::Nowhere };
    save(&address, name);
    forget(&address);
    Sent::Kept
}

/// A text as a file of a kind.
pub fn file_of(text: &str, kind: &str) -> Option<JsValue> {
    construct("Blob", &Array::of2(&Array::of1(&text.into()), &object(&[("type", kind.into())])))
}

/// An address under which the page finds a file, until it is forgotten.
pub fn address_of(file: &JsValue) -> Option<String> {
    web_sys::Url::create_object_url_with_blob(file.unchecked_ref()).ok()
}

/// Forgets the address of a file.
pub fn forget(address: &str) {
    let _ = web_sys::Url::revoke_object_url(address);
}

/// By the device's own way; `None` where it has none, or will not take this.
async fn share(what: &Object) -> Option<Sent> {
    let asked = call(&window().navigator(), "share", &Array::of1(what))?;
    let Ok(promise) = asked.dyn_into::<Promise>() else { return Some(Sent::Taken) };
    match JsFuture::from(promise).await {
        Ok(_) => Some(Sent::Taken),
        Err(error) => {
            let name = Reflect::get(&error, &"name".into()).ok().and_then(|name| name.as_string());
            (name.as_deref() == Some("AbortError")).then_some(Sent::Taken)
        }
    }
}

async fn copy(text: &str) -> bool {
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).ok().filter(JsValue::is_object);
    let asked = clipboard.and_then(|clipboard| call(&clipboard, "writeText", &Array::of1(&text.into())));
    match asked.map(JsCast::dyn_into::<Promise>) {
        Some(Ok(promise)) => JsFuture::from(promise).await.is_ok(),
        _ => false,
    }
}

/// Selects what a field shows and copies it.
fn copy_from(field: &str) -> bool {
    let Some(field) = document().get_element_by_id(field) else { return false };
    call(&field, "select", &Array::new());
    call(&document(), "execCommand", &Array::of1(&"copy".into())).is_some_and(|copied| copied.is_truthy())
}

fn save(address: &str, name: &str) {
    if let Some(link) = document().create_element("a").ok().and_then(|link| link.dyn_into::<web_sys::HtmlAnchorElement>().ok()) {
        link.set_href(address);
        link.set_download(name);
        link.click();
    }
}

/// Calls a method; nothing where there is none, or it fails at once. By its name, so that the first download knows nothing of it.
pub fn call(target: &JsValue, method: &str, arguments: &Array) -> Option<JsValue> {
    let method: Function = Reflect::get(target, &method.into()).ok()?.dyn_into().ok()?;
    method.apply(target, arguments).ok()
}

fn construct(class: &str, arguments: &Array) -> Option<JsValue> {
    let class: Function = Reflect::get(&window(), &class.into()).ok()?.dyn_into().ok()?;
    Reflect::construct(&class, arguments).ok()
}

fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object
}
