//! Two players: alpha-beta search (principal variations, iterative deepening).
//!
//! Values are the points the player to move will gain on the other from here on, so that
//! positions reached in another order of tiles, with other points, share what is known.

use super::cells::Cells;
use super::outlook::Outlook;
use super::position::{CaroPosition, Lay, lays_of};
use super::table::{Bound, Transpositions};
use crate::ranking::best_first;

/// Parts of a point in the values of the search.
pub const GRAIN: i32 = 8;
/// More than any value.
const INFINITE: i32 = 30_000;
/// More lays than any position has: at most 24 tiles' surroundings, three colours each.
const MOST_LAYS: usize = 128;
/// How often the search asks whether it should stop, in positions.
const ASK_EVERY: u64 = 2048;

/// One part in so many of the positions goes into judging every move, the rest into the best one.
const SHARE_FOR_ALL: u64 = 2;

/// How far a search may go.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// No further than this many tiles ahead.
    pub depth: u8,
    /// No more positions than this, except to solve the end.
    pub nodes: u64,
    /// Positions with this many tiles left or fewer are solved, whatever it costs.
    pub solve: usize,
    /// Entries of the table, as a power of two.
    pub table_bits: u32,
    /// Asked now and then; `true` means: stop at once.
    pub stop: &'a dyn Fn() -> bool,
}

/// A move and the lead it gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedLay {
    /// The tile; `None` is a pass.
    pub lay: Option<Lay>,
    /// What the player to move will gain on the other from now on, in points.
    pub lead: f32,
    /// Once solved: what both will score from now on, the player to move first.
    pub gains: Option<[i32; 2]>,
}

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// All moves, best first.
    pub moves: Vec<JudgedLay>,
    /// Whether the leads are the true ones under best play.
    pub solved: bool,
    /// How many tiles ahead was searched completely.
    pub depth: u8,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Marks a search that was broken off.
struct Stopped;

struct Search<'a, C> {
    outlook: &'a Outlook,
    table: Transpositions,
    history: Box<[[i32; 64]; 4]>,
    nodes: u64,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
    cells: std::marker::PhantomData<C>,
}

/// Judges every move of the player to move. `only` narrows the moves (the same tile again).
pub fn judge<C: Cells>(position: &CaroPosition<C>, only: Option<u8>, outlook: &Outlook, limits: Limits<'_>) -> SearchResult {
    let mut search = Search::<C> {
        outlook,
        table: Transpositions::new(limits.table_bits),
        history: Box::new([[0; 64]; 4]),
        nodes: 0,
        limit: limits.nodes,
        stop: limits.stop,
        cells: std::marker::PhantomData,
    };
    search.deepen(position, only, limits)
}

impl<C: Cells> Search<'_, C> {
    fn deepen(&mut self, position: &CaroPosition<C>, only: Option<u8>, limits: Limits<'_>) -> SearchResult {
        let left = position.tiles_left();
        let lays = lays_of(position).into_iter().filter(|lay| only.is_none_or(|colour| lay.colour == colour));
        let mut moves: Vec<JudgedLay> = lays.map(|lay| JudgedLay { lay: Some(lay), lead: lay.points as f32, gains: None }).collect();
        if moves.is_empty() {
            moves.push(JudgedLay { lay: None, lead: 0.0, gains: None });
        }
        sort(&mut moves);
        let mut verdict = SearchResult { moves, solved: false, depth: 0, nodes: 0 };
        let deepest = limits.depth.min(left as u8);
        self.limit = if left <= limits.solve { u64::MAX } else { limits.nodes / SHARE_FOR_ALL };
        while verdict.depth < deepest {
            let Ok(moves) = self.judge_all(position, &verdict.moves, verdict.depth + 1) else { break };
            verdict = SearchResult { moves, solved: verdict.depth as usize + 1 >= left, depth: verdict.depth + 1, nodes: 0 };
        }
        if verdict.solved {
            self.limit = u64::MAX;
            let _ = self.find_gains(position, &mut verdict.moves);
        } else {
            self.limit = limits.nodes;
            for depth in verdict.depth + 1..=deepest {
                if self.refine(position, &mut verdict.moves, depth).is_err() {
                    break;
                }
            }
        }
        verdict.nodes = self.nodes;
        verdict
    }

    /// The exact value of every move at this depth.
    fn judge_all(&mut self, position: &CaroPosition<C>, moves: &[JudgedLay], depth: u8) -> Result<Vec<JudgedLay>, Stopped> {
        let mut judged = Vec::with_capacity(moves.len());
        for &JudgedLay { lay, lead, .. } in moves {
            let (next, points) = step(position, lay);
            let value = points - self.around(&next, depth - lay.is_some() as u8, points - (lead * GRAIN as f32) as i32)?;
            judged.push(JudgedLay { lay, lead: value as f32 / GRAIN as f32, gains: None });
        }
        sort(&mut judged);
        Ok(judged)
    }

    /// Looks for the best move alone, a tile further; what was found counts even when it is
    /// broken off. The other moves keep their distances, but stay behind.
    fn refine(&mut self, position: &CaroPosition<C>, moves: &mut [JudgedLay], depth: u8) -> Result<(), Stopped> {
        let mut best: Option<(usize, i32)> = None;
        let mut outcome = Ok(());
        for (number, &JudgedLay { lay, lead, .. }) in moves.iter().enumerate() {
            let (next, points) = step(position, lay);
            let below = depth - lay.is_some() as u8;
            let found = match best {
                None => self.around(&next, below, points - (lead * GRAIN as f32) as i32),
                Some((_, most)) => match self.value(&next, below, points - most - 1, points - most) {
                    Ok(value) if points - value > most => self.value(&next, below, -INFINITE, points - most),
                    other => other,
                },
            };
            match found {
                Ok(value) if best.is_none_or(|(_, most)| points - value > most) => best = Some((number, points - value)),
                Ok(_) => {}
                Err(Stopped) => {
                    outcome = Err(Stopped);
                    break;
                }
            }
        }
        if let Some((number, value)) = best {
            let lead = value as f32 / GRAIN as f32;
            let shift = lead - moves[number].lead;
            moves.iter_mut().for_each(|judged| judged.lead = (judged.lead + shift).min(lead));
            moves[..=number].rotate_right(1);
            sort(&mut moves[1..]);
        }
        outcome
    }

    /// What both players score after each move of a solved position.
    fn find_gains(&mut self, position: &CaroPosition<C>, moves: &mut [JudgedLay]) -> Result<(), Stopped> {
        for judged in moves {
            let (next, points) = step(position, judged.lay);
            let [other, own] = self.line(&next, points - (judged.lead * GRAIN as f32) as i32)?;
            judged.gains = Some([own + points / GRAIN, other]);
        }
        Ok(())
    }

    /// What the player to move and the other score on one line of best play from a position
    /// of this value.
    fn line(&mut self, position: &CaroPosition<C>, value: i32) -> Result<[i32; 2], Stopped> {
        let survey = position.survey();
        if position.is_over(&survey) {
            return Ok([0, 0]);
        }
        for lay in lays_of(position) {
            let (next, points) = step(position, Some(lay));
            let rest = points - value;
            if self.value(&next, u8::MAX, rest, rest + 1)? <= rest {
                let [other, own] = self.line(&next, rest)?;
                return Ok([own + points / GRAIN, other]);
            }
        }
        let [other, own] = self.line(&position.after_pass(), -value)?;
        Ok([own, other])
    }

    /// The exact value of a position, looked for around a guess first.
    fn around(&mut self, position: &CaroPosition<C>, depth: u8, guess: i32) -> Result<i32, Stopped> {
        const WINDOW: i32 = 4 * GRAIN;
        let (low, high) = (guess - WINDOW, guess + WINDOW);
        let value = self.value(position, depth, low, high)?;
        if value <= low {
            self.value(position, depth, -INFINITE, value + 1)
        } else if value >= high {
            self.value(position, depth, value - 1, INFINITE)
        } else {
            Ok(value)
        }
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Fail-soft negamax with null windows after the first move.
    fn value(&mut self, position: &CaroPosition<C>, depth: u8, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.count_node()?;
        let left = position.tiles_left() as u8;
        let depth = depth.min(left);
        if depth == 0 {
            return Ok(self.leaf(position));
        }
        if left == 1 {
            return Ok(last_tile(position));
        }
        let key = position.key();
        let mut first = (u8::MAX, 0);
        if let Some(known) = self.table.get(key) {
            let value = known.value as i32;
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if known.depth >= depth && decides {
                return Ok(value);
            }
            first = known.best;
        }
        let survey = position.survey();
        let mut lays = Lays::default();
        position.each_lay(&survey, |lay| lays.push(lay, self.promise(lay, first)));
        if lays.count == 0 {
            if position.is_over(&survey) {
                return Ok(0);
            }
            return Ok(-self.value(&position.after_pass(), depth, -beta, -alpha)?);
        }
        let start = alpha;
        let mut best = -INFINITE;
        let mut best_lay = (u8::MAX, 0);
        for turn in 0..lays.count {
            let lay = lays.take_best(turn);
            let next = position.after(lay);
            let points = lay.points as i32 * GRAIN;
            let mut value;
            if turn == 0 {
                value = points - self.value(&next, depth - 1, points - beta, points - alpha)?;
            } else {
                value = points - self.value(&next, depth - 1, points - alpha - 1, points - alpha)?;
                if value > alpha && value < beta {
                    value = points - self.value(&next, depth - 1, points - beta, points - alpha)?;
                }
            }
            if value > best {
                best = value;
                best_lay = (lay.colour, lay.cell);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.history[lay.colour as usize][lay.cell as usize & 63] += depth as i32 * depth as i32;
                break;
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best <= start {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.table.put(key, best as i16, depth, bound, best_lay);
        Ok(best)
    }

    #[inline]
    fn leaf(&self, position: &CaroPosition<C>) -> i32 {
        let survey = position.survey();
        if position.is_over(&survey) { 0 } else { (self.outlook.lead(position, &survey) * GRAIN as f32).round() as i32 }
    }

    /// How early a tile should be tried.
    #[inline]
    fn promise(&self, lay: Lay, first: (u8, u8)) -> i32 {
        if (lay.colour, lay.cell) == first {
            return i32::MAX;
        }
        lay.points as i32 * 1024 + self.history[lay.colour as usize][lay.cell as usize & 63].min(1 << 20)
    }
}

/// The position after a move and what it scores, in parts of a point.
fn step<C: Cells>(position: &CaroPosition<C>, lay: Option<Lay>) -> (CaroPosition<C>, i32) {
    match lay {
        Some(lay) => (position.after(lay), lay.points as i32 * GRAIN),
        None => (position.after_pass(), 0),
    }
}

/// The value when only one tile is left: the most it can score, for the player who holds it.
fn last_tile<C: Cells>(position: &CaroPosition<C>) -> i32 {
    let survey = position.survey();
    let mut most = 0;
    position.each_lay(&survey, |lay| most = most.max(lay.points as i32));
    position.after_pass().each_lay(&survey, |lay| most = most.min(-(lay.points as i32)));
    most * GRAIN
}

fn sort(moves: &mut [JudgedLay]) {
    best_first(moves, |judged| (judged.lead.into(), 0.0));
}

/// The tiles of a position, taken best first.
struct Lays {
    lays: [(i32, Lay); MOST_LAYS],
    count: usize,
}

impl Default for Lays {
    fn default() -> Lays {
        Lays { lays: [(0, Lay { colour: 0, cell: 0, points: 0 }); MOST_LAYS], count: 0 }
    }
}

impl Lays {
    #[inline]
    fn push(&mut self, lay: Lay, promise: i32) {
        self.lays[self.count] = (promise, lay);
        self.count += 1;
    }

    /// The best of those not yet taken, `taken` of them.
    #[inline]
    fn take_best(&mut self, taken: usize) -> Lay {
        let mut best = taken;
        for i in taken + 1..self.count {
            if self.lays[i].0 > self.lays[best].0 {
                best = i;
            }
        }
        self.lays.swap(taken, best);
        self.lays[taken].1
    }
}
