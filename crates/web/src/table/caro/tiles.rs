//! The tiles a player has left.

use leptos::prelude::*;
use spieltisch_core::caro::{CaroChoice, owner};
use spieltisch_rules::Game;
use spieltisch_rules::caro::{Caro, Colour, Move, Supply};

use super::tile;
use crate::i18n::{Key, colour_name, lang, texts, tr};
use crate::live::GameView;

/// The tiles to choose from: those of the person who acts, or of the one who waits.
pub fn show(play: GameView<Caro>, choice: RwSignal<CaroChoice>, choose: Callback<usize>) -> impl IntoView {
    let tiles = move || {
        let CaroChoice { colour: chosen, place } = choice.get();
        let place = place.filter(|_| chosen.is_none());
        let hinted = play.hinted.get().and_then(|mv| match mv {
            Move::Lay(colour, _) => Some(colour),
            _ => None,
        });
        play.with(|live| {
            let supply = live.position.state.supply(owner(live));
            let active = live.person_acts();
            let tile = |colour: Colour| {
                let count = supply.count(colour);
                let last = count == 1;
                // A place was chosen first: only some tiles fit there.
                let unfit = place.is_some_and(|place| live.position.game.check(&live.position.state, Move::Lay(colour, place)).is_err());
                let mut name = texts::caro_play_tiles_left(lang(), colour_name(colour), count);
                if last {
                    name = format!("{name}. {}", tr(Key::CaroPlayLastOfColour));
                }
                view! {
                    <button class="tile" class:chosen=chosen == Some(colour) class:hinted=hinted == Some(colour) class:gone=count == 0 class:unfit=unfit disabled=!active || count == 0
                        aria-pressed=(chosen == Some(colour)).to_string() aria-label=name on:click=move |_| choose.run(colour as usize)>
                        <svg viewBox="0 0 100 100" aria-hidden="true" inner_html=tile::markup(colour)></svg>
                        <span class="count" aria-hidden="true">{count}</span>
                        {last.then(|| view! { <span class="double" aria-hidden="true">{tr(Key::FormatTimesTwo)}</span> })}
                    </button>
                }
            };
            Colour::ALL.map(tile).into_iter().collect::<Vec<_>>()
        })
    };
    view! { <div class="tiles" role="group" aria-label=tr(Key::CaroPlayChooseTile)>{tiles}</div> }
}

/// A small view of a player's tiles, as everyone can see them.
pub fn small(supply: Supply) -> impl IntoView {
    let tile = |colour: Colour| {
        view! {
            <span class="small-tile" class:gone=supply.count(colour) == 0>
                <svg viewBox="0 0 100 100" role="img" aria-label=colour_name(colour) inner_html=tile::markup(colour)></svg>{supply.count(colour)}
            </span>
        }
    };
    view! { <span class="small-tiles">{Colour::ALL.map(tile).into_iter().collect::<Vec<_>>()}</span> }
}
