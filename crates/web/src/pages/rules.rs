//! The rules pages: the game at a glance in pictures of its own pieces, and folded below it what the pictures do not tell; with an anchor
//! for every rule. How to play well is a page of its own.

use leptos::prelude::*;

use crate::browser;
use crate::games;
use crate::i18n::{Key, lang, texts, tr};
use crate::pieces::{die, put};
use texts::Paragraph;

/// What stands in the address instead of a rule for the page about playing well.
const TIPS: &str = "tips";

/// The page, at one of its rules where the address names one.
pub fn page(game: &str, rule: Option<&str>) -> AnyView {
    let (Some(known), Some(face)) = (games::aside(game), games::face(game)) else { return ().into_any() };
    if rule == Some(TIPS) {
        return tips(face.name(), known.tips());
    }
    if let Some(rule) = rule.map(str::to_string) {
        browser::after(0, move || browser::show(&rule));
    }
    let glance = known.glance().iter().map(|step| {
        let drawing = known.drawing(step.text, (step.names)(lang()));
        let anchors = step.rules.iter().map(|&id| view! { <span id=id tabindex="-1"></span> }).collect::<Vec<_>>();
        let is_wanted = rule.is_some_and(|rule| step.rules.contains(&rule));
        view! { <li class:wanted=is_wanted>{anchors}<p>{tr(step.text)}</p>{drawing}</li> }
    });
    let is_told = rule.is_some_and(|rule| known.glance().iter().any(|step| step.rules.contains(&rule)));
    let sections = known.rules().iter().filter_map(|section| {
        let left = section.paragraphs.iter().filter(|paragraph| paragraph.is_left_after(known.glance()));
        let paragraphs = left.map(|paragraph| show(paragraph, rule)).collect::<Vec<_>>();
        (!paragraphs.is_empty()).then(|| view! { <section><h2>{tr(section.heading)}</h2>{paragraphs}</section> })
    });
    let others = games::faces().into_iter().map(|other| {
        let name = other.info().name;
        view! { <a class="quiet button" href=format!("#/rules/{name}") aria-current=(name == game).then_some("page")>{tr(other.name())}</a> }
    });
    view! {
        <article class="card page rules">
            <nav class="buttons" aria-label=tr(Key::ButtonRules)>{others.collect::<Vec<_>>()}</nav>
            <header class="head">
                <h1>{texts::page_title(lang(), tr(face.name()))}</h1>
                <div class="picture felt"><svg viewBox="0 0 200 200" aria-hidden="true" inner_html=face.picture()></svg></div>
            </header>
            <p><a class="main button" href=format!("#/learn/{game}")>{tr(Key::StartLearn)}</a></p>
            <ol class="glance">{glance.collect::<Vec<_>>()}</ol>
            <details open=rule.is_some() && !is_told><summary>{tr(Key::PageAll)}</summary>{sections.collect::<Vec<_>>()}</details>
            <p class="buttons">
                <button class="main" on:click=|_| browser::back()>{tr(Key::ButtonBack)}</button>
                <a class="quiet button" id="tips" href=format!("#/rules/{game}/{TIPS}")>{tr(Key::PageTips)}</a>
                <a class="quiet button" href=format!("#/print/{game}")>{tr(Key::ButtonPrintSheets)}</a>
                {known.beside().map(|(address, name)| view! { <a class="quiet button" href=address>{tr(name)}</a> })}
            </p>
        </article>
    }
    .into_any()
}

/// How to play a game well.
fn tips(game: Key, tips: &[Key]) -> AnyView {
    view! {
        <article class="card page rules">
            <h1>{texts::format_labelled(lang(), tr(game), tr(Key::PageTips))}</h1>
            <ul>{tips.iter().map(|&tip| view! { <li>{tr(tip)}</li> }).collect::<Vec<_>>()}</ul>
            <p><button class="main" on:click=|_| browser::back()>{tr(Key::ButtonBack)}</button></p>
        </article>
    }
    .into_any()
}

fn show(paragraph: &Paragraph, wanted: Option<&str>) -> AnyView {
    match *paragraph {
        Paragraph::Text(key) | Paragraph::OnPaper(key) => view! { <p>{tr(key)}</p> }.into_any(),
        Paragraph::Rule(id) => {
            let more = texts::rule_detail(lang(), id).map(|more| view! { <small>{more}</small> });
            view! { <p class="rule" class:wanted=wanted == Some(id) id=id tabindex="-1">{texts::rule_sentence(lang(), id)}{more}</p> }
                .into_any()
        }
    }
}

/// A piece as a drawing of its own.
pub fn drawn(markup: String) -> impl IntoView {
    view! { <svg viewBox="0 0 100 104" aria-hidden="true" inner_html=markup></svg> }
}

/// How wide a piece is drawn, in rem.
const PIECE: f64 = 2.5;
/// The felt around the pieces of a picture.
const MARGIN: f64 = 16.0;

/// A picture on felt, so many units wide and high; a piece is a hundred of them wide.
pub fn picture(width: f64, height: f64, inside: String) -> AnyView {
    let (whole, tall) = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let view_box = format!("-{MARGIN} -{MARGIN} {whole} {tall}");
    view! { <svg class="felt" viewBox=view_box width=format!("{}rem", whole / 100.0 * PIECE) aria-hidden="true" inner_html=inside></svg> }
        .into_any()
}

/// A number or a sign in a picture, its middle at `x`, its foot at `y`.
pub fn lettered(x: f64, y: f64, size: f64, text: &str) -> String {
    format!(r#"<text x="{x}" y="{y}" text-anchor="middle" font-size="{size}" font-weight="700" fill="currentColor">{text}</text>"#)
}

/// An arrow in a picture, from one point to another.
pub fn arrow((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> String {
    let length = (to_x - x).hypot(to_y - y);
    let turn = (to_y - y).atan2(to_x - x).to_degrees();
    format!(
        r#"<path transform="translate({x} {y}) rotate({turn})" d="M0 0H{length}m-18-16 18 16-18 16" fill="none" stroke="currentColor" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>"#
    )
}

/// What is around a piece that matters, in a square of 100.
pub const RING: &str = r##"<rect x="0" y="-2" width="100" height="98" rx="24" fill="none" stroke="#2a1d08" stroke-width="11"/><rect x="0" y="-2" width="100" height="98" rx="24" fill="none" stroke="#f2bf4e" stroke-width="8"/>"##;

/// What a die of an example is for.
#[derive(Clone, Copy)]
pub enum Part {
    /// The combination needs it.
    Needed,
    /// It counts with the others.
    Counted,
    /// It counts for nothing.
    Pale,
}

/// How far one die is from the next.
const DIE: f64 = 112.0;

/// Dice side by side, each with its part.
pub fn dice(faces: &[u8], part: impl Fn(usize) -> Part) -> String {
    let drawn = faces.iter().enumerate().map(|(i, &face)| {
        let die = die::markup(face);
        let die = match part(i) {
            Part::Needed => die + RING,
            Part::Counted => die,
            Part::Pale => format!(r#"<g opacity="0.35">{die}</g>"#),
        };
        put(DIE * i as f64, 0.0, 100.0, 0.0, die)
    });
    drawn.collect()
}

/// How wide so many dice side by side are.
pub fn dice_width(count: usize) -> f64 {
    DIE * count as f64 - DIE + 100.0
}

/// Five dice as an example: the first ones are needed, the others have the other part.
pub fn example(faces: [u8; 5], needed: usize, others: Part) -> AnyView {
    picture(dice_width(5), 100.0, dice(&faces, |i| if i < needed { Part::Needed } else { others }))
}

/// Rolls of five dice one below the other, numbered; the first dice of each are kept.
pub fn rolls(rolls: &[([u8; 5], usize)]) -> AnyView {
    let drawn = rolls.iter().enumerate().map(|(i, &(faces, kept))| {
        let row = dice(&faces, |i| if i < kept { Part::Needed } else { Part::Counted });
        let y = 122.0 * i as f64;
        lettered(26.0, y + 68.0, 56.0, &format!("{}", i + 1)) + &put(76.0, y, 100.0, 0.0, row)
    });
    picture(76.0 + dice_width(5), 122.0 * rolls.len() as f64 - 22.0, drawn.collect())
}
