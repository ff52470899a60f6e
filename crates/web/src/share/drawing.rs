//! A picture drawn by the browser: SVG on a canvas, and that as a PNG file.

use js_sys::Promise;
use spieltisch_draw::sheets::{Page, svg};

use crate::browser::document;
use crate::by_name::Named;

/// The picture as a PNG file; nothing where the browser cannot draw it.
pub async fn png(page: &Page) -> Option<Named> {
    let (width, height) = page.paper.size();
    let image = element("img")?;
    image.set("src", address(page))?;
    image.ask("decode", &[]).await?;
    let canvas = element("canvas")?;
    canvas.set("width", width)?;
    canvas.set("height", height)?;
    let context = canvas.call("getContext", &["2d".into()]).filter(|context| context.0.is_object())?;
    context.call("drawImage", &[image.0, 0.into(), 0.into()])?;
    as_file(&canvas)?.answer().await.filter(|file| file.0.is_object())
}

/// An address that is the picture: whatever stands in it comes with it, so that a canvas on which it is drawn stays readable.
pub fn address(page: &Page) -> String {
    format!("data:image/svg+xml;charset=utf-8,{}", svg(page).replace('%', "%25").replace('#', "%23"))
}

fn element(name: &str) -> Option<Named> {
    document().create_element(name).ok().map(|element| Named(element.into()))
}

/// What a canvas shows, as a file that comes a moment later.
fn as_file(canvas: &Named) -> Option<Named> {
    let mut asked = None;
    let promise = Promise::new(&mut |done, _| asked = canvas.call("toBlob", &[done.into(), "image/png".into()]));
    asked.map(|_| Named(promise.into()))
}
