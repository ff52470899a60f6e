//! Why a placement of Crowns is better: points now, lines in reach, chips kept or wasted, and the race to the last chip.

use std::fmt;

use serde::{Deserialize, Serialize};
use spieltisch_rules::crowns::{Crowns, Field, FieldSet, Move, State, fields_of, offered_by};
use spieltisch_rules::dice::SixDice;
use spieltisch_rules::{Game, Seat};

use super::{Explain, Why, WhyQuery, as_text, has_grown, percent};

/// Chances that differ by less are not worth a word.
const LEAST_CHANCE: f64 = 0.03;
/// A line that lacks more fields is not close, whatever the other placement leaves.
const CLOSE: usize = 3;
/// Chips left to another player with which the end is near.
const NEAR_END: u8 = 6;

/// Why the better placement is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrownsWhy {
    /// It ends the game, and the game is won.
    EndsAhead,
    /// More points at once.
    Points {
        /// Of the placement made.
        played: i32,
        /// Of the better one.
        best: i32,
    },
    /// The chance to fill a line with the next roll.
    LineChance {
        /// After the placement made.
        played: f64,
        /// After the better one.
        best: f64,
    },
    /// A chip that can count for nothing any more.
    Wasted {
        /// Its field.
        #[serde(with = "as_text")]
        field: Field,
    },
    /// The same placement with fewer chips.
    Keeps {
        /// How many stay.
        chips: u32,
    },
    /// More chips, while another player is near the end.
    Race {
        /// How many more.
        chips: u32,
        /// Who is near the end.
        seat: Seat,
        /// Their chips left.
        left: u32,
    },
    /// A line comes closer.
    Closer {
        /// Which of the twelve lines: five rows, five columns, the two diagonals.
        line: usize,
        /// What it is worth when it is full.
        crowns: i32,
        /// Fields missing after the placement made.
        played: u32,
        /// Fields missing after the better one.
        best: u32,
    },
}

impl Explain for Crowns {
    fn why(asked: &WhyQuery<'_, Crowns>) -> Option<Why> {
        let (Move::Place(played), Move::Place(best)) = (asked.played, asked.best) else { return None };
        let boards = Boards { played: Side::new(asked, fields_of(played)), best: Side::new(asked, fields_of(best)) };
        ends_ahead(asked).or_else(|| boards.why(asked)).map(Why::Crowns)
    }

    fn kind(&self, _: &State, played: Move, best: Move) -> &'static str {
        let chips = |mv: Move| match mv {
            Move::Place(placement) => fields_of(placement).len(),
            Move::Remove => 0,
        };
        match chips(played).cmp(&chips(best)) {
            std::cmp::Ordering::Less => "more-chips",
            std::cmp::Ordering::Greater => "fewer-chips",
            std::cmp::Ordering::Equal => "fields",
        }
    }
}

/// The best placement ends the game with a win, and the one made does not.
fn ends_ahead(asked: &WhyQuery<'_, Crowns>) -> Option<CrownsWhy> {
    let wins = |mv: Move| asked.game.result(&asked.after(mv)).is_some_and(|result| result.winners.contains(asked.seat));
    (asked.game.players() > 1 && wins(asked.best) && asked.game.result(&asked.after(asked.played)).is_none())
        .then_some(CrownsWhy::EndsAhead)
}

/// The own board after a placement.
struct Side {
    placed: FieldSet,
    covered: FieldSet,
    chips: u8,
    /// Points the placement brings at once.
    now: i32,
    /// Chips that must be placed with every roll, where possible (crowns.solo.must, crowns.solo.hard).
    duty: u8,
}

impl Side {
    fn new(asked: &WhyQuery<'_, Crowns>, placed: FieldSet) -> Side {
        let before = asked.state.covered(asked.seat);
        let covered = before.or(placed);
        let now = asked.game.points(covered) - asked.game.points(before);
        let duty = match (asked.game.players(), asked.game.options().solo_hard) {
            (1, true) => 2,
            (1, false) => 1,
            _ => 0,
        };
        Side { placed, covered, chips: asked.state.chips(asked.seat) - placed.len() as u8, now, duty }
    }

    fn missing(&self, line: FieldSet) -> usize {
        line.len() - line.and(self.covered).len()
    }

    /// Whether a line can still become full with the chips left.
    fn in_reach(&self, line: FieldSet) -> bool {
        self.missing(line) <= usize::from(self.chips)
    }

    /// Placed fields that bring no crown at the edge and are in no line that can still bring one.
    fn wasted(&self, game: &Crowns) -> impl Iterator<Item = Field> {
        let may_count = |field: Field| game.lines().iter().any(|(line, worth)| line.contains(field) && *worth > 0 && self.in_reach(*line));
        let brings = |field: Field| field.is_edge() && game.board().crowns(field) > 0;
        self.placed.iter().filter(move |field| !brings(*field) && !may_count(*field))
    }

    /// The chance that the next roll can fill a line, and the most points lines can bring with it, on average.
    fn next_lines(&self, game: &Crowns) -> (f64, f64) {
        let near: Vec<(FieldSet, i32)> =
            game.lines().iter().copied().filter(|(line, worth)| *worth > 0 && self.missing(*line) > 0 && self.in_reach(*line)).collect();
        let (mut chance, mut points, mut all) = (0.0, 0.0, 0.0);
        for dice in SixDice::all_full() {
            let fits = |fields: &FieldSet, chips: u8| chips <= self.chips && fields.is_apart_from(self.covered);
            let gain = |fields: FieldSet| {
                let covered = self.covered.or(fields);
                near.iter().filter(|(line, _)| covered.contains_all(*line)).map(|(_, worth)| worth).sum::<i32>()
            };
            let offers = || offered_by(dice).iter().filter(|offer| !near.is_empty() && fits(&offer.fields, offer.chips));
            let duty = offers().map(|offer| offer.chips).max().unwrap_or(0).min(self.duty);
            let most = offers().filter(|offer| offer.chips >= duty).map(|offer| gain(offer.fields)).max().unwrap_or(0);
            let weight = f64::from(dice.orders());
            all += weight;
            points += weight * f64::from(most);
            chance += if most > 0 { weight } else { 0.0 };
        }
        (chance / all, points / all)
    }
}

struct Boards {
    played: Side,
    best: Side,
}

impl Boards {
    fn why(&self, asked: &WhyQuery<'_, Crowns>) -> Option<CrownsWhy> {
        let gained = *asked.points_gained()?.get(asked.seat)?;
        if gained <= 0.0 {
            return self.race(asked); // what decides then is not points
        }
        let now = self.best.now - self.played.now;
        if now > 0 && f64::from(now) >= gained / 2.0 {
            return Some(CrownsWhy::Points { played: self.played.now, best: self.best.now });
        }
        let (chance_played, points_played) = self.played.next_lines(asked.game);
        let (chance_best, points_best) = self.best.next_lines(asked.game);
        let is_last_round = (0..asked.game.players()).any(|seat| seat != asked.seat && asked.state.chips(seat) == 0);
        let lines_explain = !is_last_round && f64::from(now) + points_best - points_played >= gained / 2.0;
        if lines_explain && has_grown(chance_played, chance_best, LEAST_CHANCE) {
            return Some(CrownsWhy::LineChance { played: chance_played, best: chance_best });
        }
        if now < 0 {
            return None; // it gives up points for something further away
        }
        self.wasted(asked.game).or_else(|| self.keeps()).or_else(|| self.race(asked)).or_else(|| self.closer(asked.game))
    }

    fn wasted(&self, game: &Crowns) -> Option<CrownsWhy> {
        let field = self.played.wasted(game).find(|field| !self.best.placed.contains(*field))?;
        (self.played.wasted(game).count() > self.best.wasted(game).count()).then_some(CrownsWhy::Wasted { field })
    }

    /// The better placement is a part of the one made.
    fn keeps(&self) -> Option<CrownsWhy> {
        let fewer = self.played.placed.contains_all(self.best.placed) && self.best.chips > self.played.chips;
        fewer.then(|| CrownsWhy::Keeps { chips: u32::from(self.best.chips - self.played.chips) })
    }

    /// The placement made is a part of the better one, and another player is near the end.
    fn race(&self, asked: &WhyQuery<'_, Crowns>) -> Option<CrownsWhy> {
        let others = (0..asked.game.players()).filter(|seat| *seat != asked.seat);
        let (left, seat) = others.map(|seat| (asked.state.chips(seat), seat)).min()?;
        let more = self.best.placed.contains_all(self.played.placed) && self.best.chips < self.played.chips;
        (more && left <= NEAR_END && left <= self.played.chips).then(|| CrownsWhy::Race {
            chips: u32::from(self.played.chips - self.best.chips),
            seat,
            left: left.into(),
        })
    }

    /// The line that gains most, where none loses as much.
    fn closer(&self, game: &Crowns) -> Option<CrownsWhy> {
        let step = |line: FieldSet| self.played.missing(line) as i32 - self.best.missing(line) as i32;
        let reached = |line: FieldSet| if self.best.in_reach(line) || self.played.in_reach(line) { step(line) } else { 0 };
        let all = game.lines().iter().enumerate();
        let (line, gain) =
            all.map(|(index, (line, worth))| (index, reached(*line) * worth)).max_by_key(|(index, gain)| (*gain, 12 - index))?;
        let worst = game.lines().iter().map(|(line, worth)| reached(*line) * worth).min()?;
        let (fields, crowns) = game.lines()[line];
        let is_close = (1..=CLOSE).contains(&self.best.missing(fields));
        let told = gain > 0 && -worst < gain && self.best.in_reach(fields) && is_close;
        told.then(|| CrownsWhy::Closer { line, crowns, played: self.played.missing(fields) as u32, best: self.best.missing(fields) as u32 })
    }
}

/// What a line is called.
fn line_name(line: usize) -> String {
    match line {
        row @ 0..5 => format!("the row of {}s", row + 1),
        column @ 5..10 => format!("the column {}x", column - 4),
        10 => "the rising diagonal".to_string(),
        _ => "the falling diagonal".to_string(),
    }
}

impl fmt::Display for CrownsWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CrownsWhy::EndsAhead => f.write_str("it ends the game, and wins it"),
            CrownsWhy::Points { played, best } => write!(f, "it brings {} at once instead of {played}", super::points(*best)),
            CrownsWhy::LineChance { played, best } => {
                write!(f, "the chance to fill a line with the next roll is {} % instead of {} %", percent(*best), percent(*played))
            }
            CrownsWhy::Wasted { field } => write!(f, "the chip on {field} can count for nothing any more"),
            CrownsWhy::Keeps { chips } => write!(f, "it keeps {chips} of these chips for other fields"),
            CrownsWhy::Race { chips, left, .. } => {
                write!(f, "it places {chips} more of the chips, while another player has only {left} left")
            }
            CrownsWhy::Closer { line, crowns, played, best } => {
                write!(f, "{}, worth {crowns} crowns, then lacks {best} of its five fields instead of {played}", line_name(*line))
            }
        }
    }
}
