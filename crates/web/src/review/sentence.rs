//! The one sentence that says how it came about.

use spieltisch_review::Ledger;
use spieltisch_rules::Seat;

use super::ReviewedGame;
use super::numbers::whole;
use crate::i18n::{Key, lang, points, texts, tr};

/// “You won: luck brought 9 points, mistakes cost 4 and the others’ mistakes brought 21.”
pub fn of(game: &ReviewedGame, seat: Seat) -> String {
    let ledger = game.review.ledger(seat);
    let outcome = outcome(game, seat, &ledger);
    let parts = parts(game.review.is_chance(), &ledger);
    if parts.is_empty() {
        return texts::review_sentence_even(lang(), outcome);
    }
    texts::review_sentence(lang(), outcome, texts::list(lang(), &parts))
}

/// From so many points on it is told beside the numbers that the estimate itself was off; by how much stands among all numbers.
const NAMED: i64 = 5;

/// A sentence on what the estimate itself was off by, where that is much: the numbers then do not add up.
pub fn error(game: &ReviewedGame, seat: Seat) -> Option<String> {
    let off = whole(game.review.is_chance(), game.review.ledger(seat).drift).abs();
    (off >= NAMED).then(|| format!(" {}", texts::review_error(lang(), texts::number(off))))
}

fn outcome(game: &ReviewedGame, seat: Seat, ledger: &Ledger) -> String {
    let (is_you, name) = (game.you == Some(seat), &game.players[seat].name);
    let text = |you: Key, other: fn(crate::i18n::Lang, &str) -> String| if is_you { tr(you).to_string() } else { other(lang(), name) };
    match (game.review.over, game.review.is_chance()) {
        (true, false) => {
            let points = points(whole(false, ledger.end) as i32);
            if is_you { texts::review_you_reached(lang(), points) } else { texts::review_reached(lang(), name, points) }
        }
        (false, false) => {
            let points = points(whole(false, ledger.end) as i32);
            if is_you { texts::review_you_so_far_points(lang(), points) } else { texts::review_so_far_points(lang(), name, points) }
        }
        (false, true) => {
            let percent = texts::format_percent(lang(), whole(true, ledger.end));
            if is_you { texts::review_you_so_far(lang(), percent) } else { texts::review_so_far(lang(), name, percent) }
        }
        (true, true) if ledger.end >= 1.0 => text(Key::ReviewYouWon, |lang, name| texts::review_won(lang, name)),
        (true, true) if ledger.end > 0.0 => text(Key::ReviewYouShared, |lang, name| texts::review_shared(lang, name)),
        (true, true) => text(Key::ReviewYouLost, |lang, name| texts::review_lost(lang, name)),
    }
}

/// What is worth naming, each in a few words.
fn parts(is_chance: bool, ledger: &Ledger) -> Vec<String> {
    let whole = |number: f64| whole(is_chance, number);
    let luck = match whole(ledger.luck) {
        0 => None,
        good @ 1.. => Some(texts::review_good_luck(lang(), good)),
        bad => Some(texts::review_bad_luck(lang(), -bad)),
    };
    let given_away = Some(-whole(ledger.losses)).filter(|lost| *lost > 0).map(|lost| texts::review_given_away(lang(), texts::number(lost)));
    let others = match whole(ledger.gifts) {
        0 => None,
        gifts @ 1.. => Some(texts::review_gifts(lang(), texts::number(gifts))),
        harm => Some(texts::review_harm(lang(), texts::number(-harm))),
    };
    [luck, given_away, others].into_iter().flatten().collect()
}
