//! Moments worth a cheer, each with a show of its own: pieces jump, sparks and coloured paper fly. Any tap or key ends it, and nothing
//! below waits: it takes no taps.

use js_sys::{Array, Math};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use super::Felt;
use crate::browser::{after, document, window};
use crate::by_name::Named;

const PAPER: [&str; 6] = ["#e8b54a", "#d9534f", "#4aa3df", "#5fb36b", "#fff6e0", "#b57edc"];
const GOLD: [&str; 3] = ["#f7d27a", "#e8b54a", "#fff2c9"];
const SPARKS: [&str; 3] = ["#fff6e0", "#eec06a", "#7be0ae"];
const STAR: &str = "clip-path:polygon(50% 0,62% 35%,98% 35%,69% 57%,80% 92%,50% 71%,20% 92%,31% 57%,2% 35%,38% 35%);";
const CROWN: &str = "clip-path:polygon(0 100%,0 25%,25% 58%,50% 0,75% 58%,100% 25%,100% 100%);";

/// Shows what belongs to a moment; nothing for what is only heard.
pub fn show(felt: Felt) {
    match felt {
        Felt::Yatzy => jump("yatzy", ".dice .die", 80, |sheet, at| burst(sheet, at, 9, STAR, &GOLD)),
        Felt::Row => jump("row", ".square.won", 150, |sheet, at| burst(sheet, at, 10, "", &SPARKS)),
        Felt::ThreeSquares => jump("three-squares", ".square.won", 220, |sheet, at| burst(sheet, at, 14, STAR, &GOLD)),
        Felt::LastTile => jump("last-tile", ".place.last", 0, |sheet, at| burst(sheet, at, 12, "", &SPARKS)),
        Felt::Line => jump("line", ".square.lit", 70, |sheet, at| burst(sheet, at, 3, "", &GOLD)),
        Felt::Win => fountains("win", PAPER.len() * 26, "", &PAPER),
        Felt::Genius => fountains("genius", 120, CROWN, &GOLD),
        Felt::Dice | Felt::Wood | Felt::Chips | Felt::Turn => {}
    }
}

/// Lets pieces on the table jump one after another, so many milliseconds apart, and something fly up from each.
fn jump(moment: &str, pieces: &str, apart: i32, and: fn(&web_sys::HtmlElement, (f64, f64))) {
    let Some(found) = Named(document().into()).call("querySelectorAll", &[pieces.into()]) else { return };
    let found = Array::from(&found.0);
    let Some(sheet) = layer(moment, 1600 + apart * found.length() as i32) else { return };
    for (i, piece) in found.iter().enumerate() {
        let (piece, sheet) = (Named(piece), sheet.clone());
        after(apart * i as i32, move || {
            let frames = ["none", "translateY(-34%) scale(1.14) rotate(-5deg)", "translateY(4%) scale(0.97)", "none"];
            animate(&piece, &frames.map(frame), 520.0, "ease-out");
            let Some(place) = piece.call("getBoundingClientRect", &[]) else { return };
            let middle = |start: &str, size: &str| Some(place.number(start)? + place.number(size)? / 2.0);
            if let Some(middle) = middle("left", "width").zip(middle("top", "height")) {
                and(&sheet, middle);
            }
        });
    }
}

/// Something flies apart from a point of the window.
fn burst(sheet: &web_sys::HtmlElement, (x, y): (f64, f64), count: usize, shape: &str, colours: &[&str]) {
    for _ in 0..count {
        let (direction, far) = (Math::random() * std::f64::consts::TAU, 40.0 + 80.0 * Math::random());
        let (across, up) = (direction.cos() * far, direction.sin() * far - 26.0);
        let size = 7.0 + 9.0 * Math::random();
        let Some(spark) = piece(sheet, (x, y), (size, size), shape, colours) else { return };
        let frames = [
            faded(&format!("translate(-50%, -50%) scale({:.2})", 0.4), 1.0),
            faded(&format!("translate({across:.0}px, {up:.0}px) rotate({:.0}deg)", 240.0 * Math::random()), 1.0),
            faded(&format!("translate({:.0}px, {:.0}px) scale(0.3)", across * 1.25, up + 60.0), 0.0),
        ];
        animate(&Named(spark.into()), &frames, 700.0 + 500.0 * Math::random(), "cubic-bezier(.15,.7,.5,1)");
    }
}

/// Coloured paper shoots up from both lower corners and sails down.
fn fountains(moment: &str, count: usize, shape: &str, colours: &[&str]) {
    let Some(sheet) = layer(moment, 5200) else { return };
    let (width, height) = size();
    for i in 0..count {
        let left = i % 2 == 0;
        let start = if left { (-12.0, height) } else { (width + 12.0, height) };
        let paper = 8.0 + 7.0 * Math::random();
        let Some(paper) = piece(&sheet, start, (paper, paper * if shape.is_empty() { 1.6 } else { 0.9 }), shape, colours) else { return };
        let inwards = width * (0.06 + 0.62 * Math::random()) * if left { 1.0 } else { -1.0 };
        let top = -height * (0.45 + 0.5 * Math::random());
        let turn = 1080.0 * (Math::random() - 0.5);
        let place = |across: f64, up: f64, turned: f64| {
            format!(
                "translate({:.0}px, {up:.0}px) rotate({:.0}deg) rotateX({:.0}deg)",
                inwards * across,
                turn * turned,
                turn * 1.7 * turned
            )
        };
        let frames = [
            faded("none", 1.0),
            faded(&place(0.7, top, 0.3), 1.0),
            faded(&place(0.95, top * 0.55, 0.65), 1.0),
            faded(&place(1.1, height * 0.1, 1.0), 1.0),
        ];
        animate(&Named(paper.into()), &frames, 2600.0 + 2400.0 * Math::random(), "cubic-bezier(.1,.6,.6,1)");
    }
}

fn size() -> (f64, f64) {
    let number = |value: Result<JsValue, JsValue>| value.ok().and_then(|value| value.as_f64()).unwrap_or(0.0);
    (number(window().inner_width()), number(window().inner_height()))
}

/// A sheet over everything that goes by itself, named after its moment.
fn layer(moment: &str, lasts: i32) -> Option<web_sys::HtmlElement> {
    let sheet = element("position:fixed;inset:0;overflow:hidden;pointer-events:none;z-index:20")?;
    sheet.set_class_name(&format!("celebration {moment}"));
    sheet.set_attribute("aria-hidden", "true").ok()?;
    document().body()?.append_child(&sheet).ok()?;
    let gone = sheet.clone();
    after(lasts, move || gone.remove());
    for event in ["pointerdown", "keydown"] {
        let gone = sheet.clone();
        let handle = window_event_listener_untyped(event, move |_| gone.remove());
        after(lasts, move || handle.remove());
    }
    Some(sheet)
}

fn element(style: &str) -> Option<web_sys::HtmlElement> {
    let element: web_sys::HtmlElement = document().create_element("div").ok()?.dyn_into().ok()?;
    element.style().set_css_text(style);
    Some(element)
}

fn piece(
    sheet: &web_sys::HtmlElement,
    (x, y): (f64, f64),
    (wide, high): (f64, f64),
    shape: &str,
    colours: &[&str],
) -> Option<web_sys::HtmlElement> {
    let colour = colours[(Math::random() * colours.len() as f64) as usize % colours.len()];
    let paper = element(&format!(
        "position:absolute;left:{x:.0}px;top:{y:.0}px;width:{wide:.0}px;height:{high:.0}px;border-radius:2px;opacity:0;background:{colour};{shape}"
    ))?;
    sheet.append_child(&paper).ok()?;
    Some(paper)
}

fn frame(place: &str) -> JsValue {
    Named::object(&[("transform", place.into())]).0
}

fn faded(place: &str, opacity: f64) -> JsValue {
    Named::object(&[("transform", place.into()), ("opacity", opacity.into())]).0
}

fn animate(what: &Named, frames: &[JsValue], duration: f64, easing: &str) {
    let timing = Named::object(&[("easing", easing.into()), ("duration", duration.into())]);
    let _ = what.call("animate", &[frames.iter().collect::<Array>().into(), timing.0]);
}
