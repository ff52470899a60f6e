//! A position in words, and words as moves: for those who read and write lines.

use std::collections::BTreeSet;

use spieltisch_rules::{Event, Game, Seat};
use spieltisch_texts::Lang;

use crate::words::points;
use crate::{Choose, LocalGame, TableChoice};

/// A game whose position can be read out.
pub trait InWords: Choose {
    /// The position as the person who acts needs it, one line for each thing.
    fn position_lines(lang: Lang, game: &LocalGame<Self>) -> Vec<String>;

    /// What the person who decides can choose from now: the dice, and what they fit.
    fn offer_lines(_: Lang, _: &LocalGame<Self>) -> Vec<String> {
        Vec::new()
    }

    /// One field of the board, and what stands there or would come of it.
    fn field_text(lang: Lang, game: &LocalGame<Self>, choice: &Self::Choice, field: FieldOf<Self>) -> String;

    /// How far the game is, in a few words.
    fn progress(lang: Lang, game: &LocalGame<Self>) -> String;
}

/// What can be tapped at a table of this game.
pub type FieldOf<G> = <<G as Choose>::Choice as TableChoice<G>>::Field;

/// The dice after “roll”, or what a person says for a move: the record's notation, the notation without its verb (`c4`, `6 6`), the
/// words of a hint, or a name of its own.
pub fn read_event<G: Choose>(lang: Lang, game: &LocalGame<G>, text: &str) -> Option<Event<G>> {
    let wanted = plainly(text);
    if let Ok(event) = text.trim().parse().or_else(|_| wanted.parse()) {
        return Some(event);
    }
    let moves = game.position.game.moves(&game.position.state);
    // A move without its verb is one even where the rules refuse it, with the reason.
    let verbs: BTreeSet<String> = moves.iter().filter_map(|mv| Some(mv.to_string().split_once(' ')?.0.to_string())).collect();
    if let Some(mv) = verbs.iter().find_map(|verb| format!("{verb} {wanted}").parse().ok()) {
        return Some(Event::Move(mv));
    }
    let called = |mv: &&G::Move| {
        let notation = mv.to_string();
        let names = [Some(G::phrase(lang, game, **mv)), G::short_name(lang, **mv), Some(notation)];
        names.into_iter().flatten().any(|name| plainly(&name) == wanted)
    };
    // What a phrase says of several moves, as of two places for one tile, is none of them.
    let mut found = moves.iter().filter(called);
    match (found.next(), found.next()) {
        (Some(mv), None) => Some(Event::Move(*mv)),
        _ => None,
    }
}

/// A text as it is compared: small letters, single spaces, × as x.
fn plainly(text: &str) -> String {
    let text = text.to_lowercase().replace(" × ", "x").replace('×', "x").replace(", ", " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// “Anna: 12 points”, for every seat.
pub fn score_lines<G: Game>(lang: Lang, game: &LocalGame<G>) -> Vec<String> {
    let scores = game.position.game.scores(&game.position.state);
    let line = |seat: Seat| spieltisch_texts::format_labelled(lang, &game.seats[seat].name, points(lang, scores[seat]));
    (0..game.seats.len()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taking_back::tests::live;

    #[test]
    fn moves_are_read_as_records_write_them_and_as_people_say_them() {
        let game = live(&[0], &["roll 2 2 5 5 5"]);
        let read = |lang: Lang, text: &str| read_event(lang, &game, text).map(|event| event.to_string());
        for text in ["score full-house", "Full house", "full-house", "FULL HOUSE", "full house for 25"] {
            assert_eq!(read(Lang::En, text).as_deref(), Some("score full-house"), "{text}");
        }
        assert_eq!(read(Lang::En, "5 5 5").as_deref(), Some("keep 5 5 5"));
        assert_eq!(read(Lang::De, "Full House").as_deref(), Some("score full-house"));
        assert_eq!(read(Lang::En, "roll all dice again").as_deref(), Some("keep"));
        assert_eq!(read(Lang::En, "keep 6").as_deref(), Some("keep 6"), "a move, though not a legal one");
        assert_eq!(read(Lang::En, "6 6").as_deref(), Some("keep 6 6"));
        assert_eq!(read(Lang::En, "what?"), None);
    }
}
