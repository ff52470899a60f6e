//! What a position promises: a linear model of the points still to come.
//!
//! A seat's future points are estimated from its own hand and places and from the average
//! of the others'. Every weight is a parabola in the share of tiles left, fitted to
//! games the program played against itself.

use super::cells::Cells;
use super::position::{COLOURS, CaroPosition, Hand, MOST_PLAYERS, Survey};
use super::weights;

/// What the table offers each colour: the best place and how many places.
#[derive(Clone, Copy, Debug, Default)]
struct ColourOffers {
    best: [f32; COLOURS],
    places: [f32; COLOURS],
}

impl ColourOffers {
    #[inline]
    fn of<C: Cells>(survey: &Survey<C>) -> ColourOffers {
        let mut best = [0u32; COLOURS];
        for cell in survey.any_right().each() {
            let packed = survey.packed_points(cell);
            for (colour, best) in best.iter_mut().enumerate() {
                let points = (packed >> (8 * colour) & 0xff) * survey.right[colour].bit(cell);
                *best = points.max(*best);
            }
        }
        ColourOffers { best: best.map(|points| points as f32), places: survey.right.map(|cells| cells.count() as f32) }
    }
}

/// Numbers of a seat besides its hand.
pub const PROSPECTS: usize = 7;

/// The best turn now, the best with another colour, places in all, and the best of each
/// colour held; doubling included.
type Prospects = [f32; PROSPECTS];

#[inline]
fn prospects(offers: &ColourOffers, hand: &Hand) -> Prospects {
    let mut found = [0.0; PROSPECTS];
    for colour in 0..COLOURS {
        if hand[colour] == 0 {
            continue;
        }
        let points = if hand[colour] == 1 { 2.0 * offers.best[colour] } else { offers.best[colour] };
        if points > found[0] {
            found[1] = found[0];
            found[0] = points;
        } else if points > found[1] {
            found[1] = points;
        }
        found[2] += offers.places[colour];
        found[3 + colour] = points;
    }
    found
}

/// Numbers of a seat: its hand (each colour with one, two or three tiles) and its prospects.
pub const PER_SEAT: usize = 3 * COLOURS + PROSPECTS;
/// Numbers of a position as one seat sees it: a constant, its own and the average of the others'.
pub const FEATURES: usize = 1 + 2 * PER_SEAT;
/// Weights of a feature: constant, linear and square in the share of tiles left.
pub const CURVE: usize = 3;
/// The weights of one seat's future points.
pub type Curves = [[f32; CURVE]; FEATURES];

/// The share of tiles left.
pub fn share_left<C: Cells>(position: &CaroPosition<C>) -> f32 {
    position.tiles_left() as f32 / (12 * position.players()) as f32
}

/// The features of every seat, counted from the player to move; for fitting.
pub fn features<C: Cells>(position: &CaroPosition<C>) -> Vec<[f32; FEATURES]> {
    let offers = ColourOffers::of(&position.survey());
    let players = position.players();
    let of_seat = |offset: usize| {
        let hand = position.hand((position.seat() + offset) % players);
        let mut numbers = [0.0; PER_SEAT];
        for colour in 0..COLOURS {
            if hand[colour] > 0 {
                numbers[3 * colour + hand[colour] as usize - 1] = 1.0;
            }
        }
        numbers[3 * COLOURS..].copy_from_slice(&prospects(&offers, hand));
        numbers
    };
    let seats: Vec<[f32; PER_SEAT]> = (0..players).map(of_seat).collect();
    let view = |offset: usize| {
        let mut view = [0.0; FEATURES];
        view[0] = 1.0;
        view[1..=PER_SEAT].copy_from_slice(&seats[offset]);
        for (other, numbers) in seats.iter().enumerate() {
            if other != offset {
                for (sum, number) in view[1 + PER_SEAT..].iter_mut().zip(numbers) {
                    *sum += number / (players - 1) as f32;
                }
            }
        }
        view
    };
    (0..players).map(view).collect()
}

/// The weights of one seat's numbers at one moment of the game.
#[derive(Clone, Copy, Debug)]
struct SeatWeights {
    /// By colour and tiles left of it.
    hand: [[f32; 4]; COLOURS],
    prospects: Prospects,
}

impl SeatWeights {
    fn new(weights: &[f32]) -> SeatWeights {
        let mut hand = [[0.0; 4]; COLOURS];
        for (colour, by_count) in hand.iter_mut().enumerate() {
            by_count[1..].copy_from_slice(&weights[3 * colour..3 * colour + 3]);
        }
        let mut prospects = [0.0; PROSPECTS];
        prospects.copy_from_slice(&weights[3 * COLOURS..]);
        SeatWeights { hand, prospects }
    }

    #[inline]
    fn value(&self, hand: &Hand, prospects: &Prospects) -> f32 {
        let in_hand: f32 = (0..COLOURS).map(|colour| self.hand[colour][hand[colour] as usize & 3]).sum();
        in_hand + (0..PROSPECTS).map(|i| self.prospects[i] * prospects[i]).sum::<f32>()
    }
}

/// The weights of one view at one moment of the game.
#[derive(Clone, Copy, Debug)]
struct ViewWeights {
    constant: f32,
    own: SeatWeights,
    others: SeatWeights,
}

impl ViewWeights {
    fn new(weights: &[f32; FEATURES]) -> ViewWeights {
        let (own, others) = weights[1..].split_at(PER_SEAT);
        ViewWeights { constant: weights[0], own: SeatWeights::new(own), others: SeatWeights::new(others) }
    }
}

fn at_moment(curves: &Curves, share: f32) -> [f32; FEATURES] {
    curves.map(|[constant, linear, square]| constant + share * (linear + share * square))
}

/// The learned estimate, ready for every number of tiles left.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// By tiles left: the difference between the player to move and the other, two players.
    duel: Vec<ViewWeights>,
    /// By tiles left and seat from the player to move.
    seats: Vec<[ViewWeights; MOST_PLAYERS]>,
}

impl Outlook {
    /// The estimate for this many players, as learned.
    pub fn learned(players: usize) -> Outlook {
        match players {
            2 => Outlook::new(&weights::TWO),
            3 => Outlook::new(&weights::THREE),
            _ => Outlook::new(&weights::FOUR),
        }
    }

    /// The estimate with these weights, one set for each seat.
    pub fn new(curves: &[Curves]) -> Outlook {
        let tiles = 12 * curves.len();
        let moments = (0..=tiles).map(|left| left as f32 / tiles as f32);
        let duel = moments.clone().map(|share| {
            let (mover, other) = (at_moment(&curves[0], share), at_moment(&curves[1], share));
            let mut difference = [0.0; FEATURES];
            difference[0] = mover[0] - other[0];
            for i in 1..=PER_SEAT {
                difference[i] = mover[i] - other[i + PER_SEAT];
                difference[i + PER_SEAT] = mover[i + PER_SEAT] - other[i];
            }
            ViewWeights::new(&difference)
        });
        let seats =
            moments.map(|share| std::array::from_fn(|offset| ViewWeights::new(&at_moment(&curves[offset.min(curves.len() - 1)], share))));
        Outlook { duel: duel.collect(), seats: seats.collect() }
    }

    /// Two players: by how many points the player to move will outscore the other from here on.
    #[inline]
    pub fn lead<C: Cells>(&self, position: &CaroPosition<C>, survey: &Survey<C>) -> f32 {
        let (own, other) = (position.hand(position.seat()), position.hand(1 - position.seat()));
        let offers = ColourOffers::of(survey);
        let weights = &self.duel[position.tiles_left()];
        weights.constant + weights.own.value(own, &prospects(&offers, own)) + weights.others.value(other, &prospects(&offers, other))
    }

    /// Every seat's points from here on.
    #[inline]
    pub fn points<C: Cells>(&self, position: &CaroPosition<C>, survey: &Survey<C>) -> [f32; MOST_PLAYERS] {
        let players = position.players();
        let offers = ColourOffers::of(survey);
        let weights = &self.seats[position.tiles_left()];
        let seat_at = |offset: usize| (position.seat() + offset) % players;
        let mut all = [[0.0; PROSPECTS]; MOST_PLAYERS];
        for (seat, prospects_of) in all.iter_mut().enumerate().take(players) {
            *prospects_of = prospects(&offers, position.hand(seat));
        }
        let mut points = [0.0; MOST_PLAYERS];
        for (offset, view) in weights.iter().enumerate().take(players) {
            let seat = seat_at(offset);
            let others: f32 =
                (0..players).filter(|&other| other != seat).map(|other| view.others.value(position.hand(other), &all[other])).sum();
            let estimate = view.constant + view.own.value(position.hand(seat), &all[seat]) + others / (players - 1) as f32;
            points[seat] = estimate.max(0.0);
        }
        points
    }
}
