//! What is shown beside a game only while everyone at the table agrees.

use serde::{Deserialize, Serialize};

use crate::table_state::TableState;

/// Something that is shown beside a game only while every person at the table agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// A mark after each own decision, for the player who made it.
    Marks,
    /// Everyone's chance to win, as a bar.
    Chances,
}

impl Beside {
    /// All of it.
    pub const ALL: [Beside; 2] = [Beside::Marks, Beside::Chances];
}

/// A player's answer to whether it may be shown: yes, no, or nothing yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// About marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<bool>,
    /// About chances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chances: Option<bool>,
}

impl Answers {
    /// The answer about one thing.
    pub fn to(self, what: Beside) -> Option<bool> {
        match what {
            Beside::Marks => self.marks,
            Beside::Chances => self.chances,
        }
    }

    /// The same with an answer about one thing.
    #[must_use]
    pub fn with(mut self, what: Beside, yes: bool) -> Answers {
        match what {
            Beside::Marks => self.marks = Some(yes),
            Beside::Chances => self.chances = Some(yes),
        }
        self
    }

    /// What holds after these answers were given, too: the later one counts.
    #[must_use]
    pub fn then(self, later: Answers) -> Answers {
        Answers { marks: later.marks.or(self.marks), chances: later.chances.or(self.chances) }
    }

    /// Whether nothing is answered.
    pub fn is_silent(&self) -> bool {
        *self == Answers::default()
    }
}

impl TableState {
    /// The seats of persons who agree that this is shown.
    pub fn who_agrees(&self, what: Beside) -> impl Iterator<Item = u8> + '_ {
        self.persons().filter(move |&seat| self.agrees(seat, what))
    }

    /// Whether every person at the table agrees that this is shown. Computers and spectators are not asked.
    pub fn all_agree(&self, what: Beside) -> bool {
        self.persons().next().is_some() && self.persons().all(|seat| self.agrees(seat, what))
    }

    fn agrees(&self, seat: u8, what: Beside) -> bool {
        self.seats.get(usize::from(seat)).is_some_and(|at| at.answers.to(what) == Some(true))
    }
}
