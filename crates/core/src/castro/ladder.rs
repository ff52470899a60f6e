//! The ladder: rolls used, and how high one may still build; and warnings of near wins.

use spieltisch_rules::castro::{Castro, ROLLS};
use spieltisch_rules::{Seat, ToAct};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::lines::{three_of_four, two_yatzy};
use crate::{Kind, LocalGame, several_here};

/// How high may be built now, and by whom.
pub fn heading(lang: Lang, game: &LocalGame<Castro>) -> String {
    let rolls = game.position.state.rolls();
    match rolls {
        _ if game.to_act() == ToAct::Over => t(lang, Key::CastroPlayLadder).to_string(),
        0 => t(lang, Key::CastroPlayLadder).to_string(),
        ROLLS => t(lang, Key::CastroPlayLadderEmptyOnly).to_string(),
        rolls if game.person_acts() => texts::castro_play_ladder_now(lang, (ROLLS - rolls).into()),
        rolls => texts::castro_play_ladder_theirs(lang, (ROLLS - rolls).into(), &game.seats[game.seat_to_act()].name),
    }
}

/// Who nearly wins, told to everyone else: the one person at this screen, or the one who acts there, knows it of themselves.
pub fn warnings(lang: Lang, playing: &LocalGame<Castro>) -> Vec<String> {
    let (game, state) = (&playing.position.game, &playing.position.state);
    if playing.to_act() == ToAct::Over {
        return Vec::new();
    }
    let alone_here = !several_here(&playing.seats);
    let acts = playing.person_acts().then(|| playing.seat_to_act());
    let is_me = |seat: &Seat| acts == Some(*seat) || alone_here && playing.seats[*seat].kind == Kind::Person;
    let warn = |seat: Seat| {
        let name = &playing.seats[seat].name;
        let line = (!three_of_four(state, seat).is_empty()).then(|| texts::castro_play_three_in_line(lang, name));
        let yatzy = (!two_yatzy(game, state, seat).is_empty()).then(|| texts::castro_play_two_yatzy(lang, name));
        [line, yatzy].into_iter().flatten()
    };
    (0..playing.seats.len()).filter(|seat| !is_me(seat)).flat_map(warn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spieltisch_records::Record;

    #[test]
    fn the_others_are_warned_of_three_in_a_line_and_not_the_one_who_has_them() {
        let warnings = |seats: &str, squares: &[&str]| {
            let record = format!(
                r#"{{"format": "spieltisch/1", "game": "castro", "players": ["Anna", "Ben"], "options": {{}}, "board": null,
                    "events": [], "result": null, "seats": {seats}}}"#
            );
            let mut live = LocalGame::<Castro>::open("c", Record::from_json(record.as_bytes()).unwrap()).unwrap();
            for square in squares {
                live.position.state.build_and_pass(&live.position.game, square.parse().unwrap());
            }
            super::warnings(Lang::En, &live).len()
        };
        let (anna_has_three, and_acts) = (["a1", "c3", "b1", "c3", "c1"], ["a1", "c3", "b1", "c3", "c1", "f6"]);
        assert_eq!(warnings(r#"[{}, {"computer": 1}]"#, &anna_has_three), 0, "Anna has them and is alone here");
        assert_eq!(warnings(r#"[{"computer": 1}, {}]"#, &anna_has_three), 1, "Ben is warned of the computer");
        assert_eq!(warnings("[{}, {}]", &anna_has_three), 1, "Ben sits at the same screen and acts");
        assert_eq!(warnings("[{}, {}]", &and_acts), 0, "Anna acts");
    }
}
