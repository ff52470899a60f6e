//! The page of a table shared by link: coming in, the table before a game, the game.

use leptos::prelude::*;
use spieltisch_protocol::Role;

use super::table::{Closed, ConnectionState, LinkedTable};
use super::{game, join, kept, leaving, lobby, menu, naming, news};
use crate::app::menu as app_menu;
use crate::i18n::{Key, game_name, tr};
use crate::{browser, parts};

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    Connecting,
    Closed(Closed),
    /// A seat can be taken.
    Join,
    /// The table itself: who sits where, and links.
    Lobby,
    /// The game of this number, for someone in this seat or none.
    Game(u32, Option<u8>),
}

/// The page. A link carries a token; without one this browser must know the table.
pub fn page(table: &str, token: Option<&str>) -> AnyView {
    let is_name = !table.is_empty() && table.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let token = token.map(str::to_string).or_else(|| kept::find(table).map(|kept| kept.token));
    let Some(token) = token.filter(|_| is_name) else { return closed(Closed::Unknown, "") };
    let online = LinkedTable::open(table, &token);
    leaving::follow(online);
    let stage = Memo::new(move |_| stage(online));
    let game = Memo::new(move |_| online.with_state(|table_state| table_state.game.clone()));
    Effect::new(move |_| {
        let game = game.get();
        if !game.is_empty() {
            browser::document().set_title(&format!("{} · Spieltisch", game_name(&game)));
        }
    });
    view! {
        <div class="by-link">
            {news(online)}
            {parts::turn_signs(online)}
            {move || match stage.get() {
                Stage::Connecting => view! { <p class="card page">{tr(Key::OnlineConnecting)}</p> }.into_any(),
                Stage::Closed(why) => closed(why, &online.with_state_untracked(|table_state| table_state.game.clone())),
                Stage::Join => join::page(online),
                Stage::Lobby => lobby::page(online),
                Stage::Game(_, my_seat) => {
                    app_menu::offer(online.menu);
                    game::show(online, my_seat)
                }
            }}
            {menu::sheet(online)}
            {naming::form(online)}
        </div>
    }
    .into_any()
}

fn stage(online: LinkedTable) -> Stage {
    match online.standing.get() {
        ConnectionState::Closed(why) => return Stage::Closed(why),
        ConnectionState::Connecting => return Stage::Connecting,
        ConnectionState::Open | ConnectionState::Lost => {}
    }
    let my_seat = online.my_seat();
    let could_sit = match online.role.get() {
        Some(Role::Seat(_)) => my_seat.is_none(),
        Some(Role::Invited) => true,
        _ => false,
    };
    if could_sit && !online.sits_down.get() && !online.looks_on.get() {
        return Stage::Join;
    }
    let round = online.with_state(|table_state| table_state.round.as_ref().map(|round| round.number));
    match round {
        Some(number) if !online.at_lobby.get() => Stage::Game(number, my_seat),
        _ => Stage::Lobby,
    }
}

/// There is no such table any more: a table of one's own is the next best thing.
fn closed(why: Closed, game: &str) -> AnyView {
    let text = match why {
        Closed::Unknown => Key::LinkUnknown,
        Closed::Deleted => Key::OnlineGone,
    };
    let own = (!game.is_empty()).then(|| join::own_table(game, "main button"));
    let home = if own.is_some() { "quiet button" } else { "main button" };
    view! {
        <div class="card page closed">
            <h1>{tr(text)}</h1>
            <p>{tr(Key::OnlineGoneHelp)}</p>
            <div class="buttons">{own}<a class=home href="#/">{tr(Key::ButtonHome)}</a></div>
        </div>
    }
    .into_any()
}
