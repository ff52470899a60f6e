//! The page's title tells whose turn it is: a player who looks at another tab meanwhile sees it there.

use leptos::prelude::*;

use super::{GameView, LocalGame};
use crate::browser;
use crate::i18n::{Key, game_name, tr};
use crate::table::TableGame;

/// Lets the title follow the game.
pub fn run<G: TableGame>(play: GameView<G>) {
    let mine = Memo::new(move |_| play.with(LocalGame::is_my_turn));
    let plain = || format!("{} · Spieltisch", game_name(G::INFO.name));
    Effect::new(move |_| {
        let title = if mine.get() { format!("{} {}", tr(Key::PlayYourTurn), plain()) } else { plain() };
        browser::document().set_title(&title);
    });
    on_cleanup(move || browser::document().set_title(&plain()));
}
