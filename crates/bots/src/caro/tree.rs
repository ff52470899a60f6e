//! Three and four players: a search tree that grows where it pays (PUCT).
//!
//! Every visit walks down to a new position, where the learned estimate stands in for the
//! rest of the game, and takes the chances to win back up. Which tiles are tried first
//! follows the estimate one tile ahead. Everyone is taken to aim at winning.

use super::cells::Cells;
use super::glance::{Points, add, lead_of, points_after};
use super::outlook::Outlook;
use super::position::{CaroPosition, Lay, MOST_PLAYERS};
use super::win::{chances, scatter, shares};
use crate::ranking::best_first;

/// How much a tile seldom tried draws the next visit.
const CURIOSITY: f32 = 1.0;
/// How many points of lead make a tile less likely to be tried by a factor of e.
const WARMTH: f32 = 4.0;
/// By how much a tile never tried counts as worse than the position.
const CAUTION: f32 = 0.1;
/// No position yet.
const NOWHERE: u32 = u32::MAX;

/// A move at a position of the tree, with what was seen below it.
struct Branch {
    lay: Option<Lay>,
    prior: f32,
    visits: f32,
    /// Sums over the visits.
    wins: Points,
    points: Points,
    next: u32,
}

struct Node<C> {
    position: CaroPosition<C>,
    gained: Points,
    points: Points,
    wins: Points,
    /// Its branches in the tree's list.
    branches: std::ops::Range<u32>,
    visits: f32,
}

/// A move of the first position with what the tree says of it.
#[derive(Clone, Copy, Debug)]
pub struct Grown {
    /// The tile; `None` is a pass.
    pub lay: Option<Lay>,
    /// How many visits went through it.
    pub visits: f32,
    /// Expected final points.
    pub points: Points,
    /// Chances to win.
    pub wins: Points,
}

/// The tree over one position.
pub struct Tree<'a, C> {
    nodes: Vec<Node<C>>,
    branches: Vec<Branch>,
    outlook: &'a Outlook,
}

impl<'a, C: Cells> Tree<'a, C> {
    /// A tree of this position alone; `points` are those made so far.
    pub fn new(position: &CaroPosition<C>, points: &Points, outlook: &'a Outlook) -> Tree<'a, C> {
        let mut tree = Tree { nodes: Vec::new(), branches: Vec::new(), outlook };
        tree.grow(*position, *points);
        tree
    }

    /// Lets only moves with this colour be tried at the first position.
    pub fn only(&mut self, colour: u8) {
        let first = self.nodes[0].branches.clone();
        self.branches.truncate(first.end as usize);
        self.branches.retain(|branch| branch.lay.is_none_or(|lay| lay.colour == colour));
        self.nodes[0].branches = 0..self.branches.len() as u32;
    }

    /// Adds a position with its branches; the number of the node.
    fn grow(&mut self, position: CaroPosition<C>, gained: Points) -> u32 {
        let (seat, players, left) = (position.seat(), position.players(), position.tiles_left());
        let survey = position.survey();
        let from = self.branches.len();
        let mut node = Node { position, gained, points: gained, wins: [0.0; MOST_PLAYERS], branches: 0..0, visits: 0.0 };
        if position.is_over(&survey) {
            node.wins = shares(&gained, players);
        } else {
            let mut best = f32::MIN;
            position.each_lay(&survey, |lay| {
                let points = add(&gained, &points_after(&position, lay, self.outlook));
                let prior = lead_of(&points, seat, players);
                if prior > best {
                    best = prior;
                    node.points = points;
                }
                self.branches.push(Branch { lay: Some(lay), prior, visits: 0.0, wins: [0.0; MOST_PLAYERS], points, next: NOWHERE });
            });
            if self.branches.len() == from {
                node.points = add(&gained, &self.outlook.points(&position, &survey));
                self.branches.push(Branch {
                    lay: None,
                    prior: 0.0,
                    visits: 0.0,
                    wins: [0.0; MOST_PLAYERS],
                    points: node.points,
                    next: NOWHERE,
                });
                best = 0.0;
            }
            node.wins = chances(&node.points, players, scatter(players, left));
            turn_into_priors(&mut self.branches[from..], best);
        }
        node.branches = from as u32..self.branches.len() as u32;
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    fn select(&self, node: &Node<C>) -> u32 {
        let seat = node.position.seat();
        let pull = CURIOSITY * (node.visits + 1.0).sqrt();
        let draw = |branch: &Branch| {
            let worth = if branch.visits > 0.0 { branch.wins[seat] / branch.visits } else { node.wins[seat] - CAUTION };
            worth + pull * branch.prior / (1.0 + branch.visits)
        };
        let mut best = (f32::MIN, node.branches.start);
        for number in node.branches.clone() {
            let draw = draw(&self.branches[number as usize]);
            if draw > best.0 {
                best = (draw, number);
            }
        }
        best.1
    }

    /// Walks down once, to a new position or to an end of the game.
    fn visit(&mut self, path: &mut Vec<(u32, u32)>) {
        path.clear();
        let mut at = 0;
        while !self.nodes[at as usize].branches.is_empty() {
            let number = self.select(&self.nodes[at as usize]);
            path.push((at, number));
            let branch = &self.branches[number as usize];
            if branch.next != NOWHERE {
                at = branch.next;
                continue;
            }
            let node = &self.nodes[at as usize];
            let mut gained = node.gained;
            let position = match branch.lay {
                Some(lay) => {
                    gained[node.position.seat()] += lay.points as f32;
                    node.position.after(lay)
                }
                None => node.position.after_pass(),
            };
            at = self.grow(position, gained);
            self.branches[number as usize].next = at;
            break;
        }
        let (wins, points) = (self.nodes[at as usize].wins, self.nodes[at as usize].points);
        for &(node, number) in path.iter() {
            self.nodes[node as usize].visits += 1.0;
            let branch = &mut self.branches[number as usize];
            branch.points = if branch.visits == 0.0 { points } else { add(&branch.points, &points) };
            branch.wins = add(&branch.wins, &wins);
            branch.visits += 1.0;
        }
    }

    /// Visits this often, unless stopped.
    pub fn search(&mut self, visits: u32, stop: &dyn Fn() -> bool) {
        const ASK_EVERY: u32 = 32;
        let mut path = Vec::new();
        for number in 1..=visits {
            self.visit(&mut path);
            if number.is_multiple_of(ASK_EVERY) && stop() {
                return;
            }
        }
    }

    /// The moves of the first position, most visited first, then by the estimate.
    pub fn moves(&self) -> Vec<Grown> {
        let root = &self.nodes[0];
        let (seat, players) = (root.position.seat(), root.position.players());
        let scatter = scatter(players, root.position.tiles_left());
        let branches = &self.branches[root.branches.start as usize..root.branches.end as usize];
        let grown = |branch: &Branch| {
            let visits = branch.visits;
            if visits == 0.0 {
                return Grown { lay: branch.lay, visits, points: branch.points, wins: chances(&branch.points, players, scatter) };
            }
            Grown { lay: branch.lay, visits, points: branch.points.map(|sum| sum / visits), wins: branch.wins.map(|sum| sum / visits) }
        };
        let mut moves: Vec<Grown> = branches.iter().map(grown).collect();
        best_first(&mut moves, |grown| (grown.visits.into(), grown.wins[seat].into()));
        moves
    }
}

/// Leads, held in the priors, become shares of attention.
fn turn_into_priors(branches: &mut [Branch], best: f32) {
    let mut sum = 0.0;
    for branch in branches.iter_mut() {
        branch.prior = ((branch.prior - best) / WARMTH).exp();
        sum += branch.prior;
    }
    branches.iter_mut().for_each(|branch| branch.prior /= sum);
}
