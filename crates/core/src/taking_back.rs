//! Taking decisions back, and the dice with them: those fall the same way again.

use spieltisch_rules::{Event, Game, ToAct, dice};

use crate::seen::{self, RollId, TakenBack};
use crate::{Kind, LocalGame, Past, Player};

impl<G: Game> LocalGame<G> {
    /// Whether something may be taken back.
    pub fn can_undo(&self) -> bool {
        self.undo_to().is_some()
    }

    /// To how many events taking back leads, where it is allowed: before the last decision of a person. One person against computers
    /// takes dice and answers back with it. Among several people, and elsewhere, only the last event goes back: no dice have
    /// been rolled and no other player has acted since. Dice that were entered lie on the table all the same.
    fn undo_to(&self) -> Option<usize> {
        let allowed = self.allowed();
        if self.watched || !allowed.undo || self.to_act() == ToAct::Over {
            return None;
        }
        let is_person = |player: &Player| player.kind == Kind::Person;
        let decided = |past: &Past<G>| matches!(past.event, Event::Move(_)) && is_person(&self.seats[past.seat]);
        let one_person = self.seats.len() > 1 && self.seats.iter().filter(|player| is_person(player)).count() == 1;
        if one_person && !self.by_link && allowed.entered.is_none() {
            return self.past.iter().rposition(decided);
        }
        let entered = |past: &Past<G>| matches!(past.event, Event::Roll(_)) && self.is_entered(past.seat);
        self.past.last().filter(|past| decided(past) || entered(past)).map(|_| self.past.len() - 1)
    }

    /// Takes back as far as that leads. Returns what dice of the program have shown: they are to fall the same way again.
    pub fn take_back(&mut self) -> Vec<TakenBack> {
        let Some(stand) = self.undo_to() else { return Vec::new() };
        let mut shown = Vec::new();
        for place in stand..self.past.len() {
            let Past { event, seat, .. } = self.past[place];
            if matches!(event, Event::Roll(_)) && !self.is_entered(seat) {
                let thrown = dice::without(seen::faces(&event.to_string()), &self.kept_before(place));
                shown.push(TakenBack { roll: self.roll_id(place), faces: thrown });
            }
        }
        while self.clock() > stand {
            self.undo();
        }
        shown
    }

    /// Which roll the event at this place is, or the one that is due where there are so many events.
    pub fn roll_id(&self, place: usize) -> RollId {
        let at = self.past.get(place);
        let (seat, before) = at.map_or_else(|| (self.seat_to_act(), &self.position.state), |past| (past.seat, &past.before));
        let (mut turn, mut roll) = (0, 0);
        let mut note = |state: &G::State| {
            roll += 1;
            if self.position.game.begins_turn(state) {
                (turn, roll) = (turn + 1, 0);
            }
        };
        let rolls = self.past[..place].iter().filter(|past| past.seat == seat && matches!(past.event, Event::Roll(_)));
        rolls.for_each(|past| note(&past.before));
        note(before);
        RollId { seat, turn, roll }
    }

    /// The dice that stay as they are when the roll at this place is thrown: what the event before it says is kept.
    pub fn kept_before(&self, place: usize) -> Vec<u8> {
        let before = place.checked_sub(1).and_then(|before| self.past.get(before)).map(|past| past.event.to_string());
        before.and_then(|text| Some(seen::faces(text.strip_prefix("keep")?))).unwrap_or_default()
    }

    /// Takes the last event back.
    pub fn undo(&mut self) {
        if let Some(past) = self.past.pop() {
            self.position.state = past.before;
            self.taken_back += 1;
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use spieltisch_records::header::SEATS;
    use spieltisch_records::{Record, SeatSheet};
    use spieltisch_rules::yatzy::Yatzy;

    use super::*;

    /// A game of Yatzy; the seats by their computers' levels, 0 for people.
    pub fn live(levels: &[u8], events: &[&str]) -> LocalGame<Yatzy> {
        let mut record = Record::new("yatzy", ["Anna", "Ben", "Cleo"][..levels.len()].iter().map(|name| name.to_string()).collect());
        let sheet = |&level: &u8| SeatSheet { computer: (level > 0).then_some(level), ..SeatSheet::default() };
        SEATS.write(&mut record, &levels.iter().map(sheet).collect());
        record.events = events.iter().map(|event| event.to_string()).collect();
        LocalGame::open("y", record).unwrap()
    }

    pub const ANSWERED: [&str; 7] =
        ["roll 1 2 3 6 6", "keep 6 6", "roll 2 4 5 6 6", "score sixes", "roll 1 1 2 3 4", "score ones", "roll 2 3 4 5 6"];

    #[test]
    fn one_person_takes_back_dice_and_answers_with_a_decision() {
        let stands = |clock: usize| live(&[0, 3], &ANSWERED[..clock]).undo_to();
        assert_eq!(stands(1), None, "nothing was decided yet");
        assert_eq!(stands(3), Some(1), "what was kept, and the dice that followed");
        assert_eq!(stands(4), Some(3), "a box");
        assert_eq!(stands(6), Some(3), "the computer's answer with it");
        assert_eq!(stands(7), Some(3), "and one's own next dice");
        assert_eq!(live(&[3, 0], &ANSWERED[..4]).undo_to(), None, "a computer's decision is its own");
    }

    #[test]
    fn among_several_people_a_roll_ends_taking_back() {
        let stands = |clock: usize| live(&[0, 0], &ANSWERED[..clock]).undo_to();
        assert_eq!([stands(2), stands(3), stands(4), stands(5)], [Some(1), None, Some(3), None]);
        assert_eq!(live(&[0], &ANSWERED[..3]).undo_to(), None, "alone there is no answer to go back behind");
    }

    #[test]
    fn a_roll_is_known_by_its_turn_whatever_was_decided_before() {
        let which = |events: &[&str]| {
            let RollId { seat, turn, roll } = live(&[0, 3], events).roll_id(events.len());
            (seat, turn, roll)
        };
        assert_eq!(which(&[]), (0, 1, 0));
        assert_eq!(which(&ANSWERED[..2]), (0, 1, 1));
        assert_eq!(which(&ANSWERED[..4]), (1, 1, 0));
        assert_eq!(which(&ANSWERED[..6]), (0, 2, 0));
        assert_eq!(which(&["roll 1 2 3 6 6", "score sixes", "roll 1 1 2 3 4", "score ones"]), (0, 2, 0), "one roll fewer before it");
        assert_eq!(live(&[0, 3], &ANSWERED).roll_id(2), live(&[0, 3], &ANSWERED[..2]).roll_id(2));
    }
}
