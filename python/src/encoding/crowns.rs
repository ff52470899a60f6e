//! Crowns in numbers.

use spieltisch_rules::crowns::{CHIPS, Crowns, Field as BoardField, Move, Roll, State};
use spieltisch_rules::dice::{FACES, SixDice};
use spieltisch_rules::{Game, Scores, Seat};

use super::{Encode, Field, Writer, acting, points, seat_line, seat_name, seats_from};

const FIELDS: usize = 36;

impl Encode for Crowns {
    type Tables = ();

    fn tables(&self) {}

    fn action_count(&self) -> usize {
        SixDice::NODES + 1
    }

    fn action_of(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Place(placement) => Some(placement.index()),
            Move::Remove => Some(SixDice::NODES),
        }
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        if action == SixDice::NODES { Some(Move::Remove) } else { SixDice::from_index(action).map(Move::Place) }
    }

    fn outcome_count(&self) -> usize {
        SixDice::FULL
    }

    fn outcome_of(&self, roll: Roll) -> usize {
        roll.0.full_index()
    }

    fn roll_of(&self, outcome: usize) -> Option<Roll> {
        SixDice::from_index(outcome.checked_add(SixDice::NODES - SixDice::FULL)?).map(Roll)
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::new("dice", FACES, 0, SixDice::MOST as i16)];
        for later in 0..self.players() {
            let named = |name| seat_name(name, later);
            fields.push(Field::new(named("covered"), FIELDS, 0, 1));
            fields.push(Field::new(named("chips"), 1, 0, CHIPS.into()));
            fields.push(Field::new(named("score"), 1, 0, 1000));
        }
        fields
    }

    fn observe(&self, _: &(), state: &State, scores: &Scores, seat: Seat, out: &mut [i16]) {
        let mut out = Writer::new(out);
        out.put_all(&state.dice().unwrap_or_default().counts());
        for seat in seats_from(seat, self.players()) {
            let covered = state.covered(seat).bits();
            for (index, place) in out.take(FIELDS).iter_mut().enumerate() {
                *place = (covered >> index & 1) as i16;
            }
            out.put(state.chips(seat).into());
            out.put(points(scores[seat]));
        }
    }

    fn text(&self, state: &State) -> String {
        let (acting, scores) = (acting(self, state), self.scores(state));
        let mut text = match (acting, state.dice()) {
            (None, _) => "the game is over\n".to_string(),
            (Some(_), Some(dice)) => format!("dice {dice}\n"),
            (Some(_), None) => "six dice are to be rolled\n".to_string(),
        };
        for seat in 0..self.players() {
            text += &seat_line(self, seat, acting, &format!("{} points, {} chips left", scores[seat], state.chips(seat)));
            for number in (1..=FACES as u8).rev() {
                let fields = (1..=FACES as u8).filter_map(|count| BoardField::new(count, number));
                let field = |field| {
                    let crowns = self.board().crowns(field);
                    if state.covered(seat).contains(field) { format!("[{crowns}]") } else { format!(" {crowns} ") }
                };
                text += &format!("    {number} {}\n", fields.map(field).collect::<String>().trim_end());
            }
        }
        text
    }
}
