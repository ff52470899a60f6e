//! Setting a table up on the server.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_protocol::{NewTable, SeatPlan, limits};

use super::kept::KeptTable;
use super::{api, kept, words};
use crate::app::route;
use crate::i18n::{lang, texts};
use crate::live::{Kind, Player};

/// Sets the table up and goes there; what goes wrong is said in `message`.
pub fn create(mut table: NewTable, seats: &[Player], message: RwSignal<String>) {
    table.seats = seats.iter().enumerate().map(plan).collect();
    let mine = seats.iter().position(|player| player.kind == Kind::Person).unwrap_or(0);
    let name = seats.get(mine).map(|player| player.name.clone());
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
                    sit_as: name.and_then(|name| limits::name(&name)),
                    links: Some(links),
                });
                route::go(&address);
            }
            Err(failure) => drop(message.try_set(words::failure(&failure))),
        }
    });
}

/// A seat as planned. A name nobody chose is left to whoever comes.
fn plan((seat, player): (usize, &Player)) -> SeatPlan {
    let computer = match player.kind {
        Kind::Computer(level) => Some(level),
        Kind::Person | Kind::Link => None,
    };
    let nobody = player.kind == Kind::Link && player.name == texts::setup_name_default(lang(), seat + 1);
    let name = if nobody { String::new() } else { player.name.clone() };
    SeatPlan { name, colour: player.colour as u8, computer }
}
