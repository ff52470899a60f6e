//! The worth of every move of one turn.

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, BoxSet, Move, ROLLS};

use super::kernel::{Ends, SetValues};
use super::lanes::Worth;
use super::lattice::{NODES, PARTIAL, lattice};
use super::layout::{BOXES, SheetState};
use super::solver::ScoreTable;

/// Why dice cannot be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// There are not five dice.
    #[error("Yatzy is played with five dice, not {dice}.")]
    NotFiveDice {
        /// How many there are.
        dice: usize,
    },
    /// A turn has one to three rolls.
    #[error("A turn has one to three rolls, not {rolls_used}.")]
    NoSuchRoll {
        /// The number of rolls that was given.
        rolls_used: u8,
    },
}

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// Expected further points, those of the box and a bonus it reaches included.
    pub worth: f64,
}

/// One turn of one sheet, with the worth of everything that can happen in it.
pub struct Turn {
    free: BoxSet,
    /// By box and full roll; empty where the box is not free.
    writes: [Vec<f64>; BOXES],
    /// By kept dice, with one and with two rolls to come.
    keeps: [Vec<f64>; 2],
    /// By full roll, after one, two and three rolls.
    best: [Vec<f64>; ROLLS as usize],
    start: f64,
}

impl ScoreTable {
    /// Works out the turn of a sheet with these free boxes and this upper sum.
    pub fn turn(&self, free: BoxSet, upper_sum: u16) -> Turn {
        self.turn_of(self.layout.state(free, upper_sum))
    }

    pub(crate) fn turn_of(&self, state: SheetState) -> Turn {
        Turn::new(state.free(), &self.ends, |box_index, points| {
            let (after, bonus) = self.layout.after(state, box_index, points);
            f64::from(u16::from(points) + bonus) + self.expected_of(after)
        })
    }
}

impl Turn {
    /// Works out a turn when `end` tells the worth of writing points into a free box.
    pub(crate) fn new(free: BoxSet, ends: &Ends, mut end: impl FnMut(usize, u8) -> f64) -> Self {
        let mut values: SetValues<f64> = [f64::LOWEST; NODES];
        let mut writes: [Vec<f64>; BOXES] = Default::default();
        for name in free.iter() {
            let index = name as usize;
            // Many rolls have the same points in a box: each is asked for once.
            let mut known = [f64::NAN; 128];
            let worths = &mut writes[index];
            worths.reserve_exact(Hand::FULL);
            for (roll, value) in values[PARTIAL..].iter_mut().enumerate() {
                let points = ends.points(roll)[index];
                let worth = &mut known[usize::from(points & 127)];
                if worth.is_nan() {
                    *worth = end(index, points);
                }
                worths.push(*worth);
                *value = value.or_better(worth);
            }
        }
        let after_third = values[PARTIAL..].to_vec();
        lattice().roll_missing(&mut values);
        let with_one_roll = values[..PARTIAL].to_vec();
        lattice().choose_kept(&mut values);
        let after_second = values[PARTIAL..].to_vec();
        lattice().roll_missing(&mut values);
        let with_two_rolls = values[..PARTIAL].to_vec();
        lattice().choose_kept(&mut values);
        let after_first = values[PARTIAL..].to_vec();
        let start = after_first.iter().zip(lattice().chances()).map(|(value, chance)| value * chance).sum();
        Turn { free, writes, keeps: [with_one_roll, with_two_rolls], best: [after_first, after_second, after_third], start }
    }

    /// Expected further points before the first roll.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// Expected further points with these dice when the best move is made.
    pub fn best(&self, dice: Hand, rolls_used: u8) -> Result<f64, TurnError> {
        check(dice, rolls_used)?;
        Ok(self.best[usize::from(rolls_used) - 1][dice.full_index()])
    }

    /// Expected further points with these dice kept after this many rolls, one or two.
    pub fn kept(&self, dice: Hand, rolls_used: u8) -> f64 {
        let with_rolls_left = ROLLS.checked_sub(rolls_used + 1).and_then(|left| self.keeps.get(usize::from(left)));
        with_rolls_left.and_then(|worths| worths.get(dice.index())).copied().unwrap_or(f64::NAN)
    }

    /// Every move with its expected further points: all dice to keep while a roll is left, then all free boxes.
    pub fn moves(&self, dice: Hand, rolls_used: u8) -> Result<Vec<JudgedMove>, TurnError> {
        check(dice, rolls_used)?;
        let keeps = (rolls_used < ROLLS).then(|| {
            let worths = &self.keeps[usize::from(ROLLS - rolls_used) - 1];
            dice.proper_parts().iter().map(|&kept| JudgedMove { mv: Move::Keep(kept), worth: worths[kept.index()] })
        });
        let writes =
            self.free.iter().map(|name| JudgedMove { mv: Move::Score(name), worth: self.writes[name as usize][dice.full_index()] });
        Ok(keeps.into_iter().flatten().chain(writes).collect())
    }

    /// The move with the most expected further points; `None` where no box is free.
    pub fn best_move(&self, dice: Hand, rolls_used: u8) -> Result<Option<JudgedMove>, TurnError> {
        Ok(self.moves(dice, rolls_used)?.into_iter().max_by(|a, b| a.worth.total_cmp(&b.worth)))
    }

    /// How a turn of the best moves ends: the chance of each full roll to be written into each box.
    pub(crate) fn outcomes(&self) -> Vec<(BoxName, usize, f64)> {
        let mut sets = [0.0; NODES];
        sets[PARTIAL..].copy_from_slice(lattice().chances());
        for rolls_used in 1..ROLLS {
            for roll in Hand::all_full() {
                let chance = std::mem::take(&mut sets[roll.index()]);
                sets[self.best_kept(roll, rolls_used).index()] += chance;
            }
            lattice().spread_missing(&mut sets);
        }
        let best_box =
            |roll: usize| self.free.iter().max_by(|a, b| self.writes[*a as usize][roll].total_cmp(&self.writes[*b as usize][roll]));
        let ends = sets[PARTIAL..].iter().enumerate().filter(|(_, chance)| **chance > 0.0);
        ends.filter_map(|(roll, &chance)| Some((best_box(roll)?, roll, chance))).collect()
    }

    /// The best dice to keep, all five where writing is best.
    fn best_kept(&self, dice: Hand, rolls_used: u8) -> Hand {
        let keeps = &self.keeps[usize::from(ROLLS - rolls_used) - 1];
        let stop = (dice, self.best[usize::from(ROLLS) - 1][dice.full_index()]);
        let parts = dice.proper_parts().iter().map(|&kept| (kept, keeps[kept.index()]));
        parts.fold(stop, |best, part| if part.1 > best.1 { part } else { best }).0
    }
}

/// Whether five dice lie on the table after a roll.
pub(crate) fn check(dice: Hand, rolls_used: u8) -> Result<(), TurnError> {
    if !(1..=ROLLS).contains(&rolls_used) {
        return Err(TurnError::NoSuchRoll { rolls_used });
    }
    if !dice.is_full() {
        return Err(TurnError::NotFiveDice { dice: dice.len() });
    }
    Ok(())
}
