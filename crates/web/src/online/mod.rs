//! Tables shared by link: the connection to the referee, inviting, and playing together.

mod agreement;
mod api;
mod around;
mod connection;
mod create;
mod end;
mod friend;
mod game;
mod invitation;
mod join;
mod kept;
mod leaving;
mod links;
mod lobby;
mod menu;
mod names;
mod naming;
pub mod notifications;
mod page;
mod reach;
mod reactions;
mod referee;
mod table;
mod tables;
mod talk;
mod terms;
mod wishes;
mod words;

use around::news;
pub use create::create;
pub use friend::page as friend;
pub use page::page;
pub use table::LinkedTable;
pub use tables::{list as tables_list, urgent as tables_urgent, waiting as tables_waiting};
pub use terms::{now as terms_now, show as show_terms};

/// Whether this browser has a link to any table.
pub fn has_tables() -> bool {
    !kept::all().is_empty()
}

/// The game played at a table this browser knows. Reactive: the caller follows every change.
pub fn game_of(table: &str) -> Option<String> {
    kept::follow();
    Some(kept::find(table)?.game)
}
