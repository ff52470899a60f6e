//! Who sits at a table, and what the company allows itself, as a record's header tells it.

use spieltisch_records::header::{CHANCES, COACH, ENTERED, HAND_OVER, HINTS, MARKS, SEATS, UNDO};
use spieltisch_records::{Entered, Record, SeatSheet, head_start};

/// Who decides for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person at this screen.
    Person,
    /// A person elsewhere, at a table shared by link.
    Link,
    /// The computer, at a level from 1 to 5.
    Computer(u8),
}

/// Stands for a person by link where computers stand by their level and persons here by 0.
const BY_LINK: u8 = 9;

impl Kind {
    /// From the number that is kept.
    pub fn from_number(number: u8) -> Kind {
        match number {
            0 => Kind::Person,
            BY_LINK => Kind::Link,
            level => Kind::Computer(level),
        }
    }

    /// As the number that is kept.
    pub fn number(self) -> u8 {
        match self {
            Kind::Person => 0,
            Kind::Link => BY_LINK,
            Kind::Computer(level) => level,
        }
    }
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// As everyone calls them.
    pub name: String,
    /// Which of the eight colours and shapes is theirs.
    pub colour: usize,
    /// Which of the little pictures is theirs, where they have one.
    pub picture: Option<u8>,
    /// Who decides.
    pub kind: Kind,
    /// What they are given before the first turn: points, in Castro roofs.
    pub head_start: u8,
}

impl Player {
    /// A player without a picture and without a head start.
    pub fn new(name: impl Into<String>, colour: usize, kind: Kind) -> Player {
        Player { name: name.into(), colour, picture: None, kind, head_start: 0 }
    }

    fn sheet(&self) -> SeatSheet {
        let computer = match self.kind {
            Kind::Person | Kind::Link => None,
            Kind::Computer(level) => Some(level),
        };
        SeatSheet { colour: self.colour as u8, picture: self.picture, computer, ..SeatSheet::default() }
    }
}

/// Writes the seats into a header, and what they are given among the options.
pub fn write_seats(record: &mut Record, seats: &[Player]) {
    head_start::write(&mut record.options, &seats.iter().map(|player| player.head_start).collect::<Vec<u8>>());
    record.players = seats.iter().map(|player| player.name.clone()).collect();
    SEATS.write(record, &seats.iter().map(Player::sheet).collect());
}

/// Who sits where; a record from elsewhere has people in every seat.
pub fn seats(record: &Record) -> Vec<Player> {
    let player = |(seat, (name, sheet)): (usize, (&String, SeatSheet))| {
        let kind = sheet.computer.map_or(Kind::Person, Kind::Computer);
        let head_start = head_start::of(&record.options, seat);
        Player { name: name.clone(), colour: sheet.colour.into(), picture: sheet.picture, kind, head_start }
    };
    record.players.iter().zip(SeatSheet::of_all(record)).enumerate().map(player).collect()
}

/// Whether several people sit at this screen: only then does it say whose turn it is by name.
pub fn several_here(players: &[Player]) -> bool {
    players.iter().filter(|player| player.kind == Kind::Person).count() > 1
}

/// What the company allows itself, what it wishes to see, and whose dice it throws; a record from elsewhere that says nothing allows
/// all, wishes nothing, and has the program's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Taking decisions back.
    pub undo: bool,
    /// Asking for the best move.
    pub hints: bool,
    /// A mark after each own decision: only where it was wished for.
    pub marks: bool,
    /// Everyone's chance beside the game: only where it was wished for.
    pub chances: bool,
    /// What would have been best, after each turn of a person.
    pub coach: bool,
    /// A sign between turns of two people at this screen: only where it was wished for.
    pub hand_over: bool,
    /// Whose dice are thrown by hand and entered.
    pub entered: Option<Entered>,
}

impl Allowed {
    /// Reads what a record's header allows.
    pub fn read(record: &Record) -> Allowed {
        Allowed {
            undo: UNDO.read(record).unwrap_or(true),
            hints: HINTS.read(record).unwrap_or(true),
            marks: MARKS.read(record).unwrap_or(false),
            chances: CHANCES.read(record).unwrap_or(false),
            coach: COACH.read(record).unwrap_or(false),
            hand_over: HAND_OVER.read(record).unwrap_or(false),
            entered: ENTERED.read(record),
        }
    }

    /// Writes it into a header.
    pub fn write(self, record: &mut Record) {
        UNDO.write(record, &self.undo);
        HINTS.write(record, &self.hints);
        for (wish, field) in [(self.marks, MARKS), (self.chances, CHANCES), (self.coach, COACH), (self.hand_over, HAND_OVER)] {
            if wish {
                field.write(record, &true);
            }
        }
        if let Some(entered) = self.entered {
            ENTERED.write(record, &entered);
        }
    }
}
