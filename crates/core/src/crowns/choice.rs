//! What the person has chosen of a roll: fields, or dice turned by hand.

use std::sync::Arc;

use spieltisch_rules::crowns::{Crowns, CrownsRefusal, Field, FieldSet, Move, State, fields_of};
use spieltisch_rules::dice::SixDice;
use spieltisch_rules::{Game, ToAct};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::turning::turned_for;
use super::{field_text, fields_text};
use crate::{Choose, LocalGame, Next, TableChoice, Tapped, as_they_fell, your_turn};

/// The fields chosen and the dice as they are turned for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrownsChoice {
    /// What was rolled, ascending or as it fell; empty while a roll is due.
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
    asked: bool,
}

impl CrownsChoice {
    /// Nothing chosen of this roll.
    pub fn new(game: &Crowns, state: &State) -> CrownsChoice {
        let Some(dice) = state.dice() else { return CrownsChoice::default() };
        let offers = game.moves(state).into_iter().filter_map(|mv| match mv {
            Move::Place(placement) => Some(fields_of(placement)),
            Move::Remove => None,
        });
        CrownsChoice { rolled: dice.faces().collect(), offers: offers.collect(), ..CrownsChoice::default() }
    }

    /// The same roll with its dice as they fell.
    pub fn unsorted(mut self) -> CrownsChoice {
        self.rolled = as_they_fell(self.rolled);
        self
    }

    /// What is to be remembered of it: the fields, and the dice as turned by hand.
    pub fn chosen_so_far(&self) -> (FieldSet, Option<Vec<u8>>) {
        (self.chosen, self.by_hand.clone())
    }

    /// The same roll with what was chosen of it before; with nothing where that was another roll.
    pub fn with(mut self, (chosen, by_hand): (FieldSet, Option<Vec<u8>>)) -> CrownsChoice {
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

    /// Whether the roll offers anything to place.
    fn can_place(&self) -> bool {
        !self.possible_at_first().is_empty()
    }

    /// Lets everything go.
    fn clear(&mut self) {
        self.by_hand = None;
        self.chosen = FieldSet::EMPTY;
        self.go_on();
    }

    /// Forgets what was asked and offered: the person has done something else.
    fn go_on(&mut self) {
        self.wanted = None;
        self.asked = false;
    }

    /// Turns a die down to the next lower number of the roll, from the lowest back to what was rolled.
    fn turn_die(&mut self, slot: usize) {
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
    fn choose(&mut self, state: &State, field: Field) -> bool {
        self.go_on();
        if self.chosen.contains(field) {
            self.chosen = self.chosen.iter().filter(|&other| other != field).collect();
            return true;
        }
        if !self.possible(state).contains(field) && self.by_hand.is_some() {
            // What the dice turned by hand do not give, the program may turn them to.
            self.clear();
        }
        let possible = self.possible(state).contains(field);
        if possible {
            self.chosen = self.chosen.or(field.bit());
        }
        possible
    }

    /// Wants a field that does not go with the choice; `false` where the roll never gives it.
    fn want(&mut self, field: Field) -> bool {
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

    /// What the field that was wanted would cost, in words.
    pub fn instead_text(&self, lang: Lang) -> Option<String> {
        let (field, others) = self.instead()?;
        Some(texts::crowns_play_instead(lang, field_text(lang, field), fields_text(lang, others)))
    }

    /// A legal move as what the button does: placing nothing is asked for first where something can be placed.
    fn playing(&self, mv: Move) -> Next<Move> {
        match mv {
            Move::Place(placement) if placement.is_empty() && self.can_place() && !self.asked => Next::Ask,
            mv => Next::Play(mv),
        }
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

impl Choose for Crowns {
    type Choice = CrownsChoice;
}

impl TableChoice<Crowns> for CrownsChoice {
    type Field = Field;

    fn follow(&mut self, game: &LocalGame<Crowns>) {
        *self = CrownsChoice::new(&game.position.game, &game.position.state);
    }

    /// A tap chooses a field or lets it go. One that goes only instead of others is offered, and had by a second tap;
    /// one that cannot be had at all is refused with its reason.
    fn tap(&mut self, game: &LocalGame<Crowns>, field: Field) -> Tapped<Move> {
        let state = &game.position.state;
        if !game.person_acts() {
            return Tapped::Nothing;
        }
        if self.instead().is_some_and(|(wanted, _)| wanted == field) {
            self.swap();
            return Tapped::Chosen;
        }
        if state.dice().is_some() {
            let before = self.clone();
            if self.choose(state, field) || self.want(field) {
                return Tapped::Chosen;
            }
            *self = before;
        }
        self.go_on();
        Move::place([field]).map_or(Tapped::Nothing, Tapped::Play)
    }

    /// A die is turned down.
    fn tap_piece(&mut self, game: &LocalGame<Crowns>, slot: usize) -> Tapped<Move> {
        if !game.person_acts() || game.position.state.dice().is_none() {
            return Tapped::Nothing;
        }
        self.turn_die(slot);
        Tapped::Chosen
    }

    fn next(&self, game: &LocalGame<Crowns>) -> Next<Move> {
        let (rules, state) = (&game.position.game, &game.position.state);
        if !game.person_acts() {
            return Next::Nothing;
        }
        match game.to_act() {
            ToAct::Roll { .. } => Next::Roll,
            _ if rules.check(state, Move::Remove).is_ok() => Next::Play(Move::Remove),
            _ => match Move::place(self.chosen.iter()) {
                Some(mv) if rules.check(state, mv).is_ok() => self.playing(mv),
                _ => Next::Nothing,
            },
        }
    }

    fn press(&mut self, game: &LocalGame<Crowns>) -> Next<Move> {
        let next = self.next(game);
        self.asked |= next == Next::Ask;
        next
    }

    fn label(&self, lang: Lang, game: &LocalGame<Crowns>) -> String {
        match self.next(game) {
            Next::Ask => t(lang, Key::ButtonPlaceNone).to_string(),
            Next::Play(Move::Place(placement)) | Next::PlayAndRoll(Move::Place(placement)) => match fields_of(placement).len() {
                0 if self.asked => t(lang, Key::ButtonPlaceNoneYes).to_string(),
                0 => t(lang, Key::ButtonPlaceNone).to_string(),
                chips => texts::button_place_chips(lang, chips as i64),
            },
            Next::Play(Move::Remove) | Next::PlayAndRoll(Move::Remove) => t(lang, Key::ButtonRemoveChip).to_string(),
            Next::Nothing if game.position.state.dice().is_some() => texts::button_place_chips(lang, 1),
            Next::Nothing | Next::Roll => t(lang, Key::ButtonRoll).to_string(),
        }
    }

    fn prompt(&self, lang: Lang, game: &LocalGame<Crowns>) -> String {
        let (rules, state) = (&game.position.game, &game.position.state);
        if state.dice().is_none() {
            return your_turn(lang, game);
        }
        if rules.check(state, Move::Remove).is_ok() {
            return t(lang, Key::CrownsPlayNothingPossible).to_string();
        }
        if self.asked {
            return t(lang, Key::ConfirmPlaceNone).to_string();
        }
        if !self.chosen.is_empty() {
            return texts::crowns_play_chosen(lang, fields_text(lang, self.chosen));
        }
        let key = match rules.check(state, Move::Place(SixDice::EMPTY)) {
            Err(CrownsRefusal::MustPlaceTwo) => Key::CrownsPlayMustTwo,
            Err(_) => Key::CrownsPlayMustOne,
            Ok(()) => Key::CrownsPlayChooseFields,
        };
        t(lang, key).to_string()
    }

    fn asks(&self) -> bool {
        self.asked
    }

    fn is_anything(&self, _: &LocalGame<Crowns>) -> bool {
        self.by_hand.is_some() || !self.chosen.is_empty() || self.asked
    }

    fn let_go(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(names: &str) -> FieldSet {
        names.split(' ').map(|name| name.parse::<Field>().unwrap()).collect()
    }

    #[test]
    fn chosen_fields_leave_what_goes_with_them() {
        let game = Crowns::new(2, Default::default(), Default::default()).unwrap();
        let mut state = game.start();
        game.roll(&mut state, "roll 1 2 4 4 6 6".parse().unwrap()).unwrap();
        let mut choice = CrownsChoice::new(&game, &state);
        assert!(choice.possible(&state).contains_all(fields("6x1 5x2 4x4 2x6")));
        assert!(choice.choose(&state, "4x4".parse().unwrap()));
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
        let mut choice = CrownsChoice::new(&game, &state);
        let field = |name: &str| name.parse::<Field>().unwrap();
        assert!(choice.choose(&state, field("1x6")) && choice.choose(&state, field("1x2")));
        assert!(!choice.choose(&state, field("2x6")), "a six cannot be turned up again");
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
            CrownsChoice::new(&game, &state)
        };
        let (same, other) = ("roll 1 2 4 4 6 6", "roll 1 1 2 2 3 3");
        let mut choice = rolled(same);
        choice.chosen = fields("2x6 2x4");
        assert_eq!(rolled(same).with(choice.chosen_so_far()), choice);
        assert_eq!(rolled(other).with(choice.chosen_so_far()).chosen, FieldSet::EMPTY);
        choice.clear();
        choice.turn_die(5);
        assert_eq!(rolled(same).with(choice.chosen_so_far()).dice(), [1, 2, 4, 4, 6, 4]);
        assert_eq!(rolled(other).with(choice.chosen_so_far()).dice(), [1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn dice_as_they_fell_are_turned_where_they_lie() {
        let game = Crowns::new(2, Default::default(), Default::default()).unwrap();
        let mut state = game.start();
        game.roll(&mut state, "roll 1 2 4 4 6 6".parse().unwrap()).unwrap();
        let mut choice = CrownsChoice::new(&game, &state).unsorted();
        let lying = choice.rolled().to_vec();
        assert!(!lying.is_sorted() && choice.dice() == lying);
        let slot = lying.iter().position(|&face| face == 2).unwrap();
        choice.turn_die(slot);
        let turned: Vec<u8> = lying.iter().map(|&face| if face == 2 { 1 } else { face }).collect();
        assert_eq!(choice.dice(), turned, "the die that was tapped, and no other");
        assert!(choice.choose(&state, "3x4".parse().unwrap()));
        let moved = choice.dice().iter().zip(&lying).filter(|(now, was)| now != was).count();
        assert_eq!(moved, 1, "one six becomes a four where it lies: {:?}", choice.dice());
    }

    #[test]
    fn placing_nothing_is_asked_for_where_something_can_be_placed() {
        let game = Crowns::new(2, Default::default(), Default::default()).unwrap();
        let mut state = game.start();
        game.roll(&mut state, "roll 1 2 4 4 6 6".parse().unwrap()).unwrap();
        let mut choice = CrownsChoice::new(&game, &state);
        let none = Move::Place(SixDice::EMPTY);
        assert_eq!(choice.playing(none), Next::Ask);
        choice.asked = true;
        assert_eq!(choice.playing(none), Next::Play(none));
        assert!(choice.choose(&state, "1x1".parse().unwrap()) && !choice.asked, "after another choice the question is asked again");
        assert_eq!(CrownsChoice::default().playing(none), Next::Play(none), "nothing can be placed");
    }
}
