//! The puzzle of the day: a position at the ordinary table, and one move to be found.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_protocol::Seen;
use spieltisch_puzzles::{Day, kept, packing};
use spieltisch_records::Record;
use spieltisch_rules::{Game, ToAct, for_each_game};

use super::script::Script;
use super::streak::Streak;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::live::{Kind, Linked, Player};
use crate::share::sending::{self, Sent};
use crate::{browser, live, parts};

/// A position with the move to be found.
struct Position {
    events: Vec<String>,
    best: String,
    players: usize,
    seat: usize,
}

macro_rules! unpacking {
    ($($folder:ident: $game:ty),* $(,)?) => {
        fn unpack(game: &str, packed: &str) -> Option<Position> {
            $(if game == <$game as Game>::INFO.name {
                return unpack_of::<$game>(packed);
            })*
            None
        }
    };
}
for_each_game!(unpacking);

fn unpack_of<G: Game>(packed: &str) -> Option<Position> {
    let players = *G::INFO.players.start();
    let game = G::new(players, G::Options::default(), G::Board::default()).ok()?;
    let puzzle = packing::unpack(&game, packed)?;
    let ToAct::Move(seat) = game.to_act(&puzzle.state) else { return None };
    let events = puzzle.events.iter().map(ToString::to_string).collect();
    Some(Position { events, best: puzzle.best.to_string(), players, seat })
}

/// The page of today's puzzle.
pub fn page() -> AnyView {
    let day = Day(browser::today());
    let Some(position) = kept().of(day).and_then(|packed| unpack(day.game(), packed)) else {
        return view! { <p class="card page">{tr(Key::PuzzleNone)}</p> }.into_any();
    };
    let streak = RwSignal::new(Streak::of(day));
    let wrong = RwSignal::new(false);
    let events = RwSignal::new(position.events.clone());
    let length = position.events.len();
    let best = StoredValue::new(position.best.clone());
    let play = move || {
        if events.with_untracked(Vec::len) == length {
            events.update(|events| events.push(best.get_value()));
        }
    };
    let change = move |change: fn(Streak) -> Streak| {
        let next = change(Streak::of(day));
        next.keep();
        streak.set(next);
    };
    let decided = Callback::new(move |(clock, event): (usize, String)| {
        if clock != length {
            return;
        }
        let found = event == best.get_value();
        change(if found { Streak::found } else { Streak::tried });
        wrong.set(!found);
        if found {
            play();
        }
    });
    if streak.with_untracked(|streak| streak.solved || streak.shown) {
        play();
    }
    let give_up = move |_| {
        change(Streak::gave_up);
        wrong.set(false);
        play();
    };
    let script = Script { events, names: names(&position), hinted: Signal::stored(None), decided, rolled: Callback::new(|_| {}) };
    let seen = Seen::default().up_to(length);
    let linked =
        Linked { id: format!("puzzle-{day}"), record: record(day, &position), seen, here: Some(position.seat), referee: Arc::new(script) };
    let table = parts::linked_table(linked).unwrap_or_else(|| ().into_any());
    let points = position.players == 1;
    view! {
        <div class="coached">
            <section class="card coach" id="puzzle">
                <h2>{texts::puzzle_title(lang(), game_name(day.game()), local_day(day))}</h2>
                <p role="status">{move || told(&streak.get(), wrong.get(), points)}</p>
                <div class="buttons">
                    {move || (streak.with(|streak| streak.wrong > 0 && !streak.solved && !streak.shown)).then(|| view! {
                        <button class="quiet" id="show-move" on:click=give_up>{tr(Key::PuzzleShow)}</button>
                    })}
                    {move || streak.with(|streak| streak.solved).then(|| share(day, streak))}
                </div>
            </section>
            {table}
        </div>
    }
    .into_any()
}

/// What is said: the task, whether it was found, how many days in a row.
fn told(streak: &Streak, wrong: bool, points: bool) -> String {
    match streak {
        Streak { solved: true, .. } => format!("{} {}", tr(Key::PuzzleFound), texts::puzzle_row(lang(), streak.days().into())),
        Streak { shown: true, .. } => tr(Key::PuzzleShown).to_string(),
        _ if wrong => tr(Key::PuzzleWrong).to_string(),
        _ if points => tr(Key::PuzzleTaskPoints).to_string(),
        _ => tr(Key::PuzzleTaskWin).to_string(),
    }
}

fn local_day(day: Day) -> String {
    browser::local_date(spieltisch_records::Time(u64::from(day.0) * 86_400_000 + 43_200_000), lang().code())
}

/// A text that tells how it went, and nothing of what was to be found.
fn share(day: Day, streak: RwSignal<Streak>) -> impl IntoView {
    let copied = RwSignal::new(false);
    let send = move |_| {
        let streak = streak.get_untracked();
        let tries = texts::puzzle_tries(lang(), i64::from(streak.wrong) + 1);
        let row = texts::puzzle_row(lang(), streak.days().into());
        let marks = format!("{}{}", "○".repeat(streak.wrong.min(10) as usize), "●");
        let text = format!("Spieltisch · {} · {}\n{marks} {tries} · {row}", game_name(day.game()), local_day(day));
        spawn_local(async move {
            let sent = sending::text(&text, &browser::whole_address("#/puzzle"), None).await;
            if sent == Sent::Kept {
                let _ = copied.try_set(true);
            }
        });
    };
    view! { <button class="main" id="share-puzzle" on:click=send>{move || tr(if copied.get() { Key::PuzzleCopied } else { Key::ButtonShare })}</button> }
}

fn names(position: &Position) -> Vec<String> {
    (0..position.players)
        .map(|seat| if seat == position.seat { tr(Key::PuzzleYou).to_string() } else { texts::setup_name_default(lang(), seat + 1) })
        .collect()
}

fn record(day: Day, position: &Position) -> Record {
    let mut record = Record::new(day.game(), Vec::new());
    let seats: Vec<Player> =
        names(position).into_iter().enumerate().map(|(colour, name)| Player::new(name, colour, Kind::Person)).collect();
    live::write_seats(&mut record, &seats);
    record.events = position.events.clone();
    record
}
