//! A picture drawn by the browser: SVG on a canvas, and that as a PNG file.

use js_sys::{Array, Promise, Reflect};
use spieltisch_sheets::{Page, svg};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::sending::call;
use crate::browser::document;

/// The picture as a PNG file; nothing where the browser cannot draw it.
pub async fn png(page: &Page) -> Option<JsValue> {
    let (width, height) = page.paper.size();
    let image = document().create_element("img").ok()?;
    // Whatever stands in the picture comes with it: a picture of an address of its own leaves the canvas readable.
    let address = format!("data:image/svg+xml;charset=utf-8,{}", svg(page).replace('%', "%25").replace('#', "%23"));
    Reflect::set(&image, &"src".into(), &address.into()).ok()?;
    wait(call(&image, "decode", &Array::new())?).await?;
    let canvas = document().create_element("canvas").ok()?;
    Reflect::set(&canvas, &"width".into(), &width.into()).ok()?;
    Reflect::set(&canvas, &"height".into(), &height.into()).ok()?;
    let context = call(&canvas, "getContext", &Array::of1(&"2d".into())).filter(JsValue::is_object)?;
    call(&context, "drawImage", &Array::of3(&image, &0.into(), &0.into()))?;
    let file = wait(as_file(&canvas)?.into()).await?;
    file.is_object().then_some(file)
}

/// What a canvas shows, as a file that comes a moment later.
fn as_file(canvas: &JsValue) -> Option<Promise> {
    let mut asked = None;
    let promise = Promise::new(&mut |done, _| asked = call(canvas, "toBlob", &Array::of2(&done, &"image/png".into())));
    asked.map(|_| promise)
}

async fn wait(promise: JsValue) -> Option<JsValue> {
    JsFuture::from(promise.dyn_into::<Promise>().ok()?).await.ok()
}
