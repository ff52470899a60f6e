//! Playing in multiplayer: the race to the last chip and the chance to win.
//!
//! The values say what a set is worth with a known number of turns to go. How many there will be is told by habits learned from
//! self-play: how many chips a player places in a turn, by chips left and by standing (behind, level, ahead). From them follows the
//! distribution of the rounds still to come; for each number of rounds every seat's final points are taken as normal around its value;
//! the chance to win is the sum over both.

use super::board::CHIPS;
use super::habits::{Habits, ROUNDS};
use super::turn::{IMPOSSIBLE, OUTCOMES, PATTERNS, turns};
use super::values::{HORIZON, Values};

/// Points ahead of or behind the best other seat that count as such.
const CLEAR_LEAD: f32 = 4.0;
/// Turns ahead at which standings are compared.
const STANDING_TURNS: usize = 4;
/// Chance of a number of rounds that is not looked at.
const NEGLIGIBLE: f32 = 1e-4;

/// A seat's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Covered fields.
    pub covered: u64,
    /// Chips in hand.
    pub chips: u8,
    /// Points of the head start.
    pub given: u8,
}

impl Seat {
    /// The same seat after placing chips on these fields.
    pub fn placing(self, mask: u64) -> Seat {
        Seat { covered: self.covered | mask, chips: self.chips - mask.count_ones() as u8, ..self }
    }
}

impl Default for Seat {
    fn default() -> Self {
        Self { covered: 0, chips: CHIPS, given: 0 }
    }
}

/// Standing of each seat: 0 behind, 1 level, 2 ahead.
pub fn standings(values: &Values, seats: &[Seat]) -> Vec<usize> {
    let outlook: Vec<f32> =
        seats.iter().map(|seat| values.value(seat.covered, seat.chips, STANDING_TURNS) + f32::from(seat.given)).collect();
    (0..seats.len())
        .map(|seat| {
            let best = (0..seats.len()).filter(|other| *other != seat).map(|other| outlook[other]).fold(f32::MIN, f32::max);
            match outlook[seat] - best {
                lead if lead > CLEAR_LEAD => 2,
                lead if lead < -CLEAR_LEAD => 0,
                _ => 1,
            }
        })
        .collect()
}

/// A seat's final points if the game lasts a given number of turns.
#[derive(Clone, Debug)]
enum Final {
    /// The points are certain.
    Exact(f32),
    /// The points are about normally distributed.
    Normal { mean: f32, spread: f32 },
    /// By chance of each number of points, with the mean.
    Chances { cumulated: Vec<f32>, mean: f32 },
}

impl Final {
    /// Chance to end below `points`, equality counting half.
    fn below(&self, points: f32) -> f32 {
        match self {
            Self::Exact(own) if *own == points => 0.5,
            Self::Exact(own) => f32::from(u8::from(*own < points)),
            Self::Normal { mean, spread } => normal_below((points - mean) / spread),
            Self::Chances { cumulated, .. } => {
                let at = |index: f32| -> f32 { if index < 0.0 { 0.0 } else { cumulated.get(index as usize).copied().unwrap_or(1.0) } };
                0.5 * (at(points.ceil() - 1.0) + at(points.floor()))
            }
        }
    }

    fn mean(&self) -> f32 {
        match self {
            Self::Exact(mean) | Self::Normal { mean, .. } | Self::Chances { mean, .. } => *mean,
        }
    }

    /// Expectation of a function of the points.
    fn expect(&self, function: impl Fn(f32) -> f32) -> f32 {
        match self {
            Self::Exact(points) => function(*points),
            Self::Normal { mean, spread } => {
                NODES.iter().map(|node| function(mean + spread * node) + function(mean - spread * node)).sum::<f32>()
                    / (2 * NODES.len()) as f32
            }
            Self::Chances { cumulated, .. } => {
                let mut before = 0.0;
                let mut sum = 0.0;
                for (points, &now) in cumulated.iter().enumerate() {
                    if now > before {
                        sum += (now - before) * function(points as f32);
                    }
                    before = now;
                }
                sum
            }
        }
    }
}

/// The middles of sixteen equally likely parts of the standard normal distribution, upper half.
const NODES: [f32; 8] = [0.0784, 0.2372, 0.4023, 0.5791, 0.7764, 1.0100, 1.3180, 1.8627];

/// Standard normal distribution by the formula of Zelen and Severo: basic arithmetic only, so the same on every machine.
fn normal_below(z: f32) -> f32 {
    const D: [f32; 6] = [0.049_867_347, 0.021_141_006, 0.003_277_626_3, 0.000_038_003_6, 0.000_048_890_6, 0.000_005_383];
    let x = z.abs().min(6.0);
    let sum = 1.0 + x * (D[0] + x * (D[1] + x * (D[2] + x * (D[3] + x * (D[4] + x * D[5])))));
    let two = sum * sum;
    let four = two * two;
    let eight = four * four;
    let tail = 0.5 / (eight * eight);
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// The chances of a table as one seat is about to place.
pub struct Outlook<'a> {
    values: &'a Values,
    habits: &'a Habits,
    seats: Vec<Seat>,
    mover: usize,
    standings: Vec<usize>,
    /// By rounds still to come after this one, then by seat; the mover's stay empty.
    finals: Vec<Vec<Final>>,
    /// Chance that the others last beyond so many rounds.
    others_last: [f32; ROUNDS + 1],
}

/// A placement of the mover and what comes of it.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// Expected final points of the mover.
    pub points: f32,
    /// Chance of the mover to win, a shared win counting its share.
    pub win: f32,
}

impl<'a> Outlook<'a> {
    /// The outlook before seat `mover` places; seat 0 began the round.
    pub fn new(values: &'a Values, habits: &'a Habits, seats: &[Seat], mover: usize) -> Self {
        let standings = standings(values, seats);
        let over = seats.iter().any(|seat| seat.chips == 0);
        let mut others_last = [1.0; ROUNDS + 1];
        for (rounds, chance) in others_last.iter_mut().enumerate() {
            for (index, seat) in seats.iter().enumerate().filter(|(index, _)| *index != mover) {
                let turns = rounds + usize::from(index > mover);
                *chance *= if over { 0.0 } else { habits.lasting[standings[index]][usize::from(seat.chips)][turns] };
            }
        }
        let mut outlook = Self { values, habits, seats: seats.to_vec(), mover, standings, finals: Vec::new(), others_last };
        outlook.finals = (0..=ROUNDS).map(|rounds| outlook.finals_of_others(rounds)).collect();
        outlook
    }

    /// The seat about to place.
    pub fn mover(&self) -> usize {
        self.mover
    }

    fn finals_of_others(&self, rounds: usize) -> Vec<Final> {
        let one = |(index, seat): (usize, &Seat)| {
            if index == self.mover {
                return Final::Exact(0.0);
            }
            match rounds + usize::from(index > self.mover) {
                1 if seat.chips > 0 => self.one_turn(seat),
                turns => self.final_of(seat, turns, None),
            }
        };
        self.seats.iter().enumerate().map(one).collect()
    }

    /// Final points of a seat with `turns` to go; `value` where it is already known.
    fn final_of(&self, seat: &Seat, turns: usize, value: Option<f32>) -> Final {
        let given = f32::from(seat.given);
        if turns == 0 || seat.chips == 0 {
            return Final::Exact(f32::from(self.values.board().score(seat.covered)) + given);
        }
        let turns = turns.min(HORIZON);
        let chips = usize::from(seat.chips);
        let value = value.unwrap_or_else(|| self.values.value(seat.covered, seat.chips, turns));
        Final::Normal { mean: value + given - self.habits.optimism[turns][chips], spread: self.habits.spread[turns][chips].max(0.3) }
    }

    /// Final points of a seat that takes the most points in its one last turn, exactly.
    fn one_turn(&self, seat: &Seat) -> Final {
        let mut own = [IMPOSSIBLE; PATTERNS];
        self.values.worth_of_patterns(seat.covered, seat.chips, 1, &mut own);
        let best = turns().best_of_rolls(&mut own);
        let highest = best.iter().fold(0.0f32, |most, value| most.max(*value));
        let given = usize::from(seat.given);
        let mut cumulated = vec![0.0f32; highest as usize + given + 1];
        let mut mean = 0.0;
        for (roll, value) in turns().rolls.iter().zip(best) {
            let chance = f32::from(roll.weight) / OUTCOMES as f32;
            cumulated[value as usize + given] += chance;
            mean += chance * (value + given as f32);
        }
        let mut sum = 0.0;
        for slot in &mut cumulated {
            sum += *slot;
            *slot = sum;
        }
        Final::Chances { cumulated, mean }
    }

    /// Chances of so many further rounds once the mover has `chips` left.
    fn rounds_chances(&self, chips: u8) -> [f32; ROUNDS + 1] {
        let own = &self.habits.lasting[self.standings[self.mover]][usize::from(chips)];
        let mut chances = [0.0; ROUNDS + 1];
        let mut lasted = 1.0;
        for rounds in 0..ROUNDS {
            let lasts = if chips == 0 { 0.0 } else { own[rounds] * self.others_last[rounds] };
            chances[rounds] = (lasted - lasts).max(0.0);
            lasted = lasts;
        }
        chances[ROUNDS] = lasted;
        chances
    }

    /// What each pattern placed leads to. `thorough` looks one exact turn further in every number of rounds.
    pub fn prospects(&self, patterns: &[u16], thorough: bool) -> Vec<Prospect> {
        let seat = self.seats[self.mover];
        let after: Vec<Seat> = patterns.iter().map(|pattern| turns().mask(*pattern)).map(|mask| seat.placing(mask)).collect();
        let chances: Vec<[f32; ROUNDS + 1]> = after.iter().map(|seat| self.rounds_chances(seat.chips)).collect();
        let mut prospects = vec![Prospect { points: 0.0, win: 0.0 }; patterns.len()];
        for rounds in 0..=ROUNDS {
            if chances.iter().all(|chances| chances[rounds] < NEGLIGIBLE) {
                continue;
            }
            let values = match (rounds, thorough) {
                (0, _) => vec![0.0; patterns.len()],
                (_, false) => self.values.values_after(seat.covered, seat.chips, rounds + 1, patterns),
                (_, true) => after.iter().map(|seat| self.values.exact_turn(seat.covered, seat.chips, rounds)).collect(),
            };
            for (((seat, chances), value), prospect) in after.iter().zip(&chances).zip(values).zip(&mut prospects) {
                if chances[rounds] < NEGLIGIBLE {
                    continue;
                }
                let ends = match rounds {
                    1 if thorough && seat.chips > 0 => self.one_turn(seat),
                    _ => self.final_of(seat, rounds, Some(value)),
                };
                prospect.points += chances[rounds] * ends.mean();
                prospect.win += chances[rounds] * self.win_share(rounds, &ends);
            }
        }
        prospects
    }

    fn win_share(&self, rounds: usize, ends: &Final) -> f32 {
        let others = &self.finals[rounds];
        ends.expect(|points| {
            let mut chance = 1.0;
            for (index, other) in others.iter().enumerate() {
                if index != self.mover {
                    chance *= other.below(points);
                }
            }
            chance
        })
    }

    /// Chance to win of every seat after the mover places `mask`; they sum to one.
    pub fn wins(&self, mask: u64) -> Vec<f32> {
        let mut seats = self.seats.clone();
        let mover = seats[self.mover].placing(mask);
        seats[self.mover] = mover;
        let chances = self.rounds_chances(mover.chips);
        let mut wins = vec![0.0f32; seats.len()];
        for (rounds, chance) in chances.into_iter().enumerate().filter(|(_, chance)| *chance >= NEGLIGIBLE) {
            let mut finals = self.finals[rounds].clone();
            finals[self.mover] = if rounds == 1 && mover.chips > 0 { self.one_turn(&mover) } else { self.final_of(&mover, rounds, None) };
            let shares: Vec<f32> = (0..seats.len())
                .map(|seat| {
                    finals[seat].expect(|points| {
                        let others = finals.iter().enumerate().filter(|(other, _)| *other != seat);
                        others.map(|(_, other)| other.below(points)).product()
                    })
                })
                .collect();
            let total: f32 = shares.iter().sum::<f32>().max(1e-6);
            for (win, share) in wins.iter_mut().zip(&shares) {
                *win += chance * share / total;
            }
        }
        let total: f32 = wins.iter().sum::<f32>().max(1e-6);
        wins.iter().map(|win| win / total).collect()
    }
}
