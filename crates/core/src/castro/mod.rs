//! Castro in words, and what is chosen at its table.

mod choice;
mod faults;
mod in_words;
mod kinds;
mod ladder;
mod lesson;
mod lines;
mod purpose;

pub use faults::fault_text;
pub use ladder::{heading, warnings};
pub use lines::{three_of_four, two_yatzy, winning};

use spieltisch_rules::Seat;
use spieltisch_rules::castro::{Castro, CastroRefusal, End, HIGHEST, Move, ROLLS, Square, Symbol};
use spieltisch_texts::games::castro;
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::words::points;
use crate::{GameText, Lesson, LocalGame, Past, ScorePart};

/// What the dice must show for a symbol of a square.
pub fn symbol_needs(lang: Lang, symbol: Symbol) -> String {
    t(
        lang,
        match symbol {
            Symbol::Pair(number) => return texts::castro_needs_pair(lang, number),
            Symbol::Three => Key::CastroNeedsThreeOfAKind,
            Symbol::Four => Key::CastroNeedsFourOfAKind,
            Symbol::Straight => Key::CastroNeedsStraight,
            Symbol::FullHouse => Key::CastroNeedsFullHouse,
            Symbol::Yatzy => Key::CastroNeedsYatzy,
        },
    )
    .to_string()
}

/// A symbol of a square.
pub fn symbol_name(lang: Lang, symbol: Symbol) -> String {
    t(
        lang,
        match symbol {
            Symbol::Pair(number) => return texts::castro_symbol_pair(lang, number),
            Symbol::Three => Key::CastroSymbolThreeOfAKind,
            Symbol::Four => Key::CastroSymbolFourOfAKind,
            Symbol::Straight => Key::CastroSymbolStraight,
            Symbol::FullHouse => Key::CastroSymbolFullHouse,
            Symbol::Yatzy => Key::CastroSymbolYatzy,
        },
    )
    .to_string()
}

impl GameText for Castro {
    const NAME: Key = castro::NAME;
    const LESSON: &'static Lesson = &lesson::LESSON;
    const KINDS: &'static [(&'static str, Key)] = kinds::KINDS;

    fn head_start(lang: Lang, given: u8) -> String {
        texts::count_roofs(lang, given.into())
    }

    fn refusal_text(lang: Lang, _: &LocalGame<Self>, refusal: &CastroRefusal) -> String {
        t(
            lang,
            match refusal {
                CastroRefusal::Over { end: End::Row } => Key::CastroRefusalOverRow,
                CastroRefusal::Over { end: End::ThreeYatzy } => Key::CastroRefusalOverYatzy,
                CastroRefusal::Over { end: End::Rounds } => Key::CastroRefusalOverRounds,
                CastroRefusal::RollFirst => Key::CastroRefusalRollFirst,
                CastroRefusal::DecideFirst => Key::CastroRefusalDecideFirst,
                CastroRefusal::NoRollLeft => Key::CastroRefusalNoRollLeft,
                CastroRefusal::NothingToRoll => Key::CastroRefusalNothingToRoll,
                CastroRefusal::NotInDice { kept, dice } => return texts::castro_refusal_not_in_dice(lang, kept, dice),
                CastroRefusal::KeptDiceMissing { kept, dice } => return texts::castro_refusal_kept_dice_missing(lang, kept, dice),
                CastroRefusal::DoesNotFit { square, symbol, dice } => {
                    return texts::castro_refusal_does_not_fit(lang, square, symbol_name(lang, *symbol), dice);
                }
                CastroRefusal::TooHigh { square, height, rolls } => {
                    let there = texts::count_roofs(lang, *height as i64);
                    return match ROLLS - rolls {
                        0 => texts::castro_refusal_not_empty(lang, square, there),
                        most => texts::castro_refusal_too_high(lang, square, there, rolls, texts::count_roofs(lang, most.into())),
                    };
                }
                CastroRefusal::Closed { square } => return texts::castro_refusal_closed(lang, square),
                CastroRefusal::LoseTooEarly { rolls } => return texts::castro_refusal_lose_too_early(lang, rolls),
                CastroRefusal::MustPlace { square } => return texts::castro_refusal_must_place(lang, square),
            },
        )
        .to_string()
    }

    fn history_line(lang: Lang, game: &LocalGame<Self>, past: &Past<Self>, mv: Move) -> Option<String> {
        let name = &game.seats[past.seat].name;
        match mv {
            Move::Keep(_) => None,
            Move::Place(square) => {
                let roofs = past.before.stacks().height(square) as i64 + 1;
                Some(texts::history_place_roof(lang, name, square, texts::count_roofs(lang, roofs)))
            }
            Move::Lose => Some(texts::history_lose(lang, name)),
        }
    }

    fn phrase(lang: Lang, _: &LocalGame<Self>, mv: Move) -> String {
        match mv {
            Move::Keep(kept) if kept.is_empty() => t(lang, Key::MoveKeepNone).to_string(),
            Move::Keep(kept) => texts::move_keep(lang, kept),
            Move::Place(square) => texts::move_place_roof(lang, square),
            Move::Lose => t(lang, Key::MoveLoseRoof).to_string(),
        }
    }

    fn purpose(lang: Lang, game: &LocalGame<Self>, mv: Move) -> Option<String> {
        purpose::of(lang, game, mv)
    }

    fn scoring(lang: Lang, game: &LocalGame<Self>, seat: Seat) -> Vec<ScorePart> {
        let stacks = game.position.state.stacks();
        let step = |height: usize| {
            let squares = stacks.tops(seat).iter().filter(|&square| stacks.height(square) == height).count();
            let worth = (height * squares) as i32;
            let text = if squares > 0 { texts::end_castro_height(lang, height, squares, points(lang, worth)) } else { String::new() };
            ScorePart::new(text, worth)
        };
        heights(game).into_iter().map(step).collect()
    }
}

/// The heights on the board, the highest first: the order in which they are counted at the end.
pub fn heights(game: &LocalGame<Castro>) -> Vec<usize> {
    let stacks = game.position.state.stacks();
    (1..=HIGHEST).rev().filter(|&height| Square::all().any(|square| stacks.height(square) == height)).collect()
}
