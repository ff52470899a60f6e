//! Caro in numbers.

use spieltisch_rules::caro::{Caro, Colour, EACH, Move, Place, Roll, State};
use spieltisch_rules::{Game, Scores, Seat};

use super::{Encode, Field, Writer, acting, points, seat_line, seat_name, seats_from};

/// How many colours there are.
const COLOURS: usize = Colour::ALL.len();

/// Squares along one side of all the places a tile can have, with the first tile in the middle.
fn span(game: &Caro) -> usize {
    2 * game.side() as usize - 1
}

/// How many places there are for a tile of one colour.
fn places(game: &Caro) -> usize {
    span(game) * span(game)
}

/// The number of a place, the lowest row first; `None` where no tile can come.
fn index_of(game: &Caro, place: Place) -> Option<usize> {
    let (span, middle) = (span(game), game.side() as isize - 1);
    let along = |steps: i8| usize::try_from(steps as isize + middle).ok().filter(|&at| at < span);
    Some(along(place.y)? * span + along(place.x)?)
}

fn place_at(game: &Caro, index: usize) -> Place {
    let (span, middle) = (span(game), game.side() as i8 - 1);
    Place { x: (index % span) as i8 - middle, y: (index / span) as i8 - middle }
}

impl Encode for Caro {
    type Tables = ();

    fn tables(&self) {}

    /// Every colour at every place, pass, and on an open table an objection of each seat.
    fn action_count(&self) -> usize {
        let objections = if self.options().open_table { self.players() } else { 0 };
        COLOURS * places(self) + 1 + objections
    }

    fn action_of(&self, mv: Move) -> Option<usize> {
        let pass = COLOURS * places(self);
        let action = match mv {
            Move::Lay(colour, place) => colour as usize * places(self) + index_of(self, place)?,
            Move::Pass => pass,
            Move::Object(seat) => pass + 1 + usize::from(seat),
        };
        (action < self.action_count()).then_some(action)
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        if action >= self.action_count() {
            return None;
        }
        match action.checked_sub(COLOURS * places(self)) {
            None => Some(Move::Lay(Colour::ALL[action / places(self)], place_at(self, action % places(self)))),
            Some(0) => Some(Move::Pass),
            Some(after) => Some(Move::Object((after - 1) as u8)),
        }
    }

    fn outcome_count(&self) -> usize {
        0
    }

    fn outcome_of(&self, roll: Roll) -> usize {
        match roll {}
    }

    fn roll_of(&self, _: usize) -> Option<Roll> {
        None
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = Colour::ALL.iter().map(|colour| Field::new(colour.name(), places(self), 0, 1)).collect();
        fields.push(Field::new("again", COLOURS, 0, 1));
        for later in 0..self.players() {
            fields.push(Field::new(seat_name("supply", later), COLOURS, 0, EACH.into()));
            fields.push(Field::new(seat_name("score", later), 1, -1000, 1000));
        }
        fields
    }

    fn observe(&self, _: &(), state: &State, scores: &Scores, seat: Seat, out: &mut [i16]) {
        let mut out = Writer::new(out);
        let tiles = out.take(COLOURS * places(self));
        tiles.fill(0);
        for (place, colour) in state.field().all() {
            if let Some(place) = index_of(self, place).and_then(|at| tiles.get_mut(colour as usize * places(self) + at)) {
                *place = 1;
            }
        }
        Colour::ALL.iter().for_each(|&colour| out.put((state.again() == Some(colour)).into()));
        for seat in seats_from(seat, self.players()) {
            let supply = state.supply(seat);
            Colour::ALL.iter().for_each(|&colour| out.put(supply.count(colour).into()));
            out.put(points(scores[seat]));
        }
    }

    fn text(&self, state: &State) -> String {
        let (acting, scores) = (acting(self, state), self.scores(state));
        let mut text = match (state.field().bounds(), acting) {
            (_, None) => "the game is over\n".to_string(),
            (None, Some(_)) => "no tile is laid\n".to_string(),
            (Some((low, _)), Some(_)) => format!("lower left corner {},{}\n", low.x, low.y),
        };
        if let Some((low, high)) = state.field().bounds() {
            for y in (low.y..=high.y).rev() {
                let letter = |x| state.field().colour_at(Place { x, y }).map_or('.', letter_of);
                text += &(low.x..=high.x).map(|x| format!(" {}", letter(x))).collect::<String>();
                text.push('\n');
            }
        }
        for seat in 0..self.players() {
            let supply = Colour::ALL.map(|colour| format!("{} {colour}", state.supply(seat).count(colour))).join(", ");
            text += &seat_line(self, seat, acting, &format!("{} points; {supply}", scores[seat]));
        }
        text
    }
}

/// A colour in one letter: black, white, grey and red all begin differently.
fn letter_of(colour: Colour) -> char {
    match colour {
        Colour::Black => 'B',
        Colour::White => 'W',
        Colour::Grey => 'G',
        Colour::Red => 'R',
    }
}
