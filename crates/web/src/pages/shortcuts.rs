//! What one comes back to the start page for, each a small picture with a line: the game that waits, friends, the puzzle of the day,
//! one's own record.

use leptos::prelude::*;
use spieltisch_records::header::OPENED;

use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::store::{self, Saved};
use crate::{coach, parts, pieces};

/// All ways that lead somewhere on this device.
pub fn row() -> impl IntoView {
    let games = store::all_games();
    let waiting = games.iter().find(|saved| !saved.is_finished() && !OPENED.is_in(&saved.record));
    let any = !games.is_empty();
    let solved = coach::is_solved_today().then(|| tr(Key::StartSolved).into_any());
    let list = (any && waiting.is_none()).then(|| shortcut("games-link", "#/games", pieces::SHEETS, tr(Key::StartFinishedGames), None));
    view! {
        <div class="shortcuts">
            {waiting.map(go_on)}
            {shortcut("friend", "#/friend", pieces::FRIENDS, tr(Key::StartFriend), None)}
            {shortcut("puzzle-link", "#/puzzle", pieces::PUZZLE, tr(Key::StartPuzzle), solved)}
            {any.then(|| shortcut("record-link", "#/record", pieces::CURVE, tr(Key::ButtonOwnRecord), Some(parts::exercises_due())))}
            {list}
        </div>
    }
}

/// The game that waits.
fn go_on(saved: &Saved) -> impl IntoView + use<> {
    let names = &saved.record.players;
    let game = game_name(&saved.record.game);
    let text = if names.len() > 1 {
        texts::start_continue_with(lang(), game, texts::list(lang(), names))
    } else {
        texts::start_continue_alone(lang(), game)
    };
    view! {
        <a class="card shortcut waiting" id="continue" href=format!("#/play/{}", saved.id)>
            <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=pieces::GO_ON></svg>
            <span><strong>{tr(Key::ButtonContinue)}</strong><small>{text}</small></span>
        </a>
    }
}

fn shortcut(id: &'static str, address: &'static str, picture: &'static str, name: &'static str, state: Option<AnyView>) -> impl IntoView {
    view! {
        <a class="card shortcut" id=id href=address>
            <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=picture></svg>
            <span><strong>{name}</strong><small>{state}</small></span>
        </a>
    }
}
