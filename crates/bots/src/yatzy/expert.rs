//! The expert for Yatzy: exact for points, as good as exact for the win.

use std::sync::{Arc, OnceLock};

use rand::Rng;
use spieltisch_rules::yatzy::{BoxSet, Move, Options, State, Yatzy};
use spieltisch_rules::{Game, HeadStart, MAX_SEATS};

use super::chances::ChanceModel;
use super::evaluation::SharedModel;
use super::levels;
use super::solver::ScoreTable;
use super::turn::{JudgedMove, Turn};
use super::win::{SheetStanding, WinModel, WinSettings};
use crate::expert::{Effort, Expert, Level, PerSeat, Thoroughness, Valued};
use crate::ranking::best_first;

/// Knows Yatzy with any options for any number of players.
pub struct YatzyExpert {
    game: Yatzy,
    table: Arc<ScoreTable>,
    /// Made when first asked for: a single player does not need it.
    win: Arc<OnceLock<WinModel>>,
    /// Likewise, for reviews.
    chances: SharedModel,
}

impl YatzyExpert {
    /// Solves the game for these options. `progress` hears the part done, from 0 to 1, and
    /// answers whether to go on.
    pub fn new(game: &Yatzy, progress: &(dyn Fn(f32) -> bool + Sync)) -> Option<YatzyExpert> {
        let table = Arc::new(ScoreTable::solve(&level(game), progress)?);
        Some(YatzyExpert { game: game.clone(), table, win: Arc::default(), chances: Arc::default() })
    }

    /// The same knowledge for another number of players, or another head start; `None` for other options.
    pub fn with_players(&self, game: &Yatzy) -> Option<YatzyExpert> {
        let same = level(game) == level(&self.game);
        same.then(|| YatzyExpert { game: game.clone(), table: self.table.clone(), win: self.win.clone(), chances: self.chances.clone() })
    }

    /// The table of expected scores.
    pub fn table(&self) -> &ScoreTable {
        &self.table
    }

    /// The game as set up.
    pub(super) fn game(&self) -> &Yatzy {
        &self.game
    }

    pub(super) fn chance_model(&self) -> &ChanceModel {
        self.chances.get_or_init(|| ChanceModel::new(self.table.clone()).expect("not stopped"))
    }

    fn win_model(&self) -> &WinModel {
        self.win.get_or_init(|| WinModel::new(self.table.clone(), settings(), &|_| true).expect("not stopped"))
    }

    pub(super) fn standings(&self, state: &State) -> Vec<SheetStanding> {
        let options = self.game.options();
        let standing = |seat| {
            let own = SheetStanding::of(state.sheet(seat), options);
            SheetStanding { points: own.points + u16::from(options.head_start.of(seat)), ..own }
        };
        (0..self.game.players()).map(standing).collect()
    }

    /// Every seat's expected final points when the turn goes on as it stands.
    pub(super) fn expected_scores(&self, standings: &[SheetStanding]) -> PerSeat {
        let mut points = [0.0; MAX_SEATS];
        for (seat, standing) in standings.iter().enumerate() {
            points[seat] = f64::from(standing.points) + self.table.expected(standing.free, standing.upper_sum);
        }
        points
    }

    /// The turn of the player to move, judged by points alone.
    pub(super) fn turn_for_points(&self, state: &State) -> Turn {
        let sheet = state.sheet(state.seat());
        self.table.turn(sheet.free(), sheet.upper_sum())
    }

    /// Moves with their expected further points.
    fn judged(&self, turn: &Turn, state: &State) -> Vec<JudgedMove> {
        turn.moves(state.dice(), state.rolls()).unwrap_or_default()
    }

    /// Moves with the points they bring in this turn, as if it were the last.
    pub(super) fn judged_for_this_turn(&self, state: &State, worth_of_box: impl Fn(usize) -> f64) -> Vec<JudgedMove> {
        let free: BoxSet = state.sheet(state.seat()).free();
        let turn = Turn::new(free, &self.table.ends, |index, points| f64::from(points) - worth_of_box(index));
        self.judged(&turn, state)
    }

    /// Moves with the exact expected further points.
    pub(super) fn judged_for_points(&self, state: &State) -> Vec<JudgedMove> {
        self.judged(&self.turn_for_points(state), state)
    }

    /// The move with the best chance to win; alone, with the most expected points.
    pub(super) fn for_the_win(&self, state: &State) -> Option<Move> {
        if self.game.players() == 1 {
            return self.optimal(state);
        }
        let turn = self.win_model().turn(&self.standings(state), state.seat()).ok()?;
        turn.best_move(state.dice(), state.rolls()).ok()?
    }
}

/// The options by which the game is solved: a head start changes no box.
fn level(game: &Yatzy) -> Options {
    Options { head_start: HeadStart::default(), ..game.options().clone() }
}

#[cfg(not(target_arch = "wasm32"))]
fn settings() -> WinSettings {
    WinSettings::default()
}

/// On one thread the curves would take seconds; there the normal approximation does.
#[cfg(target_arch = "wasm32")]
fn settings() -> WinSettings {
    WinSettings { lead_boxes: 0, exact_boxes: 3 }
}

impl Expert<Yatzy> for YatzyExpert {
    fn bytes(&self) -> usize {
        size_of_val(self.table.values.as_slice()) + self.win.get().map_or(0, WinModel::bytes)
    }

    fn evaluate(&self, state: &State, effort: Effort<'_>) -> Vec<Valued<Move>> {
        let (seat, standings) = (state.seat(), self.standings(state));
        let expected = self.expected_scores(&standings);
        let so_far = f64::from(standings[seat].points);
        let valued = |mv, own: f64, win: PerSeat| {
            let mut points = expected;
            points[seat] = own;
            Valued { mv, points, win }
        };
        let alone = self.game.players() == 1;
        let mut moves: Vec<Valued<Move>> = if alone || effort.thoroughness == Thoroughness::Glance {
            let win = by_points(&expected, self.game.players());
            self.judged_for_points(state).iter().map(|judged| valued(judged.mv, so_far + judged.worth, win)).collect()
        } else {
            let judged = self.win_model().evaluate(&standings, seat, state.dice(), state.rolls()).unwrap_or_default();
            judged.iter().map(|judged| valued(judged.mv, judged.expected_score, per_seat(&judged.chances))).collect()
        };
        best_first(&mut moves, |valued| (valued.win[seat], valued.points[seat]));
        moves
    }

    fn choose(&self, state: &State, level: Level, rng: &mut dyn Rng) -> Move {
        levels::choose(self, state, level, rng)
    }

    fn greedy(&self, state: &State, _: &mut dyn Rng) -> Move {
        best(&self.judged_for_this_turn(state, |_| 0.0))
    }

    fn is_solved(&self) -> bool {
        true
    }

    fn optimal(&self, state: &State) -> Option<Move> {
        self.turn_for_points(state).best_move(state.dice(), state.rolls()).ok()?.map(|judged| judged.mv)
    }

    fn decisions_per_game(&self) -> f64 {
        40.0
    }
}

/// The move worth most; the first of equals.
pub(super) fn best(moves: &[JudgedMove]) -> Move {
    let better = |best: JudgedMove, next: &JudgedMove| if next.worth > best.worth { *next } else { best };
    let first = moves.first().copied().expect("asked only where a move is due");
    moves.iter().fold(first, better).mv
}

fn per_seat(chances: &[f64]) -> PerSeat {
    let mut all = [0.0; MAX_SEATS];
    all[..chances.len()].copy_from_slice(chances);
    all
}

/// A rough guess without the win model: who leads in expected points.
fn by_points(expected: &PerSeat, players: usize) -> PerSeat {
    /// Spread of a whole game's difference in points, roughly.
    const SCALE: f64 = 40.0;
    let most = expected[..players].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = expected[..players].iter().map(|points| ((points - most) / SCALE).exp()).collect();
    let sum: f64 = weights.iter().sum();
    per_seat(&weights.iter().map(|weight| weight / sum).collect::<Vec<f64>>())
}
