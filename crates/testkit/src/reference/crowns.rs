//! Crowns, read plainly: every way to turn the dice is tried.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::reference::{Reference, dice, header, no_event, seats_with_most_points, to_move, to_over, to_roll};

const DICE: usize = 6;
const CHIPS: usize = 18;
/// The row of ones first, `1x` first.
const DEFAULT_BOARD: [[i64; 6]; 6] =
    [[0, 0, 1, 2, 3, 2], [0, 0, 1, 3, 4, 3], [0, 1, 2, 3, 4, 4], [1, 1, 2, 3, 5, 5], [1, 2, 3, 4, 6, 6], [1, 2, 3, 4, 5, 6]];

/// `count` dice showing `number`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Field {
    number: u8,
    count: usize,
}

/// A game of Crowns.
#[derive(Clone)]
pub struct Crowns {
    solo_hard: bool,
    crowns: Vec<Vec<i64>>,
    /// For each seat the fields with a chip.
    /// Points given before the first turn.
    head_start: Vec<i64>,
    covered: Vec<BTreeSet<Field>>,
    /// For each seat the chips neither placed nor removed.
    chips: Vec<usize>,
    seat: usize,
    /// The roll of this turn; None while it is due.
    dice: Option<Vec<u8>>,
}

enum CrownsEvent {
    Roll(Vec<u8>),
    Place(Vec<Field>),
    Remove,
}

impl Crowns {
    /// Opens a game as the header says.
    pub fn open(header: &Value) -> Result<Self, String> {
        let players = header::players(header, 1, 6)?;
        header::only_options(header, &["solo_hard", "head_start"])?;
        Ok(Self {
            solo_hard: header::flag(header, "solo_hard")?,
            crowns: read_board(&header["board"])?,
            head_start: header::head_start(header, players, 60)?,
            covered: vec![BTreeSet::new(); players],
            chips: vec![CHIPS; players],
            // crowns.start: who begins is settled before the record; seat 0 begins.
            seat: 0,
            dice: None,
        })
    }

    fn alone(&self) -> bool {
        self.covered.len() == 1
    }

    fn is_over(&self) -> bool {
        // crowns.end: a player placed the last chip and the round is played to its end, so seat 0 would
        // be next. crowns.solo.end: alone no chip is left.
        let round_is_complete = self.seat == 0 && self.dice.is_none();
        round_is_complete && self.chips.contains(&0)
    }

    /// crowns.turn.lower: every way to end each die on a number of the roll that is not above its own.
    fn turnings(roll: &[u8]) -> BTreeSet<Vec<u8>> {
        let mut turnings = BTreeSet::from([Vec::new()]);
        for &die in roll {
            let mut longer = BTreeSet::new();
            for turned in &turnings {
                for &number in roll.iter().filter(|&&number| number <= die) {
                    let mut turned: Vec<u8> = turned.clone();
                    turned.push(number);
                    turned.sort();
                    longer.insert(turned);
                }
            }
            turnings = longer;
        }
        turnings
    }

    /// crowns.turn.place: for each number that n dice show, the field n x number, if it is free.
    fn offered(&self, turned: &[u8]) -> Vec<Field> {
        let mut fields = Vec::new();
        for number in [6, 5, 4, 3, 2, 1] {
            let field = Field { number, count: dice::count(turned, number) };
            // crowns.field.one: one chip a field.
            if field.count > 0 && !self.covered[self.seat].contains(&field) {
                fields.push(field);
            }
        }
        fields
    }

    /// Everything the roll allows to be placed, including nothing, before the rules for playing alone.
    fn placements(&self, roll: &[u8]) -> BTreeSet<Vec<Field>> {
        let mut placements = BTreeSet::new();
        for turned in Self::turnings(roll) {
            // crowns.turn.place: any, all or none of the fields.
            for part in subsets(&self.offered(&turned)) {
                // crowns.turn.place: never more than the chips left.
                if part.len() <= self.chips[self.seat] {
                    placements.insert(part);
                }
            }
        }
        placements
    }

    /// How many chips this roll must place at least.
    fn at_least(&self, placements: &BTreeSet<Vec<Field>>) -> usize {
        let possible = placements.iter().map(Vec::len).max().unwrap_or(0);
        match (self.alone(), self.solo_hard) {
            (false, _) => 0,
            // crowns.solo.must: one, where the roll allows one.
            (true, false) => possible.min(1),
            // crowns.solo.hard: two, where possible.
            (true, true) => possible.min(2),
        }
    }

    fn must_remove(&self, placements: &BTreeSet<Vec<Field>>) -> bool {
        // crowns.solo.must: alone, where the roll allows no chip.
        self.alone() && placements.iter().all(Vec::is_empty)
    }

    fn read(event: &str) -> Option<CrownsEvent> {
        let words: Vec<&str> = event.split(' ').collect();
        match words[0] {
            "roll" if words.len() == 1 + DICE => Some(CrownsEvent::Roll(dice::read(&words[1..])?)),
            "place" => {
                let fields: Vec<Field> = words[1..].iter().map(|word| read_field(word)).collect::<Option<_>>()?;
                // By falling number, then rising count, none twice.
                let in_order =
                    fields.is_sorted_by(|one, next| one.number > next.number || (one.number == next.number && one.count < next.count));
                in_order.then_some(CrownsEvent::Place(fields))
            }
            "remove" if words.len() == 1 => Some(CrownsEvent::Remove),
            _ => None,
        }
    }

    /// Whether the event may come now.
    fn check(&self, event: &CrownsEvent) -> Result<(), String> {
        if self.is_over() {
            let id = if self.alone() { "crowns.solo.end" } else { "crowns.end" };
            return Err(format!("{id}: The game is over."));
        }
        match (event, &self.dice) {
            (CrownsEvent::Roll(_), None) => Ok(()),
            (CrownsEvent::Roll(_), Some(_)) => Err("crowns.turn.roll: There is only one roll in a turn.".to_string()),
            (_, None) => Err("crowns.turn.roll: The dice have to be rolled first.".to_string()),
            (CrownsEvent::Place(fields), Some(roll)) => self.check_place(fields, roll),
            (CrownsEvent::Remove, Some(roll)) if !self.must_remove(&self.placements(roll)) => {
                Err("crowns.solo.must: A chip is removed only alone, when none can be placed.".to_string())
            }
            (CrownsEvent::Remove, Some(_)) => Ok(()),
        }
    }

    fn check_place(&self, fields: &[Field], roll: &[u8]) -> Result<(), String> {
        let placements = self.placements(roll);
        if !placements.contains(fields) {
            return Err(self.why_not_placed(fields, roll));
        }
        if self.must_remove(&placements) {
            return Err("crowns.solo.must: No chip can be placed, so one must be removed.".to_string());
        }
        if fields.len() < self.at_least(&placements) {
            // With one chip placed only the harder rule can ask for more.
            let id = if fields.is_empty() { "crowns.solo.must" } else { "crowns.solo.hard" };
            return Err(format!("{id}: More chips can be placed and must be."));
        }
        Ok(())
    }

    /// The rule that forbids a placement which the roll does not allow.
    fn why_not_placed(&self, fields: &[Field], roll: &[u8]) -> String {
        if fields.iter().any(|field| self.covered[self.seat].contains(field)) {
            return "crowns.field.one: There is a chip on that field already.".to_string();
        }
        if fields.len() > self.chips[self.seat] {
            return "crowns.turn.place: There are not so many chips left.".to_string();
        }
        if fields.windows(2).any(|pair| pair[0].number == pair[1].number) {
            return "crowns.turn.place: The dice of one number make one field.".to_string();
        }
        let enough = |turned: &Vec<u8>| fields.iter().all(|field| dice::count(turned, field.number) >= field.count);
        if Self::turnings(roll).iter().any(enough) {
            return "crowns.turn.place: The count must be exact.".to_string();
        }
        "crowns.turn.lower: Dice turn only down, and only to numbers in the roll.".to_string()
    }

    fn do_it(&mut self, event: CrownsEvent) {
        match event {
            CrownsEvent::Roll(dice) => self.dice = Some(dice),
            CrownsEvent::Place(fields) => {
                self.chips[self.seat] -= fields.len();
                self.covered[self.seat].extend(fields);
                self.end_turn();
            }
            CrownsEvent::Remove => {
                self.chips[self.seat] -= 1;
                self.end_turn();
            }
        }
    }

    fn end_turn(&mut self) {
        self.dice = None;
        self.seat = (self.seat + 1) % self.covered.len();
    }

    fn moves(&self, roll: &[u8]) -> Vec<String> {
        let placements = self.placements(roll);
        if self.must_remove(&placements) {
            return vec!["remove".to_string()];
        }
        let at_least = self.at_least(&placements);
        placements.iter().filter(|part| part.len() >= at_least).map(|part| place_event(part)).collect()
    }

    fn crowns_on(&self, field: Field) -> i64 {
        self.crowns[usize::from(field.number) - 1][field.count - 1]
    }

    fn score(&self, covered: &BTreeSet<Field>) -> i64 {
        // crowns.score.edge: every chip on an edge field scores its crowns.
        let edge = covered.iter().filter(|field| field.number == 6 || field.count == 6);
        let mut score: i64 = edge.map(|&field| self.crowns_on(field)).sum();
        // crowns.score.line: every complete line scores all its crowns, whatever other lines there are.
        for line in core_lines() {
            if line.iter().all(|field| covered.contains(field)) {
                score += line.iter().map(|&field| self.crowns_on(field)).sum::<i64>();
            }
        }
        score
    }
}

impl Reference for Crowns {
    fn to(&self) -> Value {
        if self.is_over() {
            let scores = self.scores();
            return to_over(&scores, &seats_with_most_points(&scores), "points");
        }
        match &self.dice {
            None => to_roll(DICE),
            Some(roll) => to_move(self.seat, self.moves(roll)),
        }
    }

    fn apply(&mut self, event: &str) -> Result<(), String> {
        let read = Self::read(event).ok_or_else(|| no_event(event))?;
        self.check(&read)?;
        self.do_it(read);
        Ok(())
    }

    fn scores(&self) -> Vec<i64> {
        self.covered.iter().zip(&self.head_start).map(|(covered, given)| self.score(covered) + given).collect()
    }

    fn outcomes(&self) -> Vec<(String, u64)> {
        if self.is_over() || self.dice.is_some() {
            return Vec::new();
        }
        dice::outcomes(&[], DICE)
    }

    fn clone_box(&self) -> Box<dyn Reference> {
        Box::new(self.clone())
    }
}

/// Five rows, five columns and two diagonals of the core.
fn core_lines() -> Vec<Vec<Field>> {
    let field = |number: u8, count: u8| Field { number, count: usize::from(count) };
    let mut lines = Vec::new();
    for fixed in 1..=5 {
        lines.push((1..=5).map(|count| field(fixed, count)).collect());
        lines.push((1..=5).map(|number| field(number, fixed)).collect());
    }
    lines.push((1..=5).map(|step| field(step, step)).collect());
    lines.push((1..=5).map(|step| field(step, 6 - step)).collect());
    lines
}

fn subsets(fields: &[Field]) -> Vec<Vec<Field>> {
    let Some((first, rest)) = fields.split_first() else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for without in subsets(rest) {
        let mut with = vec![*first];
        with.extend(&without);
        found.push(with);
        found.push(without);
    }
    found
}

fn place_event(fields: &[Field]) -> String {
    let mut text = "place".to_string();
    for field in fields {
        text += &format!(" {}x{}", field.count, field.number);
    }
    text
}

fn read_field(word: &str) -> Option<Field> {
    for number in 1..=6 {
        for count in 1..=DICE {
            if word == format!("{count}x{number}") {
                return Some(Field { number, count });
            }
        }
    }
    None
}

fn read_board(board: &Value) -> Result<Vec<Vec<i64>>, String> {
    let bad = || "The board must be six lists of six whole numbers from 0 to 9.".to_string();
    if board.is_null() {
        return Ok(DEFAULT_BOARD.iter().map(|row| row.to_vec()).collect());
    }
    let mut rows = Vec::new();
    for row in board.as_array().ok_or_else(bad)? {
        let mut numbers = Vec::new();
        for crowns in row.as_array().ok_or_else(bad)? {
            match crowns.as_i64() {
                Some(crowns) if (0..=9).contains(&crowns) => numbers.push(crowns),
                _ => return Err(bad()),
            }
        }
        rows.push(numbers);
    }
    if rows.len() == 6 && rows.iter().all(|row| row.len() == 6) { Ok(rows) } else { Err(bad()) }
}
