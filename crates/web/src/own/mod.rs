//! One's own record: statistics over all games on this device, and exercises from one's own mistakes.

mod curve;
mod gather;
mod keeping;
mod words;

use std::collections::BTreeMap;

use leptos::prelude::*;
use spieltisch_records::Time;
use spieltisch_review::own::{Digest, Due, Exercise, OwnRecord, Point, Tally, fingerprint, tally_by};

use crate::app::settings;
use crate::i18n::{self, Key, game_name, lang, texts, tr};
use crate::review::numbers;
use crate::{browser, store};
pub use keeping::{answered, take};

/// Games that one place of the curve is the mean of.
const SMOOTHED: usize = 10;

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
        if all.is_empty() {
            return view! { <p>{tr(Key::OwnNone)}</p> }.into_any();
        }
        view! { {exercises(&own, &name)}{of_all(&all)}{of_game(looked, &all)} }.into_any()
    };
    // The first game that is looked through tells who plays here.
    Effect::new(move |_| {
        looked.changed.track();
        if let (true, Some(name)) = (looked.name.with_untracked(String::is_empty), own_name(&keeping::read())) {
            looked.choose(name);
        }
    });
    let save = move |_| browser::download("spieltisch.jsonl", &keeping::everything());
    view! {
        <div class="card page own-record">
            <h1>{tr(Key::ButtonOwnRecord)}</h1>
            <p class="fine">{tr(Key::OwnAbout)}</p>
            {gathering}
            {whose}
            {body}
            <p class="buttons">
                <button class="quiet" id="save-all" on:click=save>{tr(Key::OwnSaveAll)}</button>
                <a class="quiet button" href="#/games">{tr(Key::ReplayList)}</a>
                <a class="quiet button" href="#/dice">{tr(Key::FairnessTitle)}</a>
                <a class="quiet button" href="#/">{tr(Key::ButtonHome)}</a>
            </p>
            <p class="fine">{tr(Key::OwnKeepHelp)}</p>
        </div>
    }
    .into_any()
}

/// Whoever plays under the name of the settings, else whoever has most games.
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

fn chooser(looked: Looked, own: &OwnRecord) -> AnyView {
    let chosen = looked.name.get_untracked();
    let option = |(name, games): (String, usize)| {
        let selected = name == chosen;
        view! { <option value=name.clone() selected=selected>{format!("{name} ({games})")}</option> }
    };
    let choose = move |event: web_sys::Event| looked.choose(browser::value_of(&event));
    if own.names().is_empty() {
        return ().into_any();
    }
    let options = own.names().into_iter().map(option).collect::<Vec<_>>();
    view! { <p><label>{tr(Key::OwnWhose)}" "<select id="own-name" on:change=choose>{options}</select></label></p> }.into_any()
}

/// The exercises: what is due, and the way to it.
fn exercises(own: &OwnRecord, name: &str) -> AnyView {
    let ids: BTreeMap<String, String> = store::all_games().into_iter().map(|saved| (fingerprint(&saved.record), saved.id)).collect();
    // A decision can be made again only while its game is kept.
    let all: Vec<Exercise> = own.exercises(name).into_iter().filter(|exercise| ids.contains_key(&exercise.id)).collect();
    let now = browser::time().0;
    let due = all.iter().filter(|exercise| exercise.is_due(now)).count();
    let learned = all.iter().filter(|exercise| exercise.due == Due::Done).count();
    let next = all.iter().find(|exercise| exercise.due != Due::Done);
    let said = match next.map(|next| next.due) {
        _ if due > 0 => texts::own_due(lang(), due as i64),
        Some(Due::At(time)) => texts::own_next_due(lang(), browser::local_date(Time(time), lang().code())),
        Some(Due::Done) | None => tr(Key::OwnNoExercises).to_string(),
    };
    let learned = (learned > 0).then(|| texts::own_learned(lang(), learned as i64));
    let begin = next.map(|next| {
        let address = format!("#/try/{}/{}", ids[&next.id], next.event);
        let what = format!("{}: {}", game_name(&next.game), words::kind(&next.game, &next.kind));
        let (label, class) = if due > 0 { (Key::OwnBegin, "main button") } else { (Key::OwnAhead, "quiet button") };
        view! { <p class="buttons"><a class=class id="next-exercise" href=address>{tr(label)}</a><span class="fine">{what}</span></p> }
    });
    view! {
        <section>
            <h2>{tr(Key::OwnExercises)}</h2>
            <p id="due">{said}" "{learned}</p>
            {begin}
            <p class="fine">{tr(Key::OwnExercisesHelp)}</p>
        </section>
    }
    .into_any()
}

/// A table whose first column is a name.
fn table(caption: Key, first: Key, heads: &[Key], rows: Vec<(String, Vec<String>)>) -> AnyView {
    let row = |(name, cells): (String, Vec<String>)| {
        view! { <tr><th scope="row">{name}</th>{cells.into_iter().map(|cell| view! { <td>{cell}</td> }).collect::<Vec<_>>()}</tr> }
    };
    view! {
        <div class="wide" tabindex="0" role="region" aria-label=tr(caption)>
            <table class="all-numbers">
                <caption>{tr(caption)}</caption>
                <thead><tr><th scope="col">{tr(first)}</th>{heads.iter().map(|head| view! { <th scope="col">{tr(*head)}</th> }).collect::<Vec<_>>()}</tr></thead>
                <tbody>{rows.into_iter().map(row).collect::<Vec<_>>()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn level(tally: &Tally<'_>) -> String {
    tally.level().map_or("–".to_string(), |level| texts::tenths(lang(), (10.0 * level).round() as i64))
}

/// The part of all games that was won.
fn wins(tally: &Tally<'_>) -> String {
    numbers::value(true, tally.result.mean())
}

fn of_all(all: &[&Digest]) -> AnyView {
    let rows = tally_by(all, |digest| vec![group(digest)]).into_iter().map(|(group, tally)| {
        let alone = group.1;
        let result = if alone { i18n::points(tally.result.mean().round() as i32) } else { wins(&tally) };
        let cells = vec![
            tally.games.to_string(),
            result,
            numbers::signed(!alone, tally.luck.mean()),
            numbers::fine(!alone, tally.loss_per_decision()),
            level(&tally),
        ];
        (group_name(&group), cells)
    });
    let heads = [Key::OwnGames, Key::OwnWins, Key::OwnLuck, Key::OwnLoss, Key::OwnLevel];
    table(Key::OwnByGame, Key::OwnWhich, &heads, rows.collect())
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
    let details = move || {
        let (own, chosen) = (keeping::read(), looked.game.get());
        let name = looked.name.get_untracked();
        let digests: Vec<&Digest> = own.of(&name).into_iter().filter(|digest| group(digest) == chosen).collect();
        details(&chosen.0, &digests, !chosen.1)
    };
    view! {
        <section>
            <h2><label>{tr(Key::OwnWhich)}" "<select id="own-game" on:change=choose>{options}</select></label></h2>
            {details}
        </section>
    }
    .into_any()
}

/// What games of one kind say together.
fn details(game: &str, digests: &[&Digest], is_chance: bool) -> AnyView {
    let tally = Tally::of(digests.iter().copied());
    let against = is_chance.then(|| {
        let opponents = tally_by(digests, Digest::opponents).into_iter().map(|(other, tally)| (words::opponent(&other), tally));
        let players = tally_by(digests, |digest| vec![digest.names.len()]).into_iter().map(|(players, tally)| (players.to_string(), tally));
        let opponents = against(Key::OwnByOpponent, Key::OwnOpponent, opponents.collect());
        let players = against(Key::OwnByPlayers, Key::OwnPlayers, players.collect());
        view! { {opponents}{players} }
    });
    let unit = tr(if is_chance { Key::OwnUnitChance } else { Key::OwnUnitPoints });
    view! {
        <p class="fine">{unit}</p>
        {curve::show(tr(Key::OwnCourse), &Point::losses(digests, SMOOTHED), |value| numbers::fine(is_chance, value))}
        <p class="fine">{tr(Key::OwnCourseHelp)}</p>
        {curve::show(tr(Key::OwnLuckCourse), &Point::lucks(digests), |value| numbers::signed(is_chance, value))}
        {kinds(game, &tally, is_chance)}
        {against}
        {extremes(&tally)}
    }
    .into_any()
}

/// Wins, luck and losses by whom one played with.
fn against(caption: Key, first: Key, rows: Vec<(String, Tally<'_>)>) -> AnyView {
    let row = |(name, tally): (String, Tally<'_>)| {
        let (luck, loss) = (numbers::signed(true, tally.luck.mean()), numbers::fine(true, tally.loss_per_decision()));
        (name, vec![tally.games.to_string(), wins(&tally), luck, loss])
    };
    let heads = [Key::OwnGames, Key::OwnWins, Key::OwnLuck, Key::OwnLoss];
    table(caption, first, &heads, rows.into_iter().map(row).collect())
}

fn kinds(game: &str, tally: &Tally<'_>, is_chance: bool) -> AnyView {
    let all: f64 = tally.loss.max(f64::MIN_POSITIVE);
    let rows = tally.costliest_kinds().into_iter().map(|(kind, cost)| {
        let each = cost.loss / f64::from(cost.decisions.max(1));
        (words::kind(game, kind).to_string(), vec![numbers::value(true, cost.loss / all), numbers::fine(is_chance, each)])
    });
    table(Key::OwnKinds, Key::OwnKind, &[Key::OwnShare, Key::OwnLoss], rows.collect())
}

/// The best and the worst game, with the way to their reviews.
fn extremes(tally: &Tally<'_>) -> AnyView {
    let ids: BTreeMap<String, String> = store::all_games().into_iter().map(|saved| (fingerprint(&saved.record), saved.id)).collect();
    let one = |title: Key, digest: Option<&Digest>| {
        let digest = digest?;
        let date = browser::local_date(Time(digest.time), lang().code());
        let text = texts::replay_entry(lang(), game_name(&digest.game), texts::list(lang(), &digest.names), date);
        let shown = match ids.get(&digest.id) {
            Some(id) => view! { <a href=format!("#/review/{id}")>{text}</a> }.into_any(),
            None => view! { <span>{text}</span> }.into_any(),
        };
        Some(view! { <li><strong>{tr(title)}</strong>" "{shown}</li> })
    };
    let different = tally.games > 1;
    view! { <ul class="extremes">{one(Key::OwnBest, tally.best)}{different.then(|| one(Key::OwnWorst, tally.worst))}</ul> }.into_any()
}
