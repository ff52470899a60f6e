//! What everything in a turn of Yatzy is worth: points exactly; chances to win as if all played on for points after the turn.
//!
//! Supposing that for the chances makes every position worth nearly the same from every seat's view, which play for the win does not:
//! there each seat takes the others to play for points and itself for the win.

use std::sync::Arc;

use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{Move, ROLLS, State, Yatzy};
use spieltisch_rules::{Game, MAX_SEATS};

use super::chances::Chances;
use super::expert::YatzyExpert;
use super::lanes::Worth;
use super::lattice::{NODES, PARTIAL, lattice};
use super::turn::Turn;
use super::win::SheetStanding;
use crate::evaluation::{Evaluator, Measure, TurnValues};
use crate::expert::PerSeat;

impl Evaluator<Yatzy> for YatzyExpert {
    fn turn<'a>(&'a self, state: &State, measure: Measure) -> Box<dyn TurnValues<Yatzy> + 'a> {
        let standings = self.standings(state);
        let seat = state.seat();
        match measure {
            Measure::Points => Box::new(PointsTurn {
                turn: self.turn_for_points(state),
                seat,
                so_far: f64::from(standings[seat].points),
                all: self.expected_scores(&standings),
            }),
            Measure::Win => Box::new(WinTurn::solve(self, &standings, seat)),
        }
    }

    fn is_exact(&self, measure: Measure) -> bool {
        measure == Measure::Points
    }
}

/// A turn in points: those of one seat; the others' stay.
struct PointsTurn {
    turn: Turn,
    seat: usize,
    so_far: f64,
    all: PerSeat,
}

impl PointsTurn {
    fn with_own(&self, further: f64) -> PerSeat {
        let mut all = self.all;
        all[self.seat] = self.so_far + further;
        all
    }
}

impl TurnValues<Yatzy> for PointsTurn {
    fn before_roll(&self, state: &State) -> PerSeat {
        self.with_own(if state.rolls() == 0 { self.turn.start() } else { self.turn.kept(state.dice(), state.rolls()) })
    }

    fn moves(&self, state: &State) -> Vec<(Move, PerSeat)> {
        let judged = self.turn.moves(state.dice(), state.rolls()).unwrap_or_default();
        judged.iter().map(|judged| (judged.mv, self.with_own(judged.worth))).collect()
    }

    fn best(&self, state: &State, _: usize) -> PerSeat {
        self.with_own(self.turn.best(state.dice(), state.rolls()).unwrap_or(f64::NAN))
    }
}

/// Every seat's chance, the mover's first: the mover chooses.
#[derive(Clone, Copy, Debug)]
struct MoverFirst(PerSeat);

impl Worth for MoverFirst {
    const NOTHING: Self = MoverFirst([0.0; MAX_SEATS]);
    const LOWEST: Self = MoverFirst([f64::NEG_INFINITY; MAX_SEATS]);

    /// Among equals for the mover the others' chances decide, so that the order of choosing does not.
    fn or_better(self, other: &Self) -> Self {
        if other.0 > self.0 { *other } else { self }
    }

    fn plus(self, other: &Self) -> Self {
        MoverFirst(std::array::from_fn(|seat| self.0[seat] + other.0[seat]))
    }

    fn times(self, chance: f64) -> Self {
        MoverFirst(self.0.map(|number| number * chance))
    }

    fn with_points(self, _: f64) -> Self {
        self
    }
}

/// A turn in chances to win.
struct WinTurn<'a> {
    game: &'a Yatzy,
    seat: usize,
    /// By box and full roll; empty where the box is not free.
    writes: Vec<Vec<MoverFirst>>,
    /// By kept dice, after one and after two rolls.
    kept: [Vec<MoverFirst>; ROLLS as usize - 1],
    start: MoverFirst,
}

impl<'a> WinTurn<'a> {
    fn solve(expert: &'a YatzyExpert, standings: &[SheetStanding], seat: usize) -> WinTurn<'a> {
        let game = expert.game();
        let chances = Chances::new(expert.chance_model(), standings, seat);
        let first = |chances: PerSeat| MoverFirst(rotated(&chances, seat, standings.len()));
        let mut values = [MoverFirst::LOWEST; NODES];
        let mut writes = vec![Vec::new(); super::layout::BOXES];
        for name in standings[seat].free.iter() {
            // Many rolls have the same points in a box: each is asked for once.
            let mut known: [Option<MoverFirst>; 128] = [None; 128];
            for (roll, value) in Hand::all_full().zip(&mut values[PARTIAL..]) {
                let points = name.points(roll, game.options());
                let worth = *known[usize::from(points & 127)].get_or_insert_with(|| first(chances.after(name, points)));
                writes[name as usize].push(worth);
                *value = value.or_better(&worth);
            }
        }
        let ends: Vec<MoverFirst> = values[PARTIAL..].to_vec();
        let mut kept: [Vec<MoverFirst>; ROLLS as usize - 1] = Default::default();
        for rolls in (1..ROLLS).rev() {
            lattice().roll_missing(&mut values);
            kept[usize::from(rolls) - 1] = values[..PARTIAL].to_vec();
            values[PARTIAL..].copy_from_slice(&ends);
            lattice().choose_kept(&mut values);
        }
        lattice().roll_missing(&mut values);
        WinTurn { game, seat, writes, kept, start: values[Hand::EMPTY.index()] }
    }

    fn by_seat(&self, mover_first: MoverFirst) -> PerSeat {
        let players = self.game.players();
        rotated(&mover_first.0, (players - self.seat) % players, players)
    }

    fn after(&self, state: &State, mv: Move) -> MoverFirst {
        match mv {
            Move::Keep(dice) => self.kept[usize::from(state.rolls()) - 1][dice.index()],
            Move::Score(name) => self.writes[name as usize][state.dice().full_index()],
        }
    }
}

/// The numbers of the seats from `from` on, in the order of play.
fn rotated(numbers: &PerSeat, from: usize, players: usize) -> PerSeat {
    let mut all = [0.0; MAX_SEATS];
    for (offset, slot) in all.iter_mut().enumerate().take(players) {
        *slot = numbers[(from + offset) % players];
    }
    all
}

impl TurnValues<Yatzy> for WinTurn<'_> {
    fn before_roll(&self, state: &State) -> PerSeat {
        self.by_seat(match state.rolls() {
            0 => self.start,
            rolls => self.kept[usize::from(rolls) - 1][state.dice().index()],
        })
    }

    fn moves(&self, state: &State) -> Vec<(Move, PerSeat)> {
        self.game.moves(state).into_iter().map(|mv| (mv, self.by_seat(self.after(state, mv)))).collect()
    }

    fn best(&self, state: &State, _: usize) -> PerSeat {
        let all = self.game.moves(state).into_iter().map(|mv| self.after(state, mv));
        self.by_seat(all.reduce(|best, next| best.or_better(&next)).unwrap_or(MoverFirst::NOTHING))
    }
}

/// What the chances are worked out from, made when first asked for.
pub(super) type SharedModel = Arc<std::sync::OnceLock<super::chances::ChanceModel>>;
