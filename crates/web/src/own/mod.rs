//! One's own record: statistics over all games on this device, and exercises from one's own mistakes.

mod curve;
mod exercises;
mod figures;
mod gather;
mod keeping;
mod words;

use std::collections::BTreeMap;

use leptos::prelude::*;
use spieltisch_review::own::{Digest, OwnRecord, Point, Tally, fingerprint, tally_by};

use crate::app::settings;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::review::numbers;
use crate::{browser, files, store};
pub use keeping::{answered, take};

/// Games that one place of the curve is the mean of.
const SMOOTHED: usize = 10;
/// From so many games on they say something together.
const ENOUGH: usize = 5;

/// What is looked at.
#[derive(Clone, Copy)]
struct Looked {
    name: RwSignal<String>,
    /// The game, and whether alone.
    game: RwSignal<(String, bool)>,
    /// Counts whatever changed in the store.
    changed: RwSignal<usize>,
}

impl Looked {
    fn choose(self, name: String) {
        self.game.set(most_played(&keeping::read(), &name));
        self.name.set(name);
    }
}

/// The page.
pub fn page() -> AnyView {
    keeping::take_in_opened();
    let own = keeping::read();
    let name = own_name(&own).unwrap_or_default();
    let looked = Looked { game: RwSignal::new(most_played(&own, &name)), name: RwSignal::new(name), changed: RwSignal::new(0) };
    let (progress, stopped) = (RwSignal::new(None), RwSignal::new(false));
    gather::start(progress, stopped, looked.changed);
    let gathering = move || {
        progress.get().filter(|_| !stopped.get()).map(|gather::Gathering { done, total }| {
            let text = texts::own_gathering(lang(), done, total);
            view! {
                <div class="study">
                    <span role="status">{text.clone()}</span>
                    <progress max=total.to_string() value=done.to_string() aria-label=text></progress>
                    <button class="quiet" id="own-stop" on:click=move |_| stopped.set(true)>{tr(Key::ButtonStop)}</button>
                </div>
            }
        })
    };
    let whose = move || {
        looked.changed.track();
        chooser(looked, &keeping::read())
    };
    let body = move || {
        looked.changed.track();
        let (own, name) = (keeping::read(), looked.name.get());
        let all = own.of(&name);
        let missing = missing(&all) as i64;
        // While games are looked through their number is not known yet.
        let few =
            move || (progress.get().is_none() || stopped.get()).then(|| view! { <p id="own-few">{texts::own_few(lang(), missing)}</p> });
        if missing > 0 {
            return view! { {few}{exercises::show(&own, &name)} }.into_any();
        }
        view! { {exercises::show(&own, &name)}{of_game(looked, &all)} }.into_any()
    };
    // The first game that is looked through tells who plays here.
    Effect::new(move |_| {
        looked.changed.track();
        if let (true, Some(name)) = (looked.name.with_untracked(String::is_empty), own_name(&keeping::read())) {
            looked.choose(name);
        }
    });
    let save = move |_| browser::download(&files::of_many("jsonl"), &keeping::everything());
    view! {
        <div class="card page own-record">
            <h1>{tr(Key::ButtonOwnRecord)}</h1>
            {gathering}
            {whose}
            {body}
            <p class="buttons">
                <button class="quiet" id="save-all" on:click=save>{tr(Key::OwnSaveAll)}</button>
                <a class="quiet button" href="#/games">{tr(Key::ReplayList)}</a>
                <a class="quiet button" href="#/">{tr(Key::ButtonHome)}</a>
            </p>
        </div>
    }
    .into_any()
}

/// How many exercises are due, in a few words; nothing where none is.
pub fn due() -> AnyView {
    let own = keeping::read();
    let due = own_name(&own).map_or(0, |name| exercises::count_due(&exercises::kept(&own, &name, &ids())));
    (due > 0).then(|| texts::own_due(lang(), due as i64)).into_any()
}

/// The player under the name of the settings, else the one with most games.
fn own_name(own: &OwnRecord) -> Option<String> {
    let names = own.names();
    let known = settings::get().name.filter(|name| names.iter().any(|(other, _)| other == name));
    known.or_else(|| names.into_iter().next().map(|(name, _)| name))
}

fn group(digest: &Digest) -> (String, bool) {
    (digest.game.clone(), digest.is_alone())
}

fn most_played(own: &OwnRecord, name: &str) -> (String, bool) {
    let all = own.of(name);
    let tallies = tally_by(&all, |digest| vec![group(digest)]);
    tallies.into_iter().max_by_key(|(_, tally)| tally.games).map(|(group, _)| group).unwrap_or_default()
}

fn group_name((game, alone): &(String, bool)) -> String {
    if *alone { texts::own_alone(lang(), game_name(game)) } else { game_name(game).to_string() }
}

/// How many games are missing until they say something together: a curve has two places at least.
fn missing(all: &[&Digest]) -> usize {
    let most = tally_by(all, |digest| vec![group(digest)]).iter().map(|(_, tally)| tally.games).max().unwrap_or(0);
    ENOUGH.saturating_sub(all.len()).max(2_usize.saturating_sub(most as usize))
}

/// The games that are kept here, by their fingerprints.
fn ids() -> BTreeMap<String, String> {
    store::all_games().into_iter().map(|saved| (fingerprint(&saved.record), saved.id)).collect()
}

/// Whose record it is, where there are several.
fn chooser(looked: Looked, own: &OwnRecord) -> AnyView {
    let chosen = looked.name.get_untracked();
    let option = |(name, games): (String, usize)| {
        let selected = name == chosen;
        view! { <option value=name.clone() selected=selected>{format!("{name} ({games})")}</option> }
    };
    let choose = move |event: web_sys::Event| looked.choose(browser::value_of(&event));
    if own.names().len() < 2 {
        return ().into_any();
    }
    let options = own.names().into_iter().map(option).collect::<Vec<_>>();
    view! { <p><label>{tr(Key::OwnWhose)}" "<select id="own-name" on:change=choose>{options}</select></label></p> }.into_any()
}

/// Everything of one game, and the choice of it.
fn of_game(looked: Looked, all: &[&Digest]) -> AnyView {
    let chosen = looked.game.get_untracked();
    let choose = move |event: web_sys::Event| {
        let value = browser::value_of(&event);
        let (game, alone) = value.split_once('/').unwrap_or((&value, ""));
        looked.game.set((game.to_string(), alone == "alone"));
    };
    let option = |(group, _): ((String, bool), Tally<'_>)| {
        let value = format!("{}/{}", group.0, if group.1 { "alone" } else { "" });
        view! { <option value=value selected=group == chosen>{group_name(&group)}</option> }
    };
    let options = tally_by(all, |digest| vec![group(digest)]).into_iter().map(option).collect::<Vec<_>>();
    let several = options.len() > 1;
    let own = move || {
        let (own, chosen) = (keeping::read(), looked.game.get());
        let name = looked.name.get_untracked();
        let all = own.of(&name);
        let digests: Vec<&Digest> = all.iter().copied().filter(|digest| group(digest) == chosen).collect();
        let is_chance = !chosen.1;
        view! {
            {curves(&digests, is_chance)}
            <details id="figures">
                <summary>{tr(Key::ReviewNumbers)}</summary>
                <p class="fine">{tr(Key::OwnAbout)}" "{tr(Key::OwnExercisesHelp)}" "{tr(Key::OwnKeepHelp)}</p>
                {figures::of_game(&chosen.0, &digests, is_chance)}
                {several.then(|| figures::of_all(&all))}
                <p><a href="#/dice">{tr(Key::FairnessTitle)}</a></p>
            </details>
        }
    };
    let which =
        several.then(|| view! { <p><label>{tr(Key::OwnWhich)}" "<select id="own-game" on:change=choose>{options}</select></label></p> });
    view! { <section>{which}{own}</section> }.into_any()
}

/// What a decision cost over time, and the luck, added up.
fn curves(digests: &[&Digest], is_chance: bool) -> AnyView {
    if digests.len() < 2 {
        return ().into_any();
    }
    view! {
        <div class="curves">
            {curve::show(tr(Key::OwnCourse), &Point::losses(digests, SMOOTHED), |value| numbers::fine(is_chance, value))}
            {curve::show(tr(Key::OwnLuckCourse), &Point::lucks(digests), |value| numbers::signed(is_chance, value))}
        </div>
        <p class="fine">{tr(Key::OwnCourseHelp)}" "{tr(if is_chance { Key::OwnUnitChance } else { Key::OwnUnitPoints })}</p>
    }
    .into_any()
}
