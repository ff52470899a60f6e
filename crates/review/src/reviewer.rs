//! Walking through a game.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use spieltisch_bots::evaluation::{Evaluator, Measure, TurnValues, best_of, outcomes, shares, worth};
use spieltisch_bots::expert::PerSeat;
use spieltisch_rules::{Event, Game, GameResult, MAX_SEATS, Seat, ToAct};

use crate::ledger::{Change, EventKind, Ledger, Odds, Review, ReviewedEvent, SeatReview};
use crate::levels::{LevelSetUp, level_of};
use crate::why::{Explain, Why, WhyQuery};

/// Moves whose worth differs by less are equally good.
const SAME: f64 = 1e-12;

/// Reviews games of one set-up.
pub struct Reviewer<G: Game> {
    game: G,
    evaluator: Arc<dyn Evaluator<G>>,
    set_up: LevelSetUp,
}

impl<G: Game> Reviewer<G> {
    /// A reviewer with this evaluator.
    pub fn new(game: G, evaluator: Arc<dyn Evaluator<G>>) -> Reviewer<G> {
        Reviewer { set_up: LevelSetUp::of(&game), game, evaluator }
    }

    /// The game as set up.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Whose losses a level is read from.
    pub fn set_up(&self) -> LevelSetUp {
        self.set_up
    }

    /// The measures that games of this set-up are kept in, its own one first.
    pub fn measures(&self) -> Vec<Measure> {
        let points = Some(Measure::Points).filter(|_| self.game.players() == 1 || self.evaluator.is_exact(Measure::Points));
        Some(Measure::Win).filter(|_| self.game.players() > 1).into_iter().chain(points).collect()
    }

    /// Does whatever the evaluator does only once, so that reviews side by side do not wait for it.
    pub fn prepare(&self) {
        for measure in self.measures() {
            self.evaluator.turn(&self.game.start(), measure);
        }
    }

    /// Reviews a game as far as it went. The events must be legal, as those of a replayed record are. `heard` is told after every
    /// event how many are done and answers whether to go on; `None` where it does not.
    pub fn review(&self, players: &[String], events: &[Event<G>], heard: &mut dyn FnMut(usize) -> bool) -> Option<Review> {
        let mut heard = async |done: usize| heard(done);
        let review = pin!(self.review_in_steps(players, events, &mut heard));
        match review.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(review) => review,
            Poll::Pending => None, // never: nothing in it waits
        }
    }

    /// The same for someone who does other things in between: `heard` may wait as long as it likes.
    pub async fn review_in_steps(
        &self,
        players: &[String],
        events: &[Event<G>],
        heard: &mut impl AsyncFnMut(usize) -> bool,
    ) -> Option<Review> {
        let mut state = self.game.start();
        let mut lines: Vec<MeasureWalk<'_, G>> =
            self.measures().into_iter().map(|measure| MeasureWalk::new(self, measure, &state)).collect();
        let mut steps = Vec::with_capacity(events.len());
        for (number, event) in events.iter().enumerate() {
            let mut after = state.clone();
            match *event {
                Event::Move(mv) => self.game.play_trusted(&mut after, mv),
                Event::Roll(roll) => self.game.roll_trusted(&mut after, roll),
            }
            steps.push(self.step(number + 1, *event, &state, &after, &mut lines));
            state = after;
            if !heard(number + 1).await {
                return None;
            }
        }
        let seats = self.seats(&steps);
        let ledgers = lines.into_iter().map(|line| (line.measure, line.closed())).collect();
        Some(Review { game: G::INFO.name, players: players.to_vec(), result: self.game.result(&state), ledgers, seats, steps })
    }

    /// What a move at the position after these events costs, and what the best one would be; `None` where no decision is due. The events must be legal.
    pub fn judge(&self, events: &[Event<G>], mv: G::Move) -> Option<ReviewedEvent> {
        let state = self.position(events);
        let ToAct::Move(_) = self.game.to_act(&state) else { return None };
        let seat = self.decider(&state, mv);
        let measures = self.measures();
        let weighed: Vec<_> = measures.iter().map(|measure| MeasureWalk::new(self, *measure, &state).weigh(&state, mv, seat)).collect();
        let changes = measures.iter().zip(&weighed).map(|(measure, weighed)| Change {
            measure: *measure,
            by_seat: weighed.change[..self.game.players()].to_vec(),
            loss: 0.0 - weighed.change[seat],
            drift: None,
        });
        let first = weighed.first()?;
        Some(ReviewedEvent {
            event: events.len() + 1,
            kind: EventKind::Move,
            seat,
            text: Event::<G>::Move(mv).to_string(),
            best: first.best.map(|best| best.to_string()),
            is_choice: first.is_choice,
            changes: changes.collect(),
        })
    }

    /// What the position after these events is worth to every seat in the game's own measure.
    pub fn stand(&self, events: &[Event<G>]) -> Vec<f64> {
        let state = self.position(events);
        let measure = self.measures().first().copied().unwrap_or(Measure::Win);
        let value = match self.game.result(&state) {
            Some(result) => self.result_worth(&result, measure),
            None => MeasureWalk::new(self, measure, &state).value,
        };
        value[..self.game.players()].to_vec()
    }

    /// How likely a roll was that is at least as good for its player as the one that is event `number`, from 1, and how likely one at least as bad.
    pub fn odds(&self, events: &[Event<G>], number: usize) -> Option<Odds> {
        let (last, before) = events.get(..number)?.split_last()?;
        let Event::Roll(fallen) = *last else { return None };
        let state = self.position(before);
        let ToAct::Roll { seat, .. } = self.game.to_act(&state) else { return None };
        let turn = self.evaluator.turn(&state, *self.measures().first()?);
        let all = outcomes(&self.game, &*turn, &state);
        let worth = all.iter().find(|(roll, _, _)| *roll == fallen)?.2[seat];
        let weight = |counts: &dyn Fn(f64) -> bool| -> f64 {
            all.iter().filter(|(_, _, other)| counts(other[seat])).map(|(_, weight, _)| f64::from(*weight)).sum()
        };
        let total = weight(&|_| true);
        Some(Odds { as_good: weight(&|other| other >= worth - SAME) / total, as_bad: weight(&|other| other <= worth + SAME) / total })
    }

    fn position(&self, events: &[Event<G>]) -> G::State {
        let mut state = self.game.start();
        for event in events {
            match *event {
                Event::Move(mv) => self.game.play_trusted(&mut state, mv),
                Event::Roll(roll) => self.game.roll_trusted(&mut state, roll),
            }
        }
        state
    }

    fn step(&self, number: usize, event: Event<G>, state: &G::State, after: &G::State, lines: &mut [MeasureWalk<'_, G>]) -> ReviewedEvent {
        let (kind, seat) = match event {
            Event::Roll(_) => (EventKind::Roll, seat_of(self.game.to_act(state))),
            Event::Move(mv) => (EventKind::Move, self.decider(state, mv)),
        };
        let mut step =
            ReviewedEvent { event: number, kind, seat, text: event.to_string(), best: None, is_choice: false, changes: Vec::new() };
        for (index, line) in lines.iter_mut().enumerate() {
            match event {
                Event::Roll(_) => step.changes.push(line.roll(after)),
                Event::Move(mv) => {
                    let decision = line.decide(state, mv, seat, after);
                    if index == 0 {
                        step.best = decision.best.map(|best| best.to_string());
                        step.is_choice = decision.is_choice;
                    }
                    step.changes.push(decision.change);
                }
            }
        }
        step
    }

    /// Who makes a move: the player to move, or the objector.
    fn decider(&self, state: &G::State, mv: G::Move) -> Seat {
        self.game.decider(state, mv).unwrap_or_else(|| seat_of(self.game.to_act(state)))
    }

    /// Whether the turn goes on after a decision.
    fn is_same_turn(&self, after: &G::State) -> bool {
        matches!(self.game.to_act(after), ToAct::Roll { .. }) && !self.game.begins_turn(after)
    }

    fn seats(&self, steps: &[ReviewedEvent]) -> Vec<SeatReview> {
        let mut seats = vec![SeatReview::default(); self.game.players()];
        for step in steps.iter().filter(|step| step.is_choice) {
            seats[step.seat].decisions += 1;
            seats[step.seat].loss += step.changes.first().map_or(0.0, |change| change.loss);
        }
        for seat in &mut seats {
            seat.level = (seat.decisions > 0).then(|| level_of(self.set_up, seat.loss_per_decision())).flatten();
        }
        seats
    }

    /// What a finished game was worth.
    fn result_worth(&self, result: &GameResult, measure: Measure) -> PerSeat {
        match measure {
            Measure::Win => shares(result.winners),
            Measure::Points => std::array::from_fn(|seat| result.scores.get(seat).map_or(0.0, |&points| f64::from(points))),
        }
    }
}

impl<G: Explain> Reviewer<G> {
    /// Why another move was better than the decision with this number, counted from 1; `None` where nothing clear can be said, or where
    /// that event is no decision of some loss. The events must be legal.
    pub fn why(&self, events: &[Event<G>], number: usize) -> Option<Why> {
        let (before, rest) = events.split_at_checked(number.checked_sub(1)?)?;
        let Event::Move(played) = *rest.first()? else { return None };
        let (mut state, mut turn_began) = (self.game.start(), self.game.start());
        for event in before {
            let decided = matches!(event, Event::Move(_));
            match *event {
                Event::Move(mv) => self.game.play_trusted(&mut state, mv),
                Event::Roll(roll) => self.game.roll_trusted(&mut state, roll),
            }
            if decided && !self.is_same_turn(&state) {
                turn_began = state.clone();
            }
        }
        let measure = *self.measures().first()?;
        let turn = self.evaluator.turn(&turn_began, measure);
        let seat = self.decider(&state, played);
        let moves = turn.moves(&state);
        let value = worth(&self.game, &*turn, &state);
        let (best, worth) = best_move(&moves, &value, seat)?;
        let loss = worth[seat] - moves.iter().find(|(other, _)| *other == played)?.1[seat];
        let asked = WhyQuery { game: &self.game, state: &state, seat, played, best, loss, turn: &*turn, evaluator: &*self.evaluator };
        if loss > SAME && best != played { G::why(&asked) } else { None }
    }
}

/// The best move among those listed: the one that is worth what the position is.
fn best_move<M: Copy>(moves: &[(M, PerSeat)], value: &PerSeat, seat: Seat) -> Option<(M, PerSeat)> {
    moves.iter().find(|(_, worth)| worth == value).copied().or_else(|| best_of(moves, seat))
}

fn seat_of(to_act: ToAct) -> Seat {
    match to_act {
        ToAct::Move(seat) | ToAct::Roll { seat, .. } => seat,
        ToAct::Over => 0,
    }
}

/// A move among all others, in one measure.
struct Weighed<M> {
    /// What it is worth to every seat.
    played: PerSeat,
    /// How that differs from the best.
    change: PerSeat,
    best: Option<M>,
    is_choice: bool,
}

/// A decision in one measure.
struct MeasuredDecision<M> {
    change: Change,
    best: Option<M>,
    is_choice: bool,
}

/// One measure's way through a game.
struct MeasureWalk<'a, G: Game> {
    reviewer: &'a Reviewer<G>,
    measure: Measure,
    is_exact: bool,
    turn: Box<dyn TurnValues<G> + 'a>,
    /// What the position is worth, as the turn it belongs to sees it.
    value: PerSeat,
    ledgers: [Ledger; MAX_SEATS],
}

impl<'a, G: Game> MeasureWalk<'a, G> {
    fn new(reviewer: &'a Reviewer<G>, measure: Measure, state: &G::State) -> MeasureWalk<'a, G> {
        let turn = reviewer.evaluator.turn(state, measure);
        let value = worth(&reviewer.game, &*turn, state);
        let ledgers = value.map(|start| Ledger { start, ..Ledger::default() });
        MeasureWalk { reviewer, measure, is_exact: reviewer.evaluator.is_exact(measure), turn, value, ledgers }
    }

    fn roll(&mut self, after: &G::State) -> Change {
        let value = worth(&self.reviewer.game, &*self.turn, after);
        let luck = minus(&value, &self.value);
        for (ledger, luck) in self.ledgers.iter_mut().zip(luck) {
            ledger.luck += luck;
        }
        self.value = value;
        Change { measure: self.measure, by_seat: self.listed(&luck), loss: 0.0, drift: None }
    }

    /// What a move is worth among all others at a position of the turn.
    fn weigh(&self, state: &G::State, mv: G::Move, seat: Seat) -> Weighed<G::Move> {
        let moves = self.turn.moves(state);
        let played = moves.iter().find(|(other, _)| *other == mv).map(|(_, worth)| *worth);
        // What the evaluator does not list, as an objection in passing, is no decision: only how things are seen changes.
        let best = best_move(&moves, &self.value, seat).filter(|_| played.is_some());
        let played = played.unwrap_or(self.value);
        let least = moves.iter().map(|(_, worth)| worth[seat]).fold(f64::INFINITY, f64::min);
        Weighed {
            played,
            change: minus(&played, &self.value),
            best: best.map(|(mv, _)| mv).or(Some(mv)),
            is_choice: best.is_some_and(|(_, worth)| worth[seat] - least > SAME),
        }
    }

    fn decide(&mut self, state: &G::State, mv: G::Move, seat: Seat, after: &G::State) -> MeasuredDecision<G::Move> {
        let Weighed { played, change, best, is_choice } = self.weigh(state, mv, seat);
        for (other, ledger) in self.ledgers.iter_mut().enumerate() {
            *(if other == seat { &mut ledger.losses } else { &mut ledger.gifts }) += change[other];
        }
        self.go_on(after, &played);
        let seen_otherwise = minus(&self.value, &played);
        if !self.is_exact {
            for (ledger, drift) in self.ledgers.iter_mut().zip(seen_otherwise) {
                ledger.drift += drift;
            }
        }
        MeasuredDecision {
            change: Change {
                measure: self.measure,
                by_seat: self.listed(&change),
                loss: 0.0 - change[seat],
                drift: (!self.is_exact).then(|| self.listed(&seen_otherwise)),
            },
            best,
            is_choice,
        }
    }

    /// The value of the position after a decision: the result, or as the turn it belongs to sees it.
    fn go_on(&mut self, after: &G::State, played: &PerSeat) {
        let (reviewer, game) = (self.reviewer, &self.reviewer.game);
        if let Some(result) = game.result(after) {
            self.value = reviewer.result_worth(&result, self.measure);
            return;
        }
        if !reviewer.is_same_turn(after) {
            self.turn = reviewer.evaluator.turn(after, self.measure);
        }
        self.value = worth(game, &*self.turn, after);
        debug_assert!(!self.is_exact || minus(&self.value, played).iter().all(|off| off.abs() < 1e-9), "exact values agree");
    }

    fn listed(&self, numbers: &PerSeat) -> Vec<f64> {
        numbers[..self.reviewer.game.players()].to_vec()
    }

    fn closed(self) -> Vec<Ledger> {
        let players = self.reviewer.game.players();
        self.ledgers.iter().zip(self.value).take(players).map(|(ledger, end)| Ledger { end, ..*ledger }).collect()
    }
}

fn minus(left: &PerSeat, right: &PerSeat) -> PerSeat {
    std::array::from_fn(|seat| left[seat] - right[seat])
}
