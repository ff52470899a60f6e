//! All numbers over one's own games, as tables.

use leptos::prelude::*;
use spieltisch_records::Time;
use spieltisch_review::own::{Digest, Tally, tally_by};

use super::{group, group_name, ids, words};
use crate::browser;
use crate::i18n::{self, Key, game_name, lang, texts, tr};
use crate::review::numbers;

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

/// All games of a player, by game.
pub fn of_all(all: &[&Digest]) -> AnyView {
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

/// What games of one kind say together.
pub fn of_game(game: &str, digests: &[&Digest], is_chance: bool) -> AnyView {
    let tally = Tally::of(digests.iter().copied());
    let against = is_chance.then(|| {
        let opponents = tally_by(digests, Digest::opponents).into_iter().map(|(other, tally)| (words::opponent(&other), tally));
        let players = tally_by(digests, |digest| vec![digest.names.len()]).into_iter().map(|(players, tally)| (players.to_string(), tally));
        let opponents = against(Key::OwnByOpponent, Key::OwnOpponent, opponents.collect());
        let players = against(Key::OwnByPlayers, Key::OwnPlayers, players.collect());
        view! { {opponents}{players} }
    });
    view! {
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
    let ids = ids();
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
