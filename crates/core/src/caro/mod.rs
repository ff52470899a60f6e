//! Caro in words, and what is chosen at its table.

mod choice;
mod fresh;
mod in_words;
mod kinds;
mod lesson;

pub use choice::CaroChoice;
pub use fresh::{Fresh, fresh, owner};
pub use in_words::{possible_places, shown_area};

use spieltisch_rules::caro::{Caro, CaroRefusal, Colour, Move};
use spieltisch_rules::{Event, Game, Seat};
use spieltisch_texts::games::caro;
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::words::points;
use crate::{GameText, Lesson, LocalGame, Past, ScorePart};

/// “red”.
pub fn colour_name(lang: Lang, colour: Colour) -> &'static str {
    t(lang, caro::COLOURS[colour as usize])
}

/// “red tile”.
pub fn tile_name(lang: Lang, colour: Colour) -> &'static str {
    t(lang, [Key::CaroTileBlack, Key::CaroTileWhite, Key::CaroTileGrey, Key::CaroTileRed][colour as usize])
}

impl GameText for Caro {
    const NAME: Key = caro::NAME;
    const LESSON: &'static Lesson = &lesson::LESSON;
    const KINDS: &'static [(&'static str, Key)] = kinds::KINDS;

    fn refusal_text(lang: Lang, game: &LocalGame<Self>, refusal: &CaroRefusal) -> String {
        let name = |seat: u8| game.seats.get(seat as usize).map_or("", |player| player.name.as_str());
        t(
            lang,
            match refusal {
                CaroRefusal::Over { .. } => Key::CaroRefusalOver,
                CaroRefusal::NoSuchTile { colour } => return texts::caro_refusal_no_such_tile(lang, tile_name(lang, *colour)),
                CaroRefusal::FirstTile { .. } => Key::CaroRefusalFirstTile,
                CaroRefusal::Occupied { .. } => Key::CaroRefusalOccupied,
                CaroRefusal::TouchesNothing { .. } => Key::CaroRefusalTouchesNothing,
                CaroRefusal::OutsideArea { side, .. } => return texts::caro_refusal_outside_area(lang, side),
                CaroRefusal::OwnColour { colour } => return texts::caro_refusal_own_colour(lang, colour_name(lang, *colour)),
                CaroRefusal::MoreThanTwo { colour } => return texts::caro_refusal_more_than_two(lang, colour_name(lang, *colour)),
                CaroRefusal::LongDiagonal { colour } => return texts::caro_refusal_long_diagonal(lang, colour_name(lang, *colour)),
                CaroRefusal::CanLay => Key::CaroRefusalCanLay,
                CaroRefusal::CanLayOpen => Key::CaroRefusalCanLayOpen,
                CaroRefusal::SameTileAgain { colour } => return texts::caro_refusal_same_tile_again(lang, tile_name(lang, *colour)),
                CaroRefusal::NoOpenTable => Key::CaroRefusalNoOpenTable,
                CaroRefusal::NothingToObject => Key::CaroRefusalNothingToObject,
                CaroRefusal::MayNotObject { seat } => return texts::caro_refusal_may_not_object(lang, name(*seat)),
                CaroRefusal::ObjectedAlready { seat } => return texts::caro_refusal_objected_already(lang, name(*seat)),
            },
        )
        .to_string()
    }

    fn history_line(lang: Lang, game: &LocalGame<Self>, past: &Past<Self>, mv: Move) -> Option<String> {
        let name = &game.seats[past.seat].name;
        Some(match mv {
            Move::Lay(colour, place) => {
                let worth = points(lang, game.position.game.points(&past.before, colour, place).unwrap_or(0));
                match past.before.supply(past.seat).count(colour) {
                    1 => texts::history_lay_double(lang, name, tile_name(lang, colour), worth),
                    _ => texts::history_lay(lang, name, tile_name(lang, colour), worth),
                }
            }
            Move::Pass => texts::history_pass(lang, name),
            Move::Object(_) if past.before.last_is_wrong() => texts::history_object_right(lang, name, culprit(game, past)),
            Move::Object(_) => texts::history_object_wrong(lang, name),
        })
    }

    /// The board shows no coordinates; only a screen reader, which reads their names out, is told one.
    fn announcement(lang: Lang, game: &LocalGame<Self>, past: &Past<Self>) -> String {
        match past.event {
            Event::Move(Move::Lay(colour, place)) => {
                let worth = points(lang, game.position.game.points(&past.before, colour, place).unwrap_or(0));
                texts::say_laid(lang, &game.seats[past.seat].name, tile_name(lang, colour), place, worth)
            }
            Event::Move(mv) => Self::history_line(lang, game, past, mv).unwrap_or_default(),
            Event::Roll(_) => String::new(),
        }
    }

    fn purpose(lang: Lang, game: &LocalGame<Self>, mv: Move) -> Option<String> {
        let Move::Lay(colour, place) = mv else { return None };
        let state = &game.position.state;
        let worth = points(lang, game.position.game.points(state, colour, place)?);
        Some(match state.supply(state.seat()).count(colour) {
            1 => texts::hint_counts_double(lang, worth),
            _ => texts::hint_now_points(lang, worth),
        })
    }

    fn phrase(lang: Lang, _: &LocalGame<Self>, mv: Move) -> String {
        match mv {
            Move::Lay(colour, _) => texts::move_lay(lang, tile_name(lang, colour)),
            Move::Pass => t(lang, Key::MovePass).to_string(),
            Move::Object(_) => t(lang, Key::MoveObject).to_string(),
        }
    }

    fn scoring(lang: Lang, game: &LocalGame<Self>, seat: Seat) -> Vec<ScorePart> {
        let turns = game.past.iter().filter(|past| past.seat == seat).filter_map(|past| match past.event {
            Event::Move(Move::Lay(colour, place)) => game.position.game.points(&past.before, colour, place),
            _ => None,
        });
        let turns: Vec<i32> = turns.collect();
        let total: i32 = turns.iter().sum();
        let sum = turns.iter().map(i32::to_string).collect::<Vec<_>>().join(" + ");
        let given = i32::from(game.position.game.options().head_start.of(seat));
        let lost = game.position.game.scores(&game.position.state)[seat] - given - total;
        let penalty = (lost != 0).then(|| ScorePart::new(texts::end_caro_penalty(lang, texts::signed(lost.into())), lost));
        [Some(ScorePart::new(sum, total)), penalty].into_iter().flatten().collect()
    }
}

/// Who laid the tile that an objection took back.
fn culprit(game: &LocalGame<Caro>, objection: &Past<Caro>) -> String {
    let laid =
        game.past.iter().rev().find(|past| {
            matches!(past.event, Event::Move(Move::Lay(..))) && past.before.field().count() < objection.before.field().count()
        });
    laid.map_or_else(String::new, |past| game.seats[past.seat].name.clone())
}

#[cfg(test)]
mod tests {
    use spieltisch_records::Record;

    use super::*;

    /// A game of a person and two computers after these events.
    pub fn after(events: &[&str]) -> LocalGame<Caro> {
        let record = format!(
            r#"{{"format": "spieltisch/1", "game": "caro", "players": ["Anna", "Ben", "Cleo"], "options": {{}}, "board": null,
                "events": {events:?}, "result": null, "seats": [{{}}, {{"computer": 1}}, {{"computer": 1}}]}}"#
        );
        LocalGame::open("c", Record::from_json(record.as_bytes()).unwrap()).unwrap()
    }
}
