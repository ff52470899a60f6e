//! What the browser can do beyond the bindings in use, called by name: bindings stand in the first download, whatever part
//! uses them.

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::browser::window;

/// Something of the browser.
#[derive(Clone)]
pub struct Named(pub JsValue);

impl Named {
    /// The window.
    pub fn window() -> Named {
        Named(window().into())
    }

    /// The browser as it tells of itself.
    pub fn navigator() -> Named {
        Named(window().navigator().into())
    }

    /// A new thing of a kind; nothing where the browser does not know it.
    pub fn made(kind: &str, arguments: &[JsValue]) -> Option<Named> {
        let maker: Function = Named::window().get(kind)?.0.dyn_into().ok()?;
        Reflect::construct(&maker, &arguments.iter().collect()).ok().map(Named)
    }

    /// An object with these fields.
    pub fn object(fields: &[(&str, JsValue)]) -> Named {
        let object = Named(Object::new().into());
        for (name, value) in fields {
            object.set(name, value);
        }
        object
    }

    /// Whether it counts as yes.
    pub fn is_yes(&self) -> bool {
        self.0.is_truthy()
    }

    /// A field of it; nothing where there is none.
    pub fn get(&self, name: &str) -> Option<Named> {
        Reflect::get(&self.0, &name.into()).ok().filter(|found| !found.is_undefined() && !found.is_null()).map(Named)
    }

    /// A field that is a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.0.as_f64()
    }

    /// A field that is a text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.0.as_string()
    }

    /// Sets a field.
    pub fn set(&self, name: &str, value: impl Into<JsValue>) -> Option<()> {
        Reflect::set(&self.0, &name.into(), &value.into()).ok().map(drop)
    }

    /// Calls a function of it; nothing where there is none, or it fails.
    pub fn call(&self, name: &str, arguments: &[JsValue]) -> Option<Named> {
        let function: Function = self.get(name)?.0.dyn_into().ok()?;
        Reflect::apply(&function, &self.0, &arguments.iter().collect()).ok().map(Named)
    }

    /// Calls a function of it that answers later; nothing where there is none, or it fails.
    pub async fn ask(&self, name: &str, arguments: &[JsValue]) -> Option<Named> {
        self.call(name, arguments)?.answer().await
    }

    /// What it promises; nothing where that fails.
    pub async fn answer(&self) -> Option<Named> {
        let promise: Promise = self.0.clone().dyn_into().ok()?;
        JsFuture::from(promise).await.ok().map(Named)
    }
}
