//! Who plays, by which options, on which board: what the arguments and the start ask for.

use spieltisch_core::{Allowed, Kind, Player, add_seat, begin, free_colour, record_text};
use spieltisch_records::{Entered, Record, RecordError, open_table};
use spieltisch_texts::{self as texts, Lang};

use super::games::Playable;
use super::store::now;
use crate::errors::Failure;
use crate::set_up::HouseArgs;

/// Against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// Nobody.
    Alone,
    /// A computer of this level.
    Level(u8),
    /// So many people at this screen.
    People(usize),
}

impl Company {
    const ALL: [Company; 13] = [
        Company::Alone,
        Company::Level(1),
        Company::Level(2),
        Company::Level(3),
        Company::Level(4),
        Company::Level(5),
        Company::People(2),
        Company::People(3),
        Company::People(4),
        Company::People(5),
        Company::People(6),
        Company::People(7),
        Company::People(8),
    ];

    /// The next one in the list, or the one before; the ends stay.
    pub fn step(self, by: isize) -> Company {
        let place = Company::ALL.iter().position(|&company| company == self).unwrap_or(3);
        Company::ALL[place.saturating_add_signed(by).min(Company::ALL.len() - 1)]
    }
}

/// What a new game is to be.
#[derive(Clone)]
pub struct Wishes {
    /// Against whom.
    pub company: Company,
    /// The names of people at this screen.
    pub names: Vec<String>,
    /// How many play in all; as many as the company needs where left out.
    pub players: Option<usize>,
    /// The level of computers.
    pub level: Option<u8>,
    /// What the bot calls itself that plays for the computers.
    pub bot: Option<String>,
    /// Whose dice are thrown by hand.
    pub entered: Option<Entered>,
    /// Options and board.
    pub house: HouseArgs,
}

impl Wishes {
    /// The record of a new game.
    pub fn record(&self, lang: Lang, game: &dyn Playable) -> Result<Record, Failure> {
        let info = game.info();
        let seats = self.seats(lang, *info.players.end())?;
        let mut set_up = Record::new(info.name, Vec::new());
        set_up.options = self.house.options()?;
        set_up.board = self.house.board(info.name)?;
        // Whether it can be played like this, the game says.
        open_table(info.name, seats.len(), &set_up.options, &set_up.board).map_err(|error| match error {
            RecordError::Setup(_) => Failure::Wrong(record_text(lang, &error)),
            error => error.into(),
        })?;
        let allowed = Allowed { entered: self.entered, ..Allowed::read(&set_up) };
        Ok(begin(&set_up, &seats, allowed, game.starter(seats.len()), now()))
    }

    fn seats(&self, lang: Lang, most: usize) -> Result<Vec<Player>, Failure> {
        let people = match self.company {
            Company::People(people) => people.max(self.names.len()),
            Company::Alone | Company::Level(_) => self.names.len().max(1),
        };
        let mut seats: Vec<Player> = Vec::new();
        for seat in 0..people {
            let name = self.names.get(seat).cloned().unwrap_or_else(|| texts::setup_name_default(lang, seat + 1));
            if seats.iter().any(|player| player.name == name) {
                return Err(Failure::Wrong(format!("--with names {name} twice; every player needs a name of their own")));
            }
            let colour = free_colour(&seats, seats.len().wrapping_sub(1) % 8);
            seats.push(Player::new(name, colour, Kind::Person));
        }
        let level = self.level.or(match self.company {
            Company::Level(level) => Some(level),
            Company::Alone | Company::People(_) => None,
        });
        let computers = level.is_some() && (people == 1 || self.level.is_some());
        let players = self.players.unwrap_or(people + usize::from(computers)).max(people);
        while seats.len() < players.min(most.max(people)) {
            add_seat(lang, &mut seats, Kind::Computer(level.unwrap_or(3)));
            let named = self.bot.iter().find(|name| seats.iter().all(|player| player.name != **name));
            if let (Some(name), Some(seat)) = (named, seats.last_mut()) {
                seat.name.clone_from(name);
            }
        }
        Ok(seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wishes(company: Company, names: &[&str], players: Option<usize>, level: Option<u8>) -> Wishes {
        let names = names.iter().map(|name| name.to_string()).collect();
        Wishes { company, names, players, level, bot: None, entered: None, house: HouseArgs { options: Vec::new(), board: None } }
    }

    fn kinds(wishes: &Wishes) -> Vec<Kind> {
        wishes.seats(Lang::En, 8).unwrap().iter().map(|player| player.kind).collect()
    }

    #[test]
    fn people_sit_first_and_computers_fill_the_table() {
        use Kind::{Computer, Person};
        assert_eq!(kinds(&wishes(Company::Alone, &[], None, None)), [Person]);
        assert_eq!(kinds(&wishes(Company::Level(3), &[], None, None)), [Person, Computer(3)]);
        assert_eq!(kinds(&wishes(Company::Level(3), &["Anna"], Some(4), Some(2))), [Person, Computer(2), Computer(2), Computer(2)]);
        assert_eq!(kinds(&wishes(Company::People(2), &["Anna", "Ben"], None, None)), [Person, Person]);
        assert_eq!(kinds(&wishes(Company::People(2), &["Anna", "Ben"], Some(3), Some(5))), [Person, Person, Computer(5)]);
        assert!(wishes(Company::People(2), &["Anna", "Anna"], None, None).seats(Lang::En, 8).is_err());
    }

    #[test]
    fn the_list_of_companies_has_two_ends() {
        assert_eq!(Company::Alone.step(-1), Company::Alone);
        assert_eq!(Company::Level(5).step(1), Company::People(2));
        assert_eq!(Company::People(8).step(1), Company::People(8));
    }
}
