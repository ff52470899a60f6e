//! Tables shared by link: the line to the referee, inviting, and playing together.

mod api;
mod around;
mod create;
mod end;
mod game;
mod join;
mod kept;
mod line;
mod links;
mod lobby;
mod page;
mod reactions;
mod table;
mod tables;
mod talk;
mod terms;
mod words;

use around::news;
pub use around::{clock, presence, prompt};
pub use create::create;
pub use end::buttons as end_buttons;
pub use page::page;
pub use table::Online;
pub use tables::{list as tables_list, waiting as tables_waiting};
pub use talk::{button as talk_button, panel as talk_panel};
pub use terms::show as show_terms;

/// The game played at a table this browser knows.
pub fn game_of(table: &str) -> Option<String> {
    Some(kept::find(table)?.game)
}
