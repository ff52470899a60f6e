//! Castro in numbers.

use spieltisch_rules::castro::{Castro, HIGHEST, Move, ROLLS, ROOFS, Roll, SIDE, Square, SquareSet, State};
use spieltisch_rules::dice::{FACES, Hand};
use spieltisch_rules::{Game, Scores, Seat};

use super::hands::{self, KEEPS};
use super::{Encode, Field, Writer, acting, points, seat_line, seat_name, seats_from};

const SQUARES: usize = SIDE as usize * SIDE as usize;
/// A board has exactly three.
const YATZY_SQUARES: usize = 3;

impl Encode for Castro {
    /// The three Yatzy squares, in the order of their numbers.
    type Tables = Vec<Square>;

    fn tables(&self) -> Vec<Square> {
        self.yatzy_squares().iter().collect()
    }

    fn action_count(&self) -> usize {
        KEEPS + SQUARES + 1
    }

    fn action_of(&self, mv: Move) -> Option<usize> {
        match mv {
            Move::Keep(kept) => hands::keep_action(kept),
            Move::Place(square) => Some(KEEPS + square.index()),
            Move::Lose => Some(KEEPS + SQUARES),
        }
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        match action.checked_sub(KEEPS) {
            None => hands::kept_by(action).map(Move::Keep),
            Some(SQUARES) => Some(Move::Lose),
            Some(index) => {
                let side = SIDE as usize;
                let row = u8::try_from(index / side).ok()?;
                Square::new((index % side) as u8, row).map(Move::Place)
            }
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
        let players = self.players();
        let mut fields = vec![
            Field::new("rolls", 1, 0, ROLLS.into()),
            Field::new("dice", FACES, 0, Hand::MOST as i16),
            Field::new("turns", 1, 0, i16::from(ROOFS) * players as i16),
            Field::new("height", SQUARES, 0, HIGHEST as i16),
        ];
        for later in 0..players {
            let named = |name| seat_name(name, later);
            fields.push(Field::new(named("tops"), SQUARES, 0, 1));
            fields.push(Field::new(named("yatzy"), YATZY_SQUARES, 0, 1));
            fields.push(Field::new(named("lost"), 1, 0, ROOFS.into()));
            fields.push(Field::new(named("score"), 1, 0, 180));
        }
        fields
    }

    fn observe(&self, yatzy: &Vec<Square>, state: &State, scores: &Scores, seat: Seat, out: &mut [i16]) {
        let mut out = Writer::new(out);
        out.put(state.rolls().into());
        out.put_all(&state.dice().counts());
        out.put(state.turns().into());
        let stacks = state.stacks();
        let height = out.take(SQUARES);
        height.fill(0);
        for level in 0..HIGHEST {
            let built = SquareSet::BOARD.minus(stacks.at_most(level));
            if built.is_empty() {
                break;
            }
            mark(height, built);
        }
        for seat in seats_from(seat, self.players()) {
            let tops = out.take(SQUARES);
            tops.fill(0);
            mark(tops, stacks.tops(seat));
            let present = stacks.present(seat);
            yatzy.iter().for_each(|&square| out.put(present.contains(square).into()));
            out.put(state.lost(seat).into());
            out.put(points(scores[seat]));
        }
    }

    fn text(&self, state: &State) -> String {
        let (acting, scores) = (acting(self, state), self.scores(state));
        let mut text = match acting {
            Some(_) => hands::dice_text(state.dice(), state.rolls(), ROLLS) + "\n",
            None => "the game is over\n".to_string(),
        };
        for row in (0..SIDE).rev() {
            text += &format!("{} ", row + 1);
            for square in (0..SIDE).filter_map(|column| Square::new(column, row)) {
                let roofs: String = state.stacks().roofs(square).map(|seat| seat.to_string()).collect();
                text += &format!(" {}{roofs:<5}", self.board().symbol(square).letter());
            }
            text = text.trim_end().to_string() + "\n";
        }
        text += "   a      b      c      d      e      f\n";
        for seat in 0..self.players() {
            text += &seat_line(self, seat, acting, &format!("{} points, {} roofs lost", scores[seat], state.lost(seat)));
        }
        text
    }
}

/// Adds one for every square of the set.
fn mark(places: &mut [i16], squares: SquareSet) {
    for square in squares.iter() {
        if let Some(place) = places.get_mut(square.index()) {
            *place += 1;
        }
    }
}
