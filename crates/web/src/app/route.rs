//! The page's addresses: what stands behind the `#`.

use leptos::ev;
use leptos::prelude::*;

use crate::browser::window;
use crate::{coach, online, store};
use spieltisch_rules::games;

/// What the page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The four games.
    Start,
    /// Setting a game up, as a link says where it was opened by one.
    Setup {
        /// The game's name.
        game: String,
        /// The set-up in short.
        code: Option<String>,
    },
    /// Sheets to print.
    Print {
        /// The game's name.
        game: String,
        /// The set-up in short.
        code: Option<String>,
    },
    /// Playing the saved game of this id.
    Play(String),
    /// A table shared by link, with what the link carries where it was opened by one.
    Link {
        /// The table.
        table: String,
        /// What the link carries.
        token: Option<String>,
    },
    /// All saved games.
    Games,
    /// Watching a saved game again, from this step on.
    Replay {
        /// The game's id.
        id: String,
        /// The step, where it is not the first.
        step: Option<usize>,
    },
    /// What decided a saved game.
    Review(String),
    /// Showing a finished game around.
    Share(String),
    /// A decision of a saved game to be made again.
    Try {
        /// The game's id.
        id: String,
        /// The number of the event, from 1.
        event: usize,
    },
    /// What all games say of one player.
    OwnRecord,
    /// The rules of a game, at one of them.
    Rules {
        /// The game's name.
        game: String,
        /// The rule's id.
        rule: Option<String>,
    },
    /// Whether the dice that were entered are fair.
    Dice,
    /// A score pad for real dice.
    Pad,
    /// Playing with a friend: choosing a game, or typing a code.
    Friend,
    /// The puzzle of a day: today's where none is named.
    Puzzle(Option<String>),
    /// All puzzles so far.
    Archive,
    /// A first game that teaches.
    Learn(String),
    /// The people of this device.
    People,
    /// Language, look and speed.
    Settings,
}

impl Route {
    fn read(hash: &str) -> Route {
        let mut parts = hash.trim_start_matches('#').trim_start_matches('/').split('/');
        let (page, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default().to_string());
        let is_game = games::info(&rest).is_some();
        let number = |part: Option<&str>| part.and_then(|part| part.parse().ok());
        match page {
            "setup" if is_game => Route::Setup { game: rest, code: parts.next().map(str::to_string) },
            "print" if is_game => Route::Print { game: rest, code: parts.next().map(str::to_string) },
            "play" => Route::Play(rest),
            "t" => Route::Link { table: rest, token: parts.next().filter(|token| !token.is_empty()).map(str::to_string) },
            "games" => Route::Games,
            "replay" => Route::Replay { id: rest, step: number(parts.next()) },
            "review" => Route::Review(rest),
            "share" => Route::Share(rest),
            "try" => Route::Try { id: rest, event: number(parts.next()).unwrap_or(1) },
            "rules" if is_game => Route::Rules { game: rest, rule: parts.next().map(str::to_string) },
            "record" => Route::OwnRecord,
            "dice" => Route::Dice,
            "pad" => Route::Pad,
            "friend" => Route::Friend,
            "puzzle" => Route::Puzzle(Some(rest).filter(|day| !day.is_empty())),
            "puzzles" => Route::Archive,
            "learn" if is_game => Route::Learn(rest),
            "people" => Route::People,
            "settings" => Route::Settings,
            _ => Route::Start,
        }
    }

    /// The game the page is about.
    pub fn game(&self) -> Option<&'static str> {
        let name = match self {
            Route::Setup { game, .. } | Route::Print { game, .. } | Route::Learn(game) | Route::Rules { game, .. } => game.clone(),
            Route::Play(id) | Route::Replay { id, .. } | Route::Review(id) | Route::Share(id) | Route::Try { id, .. } => {
                store::game_of(id)?
            }
            Route::Link { table, .. } => online::game_of(table)?,
            Route::Puzzle(_) => return coach::shown_game(),
            Route::Start
            | Route::Games
            | Route::Friend
            | Route::Archive
            | Route::OwnRecord
            | Route::Dice
            | Route::Pad
            | Route::People
            | Route::Settings => return None,
        };
        games::info(&name).map(|info| info.name)
    }
}

/// The address as it stands and changes.
pub fn follow() -> RwSignal<Route> {
    let read = || Route::read(&window().location().hash().unwrap_or_default());
    let route = RwSignal::new(read());
    let _ = window_event_listener(ev::hashchange, move |_| {
        let next = read();
        // Another page begins at its top, however far the one before was scrolled.
        if route.with_untracked(|now| *now != next) {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        route.set(next);
    });
    route
}

/// Goes to an address.
pub fn go(address: &str) {
    let _ = window().location().set_hash(address);
}
