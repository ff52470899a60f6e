//! What decided a game: its page, and a decision to be made again.

mod asking;
mod beside;
mod card;
mod curve;
mod exercise;
mod facts;
mod moment;
pub mod numbers;
mod sentence;
mod waterfall;
mod why;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_core::EventText;
use spieltisch_records::header::OPENED;
use spieltisch_review::{EDITION, KeptReview};
use spieltisch_rules::Seat;

use crate::app::settings;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::live::{self, Kind, Player};
use crate::store::{self, Saved};
use crate::table::{self, mark};
use crate::{browser, own, parts};
pub use asking::Asking;
use asking::ReviewState;
pub use beside::show as beside;
pub use exercise::page as try_page;
pub use why::sentence as why_sentence;

/// How many decisions are told first.
const COSTLIEST: usize = 3;

/// A game that was reviewed.
pub struct ReviewedGame {
    saved: Saved,
    review: KeptReview,
    players: Vec<Player>,
    told: Vec<EventText>,
    /// The seat of the one person who played at this screen.
    you: Option<Seat>,
}

/// A reviewed game as it is looked at.
#[derive(Clone, Copy)]
pub struct Looked {
    game: StoredValue<Arc<ReviewedGame>>,
    /// Whose luck and decisions are told.
    seat: RwSignal<Seat>,
    /// After how many events the table is shown.
    step: RwSignal<usize>,
}

impl Looked {
    fn game(&self) -> Arc<ReviewedGame> {
        self.game.get_value()
    }
}

/// The review of a saved game.
pub fn page(id: &str) -> AnyView {
    let Some(saved) = store::load_game(id) else { return table::missing(id) };
    let shown = RwSignal::new(None::<Arc<ReviewedGame>>);
    let asking = Asking::new(saved.record.clone());
    let kept = store::kept_review(&saved.id, EDITION, &saved.record);
    let read = move |text: &str, saved: &Saved| KeptReview::read(text, saved.record.players.len(), saved.record.events.len());
    spawn_local(async move {
        let kept = kept.and_then(|text| read(&text, &saved));
        let review = match kept {
            Some(review) => review,
            None => {
                let Some(text) = asking.answer().await else { return };
                store::keep_review(&saved.id, EDITION, &saved.record, &text);
                let Some(review) = read(&text, &saved) else { return asking.fail() };
                review
            }
        };
        own::take(&saved.record, &review);
        let better = review.steps.iter().map(|step| step.best.clone()).collect();
        let told = parts::tell(saved.record.clone(), better).await.unwrap_or_default();
        let players = live::seats(&saved.record);
        let you = you(&saved, &players);
        let _ = shown.try_set(Some(Arc::new(ReviewedGame { saved, review, players, told, you })));
    });
    (move || match shown.get() {
        Some(reviewed) => show(reviewed),
        None => waiting(asking),
    })
    .into_any()
}

/// The one person at this screen; `None` where several sat there or the game came from a file.
fn you(saved: &Saved, players: &[Player]) -> Option<Seat> {
    let mut persons = (0..players.len()).filter(|&seat| players[seat].kind == Kind::Person);
    let only = persons.next().filter(|_| persons.next().is_none());
    only.filter(|_| !OPENED.is_in(&saved.record))
}

fn waiting(asking: Asking) -> AnyView {
    let body = move || match asking.state.get() {
        ReviewState::Stopped => view! {
            <p role="status">{tr(Key::ReviewStopped)}</p>
            <p><button class="main" id="review-go-on" on:click=move |_| asking.go_on()>{tr(Key::ReviewGoOn)}</button></p>
        }
        .into_any(),
        ReviewState::Failed => view! { <p role="alert">{tr(Key::ReviewFailed)}</p> }.into_any(),
        ReviewState::Working(part) => {
            let percent = part.map(|part| (100.0 * part) as u8);
            let text = percent.map_or(tr(Key::ReviewPreparing).to_string(), |percent| {
                texts::review_working(lang(), texts::format_percent(lang(), percent))
            });
            view! {
                <div class="study">
                    <span role="status">{text.clone()}</span>
                    <progress max="100" value=percent.map(|percent| percent.to_string()) aria-label=text></progress>
                    <button class="quiet" id="review-stop" on:click=move |_| asking.stop()>{tr(Key::ButtonStop)}</button>
                </div>
            }
            .into_any()
        }
    };
    view! { <div class="card page review-waits">{body}<p><a class="quiet button" href="#/games">{tr(Key::ButtonBack)}</a></p></div> }
        .into_any()
}

fn show(reviewed: Arc<ReviewedGame>) -> AnyView {
    if reviewed.review.steps.is_empty() {
        return view! { <div class="card page"><h1>{tr(Key::ReviewTitle)}</h1><p>{tr(Key::ReviewEmpty)}</p></div> }.into_any();
    }
    let named = settings::get().name;
    let own = reviewed.you.or_else(|| reviewed.players.iter().position(|player| Some(&player.name) == named.as_ref()));
    let seat = own.unwrap_or(0);
    let looked = Looked { game: StoredValue::new(reviewed), seat: RwSignal::new(seat), step: RwSignal::new(0) };
    let game = looked.game();
    let replay = format!("#/replay/{}", game.saved.id);
    view! {
        <div class="review">
            <div>
            <section class="card page lead">
                <h1>{tr(Key::ReviewTitle)}</h1>
                <p class="fine">{heading(&game)}</p>
                {chooser(looked)}
                <p class="sentence" role="status">{move || sentence::of(&looked.game(), looked.seat.get())}</p>
                {waterfall::show(looked)}
                <p class="fine">{tr(if game.review.is_chance() { Key::ReviewUnitChance } else { Key::ReviewUnitPoints })}{move || sentence::error(&looked.game(), looked.seat.get())}</p>
            </section>
            {card::costliest(looked)}
            </div>
            <div>
            {curve::show(looked)}
            {facts::show(looked)}
            </div>
            <p class="buttons">
                <a class="quiet button" href=replay>{tr(Key::ButtonReplay)}</a>
                <a class="quiet button" href="#/record">{tr(Key::ButtonOwnRecord)}</a>
                <a class="quiet button" href="#/games">{tr(Key::ReplayList)}</a>
                <a class="quiet button" href="#/">{tr(Key::ButtonHome)}</a>
            </p>
        </div>
    }
    .into_any()
}

fn heading(game: &ReviewedGame) -> String {
    let record = &game.saved.record;
    let date = browser::local_date(game.saved.time(), lang().code());
    texts::replay_entry(lang(), game_name(&record.game), texts::list(lang(), &record.players), date)
}

/// Whose game is told, where there are several.
fn chooser(looked: Looked) -> AnyView {
    let game = looked.game();
    if game.players.len() == 1 {
        return ().into_any();
    }
    let one = |(seat, player): (Seat, &Player)| {
        let choose = move |_| looked.seat.set(seat);
        view! {
            <label>
                <input type="radio" name="review-seat" value=seat.to_string() prop:checked=move || looked.seat.get() == seat on:change=choose/>
                {mark(player.colour)}<span>{player.name.clone()}</span>
            </label>
        }
    };
    let all = game.players.iter().enumerate().map(one).collect::<Vec<_>>();
    view! { <fieldset class="choice seats-of-review"><legend class="visually-hidden">{tr(Key::ReviewWhose)}</legend>{all}</fieldset> }
        .into_any()
}
