//! Castro, read plainly.

use serde_json::Value;

use crate::reference::{Reference, dice, header, no_event, seats_with_most_points, to_move, to_over, to_roll};

const SIDE: usize = 6;
const ROUNDS: usize = 15;
const ROLLS: usize = 5;
const DEFAULT_BOARD: [&str; SIDE] = ["S T H F 1 S", "F 5 S Y H T", "T H T 6 S F", "S F Y T H 4", "H T 2 S F Y", "3 S F H T H"];

/// A game of Castro.
#[derive(Clone)]
pub struct Castro {
    full_house_from_yatzy: bool,
    /// The symbol of each square: a1, b1, … f1, a2, … f6.
    symbols: Vec<char>,
    /// For each square the seats whose roofs stand there, lowest first.
    stacks: Vec<Vec<usize>>,
    /// How many turns each seat has finished.
    turns: Vec<usize>,
    seat: usize,
    rolls_used: usize,
    dice: Vec<u8>,
    /// The dice that stay in the roll that is due; None when no roll is due.
    kept: Option<Vec<u8>>,
    /// The seat that won at once, and how.
    won_at_once: Option<(usize, &'static str)>,
}

/// The roofs of a head start: round by round one for each seat that still has one to come, on the squares nearest to the middle of the
/// board, lower rows first, then from the left, and on no Yatzy square.
fn given_roofs(symbols: &[char], given: &[i64]) -> Vec<Vec<usize>> {
    let mut free: Vec<usize> = (0..SIDE * SIDE).filter(|&square| symbols[square] != 'Y').collect();
    let from_middle = |place: usize| (place as f64 - 2.5).powi(2);
    free.sort_by(|one, other| {
        let far = |square: &usize| from_middle(square % SIDE) + from_middle(square / SIDE);
        far(one).total_cmp(&far(other))
    });
    let mut next = free.into_iter();
    let mut stacks = vec![Vec::new(); SIDE * SIDE];
    for round in 0..3 {
        for (seat, roofs) in given.iter().enumerate() {
            if *roofs > round {
                let square = next.next().expect("more squares than roofs");
                stacks[square].push(seat);
            }
        }
    }
    stacks
}

enum CastroEvent {
    Roll(Vec<u8>),
    Keep(Vec<u8>),
    Place(usize),
    Lose,
}

impl Castro {
    /// Opens a game as the header says.
    pub fn open(header: &Value) -> Result<Self, String> {
        let players = header::players(header, 2, 4)?;
        header::only_options(header, &["full_house_from_yatzy", "head_start"])?;
        let symbols = read_board(&header["board"])?;
        let stacks = given_roofs(&symbols, &header::head_start(header, players, 3)?);
        Ok(Self {
            full_house_from_yatzy: header::flag(header, "full_house_from_yatzy")?,
            symbols,
            stacks,
            turns: vec![0; players],
            // castro.start: the roll-off is done before the record; seat 0 begins.
            seat: 0,
            rolls_used: 0,
            dice: Vec::new(),
            kept: Some(Vec::new()),
            won_at_once: None,
        })
    }

    /// castro.symbol.lower: the dice may hold more than the symbol asks for.
    fn fits(&self, symbol: char) -> bool {
        // castro.turn.last: self.dice are the dice of the latest roll, there are no others.
        let dice = &self.dice;
        match symbol {
            'T' => dice::some_equal(dice, 3),
            'F' => dice::some_equal(dice, 4),
            'Y' => dice::some_equal(dice, 5),
            'S' => *dice == [1, 2, 3, 4, 5] || *dice == [2, 3, 4, 5, 6],
            'H' => dice::three_and_two(dice) || (self.full_house_from_yatzy && dice::some_equal(dice, 5)),
            // castro.symbol.pair: only the square of that very number.
            '1' => dice::count(dice, 1) >= 2,
            '2' => dice::count(dice, 2) >= 2,
            '3' => dice::count(dice, 3) >= 2,
            '4' => dice::count(dice, 4) >= 2,
            '5' => dice::count(dice, 5) >= 2,
            '6' => dice::count(dice, 6) >= 2,
            _ => false,
        }
    }

    /// Whether a roof may be put there with the dice as they lie.
    fn check_square(&self, square: usize) -> Result<(), String> {
        // castro.turn.place: the dice must fit the symbol.
        if !self.fits(self.symbols[square]) {
            return Err("castro.turn.place: The dice do not fit the symbol of that square.".to_string());
        }
        let height = self.stacks[square].len();
        // castro.build.safe: five roofs are closed.
        if height >= 5 {
            return Err("castro.build.safe: A stack of five roofs is closed.".to_string());
        }
        // castro.build.height: at most 5 − rolls used roofs below.
        if height > 5 - self.rolls_used {
            return Err("castro.build.height: That stack is too high after so many rolls.".to_string());
        }
        Ok(())
    }

    fn legal_squares(&self) -> Vec<usize> {
        (0..SIDE * SIDE).filter(|&square| self.check_square(square).is_ok()).collect()
    }

    /// castro.end.row: own roofs on top of four adjacent squares in a line.
    fn has_four_in_a_row(&self, seat: usize) -> bool {
        let on_top = |column: i32, row: i32| {
            let inside = (0..SIDE as i32).contains(&column) && (0..SIDE as i32).contains(&row);
            inside && self.stacks[row as usize * SIDE + column as usize].last() == Some(&seat)
        };
        for column in 0..SIDE as i32 {
            for row in 0..SIDE as i32 {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    if (0..4).all(|step| on_top(column + step * right, row + step * up)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// castro.end.yatzy: a roof at any level on each of the Yatzy squares.
    fn is_on_every_yatzy_square(&self, seat: usize) -> bool {
        (0..SIDE * SIDE).filter(|&square| self.symbols[square] == 'Y').all(|square| self.stacks[square].contains(&seat))
    }

    /// castro.end.points: otherwise the game ends after 15 rounds.
    fn all_rounds_played(&self) -> bool {
        self.turns.iter().all(|&turns| turns == ROUNDS)
    }

    fn is_over(&self) -> bool {
        self.won_at_once.is_some() || self.all_rounds_played()
    }

    fn read(event: &str) -> Option<CastroEvent> {
        let words: Vec<&str> = event.split(' ').collect();
        match words[0] {
            "roll" if words.len() == 6 => Some(CastroEvent::Roll(dice::read(&words[1..])?)),
            // Keeping all five is no move.
            "keep" if words.len() <= 5 => Some(CastroEvent::Keep(dice::read(&words[1..])?)),
            "place" if words.len() == 2 => (0..SIDE * SIDE).find(|&square| name(square) == words[1]).map(CastroEvent::Place),
            "lose" if words.len() == 1 => Some(CastroEvent::Lose),
            _ => None,
        }
    }

    /// Whether the event may come now.
    fn check(&self, event: &CastroEvent) -> Result<(), String> {
        match self.won_at_once {
            Some((_, "four-in-a-row")) => {
                return Err("castro.end.row: The game is won already.".to_string());
            }
            Some(_) => return Err("castro.end.yatzy: The game is won already.".to_string()),
            None if self.all_rounds_played() => {
                return Err("castro.end.points: All rounds are played.".to_string());
            }
            None => {}
        }
        match (event, &self.kept) {
            (CastroEvent::Roll(_), None) => Err("castro.turn.rolls: Keep some dice or place a roof first.".to_string()),
            (CastroEvent::Roll(dice), Some(kept)) if !dice::contains(dice, kept) => {
                Err("castro.turn.rolls: The kept dice are not in this roll.".to_string())
            }
            (CastroEvent::Roll(_), Some(_)) => Ok(()),
            (_, Some(_)) => Err("castro.turn.rolls: The dice have to be rolled first.".to_string()),
            (CastroEvent::Keep(_), None) if self.rolls_used >= ROLLS => {
                Err("castro.turn.rolls: There are only five rolls in a turn.".to_string())
            }
            (CastroEvent::Keep(kept), None) if !dice::contains(&self.dice, kept) => {
                Err("castro.turn.rolls: Only dice that lie there can be kept.".to_string())
            }
            (CastroEvent::Keep(_), None) => Ok(()),
            (CastroEvent::Place(square), None) => self.check_square(*square),
            (CastroEvent::Lose, None) if self.rolls_used < ROLLS => {
                Err("castro.turn.lose: A roof is lost only after the fifth roll.".to_string())
            }
            (CastroEvent::Lose, None) if !self.legal_squares().is_empty() => {
                Err("castro.turn.lose: There is a square for these dice, so a roof must be placed.".to_string())
            }
            (CastroEvent::Lose, None) => Ok(()),
        }
    }

    fn do_it(&mut self, event: CastroEvent) {
        match event {
            CastroEvent::Roll(dice) => {
                self.dice = dice;
                self.rolls_used += 1;
                self.kept = None;
            }
            CastroEvent::Keep(kept) => self.kept = Some(kept),
            CastroEvent::Place(square) => {
                self.stacks[square].push(self.seat);
                // If one roof brings both, the row is the reason.
                if self.has_four_in_a_row(self.seat) {
                    self.won_at_once = Some((self.seat, "four-in-a-row"));
                } else if self.is_on_every_yatzy_square(self.seat) {
                    self.won_at_once = Some((self.seat, "three-yatzy"));
                }
                self.end_turn();
            }
            // castro.turn.lose: the roof leaves the game; 15 turns use up the 15 roofs either way.
            CastroEvent::Lose => self.end_turn(),
        }
    }

    fn end_turn(&mut self) {
        self.turns[self.seat] += 1;
        self.seat = (self.seat + 1) % self.turns.len();
        self.rolls_used = 0;
        self.dice = Vec::new();
        self.kept = Some(Vec::new());
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for kept in dice::choices(&self.dice) {
            if kept.len() < 5 && self.check(&CastroEvent::Keep(kept.clone())).is_ok() {
                moves.push(dice::event("keep", &kept));
            }
        }
        for square in self.legal_squares() {
            moves.push(format!("place {}", name(square)));
        }
        if self.check(&CastroEvent::Lose).is_ok() {
            moves.push("lose".to_string());
        }
        moves
    }
}

impl Reference for Castro {
    fn to(&self) -> Value {
        let scores = self.scores();
        if let Some((winner, reason)) = self.won_at_once {
            return to_over(&scores, &[winner], reason);
        }
        if self.all_rounds_played() {
            return to_over(&scores, &seats_with_most_points(&scores), "points");
        }
        match &self.kept {
            Some(kept) => to_roll(5 - kept.len()),
            None => to_move(self.seat, self.moves()),
        }
    }

    fn apply(&mut self, event: &str) -> Result<(), String> {
        let read = Self::read(event).ok_or_else(|| no_event(event))?;
        self.check(&read)?;
        self.do_it(read);
        Ok(())
    }

    /// castro.end.points: for every square a player tops, the height of that stack.
    fn scores(&self) -> Vec<i64> {
        let mut scores = vec![0; self.turns.len()];
        for stack in &self.stacks {
            if let Some(&top) = stack.last() {
                scores[top] += stack.len() as i64;
            }
        }
        scores
    }

    fn outcomes(&self) -> Vec<(String, u64)> {
        match &self.kept {
            Some(kept) if !self.is_over() => dice::outcomes(kept, 5 - kept.len()),
            _ => Vec::new(),
        }
    }

    fn clone_box(&self) -> Box<dyn Reference> {
        Box::new(self.clone())
    }
}

/// Column letter and row number, row 1 at the bottom.
fn name(square: usize) -> String {
    let columns = ["a", "b", "c", "d", "e", "f"];
    format!("{}{}", columns[square % SIDE], square / SIDE + 1)
}

/// Reads six lines, top row first, into the order a1, b1, … f6.
fn read_board(board: &Value) -> Result<Vec<char>, String> {
    let lines: Vec<String> = match board {
        Value::Null => DEFAULT_BOARD.iter().map(|line| line.to_string()).collect(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        _ => return Err("The board must be a list of six lines.".to_string()),
    };
    let given = board.as_array().map_or(SIDE, Vec::len);
    if given != SIDE || lines.len() != SIDE {
        return Err("The board must have six lines of text.".to_string());
    }
    let mut symbols = Vec::new();
    for line in lines.iter().rev() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() != SIDE {
            return Err(format!("A line of the board must have six symbols: {line:?}."));
        }
        for word in words {
            match word {
                "1" | "2" | "3" | "4" | "5" | "6" | "T" | "F" | "S" | "H" | "Y" => {
                    symbols.extend(word.chars());
                }
                _ => return Err(format!("{word:?} is no symbol of the board.")),
            }
        }
    }
    let count = |symbol: char| symbols.iter().filter(|&&there| there == symbol).count();
    for pair in ['1', '2', '3', '4', '5', '6'] {
        if count(pair) != 1 {
            return Err(format!("The board must have the pair square {pair} exactly once."));
        }
    }
    if count('Y') != 3 {
        return Err("The board must have exactly three Yatzy squares.".to_string());
    }
    Ok(symbols)
}
