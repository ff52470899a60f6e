//! Boards of one's own: typed in on a board, kept in the browser, saved and opened as files.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spieltisch_records::read_board;
use spieltisch_rules::board_file::BoardFile;
use spieltisch_rules::castro::Symbol;
use spieltisch_rules::{castro, crowns};

use super::Setup;
use crate::i18n::{Key, lang, symbol_name, texts, tr};
use crate::pieces;
use crate::store;
use crate::{browser, faults};

/// A board as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Named {
    name: String,
    board: Value,
}

fn place(game: &str) -> String {
    format!("spieltisch/boards/{game}")
}

fn kept(game: &str) -> Vec<Named> {
    store::read(&place(game)).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The board being typed in: 36 cells as in board files, the top row first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    name: String,
    /// The name of the board that is changed; nothing for a new one.
    of: Option<String>,
    cells: Vec<String>,
    at: usize,
}

impl Draft {
    /// The draft that was left unfinished.
    pub fn kept(game: &str) -> Option<Draft> {
        let draft: Draft = serde_json::from_str(&store::read(&place_of_draft(game))?).ok()?;
        (draft.cells.len() == 36 && draft.at < 36).then_some(draft)
    }
}

fn place_of_draft(game: &str) -> String {
    format!("spieltisch/draft/{game}")
}

/// Keeps the draft as it changes: it is there again after a language, a reload, a look at the rules.
fn keep_draft(setup: Setup) {
    Effect::new(move |_| match setup.draft.get() {
        Some(draft) => drop(store::write(&place_of_draft(setup.game), &serde_json::to_string(&draft).unwrap_or_default())),
        None => store::remove(&place_of_draft(setup.game)),
    });
}

/// Keeps the board being typed in and takes it for the game; `false` where it is not complete.
pub fn take_up(setup: Setup) -> bool {
    let Some(draft) = setup.draft.get_untracked() else { return true };
    let is_changed = draft.cells != cells_of(setup.game, &setup.board.get_untracked());
    if is_changed && wrong(setup.game, &draft.cells).is_some() {
        return false;
    }
    if is_changed {
        keep(setup, draft);
    }
    finish(setup);
    true
}

/// The editor is done with.
fn finish(setup: Setup) {
    setup.draft.set(None);
    store::remove(&place_of_draft(setup.game));
}

/// Keeps a draft among the boards, beside others of that name, and chooses it. Returns all boards, and whether they
/// will be there the next time.
fn keep(setup: Setup, draft: Draft) -> (Vec<Named>, bool) {
    let game = setup.game;
    let mut all = kept(game);
    all.retain(|other| Some(&other.name) != draft.of.as_ref());
    let named = Named { name: free_name(&all, draft.name.trim()), board: board_of(game, &draft.cells) };
    all.push(named.clone());
    let stays = store::write(&place(game), &serde_json::to_string(&all).unwrap_or_default());
    setup.board.set(named.board);
    finish(setup);
    (all, stays)
}

/// The name, with a number where another board has it.
fn free_name(boards: &[Named], wanted: &str) -> String {
    let wanted = if wanted.is_empty() { tr(Key::EditorNameDefault) } else { wanted };
    let taken = |name: &str| boards.iter().any(|other| other.name == name);
    let numbered = (2..).map(|number| format!("{wanted} {number}"));
    std::iter::once(wanted.to_string()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

/// The choice of a board and the editor, for games that have one.
pub fn show(setup: Setup) -> AnyView {
    if !matches!(setup.game, "castro" | "crowns") {
        return ().into_any();
    }
    let game = setup.game;
    let boards = RwSignal::new(kept(game));
    let draft = setup.draft;
    keep_draft(setup);
    let message = RwSignal::new(String::new());
    let choose = move |event: web_sys::Event| {
        let index: usize = browser::value_of(&event).parse().unwrap_or(0);
        let board = index.checked_sub(1).and_then(|index| boards.get_untracked().get(index).map(|named| named.board.clone()));
        setup.board.set(board.unwrap_or(Value::Null));
    };
    let names = move || {
        let now = setup.board.get();
        let own = boards
            .get()
            .into_iter()
            .enumerate()
            .map(|(i, named)| view! { <option value=(i + 1).to_string() selected=named.board == now>{named.name}</option> }.into_any());
        let usual = view! { <option value="0" selected=now.is_null()>{tr(Key::SetupBoardDefault)}</option> }.into_any();
        std::iter::once(usual).chain(own).collect::<Vec<_>>()
    };
    let import = move |event: web_sys::Event| {
        browser::read_chosen_file(&event, move |text| match read_board(game, &text) {
            Ok(board) => {
                message.set(String::new());
                draft.set(Some(Draft { name: tr(Key::EditorNameDefault).to_string(), of: None, cells: cells_of(game, &board), at: 0 }));
            }
            Err(error) => message.set(format!("{}. {}", tr(Key::BoardErrorTitle), faults::record_text(&error))),
        });
    };
    let edit = move |_| {
        let of = boards.get_untracked().iter().find(|named| named.board == setup.board.get_untracked()).map(|named| named.name.clone());
        let cells = cells_of(game, &setup.board.get_untracked());
        draft.set(Some(Draft { name: of.clone().unwrap_or_else(|| tr(Key::EditorNameDefault).to_string()), of, cells, at: 0 }));
    };
    view! {
        <section>
            <h2>{tr(Key::SetupBoard)}</h2>
            <div class="buttons">
                <select aria-label=tr(Key::SetupBoardChoose) on:change=choose>{names}</select>
                <button class="quiet" id="edit-board" on:click=edit>{tr(Key::ButtonEdit)}</button>
                <label class="quiet button file">{tr(Key::EditorImport)}<input type="file" accept=".toml" on:change=import/></label>
                <button class="quiet" on:click=move |_| export(game, &setup.board.get_untracked())>{tr(Key::EditorExport)}</button>
            </div>
            <p class="wrong" role="status">{move || message.get()}</p>
            {move || draft.get().map(|now| editor(setup, boards, message, &now))}
        </section>
    }
    .into_any()
}

fn export(game: &str, board: &Value) {
    let text = match game {
        "castro" => serde_json::from_value::<castro::Board>(board.clone()).unwrap_or_default().to_toml(),
        _ => serde_json::from_value::<crowns::Board>(board.clone()).unwrap_or_default().to_toml(),
    };
    browser::download(&format!("{game}.toml"), &text);
}

/// The cells of a board as its record has it; of the usual one where it is null.
fn cells_of(game: &str, board: &Value) -> Vec<String> {
    match game {
        "castro" => {
            let board: castro::Board = serde_json::from_value(board.clone()).unwrap_or_default();
            board.rows().iter().flat_map(|row| row.split(' ').map(str::to_string).collect::<Vec<_>>()).collect()
        }
        _ => {
            let board: crowns::Board = serde_json::from_value(board.clone()).unwrap_or_default();
            board.rows().iter().rev().flatten().map(i64::to_string).collect()
        }
    }
}

/// The draft as a record has it.
fn board_of(game: &str, cells: &[String]) -> Value {
    match game {
        "castro" => cells.chunks(6).map(|row| row.join(" ")).collect::<Vec<_>>().into(),
        _ => json!(crowns_rows(cells)),
    }
}

/// What is wrong with a draft, in the person's language.
fn wrong(game: &str, cells: &[String]) -> Option<String> {
    let read = match game {
        "castro" => castro::Board::from_rows(&cells.chunks(6).map(|row| row.join(" ")).collect::<Vec<_>>()).map(drop),
        _ => crowns::Board::from_rows(&crowns_rows(cells)).map(drop),
    };
    read.err().map(|error| faults::board_text(&error))
}

/// The rows of a draft as the rules read them, the row of ones first.
fn crowns_rows(cells: &[String]) -> Vec<Vec<i64>> {
    cells.chunks(6).rev().map(|row| row.iter().map(|cell| cell.parse().unwrap_or(0)).collect()).collect()
}

fn editor(setup: Setup, boards: RwSignal<Vec<Named>>, message: RwSignal<String>, now: &Draft) -> AnyView {
    let (game, draft) = (setup.game, setup.draft);
    let change = move |change: &dyn Fn(&mut Draft)| draft.update(|draft| draft.iter_mut().for_each(change));
    let cell = |(i, content): (usize, &String)| {
        let name = texts::editor_cell(lang(), cell_name(game, i), content_name(game, content));
        view! {
            <button class="square" class:chosen=i == now.at class:edge=game == "crowns" && (i < 6 || i % 6 == 5) aria-label=name aria-pressed=(i == now.at).to_string()
                on:click=move |_| change(&|draft| draft.at = i)>
                <svg viewBox="0 0 100 100" aria-hidden="true" inner_html=content_drawing(game, content)></svg>
            </button>
        }
    };
    let cells = now.cells.iter().enumerate().map(cell).collect::<Vec<_>>();
    let palette = palette(game).into_iter().map(|content| {
        let (name, drawing) = (content_name(game, &content), content_drawing(game, &content));
        let put = move |_| {
            change(&|draft| {
                draft.cells[draft.at] = content.clone();
                draft.at = (draft.at + 1) % 36;
            });
        };
        view! { <button class="square" aria-label=name.clone() title=name on:click=put><svg viewBox="0 0 100 100" aria-hidden="true" inner_html=drawing></svg></button> }
    });
    let palette = palette.collect::<Vec<_>>();
    let error = wrong(game, &now.cells);
    let complete = error.is_none();
    let save = move |_| {
        let Some(draft_now) = draft.get_untracked() else { return };
        let (all, stays) = keep(setup, draft_now);
        boards.set(all);
        message.set(if stays { tr(Key::EditorSaved).to_string() } else { String::new() });
    };
    let of = now.of.clone();
    let remove = move |name: &str| {
        let sure = browser::window().confirm_with_message(&texts::editor_delete_ask(lang(), name)).unwrap_or(false);
        if sure {
            let mut all = kept(game);
            all.retain(|other| other.name != name);
            store::write(&place(game), &serde_json::to_string(&all).unwrap_or_default());
            boards.set(all);
            setup.board.set(Value::Null);
            draft.set(None);
        }
    };
    let removal = of.map(|name| view! { <button class="quiet" on:click=move |_| remove(&name)>{tr(Key::ButtonDelete)}</button> });
    view! {
        <div class="editor">
            <p>{tr(if game == "castro" { Key::EditorHelpCastro } else { Key::EditorHelpCrowns })}</p>
            <label class="named">{tr(Key::EditorName)}
                <input type="text" maxlength="30" prop:value=now.name.clone() on:change=move |event| change(&|draft| draft.name = browser::value_of(&event))/>
            </label>
            <div class=format!("felt cells {game}")>{cells}</div>
            <div class="palette">{palette}</div>
            <p class:wrong=!complete role="status">{error.unwrap_or_else(|| tr(Key::EditorComplete).to_string())}</p>
            <div class="buttons">
                <button class="main" id="save-board" disabled=!complete on:click=save>{tr(Key::ButtonSave)}</button>
                <button class="quiet" on:click=move |_| draft.set(None)>{tr(Key::ButtonCancel)}</button>
                {removal}
            </div>
        </div>
    }
    .into_any()
}

fn palette(game: &str) -> Vec<String> {
    match game {
        "castro" => Symbol::ALL.iter().map(|symbol| symbol.letter().to_string()).collect(),
        _ => (0..=crowns::MOST_CROWNS).map(|crowns| crowns.to_string()).collect(),
    }
}

fn symbol_of(content: &str) -> Option<Symbol> {
    content.chars().next().and_then(Symbol::from_letter)
}

fn content_name(game: &str, content: &str) -> String {
    match game {
        "castro" => symbol_of(content).map(symbol_name).unwrap_or_default(),
        _ => texts::count_crowns(lang(), content.parse().unwrap_or(0)),
    }
}

fn content_drawing(game: &str, content: &str) -> String {
    match game {
        "castro" => symbol_of(content).map(pieces::symbol::markup).unwrap_or_default(),
        _ => pieces::crowns::crowns(content.parse().unwrap_or(0)),
    }
}

fn cell_name(game: &str, index: usize) -> String {
    let (column, row) = (index % 6, 5 - index / 6);
    match game {
        "castro" => castro::Square::new(column as u8, row as u8).map(|square| square.to_string()).unwrap_or_default(),
        _ => texts::crowns_term_field(lang(), column + 1, row + 1),
    }
}
