//! The rules pages: short, with pictures of the game's own pieces, and an anchor for each rule.

use leptos::prelude::*;
use spieltisch_rules::caro::Colour;
use spieltisch_rules::castro::Symbol;
use spieltisch_rules::games;
use spieltisch_rules::yatzy::{BONUS, BoxName, Options};

use super::start::picture;
use crate::browser;
use crate::i18n::{Key, box_name, box_needs, colour_name, game_name, lang, points, symbol_name, symbol_needs, texts, tr};
use crate::pieces;
use texts::Paragraph;

/// The page, at one of its rules where the address names one.
pub fn page(game: &str, rule: Option<&str>) -> AnyView {
    let Some(known) = texts::Game::from_name(game) else { return ().into_any() };
    if let Some(rule) = rule.map(str::to_string) {
        browser::after(0, move || browser::show(&rule));
    }
    let sections = texts::rules_page(known).iter().map(|section| {
        let paragraphs = section.paragraphs.iter().map(|paragraph| show(paragraph, rule)).collect::<Vec<_>>();
        view! { <section><h2>{tr(section.heading)}</h2>{paragraphs}{figure(known, section.heading)}</section> }
    });
    let tips = texts::tips(known).iter().map(|&tip| view! { <li>{tr(tip)}</li> }).collect::<Vec<_>>();
    let others = games::NAMES.iter().map(|&name| {
        view! { <a class="quiet button" href=format!("#/rules/{name}") aria-current=(name == game).then_some("page")>{game_name(name)}</a> }
    });
    view! {
        <article class="card page rules">
            <nav class="buttons" aria-label=tr(Key::ButtonRules)>{others.collect::<Vec<_>>()}</nav>
            <header class="head">
                <h1>{texts::page_title(lang(), game_name(game))}</h1>
                <div class="picture felt"><svg viewBox="0 0 200 200" aria-hidden="true" inner_html=picture(game)></svg></div>
            </header>
            {sections.collect::<Vec<_>>()}
            <section><h2>{tr(Key::PageTips)}</h2><ul>{tips}</ul></section>
            <p><button class="main" on:click=|_| browser::back()>{tr(Key::ButtonBack)}</button></p>
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

/// A picture that belongs to a section.
fn figure(game: texts::Game, heading: Key) -> Option<AnyView> {
    let svg = |markup: String| view! { <svg viewBox="0 0 100 104" aria-hidden="true" inner_html=markup></svg> };
    match (game, heading) {
        (texts::Game::Castro, Key::PageSymbols) => {
            let symbols = [Symbol::Pair(3), Symbol::Three, Symbol::Four, Symbol::Straight, Symbol::FullHouse, Symbol::Yatzy];
            let rows = symbols
                .map(|symbol| view! { <li><span class="square">{svg(pieces::symbol::markup(symbol))}</span><span><b>{symbol_name(symbol)}</b><small>{symbol_needs(symbol)}</small></span></li> });
            Some(view! { <ul class="figures needs">{rows.into_iter().collect::<Vec<_>>()}</ul> }.into_any())
        }
        (texts::Game::Yatzy, Key::PageBoxes) => {
            let rows = BoxName::ALL.map(|name| view! { <tr><th scope="row">{box_name(name)}</th><td>{box_needs(name)}</td></tr> });
            let bonus = texts::yatzy_needs_bonus(lang(), Options::default().bonus_at_least, points(BONUS.into()));
            Some(
                view! {
                    <table class="needs"><tbody>
                        {rows.into_iter().collect::<Vec<_>>()}
                        <tr><th scope="row">{tr(Key::YatzyBoxBonus)}</th><td>{bonus}</td></tr>
                    </tbody></table>
                }
                .into_any(),
            )
        }
        (texts::Game::Castro, Key::PageBuilding) => {
            let stacks: [&[usize]; 3] = [&[0], &[1, 0], &[2, 1, 0, 1, 0]];
            let rows = stacks.map(|roofs| view! { <li><span class="square">{svg(pieces::roof::stack(roofs))}</span>{texts::count_roofs(lang(), roofs.len() as i64)}</li> });
            Some(view! { <ul class="figures">{rows.into_iter().collect::<Vec<_>>()}</ul> }.into_any())
        }
        (texts::Game::Caro, Key::PageScoring) => {
            use Colour::{Black, Grey, Red, White};
            let pairs = [(Red, Black), (Red, Grey), (Red, White), (Black, Grey), (Black, White), (Grey, White)];
            let rows = pairs.map(|(one, other)| {
                let name = format!("{}, {}", colour_name(one), colour_name(other));
                view! { <li aria-label=name><span class="pair">{svg(pieces::tile::markup(one))}{svg(pieces::tile::markup(other))}</span><b>{one.edge(other)}</b></li> }
            });
            Some(view! { <ul class="figures">{rows.into_iter().collect::<Vec<_>>()}</ul> }.into_any())
        }
        (texts::Game::Crowns, Key::PageBoard) => {
            let dice = [5, 5, 5].map(|face| svg(pieces::die::markup(face)));
            Some(view! { <ul class="figures"><li><span class="pair">{dice.into_iter().collect::<Vec<_>>()}</span>{texts::crowns_term_field(lang(), 3, 5)}</li></ul> }.into_any())
        }
        (texts::Game::Yatzy, Key::PageTurn) => {
            let dice = [3, 3, 6, 3, 3].map(|face| svg(pieces::die::markup(face)));
            Some(view! { <p class="pair">{dice.into_iter().collect::<Vec<_>>()}</p> }.into_any())
        }
        _ => None,
    }
}
