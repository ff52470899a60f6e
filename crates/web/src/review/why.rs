//! Why another move was better, in the language of the page.

use spieltisch_review::Why;
use spieltisch_review::why::caro::CaroWhy;
use spieltisch_review::why::castro::CastroWhy;
use spieltisch_review::why::crowns::CrownsWhy;
use spieltisch_review::why::percent;
use spieltisch_review::why::yatzy::YatzyWhy;
use spieltisch_rules::caro::PENALTY;

use crate::i18n::{Key, box_name, lang, points, texts, tr};

/// The sentence; players are called by their names.
pub fn sentence(why: &Why, players: &[String]) -> String {
    match why {
        Why::Yatzy(why) => of_yatzy(why),
        Why::Castro(why) => of_castro(why, players),
        Why::Caro(why) => of_caro(why, players),
        Why::Crowns(why) => of_crowns(why, players),
    }
}

/// “31 %”.
fn chance(chance: f64) -> String {
    texts::format_percent(lang(), percent(chance))
}

/// “4.2”.
fn mean(points: f64) -> String {
    texts::tenths(lang(), (points * 10.0).round() as i64)
}

fn name(players: &[String], seat: usize) -> &str {
    players.get(seat).map_or("", String::as_str)
}

/// A line of the board; the two diagonals come last.
fn line_name(line: usize) -> String {
    match line {
        row @ 0..5 => texts::crowns_term_row(lang(), row + 1),
        column @ 5..10 => texts::crowns_term_column(lang(), column - 4),
        10 => tr(Key::CrownsTermDiagonalRising).to_string(),
        _ => tr(Key::CrownsTermDiagonalFalling).to_string(),
    }
}

fn of_yatzy(why: &YatzyWhy) -> String {
    match *why {
        YatzyWhy::Sure { name, points: of, chance: again } => {
            texts::why_yatzy_sure(lang(), box_name(name), points(of.into()), chance(again))
        }
        YatzyWhy::Chance { name, played, best } => texts::why_yatzy_chance(lang(), box_name(name), chance(best), chance(played)),
        YatzyWhy::Mean { name, played, best } => texts::why_yatzy_mean(lang(), box_name(name), mean(best), mean(played)),
        YatzyWhy::Now { points: more } => texts::why_yatzy_now(lang(), points(more)),
        YatzyWhy::Later { kept, used, points: worth, now } if now < 0 => {
            texts::why_yatzy_later_less(lang(), points(-now), box_name(kept), box_name(used), mean(worth))
        }
        YatzyWhy::Later { kept, used, points: worth, .. } => texts::why_yatzy_later(lang(), box_name(kept), box_name(used), mean(worth)),
        YatzyWhy::Bonus { points: worth, now } if now < 0 => texts::why_yatzy_bonus_less(lang(), points(-now), mean(worth)),
        YatzyWhy::Bonus { points: worth, .. } => texts::why_yatzy_bonus(lang(), mean(worth)),
    }
}

fn of_castro(why: &CastroWhy, players: &[String]) -> String {
    match *why {
        CastroWhy::WinsByRow => tr(Key::WhyCastroRow).to_string(),
        CastroWhy::WinsByYatzy => tr(Key::WhyCastroYatzy).to_string(),
        CastroWhy::WinChance { played, best } => texts::why_castro_win_chance(lang(), chance(best), chance(played)),
        CastroWhy::OtherWins { seat, played, best } => {
            texts::why_castro_other_wins(lang(), name(players, seat), chance(best), chance(played))
        }
        CastroWhy::OwnNext { played, best } => texts::why_castro_own_next(lang(), chance(best), chance(played)),
        CastroWhy::Roof { square, played, best } => texts::why_castro_roof(lang(), square, chance(best), chance(played)),
        CastroWhy::AnyRoof { played, best } => texts::why_castro_any_roof(lang(), chance(best), chance(played)),
        CastroWhy::Lead { played, best } => texts::why_castro_lead(lang(), texts::signed(best.into()), texts::signed(played.into())),
    }
}

fn of_caro(why: &CaroWhy, players: &[String]) -> String {
    match *why {
        CaroWhy::Points { played, best } => texts::why_caro_points(lang(), points(best), points(played)),
        CaroWhy::Doubled { played, best, .. } => texts::why_caro_doubled(lang(), points(best), points(played)),
        CaroWhy::Opens { seat, played, best, now } if now < 0 => {
            texts::why_caro_opens_less(lang(), points(-now), name(players, seat), points(best), points(played))
        }
        CaroWhy::Opens { seat, played, best, .. } => texts::why_caro_opens(lang(), name(players, seat), points(best), points(played)),
        CaroWhy::Object => texts::why_caro_object(lang(), PENALTY),
        CaroWhy::Wrong => texts::why_caro_wrong(lang(), PENALTY),
    }
}

fn of_crowns(why: &CrownsWhy, players: &[String]) -> String {
    let chips = |n: u32| texts::count_chips(lang(), n.into());
    match *why {
        CrownsWhy::EndsAhead => tr(Key::WhyCrownsEndsAhead).to_string(),
        CrownsWhy::Points { played, best } => texts::why_crowns_points(lang(), points(best), points(played)),
        CrownsWhy::LineChance { played, best } => texts::why_crowns_line_chance(lang(), chance(best), chance(played)),
        CrownsWhy::Wasted { field } => texts::why_crowns_wasted(lang(), texts::crowns_term_field(lang(), field.count(), field.number())),
        CrownsWhy::Keeps { chips: kept } => texts::why_crowns_keeps(lang(), chips(kept)),
        CrownsWhy::Race { chips: more, seat, left } => texts::why_crowns_race(lang(), chips(more), name(players, seat), left),
        CrownsWhy::Closer { line, crowns, played, best } => {
            texts::why_crowns_closer(lang(), line_name(line), texts::count_crowns(lang(), crowns.into()), best, played)
        }
    }
}
