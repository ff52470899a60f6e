//! The last boxes played for the worth of the final score, exactly.

use std::collections::HashMap;

use spieltisch_rules::yatzy::{BONUS, BoxName};

use super::curves::{self, Curve, EndWorth, SCORES};
use super::kernel::SetValues;
use super::lanes::{Lanes, Worth};
use super::lattice::NODES;
use super::layout::{BOXES, SheetState};
use super::solver::ScoreTable;

/// What every state on the way to the end is worth, by the points gained on the way.
pub struct Endgame<'a> {
    table: &'a ScoreTable,
    start: SheetState,
    rows: HashMap<SheetState, Vec<f32>>,
}

/// The most points of a box.
fn most_points(box_index: usize) -> usize {
    match BoxName::ALL[box_index] {
        name if name.is_upper() => 5 * (box_index + 1),
        BoxName::SmallStraight => 30,
        BoxName::LargeStraight => 40,
        BoxName::FullHouse => 25,
        BoxName::Yatzy => 100,
        _ => 30,
    }
}

fn most_gained(from: SheetState, to: SheetState) -> usize {
    let filled = from.free().bits() & !to.free().bits();
    let boxes = (0..BOXES).filter(|index| filled >> index & 1 == 1);
    let bonus_to_come = from.class > 0 && from.upper != to.upper;
    boxes.map(most_points).sum::<usize>() + if bonus_to_come { usize::from(BONUS) } else { 0 }
}

/// The most points that the free boxes of a state can bring.
pub fn most_to_come(state: SheetState) -> usize {
    most_gained(state, SheetState { upper: 0, class: 0, lower: 0 })
}

impl<'a> Endgame<'a> {
    /// Works out all that can follow a turn from `start`, when gaining some points by the end is worth `worth`
    /// of them, which must not fall with the points.
    pub fn new(table: &'a ScoreTable, start: SheetState, worth: impl Fn(usize) -> f32) -> Self {
        let mut endgame = Self { table, start, rows: HashMap::new() };
        let end = SheetState { upper: 0, class: 0, lower: 0 };
        endgame.rows.insert(end, (0..=most_to_come(start) + SCORES).map(worth).collect());
        let mut values = [Curve::NOTHING; NODES];
        endgame.each_after(start, |endgame, after| endgame.solve(after, &mut values));
        endgame
    }

    /// The worth of a state after the first turn, which brought these points.
    pub fn after(&self, after: SheetState, points: usize) -> f64 {
        self.rows.get(&after).and_then(|row| row.get(points)).map_or(f64::NAN, |&worth| f64::from(worth))
    }

    fn each_after(&mut self, state: SheetState, mut visit: impl FnMut(&mut Self, SheetState)) {
        for name in state.free().iter() {
            let counts = if name.is_upper() { 6 } else { 1 };
            for count in 0..counts {
                let (after, _) = self.table.layout.after(state, name as usize, count * (name as u8 + 1));
                visit(self, after);
            }
        }
    }

    fn solve(&mut self, state: SheetState, values: &mut SetValues<Curve>) {
        if self.rows.contains_key(&state) {
            return;
        }
        self.each_after(state, |endgame, after| endgame.solve(after, values));
        let wanted = most_gained(self.start, state) + 1;
        let mut row = Vec::with_capacity(wanted + 2 * SCORES);
        while row.len() < wanted {
            let ends = RowEnds { endgame: self, state, gained: row.len() };
            row.extend(curves::turn(&self.table.ends, state, &ends, values).0);
        }
        // Blocks read past the points that can be: they need something to read there.
        row.resize(wanted + SCORES, 0.0);
        self.rows.insert(state, row);
    }
}

struct RowEnds<'a> {
    endgame: &'a Endgame<'a>,
    state: SheetState,
    gained: usize,
}

impl EndWorth for RowEnds<'_> {
    #[inline(always)]
    fn worth(&self, box_index: usize, points: u8) -> Curve {
        let (after, bonus) = self.endgame.table.layout.after(self.state, box_index, points);
        let from = self.gained + usize::from(u16::from(points) + bonus);
        let row = self.endgame.rows.get(&after).and_then(|row| row.get(from..from + SCORES));
        row.map_or(Lanes::NOTHING, |chances| Lanes(std::array::from_fn(|lane| chances[lane])))
    }
}
