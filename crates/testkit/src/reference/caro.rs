//! Caro, read plainly: the tiles on an endless grid, every rule checked cell by cell.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::reference::{Reference, header, no_event, seats_with_most_points, to_move, to_over};

type Place = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Colour {
    Black,
    White,
    Grey,
    Red,
}

use Colour::{Black, Grey, Red, White};

const COLOURS: [Colour; 4] = [Black, White, Grey, Red];

/// The tile that players may still object to.
#[derive(Clone)]
struct JustLaid {
    seat: usize,
    colour: Colour,
    place: Place,
    points: i64,
    /// Seats that have used their one objection.
    objected: Vec<usize>,
}

/// A game of Caro.
#[derive(Clone)]
pub struct Caro {
    open_table: bool,
    /// How many tiles of each colour every seat still has.
    hands: Vec<BTreeMap<Colour, u32>>,
    laid: BTreeMap<Place, Colour>,
    scores: Vec<i64>,
    seat: usize,
    /// Open table: the tile that can be objected to.
    just_laid: Option<JustLaid>,
    /// Open table: the colour that was taken back and must be laid again.
    again: Option<Colour>,
    /// Open table: a player passed while no player had a right place.
    closed: bool,
}

enum CaroEvent {
    Lay(Colour, Place),
    Pass,
    Object(usize),
}

impl Caro {
    /// Opens a game as the header says.
    pub fn open(header: &Value) -> Result<Self, String> {
        let players = header::players(header, 2, 4)?;
        header::only_options(header, &["open_table", "head_start"])?;
        header::no_board(header)?;
        let hand: BTreeMap<Colour, u32> = COLOURS.iter().map(|&colour| (colour, 3)).collect();
        Ok(Self {
            open_table: header::flag(header, "open_table")?,
            hands: vec![hand; players],
            laid: BTreeMap::new(),
            scores: header::head_start(header, players, 100)?,
            // caro.start: who begins is settled before the record; seat 0 begins.
            seat: 0,
            just_laid: None,
            again: None,
            closed: false,
        })
    }

    /// caro.lay.area: the side of the square all tiles must fit in.
    fn side(&self) -> u32 {
        match self.hands.len() {
            2 => 6,
            3 => 7,
            _ => 8,
        }
    }

    fn has(&self, seat: usize, colour: Colour) -> bool {
        self.hands[seat].get(&colour).is_some_and(|&tiles| tiles > 0)
    }

    /// Whether the program lets the tile lie there, no matter who watches the colours.
    fn check_touch_and_area(&self, place: Place) -> Result<(), String> {
        // caro.first: the first tile stands at 0,0.
        if self.laid.is_empty() {
            return match place {
                (0, 0) => Ok(()),
                _ => Err("caro.first: The first tile lies at 0,0.".to_string()),
            };
        }
        // caro.lay.fixed: a laid tile stays, so its place is taken.
        if self.laid.contains_key(&place) {
            return Err("caro.lay.fixed: A tile lies there already, and it stays.".to_string());
        }
        // caro.lay.adjacent: it touches at least one laid tile along an edge.
        let touches = |other: &Place| {
            let across = u64::from(place.0.abs_diff(other.0));
            let down = u64::from(place.1.abs_diff(other.1));
            across + down == 1
        };
        if !self.laid.keys().any(touches) {
            return Err("caro.lay.adjacent: The tile must touch another one along an edge.".to_string());
        }
        // caro.lay.area: no two tiles further apart than the square is wide or high.
        let fits = |other: &Place| place.0.abs_diff(other.0) < self.side() && place.1.abs_diff(other.1) < self.side();
        if !self.laid.keys().all(fits) {
            return Err("caro.lay.area: The tiles would no longer fit in the square.".to_string());
        }
        Ok(())
    }

    /// Whether a tile of this colour makes a colour rule false that it takes part in.
    /// Its own place is looked at as if it lay there, whether it does or not.
    fn check_colours(&self, colour: Colour, place: Place) -> Result<(), String> {
        let mut laid = self.laid.clone();
        laid.insert(place, colour);
        let neighbours: Vec<Place> = edge_neighbours(place).into_iter().filter(|next| laid.contains_key(next)).collect();
        // caro.lay.colour: not edge to edge with its own colour.
        if neighbours.iter().any(|next| laid[next] == colour) {
            return Err("caro.lay.colour: Equal colours may not lie edge to edge.".to_string());
        }
        let neighbours_of_colour =
            |centre: Place, wanted: Colour| edge_neighbours(centre).iter().filter(|next| laid.get(next) == Some(&wanted)).count();
        // caro.lay.two, first way: the neighbours of the new tile.
        if COLOURS.iter().any(|&wanted| neighbours_of_colour(place, wanted) > 2) {
            return Err("caro.lay.two: The tile would have three neighbours of one colour.".to_string());
        }
        // caro.lay.two, other way: every tile that becomes its neighbour. Only the new tile's colour
        // counts there: another colour's excess is an older fault.
        if neighbours.iter().any(|&next| neighbours_of_colour(next, colour) > 2) {
            return Err("caro.lay.two: A tile beside it would have three neighbours of that colour.".to_string());
        }
        // caro.lay.diagonal: no unbroken diagonal of more than three of one colour.
        for (right, up) in [(1, 1), (1, -1)] {
            let mut length = 1;
            for way in [1, -1] {
                let mut next = (place.0 + way * right, place.1 + way * up);
                while laid.get(&next) == Some(&colour) {
                    length += 1;
                    next = (next.0 + way * right, next.1 + way * up);
                }
            }
            if length > 3 {
                return Err("caro.lay.diagonal: More than three of one colour on a diagonal.".to_string());
            }
        }
        Ok(())
    }

    /// Free places that touch a laid tile and stay within the area.
    fn free_places(&self) -> BTreeSet<Place> {
        let mut places = BTreeSet::new();
        if self.laid.is_empty() {
            places.insert((0, 0));
        }
        for &laid in self.laid.keys() {
            places.extend(edge_neighbours(laid));
        }
        places.retain(|&place| self.check_touch_and_area(place).is_ok());
        places
    }

    /// Where this seat could lay a tile of this colour and break no rule.
    fn right_places(&self, seat: usize, colour: Colour) -> BTreeSet<Place> {
        if !self.has(seat, colour) {
            return BTreeSet::new();
        }
        let mut places = self.free_places();
        places.retain(|&place| self.check_colours(colour, place).is_ok());
        places
    }

    fn has_right_place(&self, seat: usize) -> bool {
        COLOURS.iter().any(|&colour| !self.right_places(seat, colour).is_empty())
    }

    fn a_player_has_right_place(&self) -> bool {
        (0..self.hands.len()).any(|seat| self.has_right_place(seat))
    }

    fn is_over(&self) -> bool {
        if self.open_table {
            // caro.open.end: only a pass closes the game.
            return self.closed;
        }
        // caro.end: all tiles are laid or no player can lay one.
        !self.a_player_has_right_place()
    }

    /// caro.score.edges, caro.score.last, caro.first: what a tile laid there by this seat brings.
    fn points(&self, seat: usize, colour: Colour, place: Place) -> i64 {
        if self.laid.is_empty() {
            return 10;
        }
        let edges = edge_neighbours(place);
        let points: i64 = edges.iter().filter_map(|next| self.laid.get(next)).map(|&other| edge_points(colour, other)).sum();
        let is_last = self.hands[seat].get(&colour) == Some(&1);
        if is_last { 2 * points } else { points }
    }

    fn read(event: &str) -> Option<CaroEvent> {
        let words: Vec<&str> = event.split(' ').collect();
        match words[..] {
            ["lay", colour, place] => {
                let colour = COLOURS.into_iter().find(|&known| name(known) == colour)?;
                let (x, y) = place.split_once(',')?;
                Some(CaroEvent::Lay(colour, (read_number(x)?, read_number(y)?)))
            }
            ["pass"] => Some(CaroEvent::Pass),
            ["object", seat] => Some(CaroEvent::Object(usize::try_from(read_number(seat)?).ok()?)),
            _ => None,
        }
    }

    /// Whether the event may come now.
    fn check(&self, event: &CaroEvent) -> Result<(), String> {
        if self.is_over() {
            let id = if self.open_table { "caro.open.end" } else { "caro.end" };
            return Err(format!("{id}: The game is over."));
        }
        match *event {
            CaroEvent::Lay(colour, place) => self.check_lay(colour, place),
            CaroEvent::Pass => self.check_pass(),
            CaroEvent::Object(seat) => self.check_object(seat),
        }
    }

    fn check_lay(&self, colour: Colour, place: Place) -> Result<(), String> {
        // caro.lay.fixed: there are three of each colour, and none comes back.
        if !self.has(self.seat, colour) {
            return Err("caro.lay.fixed: All tiles of that colour are laid, and they stay.".to_string());
        }
        // caro.open.object: the same tile is laid again; caro.open.nowhere: unless it fits nowhere.
        if let Some(again) = self.again
            && again != colour
            && !self.right_places(self.seat, again).is_empty()
        {
            return Err("caro.open.object: The tile taken back must be laid again.".to_string());
        }
        self.check_touch_and_area(place)?;
        // caro.open.wrong: an open table does not watch the colours; caro.open.object: but it watches
        // the second laying.
        if self.open_table && self.again.is_none() {
            return Ok(());
        }
        self.check_colours(colour, place)
    }

    fn check_pass(&self) -> Result<(), String> {
        // caro.turn.pass, caro.open.pass: only who has no right place passes.
        if self.has_right_place(self.seat) {
            let id = if self.open_table { "caro.open.pass" } else { "caro.turn.pass" };
            return Err(format!("{id}: There is a right place for one of the tiles."));
        }
        Ok(())
    }

    fn check_object(&self, seat: usize) -> Result<(), String> {
        if self.objectors().contains(&seat) {
            return Ok(());
        }
        // caro.open.object: open table only, each other player, once, and only to the tile just laid.
        Err("caro.open.object: That seat may not object now.".to_string())
    }

    /// caro.open.object: each other player who has not objected to the tile just laid.
    fn objectors(&self) -> Vec<usize> {
        let Some(tile) = &self.just_laid else {
            return Vec::new();
        };
        (0..self.hands.len()).filter(|seat| *seat != tile.seat && !tile.objected.contains(seat)).collect()
    }

    fn do_it(&mut self, event: CaroEvent) {
        match event {
            CaroEvent::Lay(colour, place) => self.do_lay(colour, place),
            CaroEvent::Pass => {
                // caro.open.end: a pass while no player has a right place.
                self.closed = self.open_table && !self.a_player_has_right_place();
                // caro.open.late: the time to object ends with the next player's pass.
                self.just_laid = None;
                self.again = None;
                self.next_seat();
            }
            CaroEvent::Object(seat) => self.do_object(seat),
        }
    }

    fn do_lay(&mut self, colour: Colour, place: Place) {
        let points = self.points(self.seat, colour, place);
        // caro.score.open: written down at once.
        self.scores[self.seat] += points;
        self.laid.insert(place, colour);
        self.add_to_hand(self.seat, colour, -1);
        // caro.open.late: this replaces the tile that could be objected to before;
        // caro.open.object: no objection against a second laying.
        let open_to_objection = self.open_table && self.again.is_none();
        let tile = JustLaid { seat: self.seat, colour, place, points, objected: Vec::new() };
        self.just_laid = open_to_objection.then_some(tile);
        self.again = None;
        self.next_seat();
    }

    fn do_object(&mut self, objector: usize) {
        let Some(mut tile) = self.just_laid.take() else {
            return;
        };
        if self.check_colours(tile.colour, tile.place).is_ok() {
            // caro.open.object: the tile is right, nothing happens.
            tile.objected.push(objector);
            self.just_laid = Some(tile);
            return;
        }
        // caro.open.object: it is taken back with its points, and the turn costs 10 more.
        self.laid.remove(&tile.place);
        self.add_to_hand(tile.seat, tile.colour, 1);
        self.scores[tile.seat] -= tile.points + 10;
        self.seat = tile.seat;
        self.again = Some(tile.colour);
    }

    fn add_to_hand(&mut self, seat: usize, colour: Colour, change: i32) {
        let tiles = self.hands[seat].entry(colour).or_default();
        *tiles = tiles.saturating_add_signed(change);
    }

    fn next_seat(&mut self) {
        self.seat = (self.seat + 1) % self.hands.len();
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for colour in COLOURS {
            for place in self.free_places() {
                if self.check_lay(colour, place).is_ok() {
                    moves.push(format!("lay {} {},{}", name(colour), place.0, place.1));
                }
            }
        }
        if self.check_pass().is_ok() {
            moves.push("pass".to_string());
        }
        moves
    }
}

impl Reference for Caro {
    fn to(&self) -> Value {
        if self.is_over() {
            return to_over(&self.scores, &seats_with_most_points(&self.scores), "points");
        }
        let mut to = to_move(self.seat, self.moves());
        if self.open_table {
            to["objectors"] = json!(self.objectors());
        }
        to
    }

    fn apply(&mut self, event: &str) -> Result<(), String> {
        let read = Self::read(event).ok_or_else(|| no_event(event))?;
        self.check(&read)?;
        self.do_it(read);
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        self.scores.clone()
    }

    fn outcomes(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    fn clone_box(&self) -> Box<dyn Reference> {
        Box::new(self.clone())
    }
}

fn edge_neighbours((x, y): Place) -> [Place; 4] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

/// caro.score.edges; caro.open.wrong: an edge between equal colours gives 0.
fn edge_points(one: Colour, other: Colour) -> i64 {
    match (one, other) {
        (Red, Black) | (Black, Red) => 10,
        (Red, Grey) | (Grey, Red) => 8,
        (Red, White) | (White, Red) => 6,
        (Black, Grey) | (Grey, Black) => 4,
        (Black, White) | (White, Black) => 2,
        (Grey, White) | (White, Grey) => 1,
        (Red, Red) | (Black, Black) | (White, White) | (Grey, Grey) => 0,
    }
}

fn name(colour: Colour) -> &'static str {
    match colour {
        Black => "black",
        White => "white",
        Grey => "grey",
        Red => "red",
    }
}

/// A whole number written the one plain way: no plus sign, no leading zeros, no minus zero.
fn read_number(text: &str) -> Option<i32> {
    let number: i32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
