//! The players with their points, and whose turn it is.

use leptos::prelude::*;
use spieltisch_rules::ToAct;

use super::TableGame;
use super::frame::{face, mark};
use crate::i18n::{Key, tr};
use crate::live::{GameView, Kind};
use spieltisch_records::DynGame;

/// The list of players; the one to act stands out.
pub fn list<G: TableGame>(play: GameView<G>) -> impl IntoView {
    let rows = move || {
        play.with(|live| {
            let (scores, to_act) = (live.position.scores(), live.seat_to_act());
            let over = live.to_act() == ToAct::Over;
            let row = |(seat, player): (usize, &crate::live::Player)| {
                let turn = !over && seat == to_act;
                let status = match (turn, player.kind) {
                    (true, Kind::Person) => tr(Key::PlayYourTurn),
                    (true, Kind::Computer(_) | Kind::Link) => "…",
                    _ => "",
                };
                view! {
                    <li class="player" class:turn=turn aria-current=turn.then_some("true")>
                        {mark(player.colour)}
                        {play.referee().map(|referee| referee.presence(seat))}
                        <span class="name">{face(player)}{player.name.clone()}</span>
                        <span class="status">{status}</span>
                        <span class="supply">{G::supply(live, seat)}</span>
                        <span class="score">{scores[seat]}</span>
                    </li>
                }
            };
            live.seats.iter().enumerate().map(row).collect::<Vec<_>>()
        })
    };
    let count = play.live.with_untracked(|live| live.seats.len());
    view! { <ol class="players card" class:crowd={count > 4} data-players=count.to_string() aria-label=tr(Key::PlayScore)>{rows}</ol> }
}
