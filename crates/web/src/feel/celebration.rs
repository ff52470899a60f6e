//! A win is celebrated for a second; any tap or key ends it.

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::browser::{after, document};
use crate::by_name::Named;

/// How long it lasts, in milliseconds.
const LASTS: i32 = 1000;
const PIECES: usize = 36;
const COLOURS: [&str; 5] = ["#e8b54a", "#d9534f", "#4aa3df", "#5fb36b", "#fff6e0"];

/// Lets coloured paper fall over the table. Nothing below it waits: it takes no taps.
pub fn show() {
    let Some(sheet) = layer() else { return };
    for _ in 0..PIECES {
        let _ = piece(&sheet);
    }
    let gone = sheet.clone();
    after(LASTS, move || gone.remove());
    for event in ["pointerdown", "keydown"] {
        let gone = sheet.clone();
        let handle = window_event_listener_untyped(event, move |_| gone.remove());
        after(LASTS, move || handle.remove());
    }
}

fn layer() -> Option<web_sys::HtmlElement> {
    let sheet = element("position:fixed;inset:0;overflow:hidden;pointer-events:none;z-index:20")?;
    sheet.set_id("celebration");
    sheet.set_attribute("aria-hidden", "true").ok()?;
    document().body()?.append_child(&sheet).ok()?;
    Some(sheet)
}

fn element(style: &str) -> Option<web_sys::HtmlElement> {
    let element: web_sys::HtmlElement = document().create_element("div").ok()?.dyn_into().ok()?;
    element.style().set_css_text(style);
    Some(element)
}

fn piece(sheet: &web_sys::HtmlElement) -> Option<()> {
    let chance = js_sys::Math::random;
    let colour = COLOURS[(chance() * COLOURS.len() as f64) as usize % COLOURS.len()];
    let paper = element(&format!(
        "position:absolute;top:-3%;left:{:.0}%;width:10px;height:16px;border-radius:2px;background:{colour}",
        chance() * 100.0
    ))?;
    sheet.append_child(&paper).ok()?;
    let aside = (chance() - 0.5) * 30.0;
    let turned = chance() * 900.0;
    let end = format!("translate({aside:.0}vw, {:.0}vh) rotate({turned:.0}deg)", 60.0 + chance() * 50.0);
    let frame = |place: &str| Named::object(&[("transform", place.into())]).0;
    let frames = Array::of2(&frame("none"), &frame(&end));
    let duration = f64::from(LASTS) * (0.6 + 0.4 * chance());
    let timing = Named::object(&[("easing", "cubic-bezier(.2,.5,.6,1)".into()), ("duration", duration.into())]);
    Named(paper.into()).call("animate", &[frames.into(), timing.0]).map(drop)
}
