//! What happens by itself: computers roll, think, decide and object.

use spieltisch_rules::{Game, MAX_SEATS, Seat, ToAct};

use crate::{Kind, LocalGame};

/// What computers have to do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nothing: a person acts, here or elsewhere, or the game is over.
    Nothing,
    /// A computer's dice are thrown.
    Roll,
    /// A computer decides.
    Decision(ComputerTurn),
    /// They look at the last move; if none objects to it, a computer may have to decide.
    Objection {
        /// The levels of those who may object, by seat, 0 for all others.
        levels: [u8; MAX_SEATS],
        /// What is due if none does.
        or_else: Option<ComputerTurn>,
    },
}

/// A decision of a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerTurn {
    /// Its level, 1 to 5.
    pub level: u8,
    /// Whether it leaves people time to object to the last tile.
    pub calm: bool,
}

impl<G: Game> LocalGame<G> {
    /// What computers have to do now.
    pub fn due(&self) -> Due {
        if self.watched || self.by_link {
            return Due::Nothing;
        }
        let level = |seat: Seat| match self.seats[seat].kind {
            Kind::Person | Kind::Link => 0,
            Kind::Computer(level) => level,
        };
        let seat = match self.to_act() {
            ToAct::Roll { seat, .. } if level(seat) > 0 && !self.is_roll_entered() => return Due::Roll,
            ToAct::Move(seat) => seat,
            ToAct::Roll { .. } | ToAct::Over => return Due::Nothing,
        };
        let objectors = self.position.game.objectors(&self.position.state).unwrap_or_default();
        let calm = objectors.iter().any(|seat| self.seats[seat].kind == Kind::Person);
        let turn = (level(seat) > 0).then(|| ComputerTurn { level: level(seat), calm });
        let levels = std::array::from_fn(|seat| if objectors.contains(seat) { level(seat) } else { 0 });
        match turn {
            or_else if levels != [0; MAX_SEATS] => Due::Objection { levels, or_else },
            Some(turn) => Due::Decision(turn),
            None => Due::Nothing,
        }
    }

    /// The people at this screen who may object to the last move.
    pub fn objectors_here(&self) -> Vec<Seat> {
        let may = self.position.game.objectors(&self.position.state).unwrap_or_default();
        may.iter().filter(|&seat| !self.watched && self.seats[seat].kind == Kind::Person).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taking_back::tests::{ANSWERED, live};

    #[test]
    fn computers_roll_and_decide_and_people_are_waited_for() {
        assert_eq!(live(&[0, 3], &[]).due(), Due::Nothing, "Anna rolls");
        assert_eq!(live(&[0, 3], &ANSWERED[..4]).due(), Due::Roll);
        assert_eq!(live(&[0, 3], &ANSWERED[..5]).due(), Due::Decision(ComputerTurn { level: 3, calm: false }));
        assert_eq!(live(&[0, 0], &ANSWERED[..5]).due(), Due::Nothing, "Ben is a person");
        let mut watched = live(&[0, 3], &ANSWERED[..4]);
        watched.watched = true;
        assert_eq!(watched.due(), Due::Nothing);
    }
}
