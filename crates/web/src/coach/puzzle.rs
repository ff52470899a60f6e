//! The puzzle of a day: a position at the ordinary table, and one move to be found. Then it rests, and says why.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value};
use spieltisch_core::Streak;
use spieltisch_protocol::GameCursor;
use spieltisch_records::header::UNDO;
use spieltisch_records::{Record, open_table};
use spieltisch_review::puzzles::{Day, Puzzle, kept};
use spieltisch_rules::{ToAct, games};

use super::reason::{self, Reason};
use super::script::Script;
use super::streak;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::live::{Kind, Linked, Player};
use crate::share::sending::{self, Sent};
use crate::{browser, live, parts};

/// How often the time until the next puzzle is read again, in milliseconds.
const MINUTE: i32 = 60_000;

/// A position with the move to be found.
struct PuzzlePosition {
    game: &'static str,
    events: Vec<String>,
    best: String,
    players: usize,
    seat: usize,
}

/// The position of a puzzle; nothing where the rules do not allow it.
fn position(puzzle: Puzzle) -> Option<PuzzlePosition> {
    let info = games::info(&puzzle.game)?;
    let players = *info.players.start();
    let mut table = open_table(info.name, players, &Map::new(), &Value::Null).ok()?;
    for event in &puzzle.events {
        table.take(event).ok()?;
    }
    let ToAct::Move(seat) = table.to_act() else { return None };
    Some(PuzzlePosition { game: info.name, events: puzzle.events, best: puzzle.best, players, seat })
}

/// A puzzle on the page.
#[derive(Clone, Copy)]
struct PuzzleView {
    day: Day,
    game: &'static str,
    streak: RwSignal<Streak>,
    /// Whether something else was tried last.
    wrong: RwSignal<bool>,
    events: RwSignal<Vec<String>>,
    /// How many events lead to the position.
    length: usize,
    best: StoredValue<String>,
    /// Whether points are counted, not wins.
    alone: bool,
    /// Why the move is best, once that is known.
    reason: RwSignal<Option<Reason>>,
}

/// The page of a day's puzzle: today's where no day is named.
pub fn page(day: Option<&str>) -> AnyView {
    let today = streak::today();
    let day = day.map_or(Some(today), |text| text.parse().ok()).filter(|day| *day <= today);
    let found = day.and_then(|day| Some((day, position(kept().of(day)?)?)));
    let Some((day, position)) = found else {
        return view! { <p class="card page">{tr(Key::PuzzleNone)}</p> }.into_any();
    };
    streak::show_game(position.game);
    let shown = PuzzleView {
        day,
        game: position.game,
        streak: RwSignal::new(streak::of(day)),
        wrong: RwSignal::new(false),
        events: RwSignal::new(position.events.clone()),
        length: position.events.len(),
        best: StoredValue::new(position.best.clone()),
        alone: position.players == 1,
        reason: RwSignal::new(None),
    };
    let record = record(&position);
    if untrack(|| shown.is_done()) {
        shown.play();
    }
    ask_why(shown, record.clone());
    let script = Script {
        events: shown.events,
        names: names(&position),
        hinted: Signal::stored(None),
        instruction: Arc::new(move |_| tr(if shown.alone { Key::PuzzleTaskPoints } else { Key::PuzzleTaskWin }).to_string()),
        refused: Signal::derive(move || shown.wrong.get().then(|| tr(Key::PuzzleWrong).to_string())),
        heading: Arc::new(move || heading(shown)),
        rests: Signal::derive(move || shown.is_done()),
        closing: Arc::new(move || closing(shown)),
        decided: Callback::new(move |(clock, event): (usize, String)| shown.decide(clock, &event)),
        rolled: Callback::new(|_| {}),
    };
    let seen = GameCursor::default().up_to(shown.length);
    let linked = Linked { id: format!("puzzle-{day}"), record, seen, here: Some(position.seat), referee: Arc::new(script) };
    let table = parts::linked_table(linked).unwrap_or_else(|| ().into_any());
    view! { <div class="coached">{table}</div> }.into_any()
}

impl PuzzleView {
    /// Whether the move was found or shown.
    fn is_done(self) -> bool {
        self.streak.with(|streak| streak.solved || streak.shown)
    }

    /// Plays the move that was to be found.
    fn play(self) {
        if self.events.with_untracked(Vec::len) == self.length {
            self.events.update(|events| events.push(self.best.get_value()));
        }
    }

    fn change(self, change: fn(Streak) -> Streak) {
        let next = change(streak::of(self.day));
        streak::keep(&next);
        self.streak.set(next);
    }

    fn decide(self, clock: usize, event: &str) {
        if clock != self.length || untrack(|| self.is_done()) {
            return;
        }
        let found = event == self.best.get_value();
        self.change(if found { Streak::found } else { Streak::tried });
        self.wrong.set(!found);
        if found {
            self.play();
        }
    }

    fn give_up(self) {
        self.change(Streak::gave_up);
        self.wrong.set(false);
        self.play();
    }

    /// Whether it is a puzzle of the archive.
    fn is_past(self) -> bool {
        self.day < streak::today()
    }
}

/// Asks why the move is best, as soon as nothing is given away by it.
fn ask_why(shown: PuzzleView, record: Record) {
    Effect::new(move |asked: Option<bool>| {
        let done = shown.is_done();
        if done && asked != Some(true) {
            let best = shown.best.get_value();
            reason::ask(record.clone(), best, shown.alone, move |reason| {
                let _ = shown.reason.try_set(Some(reason));
            });
        }
        done
    });
}

/// Which puzzle it is; after a wrong try the way to its answer.
fn heading(shown: PuzzleView) -> AnyView {
    let tried = Memo::new(move |_| shown.streak.with(|streak| streak.wrong > 0));
    view! {
        <span class="heading" id="puzzle">
            <span>{if shown.is_past() { local_day(shown.day) } else { tr(Key::StartPuzzle).to_string() }}</span>
            {move || tried.get().then(|| view! {
                <button class="link" id="show-move" on:click=move |_| shown.give_up()>{tr(Key::PuzzleShow)}</button>
            })}
            <a class="link" href="#/puzzles">{tr(Key::PuzzleArchive)}</a>
        </span>
    }
    .into_any()
}

/// The puzzle once it is found or shown: why, and the ways on.
fn closing(shown: PuzzleView) -> AnyView {
    let solved = shown.streak.with_untracked(|streak| streak.solved);
    view! {
        <section class="actions closing" id="puzzle">
            <div class="prompt">
                <h2 role="status">{verdict(shown)}</h2>
                {move || shown.reason.get().map(|reason| view! { <p class="best-move">{reason.for_it}</p><p>{reason.against_the_obvious}</p> })}
                {(!shown.is_past()).then(|| next(shown.day))}
            </div>
            {ways_on(shown, solved)}
        </section>
    }
    .into_any()
}

fn verdict(shown: PuzzleView) -> String {
    let streak = shown.streak.get_untracked();
    match streak.solved {
        true if streak.days() == 0 => tr(Key::PuzzleFound).to_string(),
        true => format!("{} {}", tr(Key::PuzzleFound), texts::puzzle_row(lang(), streak.days().into())),
        false => tr(Key::PuzzleShown).to_string(),
    }
}

/// When the next puzzle comes.
fn next(day: Day) -> impl IntoView {
    let left = RwSignal::new(browser::minutes_left_today());
    tick(left);
    let said = move || match (left.get(), streak::today() == day) {
        (_, false) => String::new(),
        (minutes @ 0..60, _) => texts::puzzle_soon(lang(), minutes),
        (minutes, _) => texts::puzzle_next(lang(), minutes / 60, minutes % 60),
    };
    view! { <p class="next-puzzle">{said}</p> }
}

fn tick(left: RwSignal<u32>) {
    browser::after(MINUTE, move || {
        if left.try_set(browser::minutes_left_today()).is_none() {
            tick(left);
        }
    });
}

/// Today's puzzle where that waits, the others, and a way to tell of this one.
fn ways_on(shown: PuzzleView, solved: bool) -> impl IntoView {
    let waits = shown.is_past() && !streak::is_solved_today();
    let to_others = if waits || solved { "quiet button" } else { "main button" };
    view! {
        {waits.then(|| view! { <a class="main button" id="todays-puzzle" href="#/puzzle">{tr(Key::StartPuzzle)}</a> })}
        {solved.then(|| share(shown, if waits { "quiet" } else { "main" }))}
        <a class=to_others id="all-puzzles" href="#/puzzles">{tr(Key::PuzzleArchive)}</a>
    }
}

/// A day as the person writes dates.
pub fn local_day(day: Day) -> String {
    browser::local_date(spieltisch_records::Time(u64::from(day.0) * 86_400_000 + 43_200_000), lang().code())
}

/// A text that tells how it went, and nothing of what was to be found.
fn share(shown: PuzzleView, class: &'static str) -> impl IntoView {
    let copied = RwSignal::new(false);
    let send = move |_| {
        let (streak, past) = (shown.streak.get_untracked(), shown.is_past());
        let tries = texts::puzzle_tries(lang(), i64::from(streak.wrong) + 1);
        let row = if past { String::new() } else { format!(" · {}", texts::puzzle_row(lang(), streak.days().into())) };
        let marks = format!("{}{}", "○".repeat(streak.wrong.min(10) as usize), "●");
        let text = format!("Spieltisch · {} · {}\n{marks} {tries}{row}", game_name(shown.game), local_day(shown.day));
        let address = if past { format!("#/puzzle/{}", shown.day) } else { "#/puzzle".to_string() };
        spawn_local(async move {
            let sent = sending::text(&text, &browser::whole_address(&address), None).await;
            if sent == Sent::Kept {
                let _ = copied.try_set(true);
            }
        });
    };
    view! { <button class=class id="share-puzzle" on:click=send>{move || tr(if copied.get() { Key::PuzzleCopied } else { Key::ButtonShare })}</button> }
}

fn names(position: &PuzzlePosition) -> Vec<String> {
    (0..position.players)
        .map(|seat| if seat == position.seat { tr(Key::PuzzleYou).to_string() } else { texts::setup_name_default(lang(), seat + 1) })
        .collect()
}

fn record(position: &PuzzlePosition) -> Record {
    let mut record = Record::new(position.game, Vec::new());
    let seats: Vec<Player> =
        names(position).into_iter().enumerate().map(|(colour, name)| Player::new(name, colour, Kind::Person)).collect();
    live::write_seats(&mut record, &seats);
    UNDO.write(&mut record, &false);
    record.events = position.events.clone();
    record
}
