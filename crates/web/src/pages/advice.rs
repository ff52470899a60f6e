//! After a few games: an offer to play against a stronger or a gentler computer.

use leptos::prelude::*;
use spieltisch_records::Record;
use spieltisch_records::header::{CONTINUES, OPENED};

use crate::games;
use crate::i18n::{Key, game_name, lang, level_name, texts, tr};
use crate::live::{Kind, Player, opponent, seats};
use crate::store;

/// So many games in a row against one level say enough.
const GAMES: usize = 3;

/// How a game against one computer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Result {
    level: u8,
    won: bool,
}

/// How a game between one person and one computer ended; `None` for any other.
fn result(record: &Record) -> Option<Result> {
    if OPENED.is_in(record) || CONTINUES.is_in(record) {
        return None;
    }
    let winners = record.result.get("winners")?.as_array()?;
    let (person, level) = match seats(record).as_slice() {
        [Player { kind: Kind::Person, .. }, Player { kind: Kind::Computer(level), .. }] => (0, *level),
        [Player { kind: Kind::Computer(level), .. }, Player { kind: Kind::Person, .. }] => (1, *level),
        _ => return None,
    };
    // A win that is shared is nobody's.
    let won = winners.len() == 1 && winners[0].as_u64() == Some(person);
    let lost = winners.iter().all(|winner| winner.as_u64() != Some(person));
    (won || lost).then_some(Result { level, won })
}

/// The level that would suit better, by the last results against this one, the newest first.
fn better_level(now: u8, results: impl Iterator<Item = Result>) -> Option<u8> {
    let last: Vec<Result> = results.take(GAMES).collect();
    let all = |won| last.len() == GAMES && last.iter().all(|result| result.level == now && result.won == won);
    match now {
        now if now < opponent::STRONGEST && all(true) => Some(now + 1),
        now if now > 1 && all(false) => Some(now - 1),
        _ => None,
    }
}

/// Under this name stands the game after whose end the offer was declined.
fn declined(game: &str) -> String {
    format!("spieltisch/opponent/{game}/declined")
}

struct Offer {
    game: &'static str,
    now: u8,
    better: u8,
    /// The newest game it rests on.
    after: String,
}

fn offer(game: &'static str) -> Option<Offer> {
    let now = opponent::level(game);
    let of_game: Vec<_> = store::all_games().into_iter().filter(|saved| saved.record.game == game && saved.is_finished()).collect();
    let known: Vec<(&str, Result)> = of_game.iter().filter_map(|saved| Some((saved.id.as_str(), result(&saved.record)?))).collect();
    let better = better_level(now, known.iter().map(|(_, result)| *result))?;
    let after = known.first()?.0.to_string();
    // What was declined is asked again after as many further games.
    let since = store::read(&declined(game)).and_then(|id| known.iter().position(|(known, _)| *known == id));
    since.is_none_or(|games| games >= GAMES).then_some(Offer { game, now, better, after })
}

/// The offer, where there is one.
pub fn card() -> AnyView {
    let shown = RwSignal::new(true);
    let Some(Offer { game, now, better, after }) = games::faces().into_iter().find_map(|face| offer(face.info().name)) else {
        return ().into_any();
    };
    let text =
        if better > now { texts::opponent_up(lang(), game_name(game), now) } else { texts::opponent_down(lang(), game_name(game), now) };
    let take = move |_| {
        opponent::remember(game, better);
        shown.set(false);
        // The cards of the games show the level too.
        crate::browser::redraw();
    };
    let decline = move |_| {
        store::write(&declined(game), &after);
        shown.set(false);
    };
    (move || {
        shown.get().then(|| {
            view! {
                <section class="card waiting advice">
                    <p>{text.clone()}</p>
                    <button class="main" id="take-level" on:click=take>{texts::setup_level_named(lang(), better, level_name(better))}</button>
                    <button class="quiet" id="keep-level" on:click=decline.clone()>{tr(Key::OpponentStay)}</button>
                </section>
            }
        })
    })
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(text: &str, level: u8) -> impl Iterator<Item = Result> {
        text.chars().map(move |letter| Result { level, won: letter == 'w' }).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn three_in_a_row_against_one_level_bring_an_offer() {
        assert_eq!(better_level(2, results("www", 2)), Some(3));
        assert_eq!(better_level(2, results("llll", 2)), Some(1));
        assert_eq!(better_level(2, results("wwl", 2)), None);
        assert_eq!(better_level(2, results("ww", 2)), None, "not enough of them");
        assert_eq!(better_level(3, results("www", 2)), None, "against another level");
        assert_eq!(better_level(5, results("www", 5)), None, "there is none above");
        assert_eq!(better_level(1, results("lll", 1)), None, "there is none below");
    }

    #[test]
    fn only_games_between_a_person_and_a_computer_count() {
        let record = |computers: [Option<u8>; 2], winners: &[u8]| {
            let mut record = Record::new("yatzy", vec!["Anna".into(), "Robot".into()]);
            let sheets = computers.map(|computer| spieltisch_records::SeatSheet { computer, ..Default::default() });
            spieltisch_records::header::SEATS.write(&mut record, &sheets.to_vec());
            record.result = serde_json::json!({ "winners": winners });
            record
        };
        assert_eq!(result(&record([None, Some(2)], &[0])), Some(Result { level: 2, won: true }));
        assert_eq!(result(&record([Some(4), None], &[0])), Some(Result { level: 4, won: false }));
        assert_eq!(result(&record([None, Some(2)], &[0, 1])), None, "a shared win");
        assert_eq!(result(&record([None, None], &[0])), None);
        assert_eq!(result(&record([Some(1), Some(1)], &[0])), None);
    }
}
