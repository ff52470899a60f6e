//! What every table has around its board: players, the next step, undo, history, the end.

use leptos::prelude::*;
use leptos::{ev, html};
use spieltisch_rules::ToAct;

use super::press::{Guarded, is_doubled, main_button, once_a_press};
use super::{TableGame, airborne, by_hand, end, explain, hand_over, hint, history, newcomer, players, replay, silent, study};
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{GameView, LocalGame, Player, Watched};
use crate::{parts, pieces};

/// The parts of a table that differ from game to game.
pub struct TableParts {
    /// The board itself.
    pub board: AnyView,
    /// Dice or tiles to choose from.
    pub tray: AnyView,
    /// What stands beside it: a ladder, small boards.
    pub aside: AnyView,
}

/// The next step and the way back.
#[derive(Clone, Copy)]
pub struct Controls {
    /// What the main button says.
    pub label: Signal<String>,
    /// Whether it can be pressed.
    pub ready: Signal<bool>,
    /// What it does.
    pub press: Callback<()>,
    /// Whether it asks for a yes.
    pub asks: Signal<bool>,
    /// What to do now, in a few words.
    pub prompt: Signal<String>,
    /// What could be done about a refusal.
    pub way_out: Signal<Option<WayOut>>,
    /// Whether something chosen can be let go.
    pub chosen: Signal<bool>,
    /// Lets go what is chosen.
    pub let_go: Callback<()>,
    /// What the keys 1 to 6 do.
    pub digit: Callback<usize>,
}

/// A button beside a sentence.
#[derive(Clone)]
pub struct WayOut {
    /// Why it is there.
    pub sentence: String,
    /// What it says.
    pub label: &'static str,
    /// What it does.
    pub take: Callback<()>,
}

/// Puts a table together.
pub fn frame<G: TableGame>(play: GameView<G>, pieces: TableParts, controls: Controls) -> AnyView {
    let class = format!("table {} {}", G::INFO.name, G::SHAPE.class());
    if play.watch.is_some_and(|watch| watch.how == Watched::Still) {
        return still(&class, pieces);
    }
    hint::forget_when_played(play);
    explain::listen(play);
    airborne::land_when_tapped(play);
    let main = main_button(play, controls);
    listen_to_keys(play, controls, main);
    let over = Memo::new(move |_| play.with(|live| live.to_act() == ToAct::Over));
    let rests = Memo::new(move |_| play.referee().is_some_and(|referee| referee.rests()));
    // A roll that is thrown by hand, by the number of events before it.
    let entering = Memo::new(move |_| play.with(|live| live.is_roll_entered().then(|| live.clock())));
    view! {
        <div class=class class:over=move || over.get() class:resting=move || rests.get()>
            <h1 class="visually-hidden">{crate::i18n::game_name(G::INFO.name)}</h1>
            {players::list(play)}
            <div class="stand"><section class="board felt" aria-label=tr(Key::PageTitleMain)>{pieces.board}</section></div>
            <div class="aside">{pieces.aside}</div>
            <div class="tray">{pieces.tray}</div>
            {move || match play.watch {
                Some(watch) => replay::bar(play, watch),
                None if rests.get() => play.referee().map_or_else(|| ().into_any(), |referee| referee.closing()),
                None if over.get() => end::panel(play),
                None if entering.get().is_some() => parts::keypad(by_hand::asked(play)),
                None => actions(play, controls, main),
            }}
            {history::list(play)}
            {play.referee().map(|referee| referee.talk_panel())}
            {by_hand::show(play, controls, over)}
            {hand_over::sign(play)}
            <p class="visually-hidden" role="status" aria-live="polite">{move || play.spoken.get()}</p>
        </div>
    }
    .into_any()
}

/// The table as it stood, to be looked at only.
fn still(class: &str, pieces: TableParts) -> AnyView {
    view! {
        <div class=format!("{class} still") inert=true>
            <div class="stand"><div class="board felt">{pieces.board}</div></div>
            <div class="aside">{pieces.aside}</div>
            <div class="tray">{pieces.tray}</div>
        </div>
    }
    .into_any()
}

fn actions<G: TableGame>(play: GameView<G>, controls: Controls, main: Guarded) -> AnyView {
    // A button that is disabled loses the focus; a player at the keyboard finds it there again.
    Effect::new(move |_| {
        if controls.ready.get() && browser::focused_id().is_none() {
            browser::after(0, || browser::focus_in_place("main-button"));
        }
    });
    let hints = play.live.with_untracked(|live| live.allowed().hints);
    let can_undo = move || controls.chosen.get() || play.with(LocalGame::can_undo);
    view! {
        <section class="actions" class:no-hints=!hints>
            {beside(play)}
            {study::line()}
            {silent::line(play)}
            <p class="prompt">{play.referee().map(|referee| referee.heading())}{move || match (play.notice.get(), controls.way_out.get()) {
                (_, Some(WayOut { sentence, label, take })) => {
                    view! { <span class="notice">{sentence}" "<button class="link" id="way-out" on:click=move |_| take.run(())>{label}</button></span> }.into_any()
                }
                (Some(notice), None) => {
                    let link = notice.rule.map(|rule| {
                        view! { " "<a href=format!("#/rules/{}/{rule}", G::INFO.name)>{tr(Key::RefusalToTheRule)}</a> }
                    });
                    view! { <span class="notice" class:hint=notice.rule.is_none()>{notice.sentence}{link}</span> }.into_any()
                }
                (None, None) if !play.coached.read().is_empty() => view! { <span class="notice hint">{play.coached.get()}</span> }.into_any(),
                (None, None) => view! { <span>{prompt(play, controls)}</span> }.into_any(),
            }}{newcomer::offer(play)}{play.referee().map(|referee| referee.clock(Signal::derive(move || play.with(LocalGame::turn))))}</p>
            <button class="quiet undo" title=tr(Key::ButtonUndo) disabled=move || !can_undo() on:click=move |event| if !is_doubled(&event) { undo(play, controls) }>
                <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=pieces::BACK></svg><span class="label">{tr(Key::ButtonUndo)}</span>
            </button>
            {match play.referee() {
                Some(referee) => referee.talk_button(),
                None => hints
                    .then(|| {
                        view! {
                            <button class="quiet" id="hint-button" disabled=move || !play.with(LocalGame::may_ask_for_hint) on:click=move |_| hint::ask(play)>{tr(Key::ButtonHint)}</button>
                        }
                    })
                    .into_any(),
            }}
            {by_hand::entries_button(play).unwrap_or_else(|| history::button(play).into_any())}
            <button
                class="main" id="main-button" class:settling=move || main.settling.get() || play.is_rolling() class:rolling=move || play.is_rolling()
                class:asked=move || is_asked(play) aria-busy=move || is_asked(play).to_string()
                disabled=move || !controls.ready.get() || is_asked(play)
                on:click=move |event| main.press.run(event.is_trusted()) on:keydown=move |event| once_a_press(&event)
            >
                {move || controls.label.get()}
            </button>
        </section>
    }
    .into_any()
}

/// What the review says while the game is played, where that was wished for; at a table by link, where everyone agrees.
fn beside<G: TableGame>(play: GameView<G>) -> Option<AnyView> {
    let record = Signal::derive(move || play.with(LocalGame::record));
    if let Some(referee) = play.referee() {
        return Some(referee.beside(record));
    }
    let wished = play.live.with_untracked(LocalGame::allowed);
    (wished.marks || wished.chances).then(|| parts::beside(wished, None, record))
}

fn prompt<G: TableGame>(play: GameView<G>, controls: Controls) -> String {
    if is_asked(play) {
        return tr(Key::OnlineAsked).to_string();
    }
    if play.silent.get() {
        return String::new();
    }
    let waiting = play.with(|live| (!live.person_acts()).then(|| (live.turn(), live.seats[live.seat_to_act()].name.clone())));
    match waiting {
        Some((turn, name)) => {
            let told = play.referee().zip(turn).and_then(|(referee, turn)| referee.prompt(turn, &name));
            told.unwrap_or_else(|| texts::play_thinking(lang(), name))
        }
        None => {
            play.referee().and_then(|referee| referee.instruction(play.with(LocalGame::clock))).unwrap_or_else(|| controls.prompt.get())
        }
    }
}

/// Whether something was asked of the referee and is not answered yet.
fn is_asked<G: TableGame>(play: GameView<G>) -> bool {
    play.referee().is_some_and(|referee| referee.is_asked())
}

fn undo<G: TableGame>(play: GameView<G>, controls: Controls) {
    play.notice.set(None);
    if controls.chosen.get_untracked() { controls.let_go.run(()) } else { play.undo() }
}

/// R rolls or does whatever the main button says, U takes back, digits choose dice or tiles.
fn listen_to_keys<G: TableGame>(play: GameView<G>, controls: Controls, main: Guarded) {
    let handle = window_event_listener(ev::keydown, move |event| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || is_typing(&event) {
            return;
        }
        if matches!(event.key().as_str(), "r" | "R" | "h" | "H" | "1" | "2" | "3" | "4" | "5" | "6") && !event.repeat() && play.hurry() {
            return;
        }
        match event.key().as_str() {
            "r" | "R" if !event.repeat() && !untrack(|| is_asked(play)) => main.press.run(event.is_trusted()),
            "u" | "U" if !event.repeat() => undo(play, controls),
            "h" | "H" => hint::ask(play),
            digit @ ("1" | "2" | "3" | "4" | "5" | "6") => controls.digit.run(digit.parse::<usize>().unwrap_or(1) - 1),
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
}

/// Whether a key is meant for something else than the table: a field, or what lies over everything.
fn is_typing(event: &web_sys::KeyboardEvent) -> bool {
    use wasm_bindgen::JsCast;
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let types = target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"));
    types || browser::document().query_selector("dialog").ok().flatten().is_some()
}

/// The mark of a player.
pub fn mark(colour: usize) -> impl IntoView + use<> {
    html::div().class("mark").child(view! {
        <svg viewBox="0 0 24 24" role="img" aria-label=crate::i18n::mark_name(colour) inner_html=crate::pieces::mark::markup(colour)></svg>
    })
}

/// The picture of a player in their colour, to stand before the name; nothing where they have none.
pub fn face(player: &Player) -> Option<impl IntoView + use<>> {
    player.picture.map(|picture| {
        parts::faces();
        let colour = pieces::mark::COLOURS[player.colour % 8];
        view! { <svg class="likeness" viewBox="-12 -12 24 24" aria-hidden="true" style:color=colour inner_html=format!(r##"<use href="#face-{picture}"/>"##)></svg> }
    })
}
