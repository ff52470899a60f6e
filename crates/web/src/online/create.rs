//! Setting a table up on the server.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_protocol::{NewTable, SeatPlan, limits};

use super::kept::KeptTable;
use super::{api, kept, words};
use crate::app::route;
use crate::i18n::is_given_name;
use crate::live::{Kind, Player};

/// Sets the table up and goes there; what goes wrong is said in `message`.
pub fn create(mut table: NewTable, seats: &[Player], message: RwSignal<String>) {
    table.seats = seats.iter().map(plan).collect();
    let mine = seats.iter().position(|player| player.kind == Kind::Person).unwrap_or(0);
    let name = seats.get(mine).map(chosen_name);
    spawn_local(async move {
        match api::create(&table).await {
            Ok(links) => {
                let address = format!("#/t/{}", links.table);
                kept::put(KeptTable {
                    table: links.table.clone(),
                    token: links.seats.get(mine).cloned().unwrap_or_default(),
                    game: table.game,
                    seat: Some(mine as u8),
                    next: None,
                    sit_as: name,
                    links: Some(links),
                });
                route::go(&address);
            }
            Err(failure) => drop(message.try_set(words::failure(&failure))),
        }
    });
}

/// A seat as planned. A default name is left to the player who comes.
fn plan(player: &Player) -> SeatPlan {
    let computer = match player.kind {
        Kind::Computer(level) => Some(level),
        Kind::Person | Kind::Link => None,
    };
    SeatPlan { name: chosen_name(player), colour: player.colour as u8, computer }
}

/// The chosen name; empty where there is none, so that every page gives one in its own language.
fn chosen_name(player: &Player) -> String {
    if is_given_name(player.name.trim()) { String::new() } else { limits::name(&player.name).unwrap_or_default() }
}
