//! What everything in a turn of Crowns is worth, exactly over what its placements are worth.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use spieltisch_rules::crowns::{Crowns, Move, Roll, State, fields_of};
use spieltisch_rules::dice::SixDice;
use spieltisch_rules::{Game, MAX_SEATS, Scores};

use super::board::DEFAULT_CROWNS;
use super::expert::CrownsExpert;
use super::multiplayer::{Outlook, Seat};
use super::turn::{PATTERNS, turns};
use super::values::Mode;
use crate::evaluation::{Evaluator, Measure, TurnValues, normalised, shares, with_rest};
use crate::expert::PerSeat;

/// With several players, so few chips left to one of them that the end is near enough to look at the next player's whole turn.
const NEAR_END: u8 = 3;
/// Placements that get that look.
const CONTENDERS: usize = 32;
/// With more players it would take too long.
const MOST_DEEPENED: usize = 2;

/// Alone on the default board: points by which an exact turn over the learned values promises too much, by chips left. The best of many
/// estimates is too high on average. From the drift of 400 games of level 5, added up from each number of chips to the end.
const OPTIMISM: [f64; 18] = [0.0, -0.04, -0.07, -0.12, 0.40, 0.54, 0.53, 0.70, 0.73, 0.78, 0.75, 0.85, 0.89, 0.93, 0.93, 0.98, 1.03, 1.0];

/// Keeps a division by a vanishing chance finite.
const LEAST: f64 = 1e-9;

/// The pattern of every set of dice that can be placed.
static PATTERN_OF: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let pattern = |placement: SixDice| {
        let mask = fields_of(placement).bits();
        turns().patterns.iter().position(|pattern| pattern.mask == mask).unwrap_or(0) as u16
    };
    SixDice::all().map(pattern).collect()
});

/// The dice that place each pattern.
static PLACEMENT_OF: LazyLock<Vec<SixDice>> = LazyLock::new(|| {
    let mut placements = vec![SixDice::EMPTY; PATTERNS];
    for (placement, pattern) in SixDice::all().zip(PATTERN_OF.iter()) {
        placements[usize::from(*pattern)] = placement;
    }
    placements
});

/// The pattern a move places; the empty one where nothing is placed or a chip is removed.
fn pattern_of(mv: Move) -> usize {
    match mv {
        Move::Place(placement) => usize::from(PATTERN_OF[placement.index()]),
        Move::Remove => 0,
    }
}

impl Evaluator<Crowns> for CrownsExpert {
    fn turn<'a>(&'a self, state: &State, measure: Measure) -> Box<dyn TurnValues<Crowns> + 'a> {
        let mut turn = CrownsTurn::at_a_glance(self, state, measure);
        let near_end = turn.seats.iter().any(|seat| seat.chips <= NEAR_END);
        match turn.ends {
            Ends::Points(_) => turn.deepen(state, usize::MAX, |turn, pattern| turn.points_after(pattern)),
            Ends::Multiplayer(_) if near_end && turn.seats.len() <= MOST_DEEPENED => {
                turn.deepen(state, CONTENDERS, |turn, pattern| turn.next_turn(state, pattern));
            }
            Ends::Multiplayer(_) => {}
        }
        Box::new(turn)
    }
}

/// Every pattern that fits the free fields and the chips left, the empty one first.
fn possible_patterns(seat: Seat) -> Vec<u16> {
    let fits = |index: &u16| {
        let pattern = &turns().patterns[usize::from(*index)];
        pattern.mask & seat.covered == 0 && pattern.chips <= seat.chips
    };
    (0..PATTERNS as u16).filter(fits).collect()
}

/// In multiplayer: the mover's chance to win after each of these placements. Two players who began alike are judged by the net where there is
/// one, as long as both have chips left; after the last chip the race knows exactly what the other's last turn can bring. The net knows no
/// head start.
fn wins(expert: &CrownsExpert, outlook: &Outlook<'_>, seats: &[Seat], patterns: &[u16]) -> Vec<f32> {
    let by_race = |patterns: &[u16]| -> Vec<f32> { outlook.prospects(patterns, false).iter().map(|prospect| prospect.win).collect() };
    let even = seats.iter().all(|seat| seat.given == 0);
    let (Some(duel), &[first, second]) = (expert.duel().filter(|_| even), seats) else { return by_race(patterns) };
    let chips = seats[outlook.mover()].chips;
    let is_last = |pattern: &u16| turns().patterns[usize::from(*pattern)].chips == chips;
    let (last, others): (Vec<u16>, Vec<u16>) = patterns.iter().partition(|pattern| is_last(pattern));
    let masks: Vec<u64> = others.iter().map(|pattern| turns().mask(*pattern)).collect();
    let mut of_others = duel.chances(&[first, second], outlook.mover(), &masks).into_iter();
    let mut of_last = by_race(&last).into_iter();
    patterns.iter().filter_map(|pattern| if is_last(pattern) { of_last.next() } else { of_others.next() }).collect()
}

enum Ends<'a> {
    /// The own numbers are points; the others' stay.
    Points(PerSeat),
    /// The own numbers are chances; the others' are worked out where they are asked for.
    Multiplayer(Box<Outlook<'a>>),
}

struct CrownsTurn<'a> {
    expert: &'a CrownsExpert,
    seats: Vec<Seat>,
    mover: usize,
    /// By pattern: what its placement is worth to the mover.
    own: Vec<f64>,
    /// By pattern: what it is worth to all.
    all: Vec<OnceCell<PerSeat>>,
    ends: Ends<'a>,
    /// By roll: the best placement's worth.
    best: Vec<PerSeat>,
    start: PerSeat,
}

impl<'a> CrownsTurn<'a> {
    /// The turn over the learned values as they are.
    fn at_a_glance(expert: &'a CrownsExpert, state: &State, measure: Measure) -> CrownsTurn<'a> {
        let seats: Vec<Seat> = expert.position(state).seats;
        let mover = state.seat();
        let possible = possible_patterns(seats[mover]);
        let mut own = vec![f64::NEG_INFINITY; PATTERNS];
        let ends = match (expert.values().habits(), measure) {
            (Some(habits), Measure::Win) => {
                let outlook = Outlook::new(expert.values(), habits, &seats, mover);
                for (pattern, win) in possible.iter().zip(wins(expert, &outlook, &seats, &possible)) {
                    own[usize::from(*pattern)] = f64::from(win);
                }
                Ends::Multiplayer(Box::new(outlook))
            }
            _ => {
                let Seat { covered, chips, given } = seats[mover];
                let points = expert.values().values_after(covered, chips, expert.layer(chips), &possible);
                for (pattern, points) in possible.iter().zip(points) {
                    own[usize::from(*pattern)] = f64::from(points) + f64::from(given);
                }
                Ends::Points(if seats.len() == 1 { [0.0; MAX_SEATS] } else { expert.outlook(state) })
            }
        };
        let all = vec![OnceCell::new(); PATTERNS];
        let mut turn = CrownsTurn { expert, seats, mover, own, all, ends, best: Vec::new(), start: [0.0; MAX_SEATS] };
        turn.settle_ends(state);
        turn.solve(state);
        turn
    }

    /// Works the turn out from what its placements are worth.
    fn solve(&mut self, state: &State) {
        let mut weights = 0.0;
        self.best.clear();
        self.start = [0.0; MAX_SEATS];
        for dice in SixDice::all_full() {
            let best = self.after_pattern(self.best_pattern(state, dice));
            let weight = f64::from(dice.orders());
            weights += weight;
            for (sum, worth) in self.start.iter_mut().zip(best) {
                *sum += weight * worth;
            }
            self.best.push(best);
        }
        self.start = self.start.map(|sum| sum / weights);
    }

    /// Looks deeper at the placements that are best after some roll, the most likely first; the others are taken to be as much off as these were on
    /// average. Then works the turn out again.
    fn deepen(&mut self, state: &State, most: usize, deeper: impl Fn(&Self, usize) -> PerSeat) {
        let mut chances = vec![0u32; PATTERNS];
        for dice in SixDice::all_full() {
            chances[self.best_pattern(state, dice)] += dice.orders();
        }
        let open = |pattern: &usize| self.own[*pattern] > f64::NEG_INFINITY && !self.is_settled(*pattern);
        let mut contenders: Vec<usize> = (0..PATTERNS).filter(|pattern| chances[*pattern] > 0).filter(open).collect();
        contenders.sort_by_key(|pattern| std::cmp::Reverse(chances[*pattern]));
        contenders.truncate(most);
        let looked: Vec<PerSeat> = contenders.iter().map(|pattern| deeper(self, *pattern)).collect();
        let (mut off, mut weights) = (0.0, 0.0);
        for (pattern, worth) in contenders.iter().zip(&looked) {
            off += f64::from(chances[*pattern]) * (worth[self.mover] - self.own[*pattern]);
            weights += f64::from(chances[*pattern]);
        }
        let off = if weights > 0.0 { off / weights } else { 0.0 };
        let highest = if matches!(self.ends, Ends::Multiplayer(_)) { 1.0 } else { f64::INFINITY };
        for pattern in (0..PATTERNS).filter(open).collect::<Vec<usize>>() {
            let deep = contenders.iter().position(|contender| *contender == pattern).map(|at| looked[at]);
            self.own[pattern] = deep.map_or((self.own[pattern] + off).clamp(0.0, highest), |worth| worth[self.mover]);
            self.all[pattern] = deep.map_or_else(OnceCell::new, OnceCell::from);
        }
        self.solve(state);
    }

    /// Expected final points after a placement, one exact turn deeper than the learned values.
    fn points_after(&self, pattern: usize) -> PerSeat {
        let (values, seat) = (self.expert.values(), self.seats[self.mover]);
        let mask = turns().mask(pattern as u16);
        let (chips, layer) = values.after(seat.chips, self.expert.layer(seat.chips), mask);
        let covered = seat.covered | mask;
        let learned = chips > 0 && layer >= values.mode().first_layer();
        let points = if learned { values.exact_turn(covered, chips, layer) } else { values.value(covered, chips, layer) };
        let mut all = if let Ends::Points(all) = &self.ends { *all } else { [0.0; MAX_SEATS] };
        all[self.mover] = f64::from(points) + f64::from(seat.given) - self.optimism(chips);
        all
    }

    /// By how much the values promise too much with this many chips left; known for the default board alone.
    fn optimism(&self, chips: u8) -> f64 {
        let values = self.expert.values();
        let known = values.mode() == Mode::Alone && *values.board().crowns() == DEFAULT_CROWNS;
        if known { OPTIMISM[usize::from(chips).min(OPTIMISM.len() - 1)] } else { 0.0 }
    }

    /// What the next player's turn is worth after a placement.
    fn next_turn(&self, state: &State, pattern: usize) -> PerSeat {
        let mut after = state.clone();
        self.expert.game().play_trusted(&mut after, Move::Place(PLACEMENT_OF[pattern]));
        CrownsTurn::at_a_glance(self.expert, &after, Measure::Win).start
    }

    /// Whether a placement ends the game, so that its worth is the result.
    fn is_settled(&self, pattern: usize) -> bool {
        let last_to_move = self.mover + 1 == self.seats.len();
        let round_is_last = self.seats.iter().enumerate().any(|(seat, one)| seat != self.mover && one.chips == 0);
        last_to_move && (round_is_last || turns().patterns[pattern].chips == self.seats[self.mover].chips)
    }

    /// Where the game is over after a placement, its true result takes the place of the estimate.
    fn settle_ends(&mut self, state: &State) {
        if matches!(self.ends, Ends::Points(_)) {
            return;
        }
        let game = self.expert.game();
        let points: Vec<i32> = game.scores(state).to_vec();
        for pattern in 0..PATTERNS {
            if self.own[pattern] == f64::NEG_INFINITY || !self.is_settled(pattern) {
                continue;
            }
            let mut scores = Scores::from_fn(game.players(), |seat| points[seat]);
            let covered = self.seats[self.mover].covered | turns().mask(pattern as u16);
            scores[self.mover] = i32::from(self.expert.values().board().score(covered)) + i32::from(self.seats[self.mover].given);
            let result = shares(scores.leaders());
            self.own[pattern] = result[self.mover];
            self.all[pattern] = OnceCell::from(result);
        }
    }

    fn best_pattern(&self, state: &State, dice: SixDice) -> usize {
        let game = self.expert.game();
        let mut rolled = state.clone();
        game.roll_trusted(&mut rolled, Roll(dice));
        let mut best: Option<usize> = None;
        let _ = game.each_move(&rolled, |mv| -> ControlFlow<()> {
            let pattern = pattern_of(mv);
            if best.is_none_or(|best| self.own[pattern] > self.own[best]) {
                best = Some(pattern);
            }
            ControlFlow::Continue(())
        });
        best.unwrap_or(0)
    }

    fn after_pattern(&self, pattern: usize) -> PerSeat {
        *self.all[pattern].get_or_init(|| {
            let own = self.own[pattern];
            match &self.ends {
                Ends::Points(all) => {
                    let mut points = *all;
                    points[self.mover] = own;
                    points
                }
                Ends::Multiplayer(outlook) => with_rest(own, self.mover, &self.others(outlook, pattern)),
            }
        })
    }

    /// In which parts the others share what the mover leaves them after a placement.
    fn others(&self, outlook: &Outlook<'_>, pattern: usize) -> PerSeat {
        if self.seats.len() == 2 {
            return std::array::from_fn(|seat| if seat == 1 - self.mover { 1.0 } else { 0.0 });
        }
        let wins = outlook.wins(turns().mask(pattern as u16));
        let part = |(seat, win): (usize, &f32)| if seat == self.mover { 0.0 } else { f64::from(*win).max(LEAST) };
        normalised(wins.iter().enumerate().map(part))
    }
}

impl TurnValues<Crowns> for CrownsTurn<'_> {
    fn before_roll(&self, _: &State) -> PerSeat {
        self.start
    }

    fn moves(&self, state: &State) -> Vec<(Move, PerSeat)> {
        self.expert.game().moves(state).into_iter().map(|mv| (mv, self.after_pattern(pattern_of(mv)))).collect()
    }

    fn best(&self, state: &State, _: usize) -> PerSeat {
        state.dice().map_or(self.start, |dice| self.best[dice.full_index()])
    }
}
