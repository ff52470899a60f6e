//! Exercises from one's own mistakes: what is due, and the way to it.

use std::collections::BTreeMap;

use leptos::prelude::*;
use spieltisch_records::Time;
use spieltisch_review::own::{Due, Exercise, OwnRecord};

use super::{ids, words};
use crate::browser;
use crate::i18n::{Key, game_name, lang, texts, tr};

/// The exercises of a player whose games are kept: a decision can be made again only with its game.
pub fn kept(own: &OwnRecord, name: &str, ids: &BTreeMap<String, String>) -> Vec<Exercise> {
    own.exercises(name).into_iter().filter(|exercise| ids.contains_key(&exercise.id)).collect()
}

/// How many of them are due today.
pub fn count_due(all: &[Exercise]) -> usize {
    let today_ends = browser::end_of_today().0;
    all.iter().filter(|exercise| exercise.is_due(today_ends)).count()
}

/// The exercises of a player and the way to the next. Nothing where there are none.
pub fn show(own: &OwnRecord, name: &str) -> AnyView {
    let ids = ids();
    let all = kept(own, name, &ids);
    if all.is_empty() {
        return ().into_any();
    }
    let today_ends = browser::end_of_today().0;
    let due = count_due(&all);
    let learned = all.iter().filter(|exercise| exercise.due == Due::Done).count();
    let next = all.iter().find(|exercise| exercise.due != Due::Done);
    let said = match next {
        _ if due > 0 => texts::own_due(lang(), due as i64),
        Some(next) if next.is_due_next_day(today_ends) => tr(Key::OwnDueTomorrow).to_string(),
        Some(Exercise { due: Due::At(time), .. }) => texts::own_next_due(lang(), browser::local_date(Time(*time), lang().code())),
        Some(_) | None => String::new(),
    };
    let learned = (learned > 0).then(|| texts::own_learned(lang(), learned as i64));
    view! {
        <section class="exercises">
            <h2>{tr(Key::OwnExercises)}</h2>
            <p id="due">{said}" "{learned}</p>
            {next.map(|next| way(&ids, next, due > 0))}
        </section>
    }
    .into_any()
}

/// The way to an exercise, the main thing to do where it is due.
fn way(ids: &BTreeMap<String, String>, next: &Exercise, due: bool) -> AnyView {
    let address = format!("#/try/{}/{}", ids[&next.id], next.event);
    let what = format!("{}: {}", game_name(&next.game), words::kind(&next.game, &next.kind));
    let (label, class) = if due { (Key::OwnBegin, "main button") } else { (Key::OwnAhead, "quiet button") };
    view! { <p class="buttons"><a class=class id="next-exercise" href=address>{tr(label)}</a><span class="fine">{what}</span></p> }
        .into_any()
}
