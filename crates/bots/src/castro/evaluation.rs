//! What everything in a turn of Castro is worth, exactly over what its results are worth.

use spieltisch_rules::castro::{Castro, Move, ROLLS, State};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::{Game, MAX_SEATS};

use super::lookahead::Lookahead;
use super::network::Prediction;
use super::player::CastroExpert;
use super::position::{CastroPosition, LOSE, MOST_PLAYERS, RESULTS};
use crate::evaluation::{Evaluator, Measure, TurnValues};
use crate::expert::PerSeat;
use crate::yatzy::lanes::Worth;
use crate::yatzy::lattice::{NODES, PARTIAL, lattice};

/// Whole turns looked at to value the results of one, that one included; with two players there is time for one more.
const TURNS: u32 = 2;
const TURNS_OF_TWO: u32 = 3;
/// Squares that seem worse than another of their symbol by more than this are not looked at so deeply.
const MARGIN: f32 = 0.03;
/// The same for the turns after the one that is valued: what a square of theirs is worth exactly matters less.
const LATER_MARGIN: f32 = 0.003;

/// One number for each player, the player to move first: that one chooses.
#[derive(Clone, Copy, Debug)]
struct InTurn([f64; MOST_PLAYERS]);

impl Worth for InTurn {
    const NOTHING: Self = InTurn([0.0; MOST_PLAYERS]);
    const LOWEST: Self = InTurn([f64::NEG_INFINITY; MOST_PLAYERS]);

    /// Among equals for the player to move the others' numbers decide, so that the order of choosing does not.
    fn or_better(self, other: &Self) -> Self {
        if other.0 > self.0 { *other } else { self }
    }

    fn plus(self, other: &Self) -> Self {
        InTurn(std::array::from_fn(|offset| self.0[offset] + other.0[offset]))
    }

    fn times(self, chance: f64) -> Self {
        InTurn(self.0.map(|number| number * chance))
    }

    fn with_points(self, _: f64) -> Self {
        self
    }
}

impl Evaluator<Castro> for CastroExpert {
    fn turn<'a>(&'a self, state: &State, measure: Measure) -> Box<dyn TurnValues<Castro> + 'a> {
        let position = CastroPosition::from_state(self.ground(), state);
        let players = self.game().players();
        let look = Lookahead {
            network: self.network(),
            ground: self.ground(),
            points: measure == Measure::Points,
            margin: MARGIN,
            inner: LATER_MARGIN,
            stop: &|| false,
        };
        let results = look.results(&position, if players == 2 { TURNS_OF_TWO } else { TURNS });
        let ends = results.map(|outlook| outlook.map(|outlook| in_turn(&outlook, players, measure)));
        Box::new(CastroTurn::solve(self, &position, state.seat(), ends))
    }
}

/// The numbers of an outlook; chances sum to 1 as closely as numbers of this kind can.
fn in_turn(outlook: &Prediction, players: usize, measure: Measure) -> InTurn {
    if measure == Measure::Points {
        return InTurn(outlook.points.map(f64::from));
    }
    let mut win = outlook.win.map(|chance| f64::from(chance.max(0.0)));
    win[players..].fill(0.0);
    let sum: f64 = win.iter().sum();
    InTurn(win.map(|chance| chance / sum))
}

struct CastroTurn<'a> {
    expert: &'a CastroExpert,
    seat: usize,
    ends: [Option<InTurn>; RESULTS],
    /// After one to four rolls: what each set of dice is worth when it is kept.
    kept: [Vec<InTurn>; ROLLS as usize - 1],
    start: InTurn,
}

impl<'a> CastroTurn<'a> {
    fn solve(expert: &'a CastroExpert, position: &CastroPosition, seat: usize, ends: [Option<InTurn>; RESULTS]) -> CastroTurn<'a> {
        let mut kept: [Vec<InTurn>; ROLLS as usize - 1] = Default::default();
        let mut values = [InTurn::LOWEST; NODES];
        values[PARTIAL..].copy_from_slice(&placed(expert, position, &ends, ROLLS));
        for rolls in (1..ROLLS).rev() {
            lattice().roll_missing(&mut values);
            kept[rolls as usize - 1] = values[..PARTIAL].to_vec();
            values[PARTIAL..].copy_from_slice(&placed(expert, position, &ends, rolls));
            lattice().choose_kept(&mut values);
        }
        lattice().roll_missing(&mut values);
        CastroTurn { expert, seat, ends, kept, start: values[Hand::EMPTY.index()] }
    }

    fn by_seat(&self, in_turn: InTurn) -> PerSeat {
        let players = self.expert.game().players();
        let mut all = [0.0; MAX_SEATS];
        for (offset, number) in in_turn.0.into_iter().enumerate().take(players) {
            all[(self.seat + offset) % players] = number;
        }
        all
    }

    fn after(&self, state: &State, mv: Move) -> InTurn {
        let end = |result: usize| self.ends[result].unwrap_or(InTurn::NOTHING);
        match mv {
            Move::Keep(kept) => self.kept[usize::from(state.rolls()) - 1][kept.index()],
            Move::Place(square) => end(square.index()),
            Move::Lose => end(LOSE),
        }
    }
}

/// Every full roll after this many rolls when the player ends the turn with it.
fn placed(expert: &CastroExpert, position: &CastroPosition, ends: &[Option<InTurn>; RESULTS], rolls: u8) -> Vec<InTurn> {
    let ground = expert.ground();
    let place = |roll: Hand| {
        let symbols = ground.groups.symbols_of(roll);
        let fits = |square: &usize| position.height[*square] <= ROLLS - rolls && symbols.contains(&ground.symbol[*square]);
        let offers = (0..LOSE).filter(fits).filter_map(|square| ends[square]);
        let best = offers.reduce(|best, next| best.or_better(&next));
        match best {
            Some(best) => best,
            None if rolls == ROLLS => ends[LOSE].unwrap_or(InTurn::NOTHING), // castro.turn.lose
            None => InTurn::LOWEST,
        }
    };
    Hand::all_full().map(place).collect()
}

impl TurnValues<Castro> for CastroTurn<'_> {
    fn before_roll(&self, state: &State) -> PerSeat {
        self.by_seat(match state.rolls() {
            0 => self.start,
            rolls => self.kept[usize::from(rolls) - 1][state.dice().index()],
        })
    }

    fn moves(&self, state: &State) -> Vec<(Move, PerSeat)> {
        self.expert.game().moves(state).into_iter().map(|mv| (mv, self.by_seat(self.after(state, mv)))).collect()
    }

    fn best(&self, state: &State, _: usize) -> PerSeat {
        let all = self.expert.game().moves(state).into_iter().map(|mv| self.after(state, mv));
        self.by_seat(all.reduce(|best, next| best.or_better(&next)).unwrap_or(InTurn::NOTHING))
    }
}
