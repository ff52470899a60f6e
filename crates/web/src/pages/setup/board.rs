//! Boards of one's own: typed in on a board, kept in the browser, saved and opened as files.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use spieltisch_records::read_board;
use spieltisch_rules::board_file::BoardError;

use super::Setup;
use super::fold::fold;
use crate::i18n::{Key, lang, texts, tr};
use crate::store;
use crate::{browser, dialog};

/// How the boards of a game are typed in: 36 cells, each with one of a few contents.
pub trait Editor: Sync {
    /// What to do, in a sentence.
    fn help(&self) -> Key;
    /// A board as a file; the usual one where it is null.
    fn file(&self, board: &Value) -> String;
    /// The cells of a board as its record has it, the top row first; of the usual one where it is null.
    fn cells(&self, board: &Value) -> Vec<String>;
    /// The board of these cells as a record has it.
    fn board(&self, cells: &[String]) -> Value;
    /// Whether these cells are a board.
    fn check(&self, cells: &[String]) -> Result<(), BoardError>;
    /// Everything that a cell can hold.
    fn palette(&self) -> Vec<String>;
    /// What a cell holds, by name.
    fn content_name(&self, content: &str) -> String;
    /// What a cell holds, drawn in a square of 100.
    fn content_drawing(&self, content: &str) -> String;
    /// A cell's name; columns and rows from 0, the bottom row first.
    fn cell_name(&self, column: usize, row: usize) -> String;
    /// Whether a cell is marked as one at the edge.
    fn is_edge(&self, _column: usize, _row: usize) -> bool {
        false
    }
}

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
    let (Some(editor), Some(draft)) = (setup.aside.editor(), setup.draft.get_untracked()) else { return true };
    let is_changed = draft.cells != editor.cells(&setup.board.get_untracked());
    if is_changed && wrong(editor, &draft.cells).is_some() {
        return false;
    }
    if is_changed {
        keep(setup, editor, draft);
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
fn keep(setup: Setup, editor: &dyn Editor, draft: Draft) -> (Vec<Named>, bool) {
    let game = setup.game;
    let mut all = kept(game);
    all.retain(|other| Some(&other.name) != draft.of.as_ref());
    let named = Named { name: free_name(&all, draft.name.trim()), board: editor.board(&draft.cells) };
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

/// The boards with one that came by a link, under a name of its own; it is kept once it is saved or played on.
fn with_linked(mut boards: Vec<Named>, linked: Value) -> Vec<Named> {
    if !linked.is_null() && !boards.iter().any(|named| named.board == linked) {
        boards.push(Named { name: free_name(&boards, ""), board: linked });
    }
    boards
}

/// The choice of a board and the editor, folded, for games that have one.
pub fn show(setup: Setup) -> AnyView {
    let Some(editor) = setup.aside.editor() else { return ().into_any() };
    let game = setup.game;
    let boards = RwSignal::new(with_linked(kept(game), setup.board.get_untracked()));
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
                draft.set(Some(Draft { name: tr(Key::EditorNameDefault).to_string(), of: None, cells: editor.cells(&board), at: 0 }));
            }
            Err(error) => message.set(format!("{}. {}", tr(Key::BoardErrorTitle), spieltisch_core::record_text(lang(), &error))),
        });
    };
    let edit = move |_| {
        let of = boards.get_untracked().iter().find(|named| named.board == setup.board.get_untracked()).map(|named| named.name.clone());
        let cells = editor.cells(&setup.board.get_untracked());
        draft.set(Some(Draft { name: of.clone().unwrap_or_else(|| tr(Key::EditorNameDefault).to_string()), of, cells, at: 0 }));
    };
    let now = move || {
        let now = setup.board.get();
        let own = boards.with(|boards| boards.iter().find(|named| named.board == now).map(|named| named.name.clone()));
        own.unwrap_or_else(|| tr(Key::SetupBoardDefault).to_string())
    };
    // A board that is typed in is shown.
    Effect::new(move |_| {
        if draft.with(Option::is_some) {
            browser::unfold("fold-board");
        }
    });
    let choices = view! {
        <div class="buttons">
            <select aria-label=tr(Key::SetupBoardChoose) on:change=choose>{names}</select>
            <button class="quiet" id="edit-board" on:click=edit>{tr(Key::ButtonEdit)}</button>
            <label class="quiet button file">{tr(Key::EditorImport)}<input type="file" accept=".toml" on:change=import/></label>
            <button class="quiet" on:click=move |_| browser::download(&format!("{game}.toml"), &editor.file(&setup.board.get_untracked()))>{tr(Key::EditorExport)}</button>
        </div>
        <p class="wrong" role="status">{move || message.get()}</p>
        {move || draft.get().map(|now| show_editor(setup, editor, boards, message, &now))}
    };
    fold("fold-board", Key::SetupBoard, now, choices)
}

/// What is wrong with a draft, in the person's language.
fn wrong(editor: &dyn Editor, cells: &[String]) -> Option<String> {
    editor.check(cells).err().map(|error| spieltisch_core::board_text(lang(), &error))
}

fn show_editor(setup: Setup, editor: &'static dyn Editor, boards: RwSignal<Vec<Named>>, message: RwSignal<String>, now: &Draft) -> AnyView {
    let (game, draft) = (setup.game, setup.draft);
    let change = move |change: &dyn Fn(&mut Draft)| draft.update(|draft| draft.iter_mut().for_each(change));
    let cell = |(i, content): (usize, &String)| {
        let (column, row) = (i % 6, 5 - i / 6);
        let name = texts::editor_cell(lang(), editor.cell_name(column, row), editor.content_name(content));
        view! {
            <button class="square" class:chosen=i == now.at class:edge=editor.is_edge(column, row) aria-label=name aria-pressed=(i == now.at).to_string()
                on:click=move |_| change(&|draft| draft.at = i)>
                <svg viewBox="0 0 100 100" aria-hidden="true" inner_html=editor.content_drawing(content)></svg>
            </button>
        }
    };
    let cells = now.cells.iter().enumerate().map(cell).collect::<Vec<_>>();
    let palette = editor.palette().into_iter().map(|content| {
        let (name, drawing) = (editor.content_name(&content), editor.content_drawing(&content));
        let put = move |_| {
            change(&|draft| {
                draft.cells[draft.at] = content.clone();
                draft.at = (draft.at + 1) % 36;
            });
        };
        view! { <button class="square" aria-label=name.clone() title=name on:click=put><svg viewBox="0 0 100 100" aria-hidden="true" inner_html=drawing></svg></button> }
    });
    let palette = palette.collect::<Vec<_>>();
    let error = wrong(editor, &now.cells);
    let complete = error.is_none();
    let save = move |_| {
        let Some(draft_now) = draft.get_untracked() else { return };
        let (all, stays) = keep(setup, editor, draft_now);
        boards.set(all);
        message.set(if stays { tr(Key::EditorSaved).to_string() } else { String::new() });
    };
    let of = now.of.clone();
    let remove = move |name: String| {
        dialog::ask(texts::editor_delete_ask(lang(), &name), tr(Key::ButtonDelete), move || {
            let mut all = kept(game);
            all.retain(|other| other.name != name);
            store::write(&place(game), &serde_json::to_string(&all).unwrap_or_default());
            boards.set(all);
            setup.board.set(Value::Null);
            draft.set(None);
        });
    };
    let removal = of.map(|name| view! { <button class="quiet" on:click=move |_| remove(name.clone())>{tr(Key::ButtonDelete)}</button> });
    view! {
        <div class="editor">
            <p>{tr(editor.help())}</p>
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
