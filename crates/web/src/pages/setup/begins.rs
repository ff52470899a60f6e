//! Who begins, as each rulebook says.

use leptos::prelude::*;
use spieltisch_rules::games;
use spieltisch_rules::starter::{Begins, Opening};
use spieltisch_rules::{Scores, Seat};

use super::Setup;
use super::fold::fold;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::Player;
use crate::live::opening::Starter;
use crate::store;

/// How the first player is found.
#[derive(Clone, Debug, PartialEq)]
pub enum StarterChoice {
    /// Everyone rolls so many dice.
    RollOff(usize),
    /// The player of this name: the youngest, or the loser of the last game.
    Named(String),
    /// As they sit.
    FirstSeat,
}

fn rule(game: &str) -> Begins {
    games::info(game).map_or(Begins::Youngest, |info| info.begins)
}

/// The choice the rulebook makes for this company.
pub fn by_the_rules(game: &str, seats: &[Player]) -> StarterChoice {
    if let Some(name) = loser(game, seats) {
        return StarterChoice::Named(name);
    }
    match rule(game).opening(None) {
        Opening::RollOff { dice } => StarterChoice::RollOff(dice),
        _ => StarterChoice::Named(seats.first().map(|player| player.name.clone()).unwrap_or_default()),
    }
}

/// The loser of the company's last game, where the rulebook lets them begin.
fn loser(game: &str, seats: &[Player]) -> Option<String> {
    let same_company = |saved: &store::Saved| {
        saved.is_finished()
            && saved.record.game == game
            && saved.record.players.len() == seats.len()
            && seats.iter().all(|player| saved.record.players.contains(&player.name))
    };
    let last = store::all_games().into_iter().find(same_company)?;
    let points = last.record.result.get("scores")?.as_array()?.iter().map(|points| points.as_i64().unwrap_or(0) as i32);
    let points: Vec<i32> = points.collect();
    let scores = Scores::from_fn(points.len(), |seat| points[seat]);
    match rule(game).opening(Some(&scores)) {
        Opening::Seat(seat) => last.record.players.get(seat).cloned(),
        _ => None,
    }
}

/// The seat that begins, or the roll-off to be held.
pub fn starter(setup: Setup, seats: &[Player]) -> Starter {
    match setup.begins.get_untracked() {
        StarterChoice::RollOff(dice) if seats.len() > 1 => Starter::RollOff(dice),
        StarterChoice::Named(name) => Starter::Seat(seats.iter().position(|player| player.name == name).unwrap_or(0)),
        StarterChoice::RollOff(_) | StarterChoice::FirstSeat => Starter::Seat(0 as Seat),
    }
}

/// The seat of the youngest, for a table whose referee finds the first player.
pub fn youngest(setup: Setup, seats: &[Player]) -> Seat {
    match starter(setup, seats) {
        Starter::Seat(seat) => seat,
        Starter::RollOff(_) | Starter::QuickRollOff(_) => 0,
    }
}

/// The chosen starter still begins under another name, and so does another person in that seat.
pub fn follow(setup: Setup, before: &[Player]) {
    let StarterChoice::Named(name) = setup.begins.get_untracked() else { return };
    let seats = setup.seats.get_untracked();
    if !seats.iter().any(|player| player.name == name) {
        let seat = before.iter().position(|player| player.name == name).unwrap_or(0);
        if let Some(player) = seats.get(seat).or(seats.first()) {
            setup.begins.set(StarterChoice::Named(player.name.clone()));
        }
    }
}

/// Who begins as things stand, in a word or two.
fn now(setup: Setup) -> String {
    match setup.begins.get() {
        StarterChoice::RollOff(_) => tr(Key::SetupBeginsRollOff).to_string(),
        StarterChoice::FirstSeat => tr(Key::SetupBeginsSeat).to_string(),
        StarterChoice::Named(name) => name,
    }
}

/// The choice, folded, for a company of more than one.
pub fn show(setup: Setup) -> impl IntoView {
    let several = Memo::new(move |_| setup.seats.with(Vec::len) > 1);
    move || several.get().then(|| fold("fold-begins", Key::SetupBegins, move || now(setup), choices(setup)))
}

fn choices(setup: Setup) -> impl IntoView {
    move || {
        let seats = setup.seats.get();
        let mut choices: Vec<(StarterChoice, String)> = Vec::new();
        let lost = loser(setup.game, &seats);
        match rule(setup.game) {
            Begins::RollOff { dice } => {
                choices.push((StarterChoice::RollOff(dice), tr(Key::SetupBeginsRollOff).to_string()));
                choices.push((StarterChoice::FirstSeat, tr(Key::SetupBeginsSeat).to_string()));
            }
            Begins::Youngest | Begins::YoungestThenLoser => {
                choices.extend(seats.iter().map(|player| (StarterChoice::Named(player.name.clone()), player.name.clone())));
            }
        }
        let question = match (&lost, rule(setup.game)) {
            (_, Begins::RollOff { .. }) => tr(Key::BeginRollOff).to_string(),
            (Some(name), _) => texts::begin_loser(lang(), name),
            (None, _) => tr(Key::BeginYoungest).to_string(),
        };
        let labels = choices.into_iter().map(|(choice, text)| {
            let own = choice.clone();
            view! {
                <label>
                    <input type="radio" name="begins" prop:checked=move || setup.begins.get() == own on:change=move |_| setup.begins.set(choice.clone())/>
                    <span>{text}</span>
                </label>
            }
        });
        view! { <fieldset class="choice"><legend>{question}</legend>{labels.collect::<Vec<_>>()}</fieldset> }
    }
}
