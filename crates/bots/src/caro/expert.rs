//! Who knows Caro: every move with its value.

use crate::expert::{Effort, Expert, Level, PerSeat, Thoroughness, Valued};
use crate::ranking::best_first;
use rand::Rng;
use spieltisch_rules::caro::{Caro, Colour, Move, PENALTY, State};
use spieltisch_rules::{Game, MAX_SEATS, ToAct};

use super::cells::Cells;
use super::duel::{self, Limits};
use super::ending::Ending;
use super::glance::{Points, add};
use super::levels;
use super::outlook::Outlook;
use super::position::{CaroPosition, Lay, MOST_PLAYERS, lays_of, move_of};
use super::tree::Tree;
use super::win::{chances, scatter, shares};

/// Plays and judges Caro as set up.
#[derive(Clone, Debug)]
pub struct CaroExpert {
    pub(crate) game: Caro,
    pub(crate) outlook: Outlook,
}

/// How hard a position is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Diligence<'a> {
    /// Two players: positions searched, and tiles left that are solved.
    pub(crate) nodes: u64,
    pub(crate) solved: usize,
    /// Two players: tiles ahead at the most, and entries of the table as a power of two.
    pub(crate) depth: u8,
    pub(crate) table_bits: u32,
    /// More players: visits of the tree, and tiles left that are played out.
    pub(crate) visits: u32,
    pub(crate) played_out: usize,
    /// As in [`Effort`].
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl Diligence<'_> {
    /// The learned estimate one tile ahead.
    const GLANCE: Diligence<'static> =
        Diligence { nodes: u64::MAX, solved: 0, depth: 1, table_bits: 4, visits: 0, played_out: 1, stop: &|| false };
    /// A few milliseconds.
    pub(crate) const LOOK: Diligence<'static> =
        Diligence { nodes: 10_000, solved: 5, depth: 24, table_bits: 14, visits: 200, played_out: 3, stop: &|| false };
    /// As far as level 4 sees; reviews rest on it.
    pub(crate) const CLOSE_LOOK: Diligence<'static> = Diligence { nodes: 25_000, solved: 6, table_bits: 15, ..Diligence::LOOK };
    /// As well as it can.
    const STUDY: Diligence<'static> =
        Diligence { nodes: 300_000, solved: SOLVED, depth: 24, table_bits: 18, visits: 4_000, played_out: 5, stop: &|| false };
}

impl<'a> From<Effort<'a>> for Diligence<'a> {
    fn from(effort: Effort<'a>) -> Diligence<'a> {
        let diligence = match effort.thoroughness {
            Thoroughness::Glance => Diligence::GLANCE,
            Thoroughness::Look => Diligence::LOOK,
            Thoroughness::Study => Diligence::STUDY,
        };
        Diligence { stop: effort.stop, ..diligence }
    }
}

/// A right move with every seat's expected final points and chance to win.
#[derive(Clone)]
struct Right {
    lay: Option<Lay>,
    points: Points,
    wins: Points,
}

impl CaroExpert {
    /// The expert for this table.
    pub fn new(game: &Caro) -> CaroExpert {
        CaroExpert { game: game.clone(), outlook: Outlook::learned(game.players()) }
    }

    /// Every right move with its value as [`Expert::evaluate`] says it, looked at with this diligence.
    pub(crate) fn look_at(&self, state: &State, diligence: Diligence<'_>) -> Vec<Valued<Move>> {
        match self.game.to_act(state) {
            ToAct::Move(_) if self.game.players() == 2 => self.evaluate_in::<u64>(state, diligence),
            ToAct::Move(_) => self.evaluate_in::<u128>(state, diligence),
            _ => Vec::new(),
        }
    }

    pub(crate) fn scores(&self, state: &State) -> Points {
        let scores = self.game.scores(state);
        std::array::from_fn(|seat| scores.get(seat).map_or(0.0, |&points| points as f32))
    }

    fn evaluate_in<C: Cells>(&self, state: &State, diligence: Diligence<'_>) -> Vec<Valued<Move>> {
        let position = CaroPosition::<C>::of(&self.game, state);
        let due = state.again().filter(|&colour| lays_of(&position).iter().any(|lay| lay.colour == colour as u8));
        let right = self.right_moves(&position, &self.scores(state), due, diligence);
        let mut valued: Vec<Valued<Move>> = right
            .iter()
            .map(|right| Valued {
                mv: right.lay.map_or(Move::Pass, |lay| move_of::<C>(state, lay)),
                points: wide(&right.points),
                win: wide(&right.wins),
            })
            .collect();
        if self.game.options().open_table && state.again().is_none() {
            self.add_wrong_moves(state, &right, &mut valued, scatter(self.game.players(), position.tiles_left()));
        }
        // The search's choice stays first; the others follow by their chance.
        if let Some((_, others)) = valued.split_first_mut() {
            best_first(others, |valued| (valued.win[state.seat()], 0.0));
        }
        valued
    }

    /// All moves by the rules of laying, best first.
    fn right_moves<C: Cells>(
        &self,
        position: &CaroPosition<C>,
        scores: &Points,
        due: Option<Colour>,
        diligence: Diligence<'_>,
    ) -> Vec<Right> {
        let players = position.players();
        if position.is_over(&position.survey()) {
            return vec![Right { lay: None, points: *scores, wins: shares(scores, players) }]; // caro.open.end: only the closing pass is left
        }
        if players == 2 {
            return self.duel_moves(position, scores, due, diligence);
        }
        let Diligence { visits, played_out, stop, .. } = diligence;
        let solved = (position.tiles_left() <= played_out).then(|| last_moves(position, scores, due, stop)).flatten();
        solved.unwrap_or_else(|| {
            let mut tree = Tree::new(position, scores, &self.outlook);
            if let Some(colour) = due {
                tree.only(colour as u8);
            }
            tree.search(visits, stop);
            tree.moves().into_iter().map(|grown| Right { lay: grown.lay, points: grown.points, wins: grown.wins }).collect()
        })
    }

    fn duel_moves<C: Cells>(
        &self,
        position: &CaroPosition<C>,
        scores: &Points,
        due: Option<Colour>,
        diligence: Diligence<'_>,
    ) -> Vec<Right> {
        let Diligence { nodes, solved, depth, table_bits, stop, .. } = diligence;
        let limits = Limits { depth, nodes, solve: solved, table_bits, stop };
        let verdict = duel::judge(position, due.map(|colour| colour as u8), &self.outlook, limits);
        let to_come: f32 = self.outlook.points(position, &position.survey()).iter().sum();
        let (seat, other) = (position.seat(), 1 - position.seat());
        let right = |judged: &duel::JudgedLay| {
            let [own, others] = match judged.gains {
                Some(gains) => gains.map(|points| points as f32),
                None => [(to_come + judged.lead) / 2.0, (to_come - judged.lead) / 2.0],
            };
            let mut points = *scores;
            points[seat] += own;
            points[other] += others;
            let wins = if verdict.solved { shares(&points, 2) } else { chances(&points, 2, scatter(2, position.tiles_left())) };
            Right { lay: judged.lay, points, wins }
        };
        verdict.moves.iter().map(right).collect()
    }

    /// The wrong tiles of an open table. An opponent will object: the points are gone, 10 more
    /// as well, and the same tile is laid again where it is right (caro.open.object, caro.open.nowhere).
    fn add_wrong_moves(&self, state: &State, right: &[Right], valued: &mut Vec<Valued<Move>>, scatter: f32) {
        let seat = state.seat();
        let after_objection = Colour::ALL.map(|colour| {
            let same = right.iter().find(|right| right.lay.is_some_and(|lay| lay.colour == colour as u8));
            let mut points = same.or(right.first()).map_or(self.scores(state), |right| right.points);
            points[seat] -= PENALTY as f32;
            points
        });
        let before = valued.len();
        for mv in self.game.moves(state) {
            if let Move::Lay(colour, place) = mv
                && !self.game.is_right(state, colour, place)
            {
                let points = after_objection[colour as usize];
                valued.push(Valued { mv, points: wide(&points), win: wide(&chances(&points, self.game.players(), scatter)) });
            }
        }
        // A wrong tile is never better than the best right one.
        best_first(&mut valued[before..], |valued| (valued.win[seat], 0.0));
    }
}

/// Two players: tiles left that a study solves.
pub const SOLVED: usize = 8;

/// The last tiles of three or four players, played out; `None` when stopped.
fn last_moves<C: Cells>(position: &CaroPosition<C>, scores: &Points, due: Option<Colour>, stop: &dyn Fn() -> bool) -> Option<Vec<Right>> {
    let (seat, players) = (position.seat(), position.players());
    let mut ending = Ending::new(stop);
    let mut right = Vec::new();
    for lay in lays_of(position).into_iter().filter(|lay| due.is_none_or(|colour| lay.colour == colour as u8)) {
        let mut gained = [0.0; MOST_PLAYERS];
        gained[seat] = lay.points as f32;
        let points = ending.final_points(&position.after(lay), &add(scores, &gained)).ok()?;
        right.push(Right { lay: Some(lay), points, wins: shares(&points, players) });
    }
    if right.is_empty() {
        let points = ending.final_points(&position.after_pass(), scores).ok()?;
        right.push(Right { lay: None, points, wins: shares(&points, players) });
    }
    best_first(&mut right, |right| (right.wins[seat].into(), super::glance::lead_of(&right.points, seat, players).into()));
    Some(right)
}

fn wide(points: &Points) -> PerSeat {
    let mut wide = [0.0; MAX_SEATS];
    wide.iter_mut().zip(points).for_each(|(wide, &points)| *wide = points as f64);
    wide
}

impl Expert<Caro> for CaroExpert {
    /// Only laying and passing are judged; for objections see [`Expert::notices_fault`].
    fn evaluate(&self, state: &State, effort: Effort<'_>) -> Vec<Valued<Move>> {
        self.look_at(state, effort.into())
    }

    /// Lays or passes; `Move::Pass` as well when the game is over and nothing can be chosen.
    fn choose(&self, state: &State, level: Level, rng: &mut dyn Rng) -> Move {
        levels::choose(self, state, level, rng)
    }
    /// The right tile with the most points now, any of those with equal points.
    fn greedy(&self, state: &State, rng: &mut dyn Rng) -> Move {
        levels::greedy(&self.game, state, rng)
    }

    /// An upheld objection costs the culprit points and the objector nothing, so a player who
    /// sees a wrong tile objects (caro.open.object).
    fn notices_fault(&self, state: &State, level: Level, rng: &mut dyn Rng) -> bool {
        levels::notices_fault(state, level, rng)
    }

    /// Every tile but the last is a decision.
    fn decisions_per_game(&self) -> f64 {
        11.0
    }
}
