//! Dice that were seen and taken back: the same roll shows them again.
//!
//! A roll is known by its seat, the seat's turn and its place in that turn, whatever was decided before it. So no decision is taken
//! back for the sake of other dice.

use spieltisch_records::header::SEEN;
use spieltisch_records::{Record, SeenRoll};
use spieltisch_rules::Seat;
use spieltisch_rules::dice::without;

/// Which roll of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollId {
    /// Whose.
    pub seat: Seat,
    /// In which of their turns, from 1.
    pub turn: usize,
    /// Which of that turn, from 0.
    pub roll: usize,
}

/// A roll that was taken back, and what its dice showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// Which roll.
    pub roll: RollId,
    /// The dice that were thrown, without those kept before.
    pub faces: Vec<u8>,
}

/// All rolls of a game that were taken back, as they are kept with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenDice(Vec<TakenBack>);

impl SeenDice {
    /// Those of a kept record.
    pub fn read(record: &Record) -> SeenDice {
        let read = |seen: SeenRoll| TakenBack { roll: RollId { seat: seen.seat, turn: seen.turn, roll: seen.roll }, faces: seen.faces };
        SeenDice(SEEN.read(record).unwrap_or_default().into_iter().map(read).collect())
    }

    /// Writes them into the record that is kept.
    pub fn write(&self, record: &mut Record) {
        SEEN.remove(record);
        if !self.0.is_empty() {
            let written = |TakenBack { roll, faces }: &TakenBack| SeenRoll {
                seat: roll.seat,
                turn: roll.turn,
                roll: roll.roll,
                faces: faces.clone(),
            };
            SEEN.write(record, &self.0.iter().map(written).collect());
        }
    }

    /// The dice of a roll: those that were shown before, then new ones from `throw`.
    pub fn throw(&self, roll: RollId, dice: usize, throw: &mut dyn FnMut(usize) -> Vec<u8>) -> Vec<u8> {
        let mut faces = self.0.iter().find(|seen| seen.roll == roll).map(|seen| seen.faces.clone()).unwrap_or_default();
        faces.truncate(dice);
        let more = dice - faces.len();
        faces.extend(if more > 0 { throw(more) } else { Vec::new() });
        faces
    }

    /// Keeps what a roll has shown; `chance` gives dice that lay together an order.
    pub fn keep(&mut self, taken_back: TakenBack, chance: impl FnMut(usize) -> usize) {
        match self.0.iter_mut().find(|seen| seen.roll == taken_back.roll) {
            Some(seen) => seen.faces = together(std::mem::take(&mut seen.faces), taken_back.faces, chance),
            None => self.0.push(TakenBack { faces: together(Vec::new(), taken_back.faces, chance), ..taken_back }),
        }
    }
}

/// The faces in a text; whatever else stands in it is passed over.
pub fn faces(text: &str) -> Vec<u8> {
    text.bytes().filter(|byte| (b'1'..=b'6').contains(byte)).map(|byte| byte - b'0').collect()
}

/// What was shown before, and what more there was now. Dice that lay there together have no order, so chance gives them one: a throw of
/// fewer dice the next time shows any of them.
pub fn together(mut shown: Vec<u8>, thrown: Vec<u8>, mut chance: impl FnMut(usize) -> usize) -> Vec<u8> {
    if thrown.len() > shown.len() {
        let mut more = without(thrown, &shown);
        while !more.is_empty() {
            shown.push(more.swap_remove(chance(more.len())));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_stays_and_only_more_is_added() {
        let last = |dice: usize| dice - 1;
        assert_eq!(together(Vec::new(), vec![1, 4, 6], last), [6, 4, 1]);
        assert_eq!(together(vec![6, 4, 1], vec![4, 6], last), [6, 4, 1], "fewer dice were taken from those");
        assert_eq!(together(vec![6, 4], vec![2, 4, 4, 6], last)[..2], [6, 4], "those come first again");
        let mut all = together(vec![6, 4], vec![2, 4, 4, 6], last);
        all.sort_unstable();
        assert_eq!(all, [2, 4, 4, 6]);
    }

    #[test]
    fn dice_fall_the_same_way_again_also_after_they_were_kept() {
        let (roll, other) = (RollId { seat: 0, turn: 1, roll: 1 }, RollId { seat: 0, turn: 2, roll: 1 });
        let mut seen = SeenDice::default();
        seen.keep(TakenBack { roll, faces: vec![2, 5] }, |dice| dice - 1);
        let mut record = Record::new("yatzy", vec!["Anna".into()]);
        seen.write(&mut record);
        let read = SeenDice::read(&record);
        assert_eq!(read, seen);
        assert_eq!(read.throw(roll, 3, &mut |dice| vec![6; dice]), [5, 2, 6]);
        assert_eq!(read.throw(other, 2, &mut |dice| vec![6; dice]), [6, 6]);
    }

    #[test]
    fn what_stands_in_the_browser_may_be_anything() {
        assert_eq!(faces("3 1x07"), [3, 1]);
    }
}
