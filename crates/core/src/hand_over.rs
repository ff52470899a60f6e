//! One device for several people: who takes it over, and when.

use spieltisch_rules::Game;

use crate::{Kind, LocalGame, Player};

impl<G: Game> LocalGame<G> {
    /// The person who takes the device over now: another person at this screen acted last.
    pub fn handed_to(&self) -> Option<&Player> {
        let last = self.past.iter().rev().find(|past| self.seats[past.seat].kind == Kind::Person)?;
        let next = self.seat_to_act();
        (self.person_acts() && last.seat != next).then(|| &self.seats[next])
    }
}

#[cfg(test)]
mod tests {
    use crate::taking_back::tests::{ANSWERED, live};

    #[test]
    fn the_device_is_handed_over_between_two_people_only() {
        let to = |levels: &[u8], clock: usize| live(levels, &ANSWERED[..clock]).handed_to().map(|player| player.name.clone());
        assert_eq!(to(&[0, 0], 0), None, "the first player has it");
        assert_eq!(to(&[0, 0], 3), None, "the same person goes on");
        assert_eq!(to(&[0, 0], 4).as_deref(), Some("Ben"));
        assert_eq!(to(&[0, 0], 5), None, "Ben has rolled");
        assert_eq!(to(&[0, 3], 4), None, "a computer needs no device");
        assert_eq!(to(&[0, 3], 6), None, "and Anna still has it");
        assert_eq!(to(&[0, 3, 0], 6).as_deref(), Some("Cleo"), "a computer in between");
        let mut watched = live(&[0, 0], &ANSWERED[..4]);
        watched.watched = true;
        assert!(watched.handed_to().is_none());
    }
}
