//! What the person has chosen of a roll: fields, or dice turned by hand.

use std::sync::Arc;

use spieltisch_rules::Game;
use spieltisch_rules::crowns::{Crowns, Field, FieldSet, Move, State, fields_of};
use spieltisch_rules::dice::SixDice;

/// The fields chosen and the dice as they are turned for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// What was rolled, ascending; empty while a roll is due.
    rolled: Vec<u8>,
    /// The dice as the person turned them by hand.
    by_hand: Option<Vec<u8>>,
    /// The sets of fields that the roll offers; listed once, since every tap asks for them.
    offers: Arc<[FieldSet]>,
    /// The fields chosen.
    pub chosen: FieldSet,
    /// A field that can be had only instead of chosen ones.
    wanted: Option<Field>,
    /// Whether the person was asked if they really place nothing.
    pub asked: bool,
}

impl Choice {
    /// Nothing chosen of this roll.
    pub fn new(game: &Crowns, state: &State) -> Choice {
        let Some(dice) = state.dice() else { return Choice::default() };
        let offers = game.moves(state).into_iter().filter_map(|mv| match mv {
            Move::Place(placement) => Some(fields_of(placement)),
            Move::Remove => None,
        });
        Choice { rolled: dice.faces().collect(), offers: offers.collect(), ..Choice::default() }
    }

    /// What is to be remembered of it: the fields, and the dice as turned by hand.
    pub fn chosen_so_far(&self) -> (FieldSet, Option<Vec<u8>>) {
        (self.chosen, self.by_hand.clone())
    }

    /// The same roll with what was chosen of it before; with nothing where that was another roll.
    pub fn with(mut self, (chosen, by_hand): (FieldSet, Option<Vec<u8>>)) -> Choice {
        let is_turned = |faces: &Vec<u8>| {
            let turns_down = |(face, rolled): (&u8, &u8)| face <= rolled && self.rolled.contains(face);
            faces.len() == self.rolled.len() && faces.iter().zip(&self.rolled).all(turns_down)
        };
        let fits = match &by_hand {
            Some(faces) => is_turned(faces) && self.offered(faces).contains_all(chosen),
            None => self.offers.iter().any(|fields| fields.contains_all(chosen)),
        };
        if fits {
            (self.chosen, self.by_hand) = (chosen, by_hand);
        }
        self
    }

    /// Whether there is anything to let go.
    pub fn is_anything(&self) -> bool {
        self.by_hand.is_some() || !self.chosen.is_empty() || self.asked
    }

    /// Whether the roll offers anything to place.
    pub fn can_place(&self) -> bool {
        !self.possible_at_first().is_empty()
    }

    /// Lets everything go.
    pub fn let_go(&mut self) {
        self.by_hand = None;
        self.chosen = FieldSet::EMPTY;
        self.go_on();
    }

    /// Forgets what was asked and offered: the person has done something else.
    pub fn go_on(&mut self) {
        self.wanted = None;
        self.asked = false;
    }

    /// Turns a die down to the next lower number of the roll, from the lowest back to what was rolled.
    pub fn turn_die(&mut self, slot: usize) {
        self.go_on();
        let mut faces = self.dice();
        let Some(&now) = faces.get(slot) else { return };
        let lower = self.rolled.iter().copied().filter(|&face| face < now).max();
        faces[slot] = lower.unwrap_or(self.rolled[slot]);
        self.by_hand = (faces != self.rolled).then_some(faces);
        self.chosen = FieldSet::EMPTY;
    }

    /// The fields that can be chosen beside those already chosen.
    pub fn possible(&self, state: &State) -> FieldSet {
        if let Some(faces) = &self.by_hand {
            let free = self.offered(faces).iter().filter(|&field| !state.covered(state.seat()).contains(field));
            return free.collect();
        }
        let with_chosen = self.offers.iter().filter(|fields| fields.contains_all(self.chosen));
        with_chosen.fold(FieldSet::EMPTY, |all, fields| all.or(*fields))
    }

    /// The fields that could be chosen if nothing were.
    pub fn possible_at_first(&self) -> FieldSet {
        self.offers.iter().fold(FieldSet::EMPTY, |all, fields| all.or(*fields))
    }

    /// Chooses a field or lets it go; `false` where it does not go with the choice.
    pub fn tap(&mut self, state: &State, field: Field) -> bool {
        self.go_on();
        if self.chosen.contains(field) {
            self.chosen = self.chosen.iter().filter(|&other| other != field).collect();
            return true;
        }
        if !self.possible(state).contains(field) && self.by_hand.is_some() {
            // What the dice turned by hand do not give, the program may turn them to.
            self.let_go();
        }
        let possible = self.possible(state).contains(field);
        if possible {
            self.chosen = self.chosen.or(field.bit());
        }
        possible
    }

    /// Wants a field that does not go with the choice; `false` where the roll never gives it.
    pub fn want(&mut self, field: Field) -> bool {
        self.go_on();
        self.wanted = Some(field).filter(|&field| self.possible_at_first().contains(field));
        self.wanted.is_some()
    }

    /// The field wanted, and the fewest chosen ones that have to go for it.
    pub fn instead(&self) -> Option<(Field, FieldSet)> {
        let field = self.wanted?;
        let with_field = self.offers.iter().filter(|fields| fields.contains(field));
        let stays = with_field.map(|fields| fields.and(self.chosen)).max_by_key(|fields| fields.len())?;
        Some((field, self.chosen.iter().filter(|&chosen| !stays.contains(chosen)).collect()))
    }

    /// Takes the field that was wanted instead of those that have to go for it.
    pub fn swap(&mut self) {
        if let Some((field, goes)) = self.instead() {
            let stays: FieldSet = self.chosen.iter().filter(|&chosen| !goes.contains(chosen)).collect();
            self.chosen = stays.or(field.bit());
            self.by_hand = None;
        }
        self.go_on();
    }

    fn offered(&self, faces: &[u8]) -> FieldSet {
        SixDice::from_faces(faces).map_or(FieldSet::EMPTY, fields_of)
    }

    /// The dice as they lie now: as turned by hand, or turned as little as the chosen fields need.
    pub fn dice(&self) -> Vec<u8> {
        if let Some(faces) = &self.by_hand {
            return faces.clone();
        }
        turned_for(&self.rolled, self.chosen).unwrap_or_else(|| self.rolled.clone())
    }

    /// Whether a die shows a number of a chosen field.
    pub fn is_used(&self, face: u8) -> bool {
        self.chosen.iter().any(|field| field.number() == face)
    }

    /// What was rolled.
    pub fn rolled(&self) -> &[u8] {
        &self.rolled
    }
}

/// The dice turned down so that exactly these fields come out, as few of them as possible.
fn turned_for(rolled: &[u8], fields: FieldSet) -> Option<Vec<u8>> {
    let mut wanted = [None; 7];
    for field in fields.iter() {
        wanted[field.number() as usize] = Some(field.count());
    }
    let mut best = None;
    search(rolled, &wanted, &mut Vec::new(), &mut best);
    best.map(|(_, faces)| faces)
}

type Best = Option<(usize, Vec<u8>)>;

fn search(rolled: &[u8], wanted: &[Option<u8>; 7], faces: &mut Vec<u8>, best: &mut Best) {
    let turned = faces.iter().zip(rolled).filter(|(now, was)| now != was).count();
    if best.as_ref().is_some_and(|(fewest, _)| turned >= *fewest) {
        return;
    }
    if faces.len() == rolled.len() {
        if (1..=6).all(|face| wanted[face as usize].is_none_or(|wanted| wanted == count(faces, face))) {
            *best = Some((turned, faces.clone()));
        }
        return;
    }
    let own = rolled[faces.len()];
    let mut lower: Vec<u8> = rolled.iter().copied().filter(|&face| face <= own).collect();
    lower.dedup();
    for &face in lower.iter().rev() {
        if wanted[face as usize].is_none_or(|wanted| count(faces, face) < wanted) {
            faces.push(face);
            search(rolled, wanted, faces, best);
            faces.pop();
        }
    }
}

fn count(faces: &[u8], face: u8) -> u8 {
    faces.iter().filter(|&&other| other == face).count() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(names: &str) -> FieldSet {
        names.split(' ').map(|name| name.parse::<Field>().unwrap()).collect()
    }

    #[test]
    fn dice_turn_as_little_as_the_fields_need() {
        // Which of two equal dice is turned does not matter.
        let turned = |names: &str| {
            let mut faces = turned_for(&[1, 2, 4, 4, 6, 6], fields(names))?;
            faces.sort_unstable();
            Some(faces)
        };
        assert_eq!(turned("2x6 2x4"), Some(vec![1, 2, 4, 4, 6, 6]));
        assert_eq!(turned("6x1"), Some(vec![1; 6]));
        assert_eq!(turned("5x2 1x1"), Some(vec![1, 2, 2, 2, 2, 2]));
        assert_eq!(turned("3x4 1x6"), Some(vec![1, 2, 4, 4, 4, 6]));
        assert_eq!(turned("3x5"), None, "no five was rolled");
    }

    #[test]
    fn chosen_fields_leave_what_goes_with_them() {
        let game = Crowns::new(2, Default::default(), Default::default()).unwrap();
        let mut state = game.start();
        game.roll(&mut state, "roll 1 2 4 4 6 6".parse().unwrap()).unwrap();
        let mut choice = Choice::new(&game, &state);
        assert!(choice.possible(&state).contains_all(fields("6x1 5x2 4x4 2x6")));
        assert!(choice.tap(&state, "4x4".parse().unwrap()));
        assert!(choice.possible(&state).contains_all(fields("4x4 2x1 1x2")));
        assert!(!choice.possible(&state).contains("6x1".parse().unwrap()));
        choice.turn_die(5);
        assert_eq!(choice.dice(), [1, 2, 4, 4, 4, 2], "from 4, as the choice had it, to the next lower");
        assert!(choice.chosen.is_empty());
    }

    #[test]
    fn a_field_that_does_not_go_with_the_choice_is_swapped_for_as_little_as_possible() {
        let game = Crowns::new(2, Default::default(), Default::default()).unwrap();
        let mut state = game.start();
        game.roll(&mut state, "roll 1 1 2 5 6 6".parse().unwrap()).unwrap();
        let mut choice = Choice::new(&game, &state);
        let field = |name: &str| name.parse::<Field>().unwrap();
        assert!(choice.tap(&state, field("1x6")) && choice.tap(&state, field("1x2")));
        assert!(!choice.tap(&state, field("2x6")), "a six cannot be turned up again");
        assert!(choice.want(field("2x6")), "but the roll gives it");
        assert_eq!(choice.instead(), Some((field("2x6"), fields("1x6"))));
        choice.swap();
        assert_eq!(choice.chosen, fields("2x6 1x2"));
        assert_eq!(choice.instead(), None);
        assert!(!choice.want(field("3x6")), "three sixes were never rolled");
    }

    #[test]
    fn what_was_chosen_is_found_again_for_the_same_roll_only() {
        let rolled = |roll: &str| {
            let game = Crowns::new(2, Default::default(), Default::default()).unwrap();
            let mut state = game.start();
            game.roll(&mut state, roll.parse().unwrap()).unwrap();
            Choice::new(&game, &state)
        };
        let (same, other) = ("roll 1 2 4 4 6 6", "roll 1 1 2 2 3 3");
        let mut choice = rolled(same);
        choice.chosen = fields("2x6 2x4");
        assert_eq!(rolled(same).with(choice.chosen_so_far()), choice);
        assert_eq!(rolled(other).with(choice.chosen_so_far()).chosen, FieldSet::EMPTY);
        choice.let_go();
        choice.turn_die(5);
        assert_eq!(rolled(same).with(choice.chosen_so_far()).dice(), [1, 2, 4, 4, 6, 4]);
        assert_eq!(rolled(other).with(choice.chosen_so_far()).dice(), [1, 1, 2, 2, 3, 3]);
    }
}
