//! Yatzy in words, and what is chosen at its table.

mod choice;
mod in_words;
mod kinds;
mod lesson;

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, Move, UPPER, Yatzy, YatzyRefusal};
use spieltisch_rules::{Game, Seat};
use spieltisch_texts::games::yatzy;
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::aim::{Aim, aim};
use crate::words::points;
use crate::{GameText, Lesson, LocalGame, Past, ScorePart};

/// A box of the sheet.
pub fn box_name(lang: Lang, name: BoxName) -> &'static str {
    t(lang, yatzy::BOXES[name as usize])
}

/// What a box of the sheet needs and gives.
pub fn box_needs(lang: Lang, name: BoxName) -> String {
    match (name as usize).checked_sub(UPPER) {
        None => texts::yatzy_needs_number(lang, name as usize + 1),
        Some(lower) => t(lang, yatzy::LOWER_NEEDS[lower]).to_string(),
    }
}

impl GameText for Yatzy {
    const NAME: Key = yatzy::NAME;
    const LESSON: &'static Lesson = &lesson::LESSON;
    const KINDS: &'static [(&'static str, Key)] = kinds::KINDS;

    fn refusal_text(lang: Lang, _: &LocalGame<Self>, refusal: &YatzyRefusal) -> String {
        t(
            lang,
            match refusal {
                YatzyRefusal::Over => Key::YatzyRefusalOver,
                YatzyRefusal::RollFirst => Key::YatzyRefusalRollFirst,
                YatzyRefusal::DecideFirst => Key::YatzyRefusalDecideFirst,
                YatzyRefusal::NoRollLeft => Key::YatzyRefusalNoRollLeft,
                YatzyRefusal::NothingToRoll => Key::YatzyRefusalNothingToRoll,
                YatzyRefusal::NotInDice { kept, dice } => return texts::yatzy_refusal_not_in_dice(lang, kept, dice),
                YatzyRefusal::KeptDiceMissing { kept, dice } => return texts::yatzy_refusal_kept_dice_missing(lang, kept, dice),
                YatzyRefusal::BoxFilled { name } => return texts::yatzy_refusal_box_filled(lang, box_name(lang, *name)),
            },
        )
        .to_string()
    }

    fn history_line(lang: Lang, game: &LocalGame<Self>, past: &Past<Self>, mv: Move) -> Option<String> {
        let Move::Score(filled) = mv else { return None };
        let worth = filled.points(past.before.dice(), game.position.game.options());
        let (name, what) = (&game.seats[past.seat].name, box_name(lang, filled));
        Some(match worth {
            0 => texts::history_strike(lang, name, what),
            worth => texts::history_score(lang, name, what, points(lang, worth.into())),
        })
    }

    fn phrase(lang: Lang, game: &LocalGame<Self>, mv: Move) -> String {
        match mv {
            Move::Keep(kept) if kept.is_empty() => t(lang, Key::MoveKeepNone).to_string(),
            Move::Keep(kept) => texts::move_keep(lang, kept),
            Move::Score(name) => match name.points(game.position.state.dice(), game.position.game.options()) {
                0 => texts::move_strike(lang, box_name(lang, name)),
                worth => texts::move_score(lang, box_name(lang, name), worth),
            },
        }
    }

    fn short_name(lang: Lang, mv: Move) -> Option<String> {
        match mv {
            Move::Keep(_) => None,
            Move::Score(name) => Some(box_name(lang, name).to_string()),
        }
    }

    fn purpose(lang: Lang, game: &LocalGame<Self>, mv: Move) -> Option<String> {
        match mv {
            Move::Keep(kept) => keeping_purpose(lang, game, kept),
            Move::Score(name) => Some(match name.points(game.position.state.dice(), game.position.game.options()) {
                0 => t(lang, Key::HintStrikeLeast).to_string(),
                worth => texts::hint_now_points(lang, points(lang, worth.into())),
            }),
        }
    }

    fn scoring(lang: Lang, game: &LocalGame<Self>, seat: Seat) -> Vec<ScorePart> {
        let (sheet, options) = (game.position.state.sheet(seat), game.position.game.options());
        let (upper, bonus) = (sheet.upper_sum(), sheet.bonus(options));
        let lower = sheet.total(options) - upper - bonus;
        vec![
            ScorePart::new(texts::end_yatzy_upper(lang, points(lang, upper.into())), upper.into()),
            ScorePart::new(texts::end_yatzy_bonus(lang, points(lang, bonus.into())), bonus.into()),
            ScorePart::new(texts::end_yatzy_lower(lang, points(lang, lower.into())), lower.into()),
        ]
    }
}

/// The boxes that kept dice lead to, of those still free.
fn goals(kept: Hand, free: impl Fn(BoxName) -> bool) -> Vec<BoxName> {
    use BoxName::*;
    let wanted: &[BoxName] = match aim(kept) {
        Aim::Anew => &[],
        Aim::Equal { face, count } => {
            let number = BoxName::ALL[usize::from(face) - 1];
            let kinds: &[BoxName] = if count > 2 {
                &[Yatzy, FourOfAKind, FullHouse, ThreeOfAKind]
            } else {
                &[ThreeOfAKind, FourOfAKind, Yatzy, FullHouse, Pair]
            };
            return [number].iter().chain(kinds).copied().filter(|&name| free(name)).take(2).collect();
        }
        Aim::Straight => &[LargeStraight, SmallStraight],
        Aim::TwoKinds => &[FullHouse, TwoPairs],
        Aim::Mixed => &[Chance],
    };
    wanted.iter().copied().filter(|&name| free(name)).collect()
}

fn keeping_purpose(lang: Lang, game: &LocalGame<Yatzy>, kept: Hand) -> Option<String> {
    if kept.is_empty() {
        return Some(t(lang, Key::HintStartOver).to_string());
    }
    let sheet = game.position.state.sheet(game.position.state.seat());
    let goals: Vec<&str> = goals(kept, |name| sheet.points(name).is_none()).into_iter().map(|name| box_name(lang, name)).collect();
    (!goals.is_empty()).then(|| texts::hint_goes_for(lang, texts::list(lang, &goals)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_dice_lead_to_free_boxes() {
        let goals = |kept: &str, filled: &[BoxName]| goals(kept.parse().unwrap(), |name| !filled.contains(&name));
        assert_eq!(goals("6 6 6", &[]), [BoxName::Sixes, BoxName::Yatzy]);
        assert_eq!(goals("6 6", &[BoxName::Sixes]), [BoxName::ThreeOfAKind, BoxName::FourOfAKind]);
        assert_eq!(goals("2 3 4 5", &[BoxName::SmallStraight]), [BoxName::LargeStraight]);
        assert_eq!(goals("2 2 5 5", &[]), [BoxName::FullHouse, BoxName::TwoPairs]);
        assert_eq!(goals("5 6", &[BoxName::Chance]), []);
    }
}
