//! The frame of the page: the bar on top, and below it whatever the address names.

mod keeping;
pub mod menu;
pub mod route;
pub mod settings;
pub mod update;

use leptos::prelude::*;
use spieltisch_rules::games;

use crate::browser;
use crate::i18n::{Key, Lang, game_name, lang, tr};
use crate::{dialog, i18n, pages, parts, pieces, table};
use route::Route;

/// What goes on beside the page, as long as it is open.
pub fn install() {
    update::install();
    keeping::install();
}

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let route = route::follow();
    let language = RwSignal::new(lang());
    view! {
        <svg class="definitions" aria-hidden="true" inner_html=pieces::DEFINITIONS></svg>
        {move || {
            // When the language changes, everything is redrawn; games continue from the store.
            let _ = language.get();
            view! {
                {bar(route, language)}
                {update::line()}
                {keeping::line()}
                <main id="main" tabindex="-1">{move || page(&route.get())}</main>
                {dialog::questions()}
            }
        }}
    }
}

/// All that is shown where the browser has no random numbers for dice.
pub fn without_dice() -> impl IntoView {
    view! { <main id="main"><div class="card page"><h1>"Spieltisch"</h1><p id="without-dice">{tr(Key::ErrorNoRandomness)}</p></div></main> }
}

fn page(route: &Route) -> AnyView {
    dialog::forget();
    let game = untrack(|| route.game()).map(game_name);
    browser::document().set_title(&game.map_or("Spieltisch".to_string(), |game| format!("{game} · Spieltisch")));
    match route {
        Route::Start => pages::start::page(),
        Route::Play(id) => table::page(id),
        Route::Link { table, token } => parts::by_link(table, token.as_deref()),
        Route::Friend => parts::friend(),
        Route::Puzzle(day) => parts::puzzle(day.as_deref()),
        Route::Archive => parts::archive(),
        Route::Learn(game) => parts::lesson(game),
        Route::Replay { id, step } => table::replay_page(id, *step),
        Route::Review(id) => parts::review_page(id),
        Route::Share(id) => parts::share(id),
        Route::Try { id, event } => parts::try_page(id, *event),
        Route::OwnRecord => parts::own_page(),
        Route::Print { game, code } => parts::print(game, code.as_deref()),
        Route::Dice => parts::dice_page(),
        Route::Pad => parts::pad(),
        Route::People => parts::people(),
        Route::Setup { .. } | Route::Games | Route::Rules { .. } | Route::Settings => parts::aside(route),
    }
}

/// The name of the page, which leads to the start from everywhere else.
fn brand(at_start: bool) -> AnyView {
    let name = || view! { <svg viewBox="0 0 100 100" aria-hidden="true" inner_html=pieces::die::markup(5)></svg><span>"Spieltisch"</span> };
    if at_start {
        view! { <span class="brand">{name()}</span> }.into_any()
    } else {
        view! { <a class="brand" href="#/" aria-label="Spieltisch">{name()}</a> }.into_any()
    }
}

/// The name of the game; where its page offers a menu, the way there.
fn where_we_are(route: RwSignal<Route>) -> AnyView {
    let name = move || route.get().game().map(game_name);
    match menu::offered() {
        None => view! { <span class="where">{name}</span> }.into_any(),
        Some(open) => {
            view! { <button class="where pill" id="table-menu" aria-haspopup="dialog" on:click=move |_| open.set(true)>{name}</button> }
                .into_any()
        }
    }
}

fn bar(route: RwSignal<Route>, language: RwSignal<Lang>) -> impl IntoView {
    let rules = move || format!("#/rules/{}", route.get().game().or_else(|| games::names().first().copied()).unwrap_or_default());
    let choose = move |event: web_sys::Event| {
        if let Some(chosen) = Lang::from_code(&browser::value_of(&event)) {
            i18n::once_here(chosen, move || {
                settings::change(|settings| settings.language = Some(chosen.code().to_string()));
                language.set(chosen);
            });
        }
    };
    let languages = Lang::ALL.map(|choice| {
        let name = format!("{} – {}", choice.code().to_ascii_uppercase(), choice.native_name());
        view! { <option value=choice.code() selected=choice == lang()>{name}</option> }
    });
    view! {
        <header class="bar">
            <button class="skip" on:click=|_| browser::focus("main")>{tr(Key::PageTitleSkipToBoard)}</button>
            {move || brand(route.with(|route| *route == Route::Start))}
            {move || where_we_are(route)}
            {keeping::mark()}
            <nav class="links">
                <a class="pill" href=rules>{tr(Key::ButtonRules)}</a>
                <label class="pill language">
                    <span class="globe" aria-hidden="true">{lang().code().to_ascii_uppercase()}</span>
                    <select aria-label=tr(Key::SettingsLanguage) on:change=choose>{languages}</select>
                </label>
                <a class="pill gear" href="#/settings" aria-label=tr(Key::ButtonSettings) title=tr(Key::ButtonSettings)>
                    <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=pieces::GEAR></svg>
                </a>
            </nav>
        </header>
    }
}
