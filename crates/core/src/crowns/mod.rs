//! Crowns in words, and what is chosen at its table.

mod choice;
mod ending;
mod faults;
mod in_words;
mod kinds;
mod lesson;
mod purpose;
mod turning;

pub use choice::CrownsChoice;
pub use ending::Ending;
pub use faults::fault_text;
pub use in_words::owner;

use spieltisch_rules::Seat;
use spieltisch_rules::crowns::{Crowns, CrownsRefusal, Field, FieldSet, Move, fields_of};
use spieltisch_texts::games::crowns;
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::{GameText, Lesson, LocalGame, Past, ScorePart};

impl GameText for Crowns {
    const NAME: Key = crowns::NAME;
    const LESSON: &'static Lesson = &lesson::LESSON;
    const KINDS: &'static [(&'static str, Key)] = kinds::KINDS;

    fn refusal_text(lang: Lang, _: &LocalGame<Self>, refusal: &CrownsRefusal) -> String {
        t(
            lang,
            match refusal {
                CrownsRefusal::Over { alone: true } => Key::CrownsRefusalOverAlone,
                CrownsRefusal::Over { alone: false } => Key::CrownsRefusalOver,
                CrownsRefusal::RollFirst => Key::CrownsRefusalRollFirst,
                CrownsRefusal::DecideFirst => Key::CrownsRefusalDecideFirst,
                CrownsRefusal::FieldTaken { field } => return texts::crowns_refusal_field_taken(lang, field_text(lang, *field)),
                CrownsRefusal::NotOffered { placement, roll } => {
                    return texts::crowns_refusal_not_offered(lang, roll, fields_text(lang, fields_of(*placement)));
                }
                CrownsRefusal::TooFewChips { needed, left } => {
                    let chips = |n: u8| texts::count_chips(lang, n.into());
                    return texts::crowns_refusal_too_few_chips(lang, chips(*needed), chips(*left));
                }
                CrownsRefusal::MustPlace => Key::CrownsRefusalMustPlace,
                CrownsRefusal::MustPlaceTwo => Key::CrownsRefusalMustPlaceTwo,
                CrownsRefusal::CanPlace => Key::CrownsRefusalCanPlace,
                CrownsRefusal::OnlyAlone => Key::CrownsRefusalOnlyAlone,
            },
        )
        .to_string()
    }

    fn history_line(lang: Lang, game: &LocalGame<Self>, past: &Past<Self>, mv: Move) -> Option<String> {
        let name = &game.seats[past.seat].name;
        Some(match mv {
            Move::Place(placement) if placement.is_empty() => texts::history_place_none(lang, name),
            Move::Place(placement) => texts::history_place_chips(lang, name, fields_text(lang, fields_of(placement))),
            Move::Remove => texts::history_remove(lang, name),
        })
    }

    fn phrase(lang: Lang, _: &LocalGame<Self>, mv: Move) -> String {
        match mv {
            Move::Place(placement) if placement.is_empty() => t(lang, Key::MovePlaceNone).to_string(),
            Move::Place(placement) => texts::move_place_chips(lang, fields_text(lang, fields_of(placement))),
            Move::Remove => t(lang, Key::MoveRemoveChip).to_string(),
        }
    }

    fn purpose(lang: Lang, game: &LocalGame<Self>, mv: Move) -> Option<String> {
        purpose::of(lang, game, mv)
    }

    fn scoring(lang: Lang, game: &LocalGame<Self>, seat: Seat) -> Vec<ScorePart> {
        ending::scoring(lang, game, seat)
    }
}

/// A field, as in “3 × 5”.
pub fn field_text(lang: Lang, field: Field) -> String {
    texts::crowns_term_field(lang, field.count(), field.number())
}

/// Fields, one after another.
pub fn fields_text(lang: Lang, fields: FieldSet) -> String {
    fields.iter().map(|field| field_text(lang, field)).collect::<Vec<_>>().join(", ")
}

/// A line by its place in [`Crowns::lines`]: five rows, five columns, two diagonals.
pub fn line_name(lang: Lang, line: usize) -> String {
    match line {
        0..5 => texts::crowns_term_row(lang, line + 1),
        5..10 => texts::crowns_term_column(lang, line - 4),
        10 => t(lang, Key::CrownsTermDiagonalRising).to_string(),
        _ => t(lang, Key::CrownsTermDiagonalFalling).to_string(),
    }
}
