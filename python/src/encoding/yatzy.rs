//! Yatzy in numbers.

use spieltisch_rules::dice::{FACES, Hand};
use spieltisch_rules::yatzy::{BoxName, Move, ROLLS, Roll, State, Yatzy};
use spieltisch_rules::{Game, Scores, Seat};

use super::hands::{self, KEEPS};
use super::{Encode, Field, Writer, acting, points, seat_line, seat_name, seats_from};

const BOXES: usize = BoxName::ALL.len();

/// What every roll is worth in every box.
pub struct Tables {
    worth: Vec<[i16; BOXES]>,
}

impl Encode for Yatzy {
    type Tables = Tables;

    fn tables(&self) -> Tables {
        let worth = |dice| BoxName::ALL.map(|name| name.points(dice, self.options()).into());
        Tables { worth: Hand::all_full().map(worth).collect() }
    }

    fn action_count(&self) -> usize {
        KEEPS + BOXES
    }

    fn action_of(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Keep(kept) => hands::keep_action(kept),
            Move::Score(name) => Some(KEEPS + name as usize),
        }
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        match action.checked_sub(KEEPS) {
            None => hands::kept_by(action).map(Move::Keep),
            Some(index) => BoxName::ALL.get(index).copied().map(Move::Score),
        }
    }

    fn outcome_count(&self) -> usize {
        Hand::FULL
    }

    fn outcome_of(&self, roll: Roll) -> usize {
        hands::outcome_of(roll)
    }

    fn roll_of(&self, outcome: usize) -> Option<Roll> {
        hands::roll_of(outcome)
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![
            Field::new("rolls", 1, 0, ROLLS.into()),
            Field::new("dice", FACES, 0, Hand::MOST as i16),
            Field::new("worth", BOXES, 0, 100),
        ];
        for later in 0..self.players() {
            let named = |name| seat_name(name, later);
            fields.push(Field::new(named("filled"), BOXES, 0, 1));
            fields.push(Field::new(named("points"), BOXES, 0, 100));
            fields.push(Field::new(named("upper"), 1, 0, 105));
            fields.push(Field::new(named("score"), 1, 0, 1000));
        }
        fields
    }

    fn observe(&self, tables: &Tables, state: &State, scores: &Scores, seat: Seat, out: &mut [i16]) {
        let mut out = Writer::new(out);
        let dice = state.dice();
        out.put(state.rolls().into());
        out.put_all(&dice.counts());
        let worth = if dice.is_full() { tables.worth[dice.full_index()] } else { [0; BOXES] };
        out.take(BOXES).iter_mut().zip(worth).for_each(|(place, worth)| *place = worth);
        for seat in seats_from(seat, self.players()) {
            let sheet = state.sheet(seat);
            let filled = sheet.filled().bits();
            for (index, place) in out.take(BOXES).iter_mut().enumerate() {
                *place = (filled >> index & 1) as i16;
            }
            for (name, place) in BoxName::ALL.into_iter().zip(out.take(BOXES)) {
                *place = sheet.points(name).unwrap_or(0).into();
            }
            out.put(points(sheet.upper_sum().into()));
            out.put(points(scores[seat]));
        }
    }

    fn text(&self, state: &State) -> String {
        let (acting, scores) = (acting(self, state), self.scores(state));
        let mut text = match acting {
            Some(_) => hands::dice_text(state.dice(), state.rolls(), ROLLS) + "\n",
            None => "the game is over\n".to_string(),
        };
        for seat in 0..self.players() {
            let sheet = state.sheet(seat);
            let filled = BoxName::ALL.into_iter().filter_map(|name| sheet.points(name).map(|points| format!("{name} {points}")));
            let filled = filled.collect::<Vec<_>>().join(", ");
            let bonus = sheet.bonus(self.options());
            text += &seat_line(self, seat, acting, &format!("{} points ({filled}; bonus {bonus})", scores[seat]));
        }
        text
    }
}
