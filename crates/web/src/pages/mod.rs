//! Everything that is not a table.

pub mod advice;
mod games;
pub mod install;
mod outcomes;
pub mod pad;
pub mod print;
pub mod rules;
mod settings;
pub mod setup;
mod shortcuts;
pub mod start;
pub mod tally;

use leptos::prelude::*;

use crate::app::route::Route;

/// What is looked up or chosen beside the tables; nothing where the address names another page.
pub fn aside(route: &Route) -> AnyView {
    match route {
        Route::Setup { game, code } => setup::page(game, code.as_deref()),
        Route::Games => games::page(),
        Route::Rules { game, rule } => rules::page(game, rule.as_deref()),
        Route::Settings => settings::page(),
        _ => ().into_any(),
    }
}
