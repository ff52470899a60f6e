//! Yatzy, read plainly.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::reference::{Reference, dice, header, no_event, seats_with_most_points, to_move, to_over, to_roll};

const UPPER: [&str; 6] = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const LOWER: [&str; 9] =
    ["pair", "two-pairs", "three-of-a-kind", "four-of-a-kind", "small-straight", "large-straight", "full-house", "chance", "yatzy"];
const BONUS: i64 = 35;

/// A game of Yatzy.
#[derive(Clone)]
pub struct Yatzy {
    bonus_at_least: i64,
    two_pairs_from_four: bool,
    full_house_from_yatzy: bool,
    /// For each seat the boxes written so far.
    /// Points given before the first turn.
    head_start: Vec<i64>,
    sheets: Vec<BTreeMap<&'static str, i64>>,
    seat: usize,
    rolls_used: u32,
    /// Empty before the first roll of a turn.
    dice: Vec<u8>,
    /// The dice that stay in the roll that is due; None when no roll is due.
    kept: Option<Vec<u8>>,
}

enum YatzyEvent {
    Roll(Vec<u8>),
    Keep(Vec<u8>),
    Score(&'static str),
}

impl Yatzy {
    /// Opens a game as the header says.
    pub fn open(header: &Value) -> Result<Self, String> {
        // The rules allow any number of players; the program offers 1 to 8.
        let players = header::players(header, 1, 8)?;
        header::only_options(header, &["bonus_at_least", "two_pairs_from_four", "full_house_from_yatzy", "head_start"])?;
        header::no_board(header)?;
        Ok(Self {
            bonus_at_least: header::number(header, "bonus_at_least", 64)?,
            two_pairs_from_four: header::flag(header, "two_pairs_from_four")?,
            full_house_from_yatzy: header::flag(header, "full_house_from_yatzy")?,
            head_start: header::head_start(header, players, 200)?,
            sheets: vec![BTreeMap::new(); players],
            // yatzy.start: the roll-off is done before the record; seat 0 begins.
            seat: 0,
            rolls_used: 0,
            dice: Vec::new(),
            kept: Some(Vec::new()),
        })
    }

    /// What the dice bring in this box: its points, or 0 where they do not fit.
    fn points(&self, box_name: &str) -> i64 {
        let dice = &self.dice;
        let sum: i64 = dice.iter().map(|&die| i64::from(die)).sum();
        let of_number = |number: u8| i64::from(number) * dice::count(dice, number) as i64;
        let if_fits = |fits: bool, points: i64| if fits { points } else { 0 };
        match box_name {
            "ones" => of_number(1),
            "twos" => of_number(2),
            "threes" => of_number(3),
            "fours" => of_number(4),
            "fives" => of_number(5),
            "sixes" => of_number(6),
            "pair" => if_fits(dice::some_equal(dice, 2), sum),
            "two-pairs" => if_fits(self.is_two_pairs(), sum),
            "three-of-a-kind" => if_fits(dice::some_equal(dice, 3), sum),
            "four-of-a-kind" => if_fits(dice::some_equal(dice, 4), sum),
            "small-straight" => if_fits(self.is_small_straight(), 30),
            "large-straight" => if_fits(self.is_large_straight(), 40),
            "full-house" => if_fits(self.is_full_house(), 25),
            "chance" => sum,
            "yatzy" => if_fits(dice::some_equal(dice, 5), 100),
            _ => 0,
        }
    }

    fn is_two_pairs(&self) -> bool {
        // Two pairs of different numbers.
        let numbers_in_pairs = (1..=6).filter(|&number| dice::count(&self.dice, number) >= 2).count();
        // Option two_pairs_from_four: four equal dice also count (five hold four).
        numbers_in_pairs >= 2 || (self.two_pairs_from_four && dice::some_equal(&self.dice, 4))
    }

    fn is_small_straight(&self) -> bool {
        dice::all_there(&self.dice, &[1, 2, 3, 4])
            || dice::all_there(&self.dice, &[2, 3, 4, 5])
            || dice::all_there(&self.dice, &[3, 4, 5, 6])
    }

    fn is_large_straight(&self) -> bool {
        self.dice == [1, 2, 3, 4, 5] || self.dice == [2, 3, 4, 5, 6]
    }

    fn is_full_house(&self) -> bool {
        dice::three_and_two(&self.dice) || (self.full_house_from_yatzy && dice::some_equal(&self.dice, 5))
    }

    /// yatzy.end: over when every box of every sheet is filled.
    fn is_over(&self) -> bool {
        self.sheets.iter().all(|sheet| sheet.len() == UPPER.len() + LOWER.len())
    }

    fn total(&self, sheet: &BTreeMap<&'static str, i64>) -> i64 {
        let upper: Vec<i64> = UPPER.iter().filter_map(|name| sheet.get(name).copied()).collect();
        // The book adds the upper part up, and with it the bonus, once it is complete.
        let complete = upper.len() == UPPER.len();
        let bonus = if complete && upper.iter().sum::<i64>() >= self.bonus_at_least { BONUS } else { 0 };
        sheet.values().sum::<i64>() + bonus
    }

    fn read(event: &str) -> Option<YatzyEvent> {
        let words: Vec<&str> = event.split(' ').collect();
        match words[0] {
            "roll" if words.len() == 6 => Some(YatzyEvent::Roll(dice::read(&words[1..])?)),
            // Keeping all five is no move.
            "keep" if words.len() <= 5 => Some(YatzyEvent::Keep(dice::read(&words[1..])?)),
            "score" if words.len() == 2 => {
                let name = UPPER.iter().chain(LOWER.iter()).find(|name| **name == words[1])?;
                Some(YatzyEvent::Score(name))
            }
            _ => None,
        }
    }

    /// Whether the event may come now.
    fn check(&self, event: &YatzyEvent) -> Result<(), String> {
        if self.is_over() {
            return Err("yatzy.end: The game is over.".to_string());
        }
        match (event, &self.kept) {
            (YatzyEvent::Roll(_), None) => Err("yatzy.turn.rolls: Keep some dice or write them down first.".to_string()),
            (YatzyEvent::Roll(dice), Some(kept)) if !dice::contains(dice, kept) => {
                Err("yatzy.turn.rolls: The dice set aside are not in this roll.".to_string())
            }
            (YatzyEvent::Roll(_), Some(_)) => Ok(()),
            (_, Some(_)) => Err("yatzy.turn.rolls: The dice have to be rolled first.".to_string()),
            (YatzyEvent::Keep(_), None) if self.rolls_used >= 3 => {
                Err("yatzy.turn.rolls: There are only three rolls in a turn.".to_string())
            }
            (YatzyEvent::Keep(kept), None) if !dice::contains(&self.dice, kept) => {
                Err("yatzy.turn.rolls: Only dice that lie there can be set aside.".to_string())
            }
            (YatzyEvent::Keep(_), None) => Ok(()),
            (YatzyEvent::Score(name), None) if self.sheets[self.seat].contains_key(name) => {
                Err("yatzy.turn.score: That box is filled already.".to_string())
            }
            (YatzyEvent::Score(_), None) => Ok(()),
        }
    }

    fn do_it(&mut self, event: YatzyEvent) {
        match event {
            YatzyEvent::Roll(dice) => {
                self.dice = dice;
                self.rolls_used += 1;
                self.kept = None;
            }
            YatzyEvent::Keep(kept) => self.kept = Some(kept),
            YatzyEvent::Score(name) => {
                // yatzy.turn.score: the points of the box, or 0; either way it is filled.
                let points = self.points(name);
                self.sheets[self.seat].insert(name, points);
                self.seat = (self.seat + 1) % self.sheets.len();
                self.rolls_used = 0;
                self.dice = Vec::new();
                self.kept = Some(Vec::new());
            }
        }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for kept in dice::choices(&self.dice) {
            if kept.len() < 5 && self.check(&YatzyEvent::Keep(kept.clone())).is_ok() {
                moves.push(dice::event("keep", &kept));
            }
        }
        for name in UPPER.into_iter().chain(LOWER) {
            if self.check(&YatzyEvent::Score(name)).is_ok() {
                moves.push(format!("score {name}"));
            }
        }
        moves
    }
}

impl Reference for Yatzy {
    fn to(&self) -> Value {
        if self.is_over() {
            let scores = self.scores();
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

    fn scores(&self) -> Vec<i64> {
        self.sheets.iter().zip(&self.head_start).map(|(sheet, given)| self.total(sheet) + given).collect()
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
