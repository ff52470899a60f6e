//! Judging placements and choosing one, at five levels of play.

use super::board::SolverBoard;
use super::multiplayer::{Outlook, Prospect, Seat};
use super::play::legal_patterns;
use super::turn::turns;
use super::values::{Mode, Values, legal_placements};
use crate::ranking::best_first;
use rand::{Rng, RngExt};

/// A position in which a seat has rolled. Alone there is one seat. Which rules hold follows from the mode of the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrownsPosition {
    /// All seats; seat 0 begins each round.
    pub seats: Vec<Seat>,
    /// The seat that has rolled.
    pub to_move: usize,
}

/// Why a position cannot be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The seats do not fit the values: one for values learned alone, two to six for multiplayer.
    #[error("these values are for another number of players")]
    Seats,
    /// The seat to move is not there or has no chip left.
    #[error("the seat to move has no chip left or is not at the table")]
    Mover,
    /// Covered fields and chips cannot be so: more than 18 in all, or an unknown field.
    #[error("covered fields and chips in hand do not fit together")]
    Chips,
    /// Not a roll of six dice.
    #[error("a roll has six dice")]
    Roll,
    /// Multiplayer values without learned habits.
    #[error("these values are not learned to their end")]
    Unfinished,
}

/// How deep to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The learned values as they are.
    Quick,
    /// The best placements one exact turn deeper, the last chips exactly.
    Thorough,
}

/// A placement and what comes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPlacement {
    /// The fields to cover; empty in multiplayer to place nothing, alone where a chip is removed.
    pub mask: u64,
    /// Expected final points of the mover.
    pub points: f32,
    /// Chance to win for every seat; alone empty.
    pub wins: Vec<f32>,
}

/// Placements that get the deeper look.
const DEEPER: usize = 8;
/// A placement this many points below the best is not worth one.
const TOO_LOW: f32 = 3.0;
/// The same in chance to win.
const TOO_UNLIKELY: f32 = 0.1;
/// What a point more is worth beside the chance to win: it only breaks ties.
const POINT_IN_WINS: f32 = 1e-4;

/// All legal placements of a roll (by counts of ones to sixes), best first. In multiplayer only those looked at deeper and the best have
/// chances for the other seats that are their own; the rest get the mover's chance and share out what is left as the best one does.
pub fn evaluate(values: &Values, position: &CrownsPosition, counts: [u8; 6], depth: Depth) -> Result<Vec<JudgedPlacement>, PositionError> {
    let roll = check(values, position, counts)?;
    let seat = position.seats[position.to_move];
    let patterns = legal_patterns(values.mode(), seat.covered, seat.chips, roll);
    Ok(match values.habits() {
        Some(habits) => judge_in_company(&Outlook::new(values, habits, &position.seats, position.to_move), &patterns, depth),
        None => judge_alone(values, seat, &patterns, depth),
    })
}

fn check(values: &Values, position: &CrownsPosition, counts: [u8; 6]) -> Result<usize, PositionError> {
    let fits = match values.mode() {
        Mode::Alone | Mode::HardAlone => position.seats.len() == 1,
        Mode::Several => (2..=6).contains(&position.seats.len()),
    };
    if !fits {
        return Err(PositionError::Seats);
    }
    if position.seats.get(position.to_move).is_none_or(|seat| seat.chips == 0) {
        return Err(PositionError::Mover);
    }
    let sound = |seat: &Seat| {
        let used = seat.covered.count_ones() + u32::from(seat.chips);
        let full = u32::from(super::board::CHIPS);
        seat.covered >> super::turn::FIELDS == 0 && if values.mode() == Mode::Several { used == full } else { used <= full }
    };
    if !position.seats.iter().all(sound) {
        return Err(PositionError::Chips);
    }
    if values.nets().len() < values.mode().nets() || (values.mode() == Mode::Several) != values.habits().is_some() {
        return Err(PositionError::Unfinished);
    }
    if counts.iter().any(|count| *count > 6) {
        return Err(PositionError::Roll);
    }
    turns().roll_of_counts(counts).ok_or(PositionError::Roll)
}

fn judge_alone(values: &Values, seat: Seat, patterns: &[u16], depth: Depth) -> Vec<JudgedPlacement> {
    let layer = usize::from(seat.chips);
    let points = values.values_after(seat.covered, seat.chips, layer, patterns);
    let mut judged: Vec<JudgedPlacement> = patterns
        .iter()
        .zip(points)
        .map(|(pattern, points)| JudgedPlacement { mask: turns().mask(*pattern), points, wins: Vec::new() })
        .collect();
    best_first(&mut judged, |judged| (judged.points.into(), 0.0));
    if depth == Depth::Thorough && judged.len() > 1 {
        let limit = judged[0].points - TOO_LOW;
        let deeper = judged.iter().take(DEEPER).take_while(|one| one.points >= limit).count();
        let mut gap = 0.0;
        for one in &mut judged[..deeper] {
            let (chips, layer) = values.after(seat.chips, layer, one.mask);
            let points =
                if layer >= values.mode().first_layer() { values.exact_turn(seat.covered | one.mask, chips, layer) } else { one.points };
            gap = f32::max(gap, one.points - points);
            one.points = points;
        }
        // Those not looked at deeper are as much too high, so that none of them comes first.
        for one in &mut judged[deeper..] {
            one.points -= gap;
        }
        best_first(&mut judged, |judged| (judged.points.into(), 0.0));
    }
    judged
}

fn judge_in_company(outlook: &Outlook<'_>, patterns: &[u16], depth: Depth) -> Vec<JudgedPlacement> {
    let mut ranked: Vec<(u16, Prospect)> = patterns.iter().copied().zip(outlook.prospects(patterns, false)).collect();
    let worth = |prospect: &Prospect| prospect.win + POINT_IN_WINS * prospect.points;
    best_first(&mut ranked, |one| (worth(&one.1).into(), 0.0));
    let limit = ranked[0].1.win - TOO_UNLIKELY;
    let deeper = ranked.iter().take(DEEPER).take_while(|one| one.1.win >= limit).count();
    if depth == Depth::Thorough && deeper > 1 {
        let best: Vec<u16> = ranked[..deeper].iter().map(|one| one.0).collect();
        for (one, prospect) in ranked.iter_mut().zip(outlook.prospects(&best, true)) {
            one.1 = prospect;
        }
        best_first(&mut ranked[..deeper], |one| (worth(&one.1).into(), 0.0));
    }
    let mover = outlook.mover();
    let best_wins = outlook.wins(turns().mask(ranked[0].0));
    let rest = (1.0 - best_wins[mover]).max(1e-6);
    ranked
        .into_iter()
        .map(|(pattern, Prospect { points, win })| {
            let wins =
                best_wins.iter().enumerate().map(|(seat, best)| if seat == mover { win } else { best / rest * (1.0 - win) }).collect();
            JudgedPlacement { mask: turns().mask(pattern), points, wins }
        })
        .collect()
}

/// How a level judges: between what strikes the eye and what the values say.
struct CrownsStyle {
    /// Weight of the obvious, 0 to 1.
    obvious: f32,
    /// Chance to see a placement for each die that must be turned down.
    sees_turning: f32,
    /// Unsteadiness in points.
    wavering: f32,
}

const MANNERS: [CrownsStyle; 4] = [
    CrownsStyle { obvious: 1.0, sees_turning: 0.6, wavering: 1.0 },
    CrownsStyle { obvious: 0.6, sees_turning: 0.65, wavering: 1.0 },
    CrownsStyle { obvious: 0.53, sees_turning: 0.8, wavering: 0.8 },
    CrownsStyle { obvious: 0.46, sees_turning: 0.95, wavering: 0.4 },
];

/// Points that a certain win is worth where levels weigh both.
const WIN_IN_POINTS: f32 = 30.0;

/// Chooses a placement at a level from 1 (a beginner) to 5 (as good as it gets). Returns the fields to cover.
pub fn choose(values: &Values, position: &CrownsPosition, counts: [u8; 6], level: u8, rng: &mut dyn Rng) -> Result<u64, PositionError> {
    let Some(manner) = MANNERS.get(usize::from(level.max(1)) - 1) else {
        return Ok(evaluate(values, position, counts, Depth::Thorough)?[0].mask);
    };
    let roll = check(values, position, counts)?;
    let seat = position.seats[position.to_move];
    let all = legal_placements(values.mode(), seat.covered, seat.chips, roll);
    let mut seen = all.clone();
    seen.retain(|placement| (0..placement.turned).all(|_| rng.random::<f32>() < manner.sees_turning));
    if !seen.iter().any(|placement| placement.pattern > 0) {
        seen = all;
    }
    let patterns: Vec<u16> = seen.iter().map(|placement| placement.pattern).collect();
    let wise: Vec<f32> = match values.habits() {
        _ if manner.obvious >= 1.0 => vec![0.0; patterns.len()],
        Some(habits) => Outlook::new(values, habits, &position.seats, position.to_move)
            .prospects(&patterns, false)
            .iter()
            .map(|prospect| prospect.win * WIN_IN_POINTS)
            .collect(),
        None => values.values_after(seat.covered, seat.chips, usize::from(seat.chips), &patterns),
    };
    let mut best = (f32::NEG_INFINITY, 0);
    for (pattern, wise) in patterns.iter().zip(wise) {
        let mask = turns().mask(*pattern);
        let wavering = manner.wavering * (rng.random::<f32>() + rng.random::<f32>() - 1.0);
        let worth = manner.obvious * obvious(values.board(), seat.covered, mask) + (1.0 - manner.obvious) * wise + wavering;
        if worth > best.0 {
            best = (worth, mask);
        }
    }
    Ok(best.1)
}

/// What strikes the eye: points made now, chips brought out, lines that grow.
pub fn obvious(board: &SolverBoard, covered: u64, mask: u64) -> f32 {
    let now = f32::from(board.score(covered | mask)) - f32::from(board.score(covered));
    let lines: f32 = board
        .lines()
        .iter()
        .map(|line| {
            let before = (covered & line.mask).count_ones();
            let after = ((covered | mask) & line.mask).count_ones();
            f32::from(line.crowns) * ((after * after - before * before) as f32) / 60.0
        })
        .sum();
    now + lines + 0.5 * mask.count_ones() as f32
}
