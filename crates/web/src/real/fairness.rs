//! Are our dice fair? Everything that was thrown by hand and entered on this device, counted by set of dice.

use std::collections::BTreeMap;

use leptos::prelude::*;
use spieltisch_records::fair::entered_dice;
use spieltisch_records::fair::real::{Counts, DiceVerdict, RAREST};
use spieltisch_records::header::DICE_SET;

use crate::i18n::{Key, lang, texts, tr};
use crate::{pieces, store};

/// The page.
pub fn page() -> AnyView {
    let mut sets: Vec<(String, Counts)> = by_set().into_iter().collect();
    sets.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.thrown()));
    let none = sets.is_empty().then(|| view! { <p>{tr(Key::FairnessNone)}</p> });
    view! {
        <div class="card page own-record">
            <h1>{tr(Key::FairnessTitle)}</h1>
            {none}
            {sets.into_iter().map(|(name, counts)| section(&name, counts)).collect::<Vec<_>>()}
            <p class="fine">{tr(Key::FairnessAbout)}</p>
            <p class="buttons">
                <a class="quiet button" href="#/games">{tr(Key::ReplayList)}</a>
                <a class="quiet button" href="#/">{tr(Key::ButtonHome)}</a>
            </p>
        </div>
    }
    .into_any()
}

/// What the dice of a game say so far, with the way to the page.
pub fn line(game: &str) -> Option<impl IntoView + use<>> {
    let set = DICE_SET.read(&store::load_game(game)?.record).unwrap_or_default();
    let counts = by_set().remove(&set)?;
    Some(view! { <p class="fine" id="fairness">{sentence(counts)}" "<a href="#/dice">{tr(Key::FairnessTitle)}</a></p> })
}

/// All dice entered here, by what people call them. Of a corrected game only the last version counts.
fn by_set() -> BTreeMap<String, Counts> {
    let games = store::without_corrected(store::all_games());
    let mut sets: BTreeMap<String, Counts> = BTreeMap::new();
    for entered in games.iter().filter_map(|saved| entered_dice(&saved.record)) {
        let counts = sets.entry(entered.set).or_default();
        *counts = counts.and(entered.counts);
    }
    sets
}

fn section(name: &str, counts: Counts) -> AnyView {
    let name = if name.is_empty() { tr(Key::FairnessUnnamed).to_string() } else { name.to_string() };
    let most = counts.faces().into_iter().max().unwrap_or(1).max(1) as f64;
    let expected = 100.0 * counts.thrown() as f64 / 6.0 / most;
    let row = |(face, count): (u8, u64)| {
        let percent = texts::format_percent(lang(), (100 * count / counts.thrown().max(1)) as i64);
        view! {
            <tr>
                <th scope="row"><svg class="face" viewBox="0 0 100 104" role="img" aria-label=face.to_string() inner_html=pieces::die::markup(face)></svg></th>
                <td>{count.to_string()}</td>
                <td>{percent}</td>
                <td class="bar">
                    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                        <rect width=100.0 * count as f64 / most height="10"/>
                        <line x1=expected x2=expected y1="0" y2="10"/>
                    </svg>
                </td>
            </tr>
        }
    };
    let rows = (1..=6u8).zip(counts.faces()).map(row).collect::<Vec<_>>();
    view! {
        <section class="dice-set">
            <h2>{name}</h2>
            <p>{sentence(counts)}</p>
            <table class="all-numbers">
                <caption>{texts::fairness_thrown(lang(), counts.thrown() as i64)}</caption>
                <thead class="visually-hidden"><tr>
                    <th scope="col">{tr(Key::FairnessFace)}</th><th scope="col">{tr(Key::FairnessTimes)}</th><th scope="col">{tr(Key::FairnessShare)}</th><td></td>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
    .into_any()
}

/// What the counts say, in one sentence.
fn sentence(counts: Counts) -> String {
    match counts.verdict() {
        DiceVerdict::TooFew { missing } => texts::fairness_too_few(lang(), missing as i64),
        DiceVerdict::NothingUnusual => tr(Key::FairnessUsual).to_string(),
        DiceVerdict::OnceIn(RAREST) => texts::fairness_rarer(lang(), texts::number(RAREST as i64)),
        DiceVerdict::OnceIn(times) => texts::fairness_once_in(lang(), texts::number(times as i64)),
    }
}
