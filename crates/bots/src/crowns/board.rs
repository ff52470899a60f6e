//! Boards and what a set of covered fields scores.

use super::turn::{FIELDS, OUTCOMES, ReachTable, field_bit, turns};
use super::wide::dispatch;

/// Chips every player starts with.
pub const CHIPS: u8 = 18;

/// Crowns of the default board, by field index: the row of ones first, `1x` first.
pub const DEFAULT_CROWNS: [u8; FIELDS] = [
    0, 0, 1, 2, 3, 2, //
    0, 0, 1, 3, 4, 3, //
    0, 1, 2, 3, 4, 4, //
    1, 1, 2, 3, 5, 5, //
    1, 2, 3, 4, 6, 6, //
    1, 2, 3, 4, 5, 6,
];

/// A board ready for scoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverBoard {
    crowns: [u8; FIELDS],
    lines: [CrownLine; 12],
    edge: u64,
}

/// A line of five core fields and its crowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrownLine {
    /// The five fields.
    pub mask: u64,
    /// Sum of their crowns.
    pub crowns: u16,
}

impl Default for SolverBoard {
    fn default() -> Self {
        Self::new(DEFAULT_CROWNS)
    }
}

impl SolverBoard {
    /// A board with these crowns (0 to 9 by the rules; larger ones merely score more).
    pub fn new(crowns: [u8; FIELDS]) -> Self {
        let mut lines = [CrownLine { mask: 0, crowns: 0 }; 12];
        for n in 1..=5u8 {
            let at = usize::from(n - 1);
            lines[at].mask = (1..=5).map(|count| field_bit(count, n)).sum();
            lines[5 + at].mask = (1..=5).map(|number| field_bit(n, number)).sum();
            lines[10].mask |= field_bit(n, n);
            lines[11].mask |= field_bit(n, 6 - n);
        }
        for line in &mut lines {
            line.crowns = (0..FIELDS).filter(|field| line.mask >> field & 1 == 1).map(|field| u16::from(crowns[field])).sum();
        }
        let edge = (1..=6).map(|n| field_bit(n, 6) | field_bit(6, n)).fold(0, |all, bit| all | bit);
        Self { crowns, lines, edge }
    }

    /// Crowns by field index.
    pub fn crowns(&self) -> &[u8; FIELDS] {
        &self.crowns
    }

    /// Five rows, five columns, two diagonals.
    pub fn lines(&self) -> &[CrownLine; 12] {
        &self.lines
    }

    /// The eleven edge fields.
    pub fn edge(&self) -> u64 {
        self.edge
    }

    /// Points of a set of covered fields (`crowns.score.edge`, `crowns.score.line`).
    pub fn score(&self, covered: u64) -> u16 {
        let mut points = 0;
        let mut edge = covered & self.edge;
        while edge != 0 {
            points += u16::from(self.crowns[edge.trailing_zeros() as usize]);
            edge &= edge - 1;
        }
        for line in &self.lines {
            if covered & line.mask == line.mask {
                points += line.crowns;
            }
        }
        points
    }

    /// Exact expectation alone with one chip left: the best single field each roll reaches. With one chip both ways of playing
    /// alone and a last turn with one chip in multiplayer are the same, as no field ever lowers the score.
    pub fn last_chip(&self, covered: u64) -> f32 {
        let now = self.score(covered);
        let mut gains = [0u16; FIELDS];
        for line in &self.lines {
            let missing = line.mask & !covered;
            if missing.is_power_of_two() {
                gains[missing.trailing_zeros() as usize] += line.crowns;
            }
        }
        let mut free_edge = self.edge & !covered;
        while free_edge != 0 {
            let field = free_edge.trailing_zeros() as usize;
            gains[field] = u16::from(self.crowns[field]);
            free_edge &= free_edge - 1;
        }
        let mut useful = [(0u32, 0u64); FIELDS];
        let mut kinds = 0;
        for (field, &gain) in gains.iter().enumerate().filter(|(_, gain)| **gain > 0) {
            match useful[..kinds].iter_mut().find(|(known, _)| *known == u32::from(gain)) {
                Some((_, fields)) => *fields |= 1 << field,
                None => {
                    useful[kinds] = (u32::from(gain), 1 << field);
                    kinds += 1;
                }
            }
        }
        let useful = &mut useful[..kinds];
        useful.sort_unstable_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        f32::from(now) + expected_gain(&turns().reach_table, useful) as f32 / OUTCOMES as f32
    }
}

dispatch!(expected_gain, expected_gain_plain, (table: &ReachTable, useful: &[(u32, u64)]) -> u32);

/// Sum over all ordered rolls of the gain of the first entry with a field the roll reaches.
#[inline(always)]
fn expected_gain_plain(table: &ReachTable, useful: &[(u32, u64)]) -> u32 {
    let mut settled = [0u64; ReachTable::WORDS];
    let mut sum = 0;
    for &(gain, fields) in useful {
        let mut reaching = settled;
        let mut rest = fields;
        while rest != 0 {
            for (word, more) in reaching.iter_mut().zip(&table.rolls_of_field[rest.trailing_zeros() as usize]) {
                *word |= more;
            }
            rest &= rest - 1;
        }
        for ((word, before), weight) in reaching.iter().zip(&settled).zip(&table.weights) {
            sum += gain * weight * (word & !before).count_ones();
        }
        settled = reaching;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rulebook_example_scores_26() {
        let edge = field_bit(6, 2) | field_bit(6, 3) | field_bit(1, 6);
        let ones = (1..=5).map(|count| field_bit(count, 1)).sum::<u64>();
        let fours = (1..=5).map(|count| field_bit(count, 4)).sum::<u64>();
        assert_eq!(SolverBoard::default().score(edge | ones | fours), 26);
    }

    #[test]
    fn a_field_counts_in_each_complete_line() {
        let board = SolverBoard::default();
        let row = board.lines()[2];
        let column = board.lines()[7];
        let both = row.mask | column.mask;
        assert_eq!(board.score(both), row.crowns + column.crowns);
        assert_eq!(both.count_ones(), 9);
        assert_eq!(board.score(row.mask & !(row.mask & column.mask)), 0);
    }
}
