//! The page's title tells whose turn it is: whoever looks at another tab meanwhile sees it there.

use leptos::prelude::*;

use super::{Kind, LiveGame, Play};
use crate::browser;
use crate::i18n::{Key, game_name, tr};
use crate::table::TableGame;

/// Lets the title follow the game.
pub fn run<G: TableGame>(play: Play<G>) {
    let mine = Memo::new(move |_| play.with(is_mine));
    let plain = || format!("{} · Spieltisch", game_name(G::INFO.name));
    Effect::new(move |_| {
        let title = if mine.get() { format!("{} {}", tr(Key::PlayYourTurn), plain()) } else { plain() };
        browser::document().set_title(&title);
    });
    on_cleanup(move || browser::document().set_title(&plain()));
}

/// Whether it is the turn of the one person at this screen. Several people around it see for themselves.
fn is_mine<G: TableGame>(live: &LiveGame<G>) -> bool {
    let here = live.seats.iter().filter(|player| player.kind == Kind::Person).count();
    here == 1 && live.seats.len() > 1 && live.person_acts()
}
