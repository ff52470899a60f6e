//! The rules pages: short, with pictures of the game's own pieces, and an anchor for each rule.

use leptos::prelude::*;

use crate::browser;
use crate::games;
use crate::i18n::{Key, lang, texts, tr};
use texts::Paragraph;

/// The page, at one of its rules where the address names one.
pub fn page(game: &str, rule: Option<&str>) -> AnyView {
    let (Some(known), Some(face)) = (games::aside(game), games::face(game)) else { return ().into_any() };
    if let Some(rule) = rule.map(str::to_string) {
        browser::after(0, move || browser::show(&rule));
    }
    let sections = known.rules().iter().map(|section| {
        let paragraphs = section.paragraphs.iter().map(|paragraph| show(paragraph, rule)).collect::<Vec<_>>();
        view! { <section><h2>{tr(section.heading)}</h2>{paragraphs}{known.figure(section.heading)}</section> }
    });
    let tips = known.tips().iter().map(|&tip| view! { <li>{tr(tip)}</li> }).collect::<Vec<_>>();
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
            {sections.collect::<Vec<_>>()}
            <section><h2>{tr(Key::PageTips)}</h2><ul>{tips}</ul></section>
            <p class="buttons">
                <button class="main" on:click=|_| browser::back()>{tr(Key::ButtonBack)}</button>
                <a class="quiet button" href=format!("#/print/{game}")>{tr(Key::ButtonPrintSheets)}</a>
                {known.beside().map(|(address, name)| view! { <a class="quiet button" href=address>{tr(name)}</a> })}
            </p>
        </article>
    }
    .into_any()
}

fn show(paragraph: &Paragraph, wanted: Option<&str>) -> AnyView {
    match *paragraph {
        Paragraph::Text(key) => view! { <p>{tr(key)}</p> }.into_any(),
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
