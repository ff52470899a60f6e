//! Everything that happened, as people read it at a real table: what was rolled and decided, and what of it was entered here.

use spieltisch_rules::{Event, ToAct};
use spieltisch_texts::{self as texts, Lang};

use crate::{GameText, Kind, LocalGame, Past};

/// Everything that happened, as people read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries {
    /// One line for each event.
    pub lines: Vec<Entry>,
    /// Whether a turn has just ended.
    pub turn_over: bool,
    /// Whether several play.
    pub company: bool,
}

/// Something that happened, as people read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Whose it was, by colour.
    pub colour: usize,
    /// By name.
    pub name: String,
    /// By seat.
    pub seat: usize,
    /// As one sentence.
    pub said: String,
    /// Whether dice were rolled.
    pub roll: bool,
    /// Whether that began a turn.
    pub begins: bool,
    /// Whether a person sits there.
    pub person: bool,
    /// Whether it was entered here and can be corrected.
    pub entered: bool,
}

/// Everything that happened in a game, one entry for each event.
pub fn entries<G: GameText>(lang: Lang, game: &LocalGame<G>) -> Entries {
    let entered = game.allowed().entered;
    let line = |past: &Past<G>| {
        let player = &game.seats[past.seat];
        let person = player.kind == Kind::Person;
        let (roll, said) = match past.event {
            Event::Roll(_) => (true, G::announcement(lang, game, past)),
            Event::Move(mv) => {
                let line = G::history_line(lang, game, past, mv);
                (false, line.unwrap_or_else(|| texts::format_labelled(lang, &player.name, G::phrase(lang, game, mv))))
            }
        };
        Entry {
            colour: player.colour,
            name: player.name.clone(),
            seat: past.seat,
            said,
            roll,
            begins: roll && game.position.game.begins_turn(&past.before),
            person,
            entered: if roll { entered.is_some_and(|entered| entered.covers(!person)) } else { person },
        }
    };
    let turn_over = game.past.last().is_some_and(|last| match game.to_act() {
        ToAct::Over => true,
        ToAct::Move(seat) => seat != last.seat,
        ToAct::Roll { seat, .. } => seat != last.seat || game.position.game.begins_turn(&game.position.state),
    });
    Entries { lines: game.past.iter().map(line).collect(), turn_over, company: game.seats.len() > 1 }
}

/// The decisions of the turn that has just ended, the last one first; none where a computer had it.
pub fn turn_decisions(lines: &[Entry]) -> Vec<usize> {
    let Some(seat) = lines.last().filter(|last| last.person && !last.roll).map(|last| last.seat) else { return Vec::new() };
    let mut decisions = Vec::new();
    for (i, line) in lines.iter().enumerate().rev() {
        if line.seat != seat || (line.begins && line.roll) {
            break;
        }
        if !line.roll {
            decisions.push(i);
        }
    }
    decisions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taking_back::tests::{ANSWERED, live};

    fn line(seat: usize, roll: bool, begins: bool) -> Entry {
        Entry { colour: 0, name: String::new(), seat, said: String::new(), roll, begins, person: seat == 0, entered: true }
    }

    #[test]
    fn a_turn_is_all_its_decisions_and_no_others() {
        let turn = [line(0, true, true), line(0, false, false), line(0, true, false), line(0, false, false)];
        assert_eq!(turn_decisions(&turn), [3, 1]);
        let twice: Vec<Entry> = turn.iter().chain(&turn).cloned().collect();
        assert_eq!(turn_decisions(&twice), [7, 5], "alone, turn follows turn");
        assert_eq!(turn_decisions(&[line(0, false, false), line(1, false, false)]), [] as [usize; 0], "a computer's");
        assert_eq!(turn_decisions(&[line(1, false, false), line(0, false, false)]), [1]);
    }

    #[test]
    fn decisions_of_people_are_entries_and_a_turn_is_over_once_another_begins() {
        let mut game = live(&[0, 3], &ANSWERED[..6]);
        let told = entries(Lang::En, &game);
        assert!(told.company && told.turn_over);
        assert!(told.lines.iter().all(|line| line.said.contains(&line.name)), "{told:?}");
        assert_eq!(told.lines.iter().map(|line| line.entered).collect::<Vec<_>>(), [false, true, false, true, false, false]);
        game.undo();
        assert!(!entries(Lang::En, &game).turn_over, "the computer has only rolled");
    }
}
