//! The one sentence that says how it came about.

use spieltisch_review::Ledger;
use spieltisch_rules::Seat;

use super::Reviewed;
use super::numbers::whole;
use crate::i18n::{Key, lang, points, texts, tr};

/// From so many points on the estimate's own error is named in the sentence; its row in the table is always there.
const NAMED: i64 = 5;

/// “You won: 9 points of luck, 4 given away and 21 by the others’ slips.”
pub fn of(game: &Reviewed, seat: Seat) -> String {
    let ledger = game.review.ledger(seat);
    let outcome = outcome(game, seat, &ledger);
    let parts = parts(game.review.is_chance(), &ledger);
    if parts.is_empty() {
        return texts::review_sentence_even(lang(), outcome);
    }
    texts::review_sentence(lang(), outcome, texts::list(lang(), &parts))
}

fn outcome(game: &Reviewed, seat: Seat, ledger: &Ledger) -> String {
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
    let error =
        Some(whole(ledger.drift)).filter(|drift| drift.abs() >= NAMED).map(|drift| texts::review_error(lang(), texts::signed(drift)));
    [luck, given_away, others, error].into_iter().flatten().collect()
}
