//! Faces from secret, parts, game and counter.

use spieltisch_rules::starter::RollOff;
use spieltisch_rules::{Seat, ToAct};

use crate::fair::counter::{Counter, DiceDraw};
use crate::fair::secret::Secret;
use crate::fair::sheet::SCHEME;
use crate::{DiceSheet, DynGame};

/// The dice of one game.
#[derive(Clone, Debug)]
pub struct FairDice {
    secret: Secret,
    /// What stands before the counter in every message.
    context: String,
}

impl FairDice {
    /// The dice of the game that the sheet describes.
    pub fn new(secret: Secret, sheet: &DiceSheet) -> FairDice {
        FairDice { secret, context: format!("{SCHEME}\n{}\n{}\n", sheet.game, sheet.parts.join(",")) }
    }

    /// The faces of `count` dice, each 1 to 6 with the same chance.
    pub fn faces(&self, draw: &DiceDraw, count: usize) -> Vec<u8> {
        (0u32..).flat_map(|block| self.block(draw, block)).filter_map(face).skip(draw.skip).take(count).collect()
    }

    /// The roll that is due, as an event, and counts it; `None` where no roll is due.
    pub fn throw(&self, game: &dyn DynGame, counter: &mut Counter) -> Option<String> {
        let ToAct::Roll { seat, dice } = game.to_act() else { return None };
        let draw = counter.next(seat, dice, game.begins_turn());
        game.roll_event(&self.faces(&draw, dice))
    }

    /// The roll-off for who begins: its winner, and who threw what. Seats are those of the table.
    pub fn roll_off(&self, players: usize, dice: usize) -> (Seat, Vec<(Seat, Vec<u8>)>) {
        let mut roll_off = RollOff::new(players);
        let mut throws = Vec::new();
        while let Some(seat) = roll_off.next() {
            let faces = self.faces(&DiceDraw::opening(throws.len()), dice);
            roll_off.enter(faces.iter().map(|&face| u32::from(face)).sum());
            throws.push((seat, faces));
        }
        (roll_off.winner().unwrap_or(0), throws)
    }

    fn block(&self, draw: &DiceDraw, block: u32) -> [u8; 32] {
        self.secret.mac(format!("{}{}\n{block}", self.context, draw.label).as_bytes())
    }
}

/// A byte as a face. 252 is the largest multiple of six a byte holds; bytes from there on are
/// passed over, so that no face comes up more often than another.
pub fn face(byte: u8) -> Option<u8> {
    (byte < 252).then_some(byte % 6 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(parts: &[&str]) -> FairDice {
        let sheet = DiceSheet {
            scheme: SCHEME.into(),
            game: "g".into(),
            commitment: String::new(),
            parts: parts.iter().map(|part| part.to_string()).collect(),
            same_for_all: false,
            secret: None,
        };
        FairDice::new(Secret::from_bytes([7; 32]), &sheet)
    }

    fn draw(label: &str) -> DiceDraw {
        DiceDraw { label: label.into(), skip: 0 }
    }

    #[test]
    fn every_byte_below_252_gives_each_face_equally_often() {
        let mut counts = [0; 7];
        (0..=255).filter_map(face).for_each(|face| counts[usize::from(face)] += 1);
        assert_eq!(counts, [0, 42, 42, 42, 42, 42, 42]);
    }

    #[test]
    fn a_part_a_counter_or_a_game_changes_the_faces() {
        let first = dice(&["aa", "bb"]).faces(&draw("roll 0"), 40);
        assert_eq!(first, dice(&["aa", "bb"]).faces(&draw("roll 0"), 40), "the same for the same");
        assert_ne!(first, dice(&["aa", "bc"]).faces(&draw("roll 0"), 40));
        assert_ne!(first, dice(&["aa", "bb"]).faces(&draw("roll 1"), 40));
    }

    #[test]
    fn skipping_goes_on_in_the_same_stream() {
        let dice = dice(&[]);
        let all = dice.faces(&draw("turn 3"), 100);
        assert_eq!(all[60..66], dice.faces(&DiceDraw { label: "turn 3".into(), skip: 60 }, 6));
        assert!(all.iter().all(|face| (1..=6).contains(face)));
    }

    #[test]
    fn faces_are_even_over_many_throws() {
        let dice = dice(&["00"]);
        let mut counts = [0f64; 7];
        for roll in 0..2000 {
            dice.faces(&draw(&format!("roll {roll}")), 6).iter().for_each(|&face| counts[usize::from(face)] += 1.0);
        }
        let expected = 2000.0;
        let chi: f64 = counts[1..].iter().map(|count| (count - expected).powi(2) / expected).sum();
        assert!(chi < 20.5, "chi² {chi} of {counts:?}: beyond 1 in 1,000 for five degrees of freedom");
    }
}
