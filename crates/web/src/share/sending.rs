//! Sending something by the device's own way to share; where there is none, it is copied or saved.

use js_sys::{Array, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::browser::{self, document};
use crate::by_name::Named;
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
    let what = Named::object(&[("text", text.into()), ("url", address.into())]);
    if let Some(sent) = share(what).await {
        return sent;
    }
    if copy(&format!("{text}\n{address}")).await || field.is_some_and(copy_from) { Sent::Kept } else { Sent::Nowhere }
}

/// Sends a file under a name, or saves it.
pub async fn file(file: &Named, name: &str) -> Sent {
    let kind = file.text("type").unwrap_or_default();
    let options = Named::object(&[("type", kind.into())]);
    if let Some(named) = Named::made("File", &[Array::of1(&file.0).into(), name.into(), options.0]) {
        let what = Named::object(&[("files", Array::of1(&named.0).into())]);
        let takes_files = Named::navigator().call("canShare", std::slice::from_ref(&what.0)).is_some_and(|can| can.is_yes());
        if takes_files && let Some(sent) = share(what).await {
            return sent;
        }
    }
    let Some(address) = address_of(file) else { return Sent::Nowhere };
    browser::save_as(name, &address);
    forget(&address);
    Sent::Kept
}

/// A text as a file of a kind.
pub fn file_of(text: &str, kind: &str) -> Option<Named> {
    Named::made("Blob", &[Array::of1(&text.into()).into(), Named::object(&[("type", kind.into())]).0])
}

/// An address under which the page finds a file, until it is forgotten.
pub fn address_of(file: &Named) -> Option<String> {
    web_sys::Url::create_object_url_with_blob(file.0.unchecked_ref()).ok()
}

/// Forgets the address of a file.
pub fn forget(address: &str) {
    let _ = web_sys::Url::revoke_object_url(address);
}

/// By the device's own way; `None` where it has none, or will not take this.
async fn share(what: Named) -> Option<Sent> {
    let asked = Named::navigator().call("share", &[what.0])?;
    let Ok(promise) = asked.0.dyn_into::<Promise>() else { return Some(Sent::Taken) };
    match JsFuture::from(promise).await {
        Ok(_) => Some(Sent::Taken),
        Err(error) => (Named(error).text("name").as_deref() == Some("AbortError")).then_some(Sent::Taken),
    }
}

async fn copy(text: &str) -> bool {
    let Some(clipboard) = Named::navigator().get("clipboard") else { return false };
    clipboard.ask("writeText", &[text.into()]).await.is_some()
}

/// Selects what a field shows and copies it.
fn copy_from(field: &str) -> bool {
    let Some(field) = document().get_element_by_id(field) else { return false };
    Named(field.into()).call("select", &[]);
    Named(document().into()).call("execCommand", &["copy".into()]).is_some_and(|copied| copied.is_yes())
}
