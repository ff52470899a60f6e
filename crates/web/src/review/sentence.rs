//! The one sentence that says how it came about.

use spieltisch_review::Ledger;
use spieltisch_rules::Seat;

use super::ReviewedGame;
use super::numbers::whole;
use crate::i18n::{Key, lang, points, texts, tr};

/// “You lost: bad luck cost 21 points, your mistakes 41; the others gave you 14.”
pub fn of(game: &ReviewedGame, seat: Seat) -> String {
    let ledger = game.review.ledger(seat);
    let outcome = outcome(game, seat, &ledger);
    match parts(game.review.is_chance(), game.you == Some(seat), &ledger) {
        None => texts::review_sentence_even(lang(), outcome),
        Some(parts) => texts::review_sentence(lang(), outcome, parts),
    }
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

/// What is worth naming, each in a few words; bad luck and mistakes share theirs.
fn parts(is_chance: bool, is_you: bool, ledger: &Ledger) -> Option<String> {
    let whole = |number: f64| whole(is_chance, number);
    let (luck, lost) = (whole(ledger.luck), (-whole(ledger.losses)).max(0));
    let others = match whole(ledger.gifts) {
        0 => None,
        gifts @ 1.. if is_you => Some(texts::review_your_gifts(lang(), texts::number(gifts))),
        gifts @ 1.. => Some(texts::review_gifts(lang(), texts::number(gifts))),
        harm => Some(texts::review_harm(lang(), texts::number(-harm))),
    };
    if luck < 0 && lost > 0 {
        let both = match is_you {
            true => texts::review_your_luck_and_mistakes(lang(), -luck, texts::number(lost)),
            false => texts::review_luck_and_mistakes(lang(), -luck, texts::number(lost)),
        };
        return Some(match others {
            Some(others) => texts::review_also(lang(), both, others),
            None => both,
        });
    }
    let luck = match luck {
        0 => None,
        good @ 1.. => Some(texts::review_good_luck(lang(), good)),
        bad => Some(texts::review_bad_luck(lang(), -bad)),
    };
    let given_away = match lost {
        0 => None,
        _ if is_you => Some(texts::review_you_gave_away(lang(), texts::number(lost))),
        _ => Some(texts::review_given_away(lang(), texts::number(lost))),
    };
    let parts: Vec<String> = [luck, given_away, others].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| texts::list(lang(), &parts))
}
